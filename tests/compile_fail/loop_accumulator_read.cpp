// An op reads the accumulator in the loop.
// CLANG: op "look"; buffer "C"
// CHECK: LoopRejected<{{.*}}Rule::accumulator_read, 2, 0,
// NVCC: BrokenRule=stretto::Rule::accumulator_read, Value=2, Limit=0
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) {
  loop.compute("look", 1024);
  loop.accesses.push_back({3, 2, LoopMode::read, 0});
}

constexpr auto plan = pipeline<ChangedGemm<change>>();
