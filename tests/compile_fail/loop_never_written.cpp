// A read of a buffer that no op writes.
// CHECK: LoopRejected<{{.*}}Rule::never_written, 3, 0,
// NVCC: BrokenRule=stretto::Rule::never_written, Value=3, Limit=0
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) {
  loop.shared("D", 64);
  loop.accesses.push_back({2, 3, LoopMode::read, 0});
}

constexpr auto plan = pipeline<ChangedGemm<change>>();
