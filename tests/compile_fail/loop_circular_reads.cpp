// An op that reads what it writes itself; two ops that read each other's results.
// CLANG: reads_own_write: {{.*}}; op "again"; buffer "R". Fix:
// CHECK: LoopRejected<stretto::Rule::reads_own_write, 0, 0,
// NVCC: BrokenRule=stretto::Rule::reads_own_write, Value=0, Limit=0
// NAMES-SAME: {"again"}, {{.*}}{"R"}, {{.*}}{""}
// CLANG: circular_reads: {{.*}}; ops "second" -> "first" -> "second"; buffer "X". Fix:
// CHECK: LoopRejected<stretto::Rule::circular_reads, 2, 0,
// NVCC: BrokenRule=stretto::Rule::circular_reads, Value=2, Limit=0
// NAMES-SAME: {"second"}, {{.*}}{"X"}, {{.*}}{""}
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void by_itself(Loop& loop) {
  const LoopBufferRef value = loop.registers("R", 1024);
  loop.compute("again", 1024).reads(value).writes(value);
}
constexpr void by_each_other(Loop& loop) {
  const LoopBufferRef x = loop.registers("X", 1024);
  const LoopBufferRef y = loop.registers("Y", 1024);
  loop.compute("first", 1024).reads(x).writes(y);
  loop.compute("second", 1024).reads(y).writes(x);
}

constexpr auto one = pipeline<ChangedGemm<by_itself>>();
constexpr auto two = pipeline<ChangedGemm<by_each_other>>();
