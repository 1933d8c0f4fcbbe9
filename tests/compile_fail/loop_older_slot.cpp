// A read of shared memory of an earlier iteration.
// CHECK: LoopRejected<{{.*}}Rule::older_slot, 1, 0,
// NVCC: BrokenRule=stretto::Rule::older_slot, Value=1, Limit=0
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

using namespace stretto;

struct Declared {
  static constexpr Loop declare() {
    Loop loop = loops::gemm({});
    loop.accesses[2].distance = 1;
    return loop;
  }
  static constexpr Gpu target() { return targets::h200; }
};

constexpr auto plan = pipeline<Declared>();
