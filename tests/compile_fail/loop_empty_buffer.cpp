// A tile of 0 bytes.
// CLANG: empty_buffer: {{.*}}; buffer "B". Fix:
// CHECK: LoopRejected<stretto::Rule::empty_buffer, 0, 1,
// NVCC: BrokenRule=stretto::Rule::empty_buffer, Value=0, Limit=1
// NAMES-SAME: {""}, {{.*}}{"B"}, {{.*}}{""}
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) { loop.buffers[1].bytes = 0; }

constexpr auto plan = pipeline<ChangedGemm<change>>();
