// Roles are declared, and an op has none.
// CLANG: op_without_role: {{.*}}; op "multiply". Fix:
// CHECK: LoopRejected<stretto::Rule::op_without_role, 0, 0,
// NVCC: BrokenRule=stretto::Rule::op_without_role, Value=0, Limit=0
// NAMES-SAME: {"multiply"}, {{.*}}{""}, {{.*}}{""}
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) {
  loop.role("all", 2);
  loop.ops[0].role = loop.ops[1].role = 0;
}

constexpr auto plan = pipeline<ChangedGemm<change>>();
