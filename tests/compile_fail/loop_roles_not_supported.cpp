// Roles on a target whose waves all run one program.
// CHECK: LoopRejected<{{.*}}Rule::roles_not_supported, 1, 0,
// NVCC: BrokenRule=stretto::Rule::roles_not_supported, Value=1, Limit=0
#include <stretto/gpu/mi355x.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

using namespace stretto;

struct Declared {
  static constexpr Loop declare() {
    Loop loop = loops::gemm({});
    loop.role("all", 4);
    for (LoopOp& op : loop.ops) op.role = 0;
    return loop;
  }
  static constexpr Gpu target() { return targets::mi355x; }
};

constexpr auto plan = pipeline<Declared>();
