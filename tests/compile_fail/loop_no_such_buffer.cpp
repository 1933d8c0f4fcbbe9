// A load writes a buffer of another loop.
// CLANG: op "load A"
// CHECK: LoopRejected<{{.*}}Rule::no_such_buffer, 17, 3,
// NVCC: BrokenRule=stretto::Rule::no_such_buffer, Value=17, Limit=3
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) { loop.accesses[0].buffer = 17; }

constexpr auto plan = pipeline<ChangedGemm<change>>();
