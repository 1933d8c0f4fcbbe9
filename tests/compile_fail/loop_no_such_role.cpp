// An op names a role that is not declared.
// CLANG: no_such_role: {{.*}}; op "load B". Fix:
// CHECK: LoopRejected<stretto::Rule::no_such_role, 3, 0,
// NVCC: BrokenRule=stretto::Rule::no_such_role, Value=3, Limit=0
// NAMES-SAME: {"load B"}, {{.*}}{""}, {{.*}}{""}
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) { loop.ops[1].role = 3; }

constexpr auto plan = pipeline<ChangedGemm<change>>();
