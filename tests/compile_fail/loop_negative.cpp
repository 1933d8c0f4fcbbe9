// Negative numbers, one per pipeline.
// CLANG: negative_cycles: {{.*}}; op "multiply". Fix:
// CHECK: LoopRejected<stretto::Rule::negative_cycles, -1, 0,
// NVCC: BrokenRule=stretto::Rule::negative_cycles, Value=-1, Limit=0
// NAMES-SAME: {"multiply"}, {{.*}}{""}, {{.*}}{""}
// CLANG: negative_bytes: {{.*}}; buffer "A". Fix:
// CHECK: LoopRejected<stretto::Rule::negative_bytes, -8, 0,
// NVCC: BrokenRule=stretto::Rule::negative_bytes, Value=-8, Limit=0
// NAMES-SAME: {""}, {{.*}}{"A"}, {{.*}}{""}
// CLANG: negative_slots: {{.*}}; buffer "B". Fix:
// CHECK: LoopRejected<stretto::Rule::negative_slots, -9, 0,
// NVCC: BrokenRule=stretto::Rule::negative_slots, Value=-9, Limit=0
// NAMES-SAME: {""}, {{.*}}{"B"}, {{.*}}{""}
// CLANG: negative_parts: {{.*}}; buffer "A". Fix:
// CHECK: LoopRejected<stretto::Rule::negative_parts, -1, 0,
// NVCC: BrokenRule=stretto::Rule::negative_parts, Value=-1, Limit=0
// NAMES-SAME: {""}, {{.*}}{"A"}, {{.*}}{""}
// CLANG: negative_operations: {{.*}}; op "rest". Fix:
// CHECK: LoopRejected<stretto::Rule::negative_operations, -5, 0,
// NVCC: BrokenRule=stretto::Rule::negative_operations, Value=-5, Limit=0
// NAMES-SAME: {"rest"}, {{.*}}{""}, {{.*}}{""}
// CLANG: negative_exponentials: {{.*}}; op "rest". Fix:
// CHECK: LoopRejected<stretto::Rule::negative_exponentials, -6, 0,
// NVCC: BrokenRule=stretto::Rule::negative_exponentials, Value=-6, Limit=0
// NAMES-SAME: {"rest"}, {{.*}}{""}, {{.*}}{""}
#include "changed_gemm.hpp"

using namespace stretto;

constexpr void lingers(Loop& loop) { loop.ops[2].lingers = -1; }
constexpr void bytes(Loop& loop) { loop.buffers[0].bytes = -8; }
constexpr void slots(Loop& loop) { loop.buffers[1].slots = -9; }
constexpr void parts(Loop& loop) { loop.buffers[0].parts = -1; }
constexpr void operations(Loop& loop) { loop.compute("rest", -5); }
constexpr void exponentials(Loop& loop) { loop.compute("rest", 5).exponentials(-6); }

constexpr bool refused = compile_each<lingers, bytes, slots, parts, operations, exponentials>;
