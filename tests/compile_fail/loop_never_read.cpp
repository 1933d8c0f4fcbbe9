// A load of a buffer that no op reads.
// CLANG: never_read: {{.*}}; op "load D"; buffer "D". Fix:
// CHECK: LoopRejected<stretto::Rule::never_read, 0, 0,
// NVCC: BrokenRule=stretto::Rule::never_read, Value=0, Limit=0
// NAMES-SAME: {"load D"}, {{.*}}{"D"}, {{.*}}{""}
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) {
  const LoopBufferRef unread = loop.shared("D", 64);
  loop.load("load D").writes(unread);
}

constexpr auto plan = pipeline<ChangedGemm<change>>();
