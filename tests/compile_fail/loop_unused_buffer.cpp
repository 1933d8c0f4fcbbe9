// A buffer that no op touches.
// CHECK: LoopRejected<{{.*}}Rule::unused_buffer, 3, 0,
// NVCC: BrokenRule=stretto::Rule::unused_buffer, Value=3, Limit=0
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

using namespace stretto;

struct Declared {
  static constexpr Loop declare() {
    Loop loop = loops::gemm({});
    loop.shared("D", 64);
    return loop;
  }
  static constexpr Gpu target() { return targets::h200; }
};

constexpr auto plan = pipeline<Declared>();
