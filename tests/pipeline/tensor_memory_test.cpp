// Products in tensor memory: one role multiplies, another one reads. They are handed over slot by slot, as tiles in
// shared memory are: the signals are derived and proven, the interpreter confirms them, and all are needed.
#include "expect_right.hpp"
#include "user_loops.hpp"

namespace stretto {
namespace {

using pipelines::expect_right;
using pipelines::made;

/// Two multiplications with an activation between them.
Loop fused_mlp() {
  constexpr int rows = 128;
  constexpr int inner = 64;
  constexpr int outer = 128;
  Loop loop("fused MLP");
  const auto x = loop.shared("X", rows * outer * 2);
  const auto up = loop.shared("up", outer * inner * 2);
  const auto down = loop.shared("down", inner * outer * 2);
  const auto hidden = loop.accumulator("hidden", rows * inner * 4);
  const auto active = loop.shared("active", rows * inner * 2);
  const auto y = loop.accumulator("Y", rows * outer * 4);
  loop.load("load X").writes(x);
  loop.load("load up").writes(up);
  loop.load("load down").writes(down);
  loop.multiply("expand", rows, inner, outer, DataType::bf16).reads(x).reads(up).writes(hidden);
  loop.compute("activate", 8L * rows * inner).exponentials(rows * inner).reads(hidden).writes(active);
  loop.multiply("contract", rows, outer, inner, DataType::bf16).reads(active).reads(down).accumulates(y);
  return loop;
}

/// The lanes scale and add the values, so that the sum is in their registers.
Loop attention() {
  constexpr int rows = 128;
  constexpr int head = 128;
  Loop loop("attention");
  const auto k = loop.shared("K", rows * head * 2);
  const auto v = loop.shared("V", rows * head * 2);
  const auto s = loop.accumulator("S", rows * rows * 4);
  const auto p = loop.shared("P", rows * rows * 2);
  const auto maximum = loop.registers("maximum", rows * 8);
  const auto o = loop.accumulator("O", rows * head * 4);
  const auto sum = loop.accumulator("sum", rows * head * 4);
  loop.load("load K").writes(k);
  loop.load("load V").writes(v);
  loop.multiply("scores", rows, rows, head, DataType::bf16).reads(k).writes(s);
  loop.compute("softmax", 3L * rows * rows)
      .exponentials(rows * rows)
      .reads(s)
      .reads(maximum, 1)
      .writes(p)
      .writes(maximum);
  loop.multiply("values", rows, head, rows, DataType::bf16).reads(p).reads(v).writes(o);
  loop.compute("add", 3L * rows * head).reads(o).reads(maximum).accumulates(sum);
  return loop;
}

/// As a user of B200 would declare it: the products are in tensor memory.
Loop block_scaled_gemm() {
  Loop loop = user_loops::block_scaled_gemm(2);
  for (LoopBuffer& buffer : loop.buffers) {
    if (buffer.space == LoopSpace::registers) buffer.space = LoopSpace::accumulator;
  }
  return loop;
}

int slots_of(const Pipeline& pipe, const char* buffer) {
  for (int b = 0; b < pipe.loop.buffers.size(); ++b) {
    if (std::string(pipe.loop.buffers[b].name) == buffer) return pipe.slots[b];
  }
  return 0;
}

TEST(TensorMemory, ProductsAreHandedOver) {
  for (const bool persistent : {false, true}) {
    if (!persistent) expect_right(fused_mlp(), targets::b200);  // its sum is in tensor memory, so runs cannot follow
    expect_right(attention(), targets::b200, persistent);
    expect_right(block_scaled_gemm(), targets::b200, persistent);
  }
}

TEST(TensorMemory, TheSameLoopsRunOnHopper) {
  expect_right(fused_mlp(), targets::h200);
  expect_right(attention(), targets::h200);
  expect_right(block_scaled_gemm(), targets::h200);
}

/// With two slots, the next product is computed while the lanes read this one.
TEST(TensorMemory, HasSlots) {
  const Result<Pipeline> derived = made(fused_mlp(), targets::b200);
  ASSERT_TRUE(derived.ok());
  EXPECT_EQ(slots_of(derived.value, "hidden"), 2);
  EXPECT_EQ(slots_of(derived.value, "Y"), 1);
  Loop one_slot = fused_mlp();
  one_slot.buffers[3].slots = 1;
  const Result<Pipeline> given = made(one_slot, targets::b200);
  ASSERT_TRUE(given.ok());
  EXPECT_EQ(slots_of(given.value, "hidden"), 1);
  EXPECT_GT(given.value.schedule.ii, derived.value.schedule.ii);
  EXPECT_EQ(given.value.verdict, Verdict::proven);
}

TEST(TensorMemory, EverySignalOfAProductIsNeeded) {
  const Result<Pipeline> pipe = made(fused_mlp(), targets::b200);
  ASSERT_TRUE(pipe.ok());
  int tried = 0;
  for (const pipelines::Weakened& weak : pipelines::weakenings(pipe.value.program)) {
    if (pipelines::only_for_the_next_run(weak)) continue;
    EXPECT_NE(verify(weak.program).verdict, Verdict::proven) << weak.what;
    ++tried;
  }
  EXPECT_GE(tried, 20);
}

/// A sum in tensor memory leaves that much less for products.
TEST(TensorMemory, SumsAndProductsShareTheCapacity) {
  Loop loop = fused_mlp();
  loop.buffers[5].bytes = 200 * 1024;  // Y
  const Result<Pipeline> pipe = made(loop, targets::b200);
  ASSERT_TRUE(pipe.ok());
  EXPECT_EQ(slots_of(pipe.value, "hidden"), 1);
}

}  // namespace
}  // namespace stretto
