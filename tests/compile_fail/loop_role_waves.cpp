// Roles whose waves are not the threads, that have none, or that are too many for their op.
// CLANG: role_waves: {{.*}}; role "all". Fix:
// CHECK: LoopRejected<stretto::Rule::role_waves, 3, 2,
// NVCC: BrokenRule=stretto::Rule::role_waves, Value=3, Limit=2
// NAMES-SAME: {""}, {{.*}}{""}, {{.*}}{"all"}
// CLANG: role_without_waves: {{.*}}; role "all". Fix:
// CHECK: LoopRejected<stretto::Rule::role_without_waves, 0, 1,
// NVCC: BrokenRule=stretto::Rule::role_without_waves, Value=0, Limit=1
// NAMES-SAME: {""}, {{.*}}{""}, {{.*}}{"all"}
// CLANG: multiplying_waves: {{.*}}; role "all". Fix:
// CHECK: LoopRejected<stretto::Rule::multiplying_waves, 3, 1,
// NVCC: BrokenRule=stretto::Rule::multiplying_waves, Value=3, Limit=1
// NAMES-SAME: {""}, {{.*}}{""}, {{.*}}{"all"}
#include <stretto/gpu/b200.hpp>

#include "changed_gemm.hpp"

using namespace stretto;

constexpr void three_waves(Loop& loop) {
  loop.role("all", 3);
  for (LoopOp& op : loop.ops) op.role = 0;
}
constexpr void no_waves(Loop& loop) {
  three_waves(loop);
  loop.roles[0].waves = 0;
}

struct OnB200 : ChangedGemm<three_waves> {
  static constexpr Gpu target() { return targets::b200; }
};

constexpr auto other_threads = pipeline<ChangedGemm<three_waves>>();
constexpr auto nobody = pipeline<ChangedGemm<no_waves>>();
constexpr auto in_tensor_memory = pipeline<OnB200>();
