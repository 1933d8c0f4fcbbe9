// An op reads the accumulator in the loop.
// CHECK: LoopRejected<{{.*}}Rule::accumulator_read, 2, 0,
// NVCC: BrokenRule=stretto::Rule::accumulator_read, Value=2, Limit=0
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

using namespace stretto;

struct Declared {
  static constexpr Loop declare() {
    Loop loop = loops::gemm({});
    loop.compute("look", 1024);
    loop.accesses.push_back({3, 2, LoopMode::read, 0});
    return loop;
  }
  static constexpr Gpu target() { return targets::h200; }
};

constexpr auto plan = pipeline<Declared>();
