// A load that writes nothing.
// CHECK: LoopRejected<{{.*}}Rule::load_without_buffer, 0, 1,
// NVCC: BrokenRule=stretto::Rule::load_without_buffer, Value=0, Limit=1
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) { loop.load("load D"); }

constexpr auto plan = pipeline<ChangedGemm<change>>();
