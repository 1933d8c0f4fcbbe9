// Threads that make no whole warpgroups.
// CHECK: LoopRejected<stretto::Rule::thread_count, 100, 128,
// NVCC: BrokenRule=stretto::Rule::thread_count, Value=100, Limit=128
// NAMES-SAME: {""}, {{.*}}{""}, {{.*}}{""}
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) { loop.threads = 100; }

constexpr auto plan = pipeline<ChangedGemm<change>>();
