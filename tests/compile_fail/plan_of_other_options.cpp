// A plan that was made for a persistent kernel.
// CLANG: plan_is_stale: the plan was made for another loop, target, options or version
// CHECK: Rule::plan_is_stale
// NVCC: Rule::plan_is_stale
#include "planned_gemm.hpp"

constexpr PipelineOptions persistent{.persistent = true};
constexpr auto plan = pipeline<Planned<fingerprint(loops::gemm({}), targets::h200, persistent)>>();
