// An op names a role that is not declared.
// CHECK: LoopRejected<{{.*}}Rule::no_such_role, 3, 0,
// NVCC: BrokenRule=stretto::Rule::no_such_role, Value=3, Limit=0
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

using namespace stretto;

struct Declared {
  static constexpr Loop declare() {
    Loop loop = loops::gemm({});
    loop.ops[1].role = 3;
    return loop;
  }
  static constexpr Gpu target() { return targets::h200; }
};

constexpr auto plan = pipeline<Declared>();
