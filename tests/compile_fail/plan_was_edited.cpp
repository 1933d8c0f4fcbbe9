// A plan that was changed after it was written: it claims that II is proven minimal.
// CHECK: Rule::plan_was_edited
// NVCC: Rule::plan_was_edited
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

using namespace stretto;

struct Declared {
  static constexpr Loop declare() { return loops::gemm({}); }
  static constexpr Gpu target() { return targets::h200; }
  static constexpr GivenSchedule<4, 2> plan{
      .made_for = fingerprint(loops::gemm({}), targets::h200), .seal = 1, .ii = 2048, .bound = 2048, .optimal = true};
};

constexpr auto plan = pipeline<Declared>();
