// A buffer that no op touches.
// CLANG: unused_buffer: {{.*}}; buffer "D". Fix:
// CHECK: LoopRejected<stretto::Rule::unused_buffer, 0, 0,
// NVCC: BrokenRule=stretto::Rule::unused_buffer, Value=0, Limit=0
// NAMES-SAME: {""}, {{.*}}{"D"}, {{.*}}{""}
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) { loop.shared("D", 64); }

constexpr auto plan = pipeline<ChangedGemm<change>>();
