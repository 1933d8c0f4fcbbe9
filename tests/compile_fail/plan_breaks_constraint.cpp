// A plan with a valid seal in which all ops start at once.
// CHECK: Rule::plan_breaks_constraint
// NVCC: Rule::plan_breaks_constraint
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

using namespace stretto;

constexpr GivenSchedule<4, 2> sealed() {
  GivenSchedule<4, 2> plan{.made_for = fingerprint(loops::gemm({}), targets::h200), .ii = 1024, .slots = {1, 1}};
  plan.seal = seal_of(plan);
  return plan;
}

struct Declared {
  static constexpr Loop declare() { return loops::gemm({}); }
  static constexpr Gpu target() { return targets::h200; }
  static constexpr GivenSchedule<4, 2> plan = sealed();
};

constexpr auto plan = pipeline<Declared>();
