// A multiplication of 2^20 cubed.
// CHECK: LoopRejected<{{.*}}Rule::work_too_large, 1048576, 32768,
// NVCC: BrokenRule=stretto::Rule::work_too_large, Value=1048576, Limit=32768
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) { loop.ops[2].m = loop.ops[2].n = loop.ops[2].k = 1 << 20; }

constexpr auto plan = pipeline<ChangedGemm<change>>();
