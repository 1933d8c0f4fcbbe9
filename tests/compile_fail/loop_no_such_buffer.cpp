// A load writes a buffer of another loop.
// CLANG: no_such_buffer: {{.*}}; op "load A". Fix:
// CHECK: LoopRejected<stretto::Rule::no_such_buffer, 17, 3,
// NVCC: BrokenRule=stretto::Rule::no_such_buffer, Value=17, Limit=3
// NAMES-SAME: {"load A"}, {{.*}}{""}, {{.*}}{""}
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) { loop.accesses[0].buffer = 17; }

constexpr auto plan = pipeline<ChangedGemm<change>>();
