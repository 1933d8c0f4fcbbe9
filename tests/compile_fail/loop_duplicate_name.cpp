// Two buffers of one name.
// CLANG: duplicate_name: {{.*}}; buffer "A". Fix:
// CHECK: LoopRejected<stretto::Rule::duplicate_name, 0, 0,
// NVCC: BrokenRule=stretto::Rule::duplicate_name, Value=0, Limit=0
// NAMES-SAME: {""}, {{.*}}{"A"}, {{.*}}{""}
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) { loop.buffers[1].name = "A"; }

constexpr auto plan = pipeline<ChangedGemm<change>>();
