// A role without ops.
// CHECK: LoopRejected<{{.*}}Rule::role_without_ops, 0, 0,
// NVCC: BrokenRule=stretto::Rule::role_without_ops, Value=0, Limit=0
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

using namespace stretto;

struct Declared {
  static constexpr Loop declare() {
    Loop loop = loops::gemm({});
    loop.role("idle", 1);
    return loop;
  }
  static constexpr Gpu target() { return targets::h200; }
};

constexpr auto plan = pipeline<Declared>();
