// Roles whose waves do not add up to the threads.
// CLANG: role "all"
// CHECK: LoopRejected<{{.*}}Rule::role_waves, 3, 2,
// NVCC: BrokenRule=stretto::Rule::role_waves, Value=3, Limit=2
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) {
  loop.role("all", 3);
  for (LoopOp& op : loop.ops) op.role = 0;
}

constexpr auto plan = pipeline<ChangedGemm<change>>();
