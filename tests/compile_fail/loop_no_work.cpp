// An op without work; one without buffers.
// CLANG: no_work: {{.*}}; op "rest". Fix:
// CHECK: LoopRejected<stretto::Rule::no_work, 0, 0,
// NVCC: BrokenRule=stretto::Rule::no_work, Value=0, Limit=0
// NAMES-SAME: {"rest"}, {{.*}}{""}, {{.*}}{""}
// CLANG: op_without_accesses: {{.*}}; op "rest". Fix:
// CHECK: LoopRejected<stretto::Rule::op_without_accesses, 0, 0,
// NVCC: BrokenRule=stretto::Rule::op_without_accesses, Value=0, Limit=0
// NAMES-SAME: {"rest"}, {{.*}}{""}, {{.*}}{""}
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void no_work(Loop& loop) { loop.compute("rest", 0); }
constexpr void no_buffers(Loop& loop) { loop.compute("rest", 5); }

constexpr auto idle = pipeline<ChangedGemm<no_work>>();
constexpr auto apart = pipeline<ChangedGemm<no_buffers>>();
