// Two buffers with the same name.
// CLANG: buffer "A"
// CHECK: LoopRejected<{{.*}}Rule::duplicate_name, 1, 0,
// NVCC: BrokenRule=stretto::Rule::duplicate_name, Value=1, Limit=0
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) { loop.buffers[1].name = "A"; }

constexpr auto plan = pipeline<ChangedGemm<change>>();
