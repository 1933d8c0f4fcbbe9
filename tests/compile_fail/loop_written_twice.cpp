// Two loads write one buffer.
// CHECK: LoopRejected<{{.*}}Rule::written_twice, 0, 2,
// NVCC: BrokenRule=stretto::Rule::written_twice, Value=0, Limit=2
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

using namespace stretto;

struct Declared {
  static constexpr Loop declare() {
    Loop loop = loops::gemm({});
    loop.accesses[1].buffer = 0;
    return loop;
  }
  static constexpr Gpu target() { return targets::h200; }
};

constexpr auto plan = pipeline<Declared>();
