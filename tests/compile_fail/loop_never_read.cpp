// A load of a buffer that no op reads.
// CHECK: LoopRejected<{{.*}}Rule::never_read, 3, 0,
// NVCC: BrokenRule=stretto::Rule::never_read, Value=3, Limit=0
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) {
  const LoopBufferRef unread = loop.shared("D", 64);
  loop.load("load D").writes(unread);
}

constexpr auto plan = pipeline<ChangedGemm<change>>();
