// Counts that the loop or its target does not allow, one per pipeline.
// CHECK: LoopRejected<{{.*}}Rule::group_count, 2, 3,
// NVCC: BrokenRule=stretto::Rule::group_count, Value=2, Limit=3
// CHECK: LoopRejected<{{.*}}Rule::fragment_step_count, 0, 1,
// NVCC: BrokenRule=stretto::Rule::fragment_step_count, Value=0, Limit=1
// CLANG: op "multiply"
// CHECK: LoopRejected<{{.*}}Rule::negative_cycles, -1, 0,
// NVCC: BrokenRule=stretto::Rule::negative_cycles, Value=-1, Limit=0
// CLANG: buffer "A"
// CHECK: LoopRejected<{{.*}}Rule::negative_parts, -1, 0,
// NVCC: BrokenRule=stretto::Rule::negative_parts, Value=-1, Limit=0
// CLANG: buffer "C"
// CHECK: LoopRejected<{{.*}}Rule::register_slots, 2, 1,
// NVCC: BrokenRule=stretto::Rule::register_slots, Value=2, Limit=1
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void three_groups(Loop& loop) { loop.groups = 3; }
constexpr void no_fragments(Loop& loop) { loop.fragment_steps = 0; }
constexpr void lingers(Loop& loop) { loop.ops[2].lingers = -1; }
constexpr void parts(Loop& loop) { loop.buffers[0].parts = -1; }
constexpr void two_sums(Loop& loop) { loop.buffers[2].slots = 2; }

constexpr auto groups = pipeline<ChangedGemm<three_groups>>();
constexpr auto fragments = pipeline<ChangedGemm<no_fragments>>();
constexpr auto cycles = pipeline<ChangedGemm<lingers>>();
constexpr auto negative = pipeline<ChangedGemm<parts>>();
constexpr auto slots = pipeline<ChangedGemm<two_sums>>();
