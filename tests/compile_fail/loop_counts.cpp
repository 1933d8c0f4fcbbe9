// Counts that the loop or its target does not allow, one per pipeline.
// CHECK: LoopRejected<stretto::Rule::group_count, 2, 3,
// NVCC: BrokenRule=stretto::Rule::group_count, Value=2, Limit=3
// NAMES-SAME: {""}, {{.*}}{""}, {{.*}}{""}
// CHECK: LoopRejected<stretto::Rule::fragment_step_count, 0, 1,
// NVCC: BrokenRule=stretto::Rule::fragment_step_count, Value=0, Limit=1
// NAMES-SAME: {""}, {{.*}}{""}, {{.*}}{""}
// CLANG: latency_too_large: {{.*}}; op "multiply". Fix:
// CHECK: LoopRejected<stretto::Rule::latency_too_large, 2097152, 1048576,
// NVCC: BrokenRule=stretto::Rule::latency_too_large, Value=2097152, Limit=1048576
// NAMES-SAME: {"multiply"}, {{.*}}{""}, {{.*}}{""}
// CLANG: too_many_slots: {{.*}}; buffer "B". Fix:
// CHECK: LoopRejected<stretto::Rule::too_many_slots, 1048576, 1000,
// NVCC: BrokenRule=stretto::Rule::too_many_slots, Value=1048576, Limit=1000
// NAMES-SAME: {""}, {{.*}}{"B"}, {{.*}}{""}
// CLANG: register_slots: {{.*}}; buffer "C". Fix:
// CHECK: LoopRejected<stretto::Rule::register_slots, 2, 1,
// NVCC: BrokenRule=stretto::Rule::register_slots, Value=2, Limit=1
// NAMES-SAME: {""}, {{.*}}{"C"}, {{.*}}{""}
// CLANG: distance_too_large: {{.*}}; op "multiply"; buffer "A". Fix:
// CHECK: LoopRejected<stretto::Rule::distance_too_large, 1048576, 64,
// NVCC: BrokenRule=stretto::Rule::distance_too_large, Value=1048576, Limit=64
// NAMES-SAME: {"multiply"}, {{.*}}{"A"}, {{.*}}{""}
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void three_groups(Loop& loop) { loop.groups = 3; }
constexpr void no_fragments(Loop& loop) { loop.fragment_steps = 0; }
constexpr void lingers_long(Loop& loop) { loop.ops[2].lingers = 1 << 21; }
constexpr void many_slots(Loop& loop) { loop.buffers[1].slots = 1 << 20; }
constexpr void two_sums(Loop& loop) { loop.buffers[2].slots = 2; }
constexpr void far_back(Loop& loop) { loop.accesses[2].distance = 1 << 20; }

constexpr bool refused = compile_each<three_groups, no_fragments, lingers_long, many_slots, two_sums, far_back>;
