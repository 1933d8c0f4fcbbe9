// A multiplication of 2^20 cubed.
// CHECK: LoopRejected<{{.*}}Rule::work_too_large, 1048576, 32768,
// NVCC: BrokenRule=stretto::Rule::work_too_large, Value=1048576, Limit=32768
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

using namespace stretto;

struct Declared {
  static constexpr Loop declare() {
    Loop loop = loops::gemm({});
    loop.ops[2].m = loop.ops[2].n = loop.ops[2].k = 1 << 20;
    return loop;
  }
  static constexpr Gpu target() { return targets::h200; }
};

constexpr auto plan = pipeline<Declared>();
