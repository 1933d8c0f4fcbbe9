// Loops that are refused because of how they map to the target; the message has the declared names.
// CLANG: op "softmax"; buffer "S"
// CHECK: LoopRejected<{{.*}}Rule::registers_of_another_role, 2, 0,
// NVCC: BrokenRule=stretto::Rule::registers_of_another_role, Value=2, Limit=0
// CLANG: op "store"; buffer "tile"
// CHECK: LoopRejected<{{.*}}Rule::multicast_to_itself, 0, 0,
// NVCC: BrokenRule=stretto::Rule::multicast_to_itself, Value=0, Limit=0
// CLANG: buffer "C"
// CHECK: LoopRejected<{{.*}}Rule::registers_exceeded,
// NVCC: BrokenRule=stretto::Rule::registers_exceeded
// CLANG: buffer "A"
// CHECK: LoopRejected<{{.*}}Rule::storage_exceeds_capacity, 1081344, 232448,
// NVCC: BrokenRule=stretto::Rule::storage_exceeds_capacity, Value=1081344, Limit=232448
// CLANG: op "multiply"; buffer "C"
// CHECK: LoopRejected<{{.*}}Rule::persistent_sums, 2, 0,
// NVCC: BrokenRule=stretto::Rule::persistent_sums, Value=2, Limit=0
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
