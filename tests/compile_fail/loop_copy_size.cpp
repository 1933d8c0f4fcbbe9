// A bulk load of 3 bytes.
// CHECK: LoopRejected<{{.*}}Rule::copy_size, 3, 16,
// NVCC: BrokenRule=stretto::Rule::copy_size, Value=3, Limit=16
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

using namespace stretto;

struct Declared {
  static constexpr Loop declare() {
    Loop loop = loops::gemm({});
    loop.buffers[0].bytes = 3;
    return loop;
  }
  static constexpr Gpu target() { return targets::h200; }
};

constexpr auto plan = pipeline<Declared>();
