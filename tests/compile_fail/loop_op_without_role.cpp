// Roles are declared, but an op has none.
// CHECK: LoopRejected<{{.*}}Rule::op_without_role, 0, 0,
// NVCC: BrokenRule=stretto::Rule::op_without_role, Value=0, Limit=0
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) {
  loop.role("all", 2);
  loop.ops[0].role = loop.ops[1].role = 0;
}

constexpr auto plan = pipeline<ChangedGemm<change>>();
