// A read of shared memory of an earlier iteration.
// CLANG: older_slot: {{.*}}; op "multiply"; buffer "A". Fix:
// CHECK: LoopRejected<stretto::Rule::older_slot, 1, 0,
// NVCC: BrokenRule=stretto::Rule::older_slot, Value=1, Limit=0
// NAMES-SAME: {"multiply"}, {{.*}}{"A"}, {{.*}}{""}
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) { loop.accesses[2].distance = 1; }

constexpr auto plan = pipeline<ChangedGemm<change>>();
