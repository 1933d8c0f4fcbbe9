// Threads that make no whole warpgroups.
// CHECK: LoopRejected<{{.*}}Rule::counts_do_not_divide, 100, 128,
// NVCC: BrokenRule=stretto::Rule::counts_do_not_divide, Value=100, Limit=128
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

using namespace stretto;

struct Declared {
  static constexpr Loop declare() {
    Loop loop = loops::gemm({});
    loop.threads = 100;
    return loop;
  }
  static constexpr Gpu target() { return targets::h200; }
};

constexpr auto plan = pipeline<Declared>();
