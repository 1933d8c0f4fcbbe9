// Through this unit clang-tidy sees every public header.
#include <stretto/stretto.hpp>

int main() { return 0; }
