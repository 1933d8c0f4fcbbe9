// Multiplications that their waves cannot compute, from the buffers that they read into those that they write.
// CLANG: product_missing: {{.*}}; op "multiply". Fix:
// CHECK: LoopRejected<stretto::Rule::product_missing, 0, 0,
// NVCC: BrokenRule=stretto::Rule::product_missing, Value=0, Limit=0
// NAMES-SAME: {"multiply"}, {{.*}}{""}, {{.*}}{""}
// CLANG: product_bytes: {{.*}}; op "multiply"; buffer "C". Fix:
// CHECK: LoopRejected<stretto::Rule::product_bytes, 4, 131072,
// NVCC: BrokenRule=stretto::Rule::product_bytes, Value=4, Limit=131072
// NAMES-SAME: {"multiply"}, {{.*}}{"C"}, {{.*}}{""}
// CLANG: sum_in_shared_memory: {{.*}}; op "multiply"; buffer "C". Fix:
// CHECK: LoopRejected<stretto::Rule::sum_in_shared_memory, 0, 0,
// NVCC: BrokenRule=stretto::Rule::sum_in_shared_memory, Value=0, Limit=0
// NAMES-SAME: {"multiply"}, {{.*}}{"C"}, {{.*}}{""}
// CLANG: product_in_shared_memory: {{.*}}; op "multiply"; buffer "C". Fix:
// CHECK: LoopRejected<stretto::Rule::product_in_shared_memory, 0, 0,
// NVCC: BrokenRule=stretto::Rule::product_in_shared_memory, Value=0, Limit=0
// NAMES-SAME: {"multiply"}, {{.*}}{"C"}, {{.*}}{""}
// CLANG: operand_bytes: {{.*}}; op "multiply"; buffer "A". Fix:
// CHECK: LoopRejected<stretto::Rule::operand_bytes, 16, 16384,
// NVCC: BrokenRule=stretto::Rule::operand_bytes, Value=16, Limit=16384
// NAMES-SAME: {"multiply"}, {{.*}}{"A"}, {{.*}}{""}
// CLANG: tile_split: {{.*}}; op "multiply". Fix:
// CHECK: LoopRejected<stretto::Rule::tile_split, 1, 4,
// NVCC: BrokenRule=stretto::Rule::tile_split, Value=1, Limit=4
// NAMES-SAME: {"multiply"}, {{.*}}{""}, {{.*}}{""}
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void no_result(Loop& loop) { loop.accesses.pop_back(); }
constexpr void small_result(Loop& loop) { loop.buffers[2].bytes = 4; }
constexpr void shared_sum(Loop& loop) { loop.buffers[2].space = LoopSpace::shared; }
constexpr void shared_result(Loop& loop) {
  loop.buffers[2].space = LoopSpace::shared;
  loop.accesses[4].mode = LoopMode::write;
}
constexpr void small_operand(Loop& loop) { loop.buffers[0].bytes = 16; }
constexpr void many_waves(Loop& loop) {
  loop.threads = 512;
  loop.ops[2].m = 64;
  loop.ops[2].n = 8;
}

constexpr bool refused = compile_each<no_result, small_result, shared_sum, shared_result, small_operand, many_waves>;
