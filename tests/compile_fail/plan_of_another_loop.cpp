// A plan that was made for a GEMM with a narrower tile.
// CLANG: plan_is_stale: the plan was made for another loop, target, options or version
// CHECK: Rule::plan_is_stale
// NVCC: Rule::plan_is_stale
#include "planned_gemm.hpp"

constexpr auto plan = pipeline<Planned<fingerprint(loops::gemm({.n = 128}), targets::h200)>>();
