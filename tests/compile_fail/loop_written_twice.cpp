// Two loads write one buffer.
// CHECK: LoopRejected<{{.*}}Rule::written_twice, 0, 2,
// NVCC: BrokenRule=stretto::Rule::written_twice, Value=0, Limit=2
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) { loop.accesses[1].buffer = 0; }

constexpr auto plan = pipeline<ChangedGemm<change>>();
