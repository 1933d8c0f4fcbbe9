// An op without work.
// CHECK: LoopRejected<{{.*}}Rule::no_work, 0, 1,
// NVCC: BrokenRule=stretto::Rule::no_work, Value=0, Limit=1
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) { loop.compute("rest", 0); }

constexpr auto plan = pipeline<ChangedGemm<change>>();
