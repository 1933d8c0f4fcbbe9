// A read of a buffer that no op writes.
// CLANG: never_written: {{.*}}; op "multiply"; buffer "D". Fix:
// CHECK: LoopRejected<stretto::Rule::never_written, 0, 0,
// NVCC: BrokenRule=stretto::Rule::never_written, Value=0, Limit=0
// NAMES-SAME: {"multiply"}, {{.*}}{"D"}, {{.*}}{""}
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void change(Loop& loop) {
  loop.shared("D", 64);
  loop.accesses.push_back({2, 3, LoopMode::read, 0});
}

constexpr auto plan = pipeline<ChangedGemm<change>>();
