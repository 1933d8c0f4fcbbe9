// A plan of a version whose fingerprints differ.
// CLANG: loop "gemm" rejected: plan_is_stale: the plan was made for another loop, target, options or version
// CHECK: LoopRejected<stretto::Rule::plan_is_stale, 0, 0,
// NVCC: BrokenRule=stretto::Rule::plan_is_stale, Value=0, Limit=0,
// NAMES-SAME: {"gemm"}
#include "planned_gemm.hpp"

constexpr auto plan = pipeline<Planned<1>>();
