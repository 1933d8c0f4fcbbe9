// Roles on a target whose waves all run one program.
// CLANG: roles_not_supported: {{.*}}; role "all". Fix:
// CHECK: LoopRejected<stretto::Rule::roles_not_supported, 1, 0,
// NVCC: BrokenRule=stretto::Rule::roles_not_supported, Value=1, Limit=0
// NAMES-SAME: {""}, {{.*}}{""}, {{.*}}{"all"}
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) {
  loop.role("all", 4);
  for (LoopOp& op : loop.ops) op.role = 0;
}

struct OnMi355x : ChangedGemm<change> {
  static constexpr Gpu target() { return targets::mi355x; }
};

constexpr auto plan = pipeline<OnMi355x>();
