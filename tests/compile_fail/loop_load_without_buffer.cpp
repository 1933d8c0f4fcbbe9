// A load that writes nothing.
// CHECK: LoopRejected<{{.*}}Rule::load_without_buffer, 0, 1,
// NVCC: BrokenRule=stretto::Rule::load_without_buffer, Value=0, Limit=1
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

using namespace stretto;

struct Declared {
  static constexpr Loop declare() {
    Loop loop = loops::gemm({});
    loop.load("load D");
    return loop;
  }
  static constexpr Gpu target() { return targets::h200; }
};

constexpr auto plan = pipeline<Declared>();
