// A bulk load of 3 bytes.
// CLANG: copy_size: {{.*}}; op "load A"; buffer "A". Fix:
// CHECK: LoopRejected<stretto::Rule::copy_size, 3, 16,
// NVCC: BrokenRule=stretto::Rule::copy_size, Value=3, Limit=16
// NAMES-SAME: {"load A"}, {{.*}}{"A"}, {{.*}}{""}
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) { loop.buffers[0].bytes = 3; }

constexpr auto plan = pipeline<ChangedGemm<change>>();
