// A role without ops.
// CLANG: role_without_ops: {{.*}}; role "idle". Fix:
// CHECK: LoopRejected<stretto::Rule::role_without_ops, 0, 0,
// NVCC: BrokenRule=stretto::Rule::role_without_ops, Value=0, Limit=0
// NAMES-SAME: {""}, {{.*}}{""}, {{.*}}{"idle"}
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) { loop.role("idle", 1); }

constexpr auto plan = pipeline<ChangedGemm<change>>();
