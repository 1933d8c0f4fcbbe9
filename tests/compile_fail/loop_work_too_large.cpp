// A multiplication of 2^20 cubed; 2^60 operations.
// CLANG: side_too_large: {{.*}}; op "multiply". Fix:
// CHECK: LoopRejected<stretto::Rule::side_too_large, 1048576, 32768,
// NVCC: BrokenRule=stretto::Rule::side_too_large, Value=1048576, Limit=32768
// NAMES-SAME: {"multiply"}, {{.*}}{""}, {{.*}}{""}
// CLANG: work_too_large: {{.*}}; op "rest". Fix:
// CHECK: LoopRejected<stretto::Rule::work_too_large, 2147483647, 1048576,
// NVCC: BrokenRule=stretto::Rule::work_too_large, Value=2147483647, Limit=1048576
// NAMES-SAME: {"rest"}, {{.*}}{""}, {{.*}}{""}
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void sides(Loop& loop) { loop.ops[2].m = loop.ops[2].n = loop.ops[2].k = 1 << 20; }
constexpr void operations(Loop& loop) { loop.compute("rest", 1L << 60); }

constexpr auto tile = pipeline<ChangedGemm<sides>>();
constexpr auto work = pipeline<ChangedGemm<operations>>();
