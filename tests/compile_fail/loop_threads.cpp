// A thread count that is not a multiple of a warpgroup.
// CHECK: LoopRejected<{{.*}}Rule::thread_count, 100, 128,
// NVCC: BrokenRule=stretto::Rule::thread_count, Value=100, Limit=128
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) { loop.threads = 100; }

constexpr auto plan = pipeline<ChangedGemm<change>>();
