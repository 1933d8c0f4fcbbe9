// The single-buffer schedule beyond the recorded case: other tile counts, hints, sections.
#include <gtest/gtest.h>

#include <stretto/stretto.hpp>

namespace stretto {
namespace {

class TileCounts : public testing::TestWithParam<int> {};

TEST_P(TileCounts, GiveTheMojoSteadyState) {
  const int tiles = GetParam();
  SingleBufferLoop loop;
  loop.num_k_tiles = tiles;
  const CompiledSchedule result = try_compile(loop);
  ASSERT_FALSE(result.error);
  // fragments 1.., compute 0, barrier, store, load, computes 1.., barrier, fragment 0
  ASSERT_EQ(result.kernel.size(), 2 * tiles + 4);
  int at = 0;
  for (int t = 1; t < tiles; ++t) EXPECT_EQ(result.kernel[at++].op.subtile, t);
  EXPECT_EQ(result.kernel[at].op.role, OpRole::compute);
  EXPECT_EQ(result.kernel[at++].op.subtile, 0);
  EXPECT_EQ(result.kernel[at++].op, OpDesc::barrier());
  EXPECT_EQ(result.kernel[at++].op.role, OpRole::shared_store);
  EXPECT_EQ(result.kernel[at++].op.role, OpRole::global_load);
  for (int t = 1; t < tiles; ++t) EXPECT_EQ(result.kernel[at++].op.subtile, t);
  EXPECT_EQ(result.kernel[at++].op, OpDesc::barrier());
  EXPECT_EQ(result.kernel[at].op.role, OpRole::fragment_load);
  EXPECT_EQ(result.kernel[at].op.subtile, 0);
  // Over the whole run every tile is multiplied once: twice in the epilogue, for two K tiles.
  int epilogue_computes = 0;
  for (const ScheduleEntry& entry : result.epilogue) epilogue_computes += entry.op.role == OpRole::compute ? 1 : 0;
  EXPECT_EQ(epilogue_computes, 2 * tiles);
  EXPECT_EQ(result.warp_stagger_index, 7);
}

INSTANTIATE_TEST_SUITE_P(OneToEight, TileCounts, testing::Range(1, 9), testing::PrintToStringParamName());

int total(const Vector<OpDesc>& hints, InstructionClass kind) {
  int sum = 0;
  for (const OpDesc& hint : hints) sum += hint.subtile == static_cast<int>(kind) ? hint.wait_value : 0;
  return sum;
}

TEST(Hints, DealEveryMmaWhenThereAreStores) {
  // 4x4x4 MMAs of 16x16: 64 MMAs, 2 fragments of 8 reads, 2 per read leave 32 for 3 stores: 11, 11, 10.
  const Vector<OpDesc> hints = single_buffer_hints({4, 4, 4, 16, 16, 2, 1}, 2, 1);
  EXPECT_EQ(total(hints, InstructionClass::mma), 64);
  EXPECT_EQ(total(hints, InstructionClass::lds_read), 16);
  EXPECT_EQ(total(hints, InstructionClass::lds_write), 3);
  EXPECT_EQ(total(hints, InstructionClass::global_read), 3);
  EXPECT_EQ(hints[16 + 1].wait_value, 5);  // half of 11, rounded down
  EXPECT_EQ(hints[16 + 3].wait_value, 6);
}

TEST(Hints, LargeMmasPairOneToARead) {
  const Vector<OpDesc> hints = single_buffer_hints({4, 4, 4, 32, 32, 0, 0}, 2, 1);
  EXPECT_EQ(total(hints, InstructionClass::lds_write), 0);
  EXPECT_EQ(hints[1].wait_value, 1);
}

TEST(Hints, AreAbsentWhenNotAskedFor) {
  SingleBufferLoop loop;
  for (const ScheduleEntry& entry : try_compile(loop).kernel) {
    EXPECT_NE(entry.op.tag, tags::sched_group_barrier);
  }
}

}  // namespace
}  // namespace stretto
