// An op reads the accumulator in the loop.
// CLANG: accumulator_read: {{.*}}; op "look"; buffer "C". Fix:
// CHECK: LoopRejected<stretto::Rule::accumulator_read, 0, 0,
// NVCC: BrokenRule=stretto::Rule::accumulator_read, Value=0, Limit=0
// NAMES-SAME: {"look"}, {{.*}}{"C"}, {{.*}}{""}
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) {
  loop.compute("look", 1024);
  loop.accesses.push_back({3, 2, LoopMode::read, 0});
}

constexpr auto plan = pipeline<ChangedGemm<change>>();
