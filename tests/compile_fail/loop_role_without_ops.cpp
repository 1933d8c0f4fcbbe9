// A role without ops.
// CLANG: role "idle"
// CHECK: LoopRejected<{{.*}}Rule::role_without_ops, 0, 0,
// NVCC: BrokenRule=stretto::Rule::role_without_ops, Value=0, Limit=0
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) { loop.role("idle", 1); }

constexpr auto plan = pipeline<ChangedGemm<change>>();
