// Loops that are refused because of what the target makes of them; the message has the declared names.
// CLANG: multiplies_in_registers: {{.*}}; op "scores"; buffer "S". Fix:
// CHECK: LoopRejected<stretto::Rule::multiplies_in_registers, 0, 0,
// NVCC: BrokenRule=stretto::Rule::multiplies_in_registers, Value=0, Limit=0
// NAMES-SAME: {"scores"}, {{.*}}{"S"}, {{.*}}{""}
// CLANG: multicast_to_itself: {{.*}}; op "store"; buffer "tile". Fix:
// CHECK: LoopRejected<stretto::Rule::multicast_to_itself, 0, 0,
// NVCC: BrokenRule=stretto::Rule::multicast_to_itself, Value=0, Limit=0
// NAMES-SAME: {"store"}, {{.*}}{"tile"}, {{.*}}{""}
// CLANG: registers_exceeded: {{.*}}; buffer "C". Fix:
// CHECK: LoopRejected<stretto::Rule::registers_exceeded, 262144, 106496,
// NVCC: BrokenRule=stretto::Rule::registers_exceeded, Value=262144, Limit=106496
// NAMES-SAME: {""}, {{.*}}{"C"}, {{.*}}{""}
// CLANG: storage_exceeds_capacity: {{.*}}; buffer "A". Fix:
// CHECK: LoopRejected<stretto::Rule::storage_exceeds_capacity, 1048576, 232448,
// NVCC: BrokenRule=stretto::Rule::storage_exceeds_capacity, Value=1048576, Limit=232448
// NAMES-SAME: {""}, {{.*}}{"A"}, {{.*}}{""}
// CLANG: persistent_sums: {{.*}}; op "multiply"; buffer "C". Fix:
// CHECK: LoopRejected<stretto::Rule::persistent_sums, 0, 0,
// NVCC: BrokenRule=stretto::Rule::persistent_sums, Value=0, Limit=0
// NAMES-SAME: {"multiply"}, {{.*}}{"C"}, {{.*}}{""}
#include <stretto/gpu/b200.hpp>
#include <stretto/loops/flash_attention.hpp>
#include <stretto/loops/streaming.hpp>

#include "changed_gemm.hpp"

using namespace stretto;

struct AttentionOnB200 {
  static constexpr Loop declare() { return loops::flash_attention({}); }
  static constexpr Gpu target() { return targets::b200; }
};
struct MulticastCopy {
  static constexpr Loop declare() {
    Loop loop = loops::copy(16384, 256);
    loop.cluster = 2;
    loop.ops[0].multicast = true;
    return loop;
  }
  static constexpr Gpu target() { return targets::h200; }
};
constexpr void large_sum(Loop& loop) { loop.buffers[2].bytes *= 4; }
constexpr void large_tile(Loop& loop) { loop.buffers[0].bytes = 1 << 20; }
constexpr void as_it_is(Loop&) {}
struct PersistentOnB200 : ChangedGemm<as_it_is> {
  static constexpr Gpu target() { return targets::b200; }
  static constexpr PipelineOptions options() {
    PipelineOptions options;
    options.persistent = true;
    return options;
  }
};

constexpr auto attention = pipeline<AttentionOnB200>();
constexpr auto copy = pipeline<MulticastCopy>();
constexpr auto sum = pipeline<ChangedGemm<large_sum>>();
constexpr auto tile = pipeline<ChangedGemm<large_tile>>();
constexpr auto persistent = pipeline<PersistentOnB200>();
