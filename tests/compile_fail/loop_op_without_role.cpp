// Roles are declared, and an op has none.
// CHECK: LoopRejected<{{.*}}Rule::op_without_role, 0, 0,
// NVCC: BrokenRule=stretto::Rule::op_without_role, Value=0, Limit=0
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

using namespace stretto;

struct Declared {
  static constexpr Loop declare() {
    Loop loop = loops::gemm({});
    loop.role("all", 2);
    loop.ops[0].role = loop.ops[1].role = 0;
    return loop;
  }
  static constexpr Gpu target() { return targets::h200; }
};

constexpr auto plan = pipeline<Declared>();
