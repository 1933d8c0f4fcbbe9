// Values in place of others that cannot be, one per pipeline.
// CLANG: in_place_of_nothing: {{.*}}; buffer "exp S". Fix:
// CHECK: LoopRejected<stretto::Rule::in_place_of_nothing, 4, 3,
// NVCC: BrokenRule=stretto::Rule::in_place_of_nothing, Value=4, Limit=3
// NAMES-SAME: {""}, {{.*}}{"exp S"}, {{.*}}{""}
// CLANG: in_place_of_shared: {{.*}}; buffers "exp S", "K". Fix:
// CHECK: LoopRejected<stretto::Rule::in_place_of_shared, 0, 0,
// NVCC: BrokenRule=stretto::Rule::in_place_of_shared, Value=0, Limit=0
// NAMES-SAME: {""}, {{.*}}{"exp S"}, {{.*}}{""}
// CLANG: replaced_without_reading: {{.*}}; op "softmax"; buffers "exp S", "S". Fix:
// CHECK: LoopRejected<stretto::Rule::replaced_without_reading, 0, 0,
// NVCC: BrokenRule=stretto::Rule::replaced_without_reading, Value=0, Limit=0
// NAMES-SAME: {"softmax"}, {{.*}}{"exp S"}, {{.*}}{""}
// CLANG: replaced_twice: {{.*}}; buffers "scaled O", "exp S". Fix:
// CHECK: LoopRejected<stretto::Rule::replaced_twice, 0, 0,
// NVCC: BrokenRule=stretto::Rule::replaced_twice, Value=0, Limit=0
// NAMES-SAME: {""}, {{.*}}{"scaled O"}, {{.*}}{""}
// CLANG: read_after_replaced: {{.*}}; op "convert"; buffers "exp S", "S". Fix:
// CHECK: LoopRejected<stretto::Rule::read_after_replaced, 0, 0,
// NVCC: BrokenRule=stretto::Rule::read_after_replaced, Value=0, Limit=0
// NAMES-SAME: {"convert"}, {{.*}}{"exp S"}, {{.*}}{""}
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/flash_attention.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

using namespace stretto;

template <void (*change)(Loop&)>
struct ChangedAttention {
  static constexpr Loop declare() {
    Loop loop = loops::flash_attention({});
    change(loop);
    return loop;
  }
  static constexpr Gpu target() { return targets::h200; }
};

constexpr void of_nothing(Loop& loop) { loop.buffers[3].in_place_of = 4; }
constexpr void of_shared(Loop& loop) { loop.buffers[3].in_place_of = 0; }
constexpr void unread(Loop& loop) { loop.accesses[4].buffer = 0; }
constexpr void twice(Loop& loop) { loop.buffers[6].in_place_of = 2; }
constexpr void read_late(Loop& loop) { loop.accesses.push_back({4, 2, LoopMode::read, 0}); }

constexpr auto nothing = pipeline<ChangedAttention<of_nothing>>();
constexpr auto shared = pipeline<ChangedAttention<of_shared>>();
constexpr auto replaced = pipeline<ChangedAttention<unread>>();
constexpr auto two = pipeline<ChangedAttention<twice>>();
constexpr auto late = pipeline<ChangedAttention<read_late>>();
