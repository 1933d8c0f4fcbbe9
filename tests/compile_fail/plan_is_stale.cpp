// A plan that was made for another loop.
// CHECK: Rule::plan_is_stale
// NVCC: Rule::plan_is_stale
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

using namespace stretto;

struct Declared {
  static constexpr Loop declare() { return loops::gemm({}); }
  static constexpr Gpu target() { return targets::h200; }
  static constexpr GivenSchedule<4, 2> plan{.made_for = 1, .ii = 1024};
};

constexpr auto plan = pipeline<Declared>();
