// A buffer that no op touches.
// CHECK: LoopRejected<{{.*}}Rule::unused_buffer, 3, 0,
// NVCC: BrokenRule=stretto::Rule::unused_buffer, Value=3, Limit=0
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) { loop.shared("D", 64); }

constexpr auto plan = pipeline<ChangedGemm<change>>();
