// Roles whose waves are not the threads.
// CHECK: LoopRejected<{{.*}}Rule::role_waves, 3, 2,
// NVCC: BrokenRule=stretto::Rule::role_waves, Value=3, Limit=2
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

using namespace stretto;

struct Declared {
  static constexpr Loop declare() {
    Loop loop = loops::gemm({});
    loop.role("all", 3);
    for (LoopOp& op : loop.ops) op.role = 0;
    return loop;
  }
  static constexpr Gpu target() { return targets::h200; }
};

constexpr auto plan = pipeline<Declared>();
