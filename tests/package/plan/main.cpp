// A user's program with a loop that was planned when it was built.
#include <cstdio>

#include "copy_plan.hpp"

static_assert(CopyPlan::pipe.proven());

int main() { std::printf("II %ld, %d slots\n", CopyPlan::pipe.ii, CopyPlan::pipe.slots("tile")); }
