// Two buffers of one name.
// CHECK: LoopRejected<{{.*}}Rule::duplicate_name, 1, 0,
// NVCC: BrokenRule=stretto::Rule::duplicate_name, Value=1, Limit=0
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

using namespace stretto;

struct Declared {
  static constexpr Loop declare() {
    Loop loop = loops::gemm({});
    loop.buffers[1].name = "A";
    return loop;
  }
  static constexpr Gpu target() { return targets::h200; }
};

constexpr auto plan = pipeline<Declared>();
