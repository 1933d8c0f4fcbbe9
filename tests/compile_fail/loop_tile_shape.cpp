// A multiplication of 1 x 1 x 1.
// CHECK: LoopRejected<{{.*}}Rule::tile_shape, 1, 64,
// NVCC: BrokenRule=stretto::Rule::tile_shape, Value=1, Limit=64
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

using namespace stretto;

struct Declared {
  static constexpr Loop declare() {
    Loop loop = loops::gemm({});
    loop.ops[2].m = loop.ops[2].n = loop.ops[2].k = 1;
    return loop;
  }
  static constexpr Gpu target() { return targets::h200; }
};

constexpr auto plan = pipeline<Declared>();
