// Declaring a loop: the body builder and Pipe.
#include <gtest/gtest.h>

#include <stretto/stretto.hpp>

namespace stretto {
namespace {

TEST(BodyBuilder, DeclaresInOrderWithItsPlaces) {
  const Vector<OpDesc> ops = BodyBuilder()
                                 .load(1, {.stage = 1, .subtile = 2, .channel = 0, .k_offset = KOffsetKind::k1})
                                 .store(2)
                                 .barrier()
                                 .frag(3, {.channel = 1})
                                 .compute(4)
                                 .ops();
  ASSERT_EQ(ops.size(), 5);
  const OpRole roles[] = {OpRole::global_load, OpRole::shared_store, OpRole::sync, OpRole::fragment_load,
                          OpRole::compute};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(ops[i].role, roles[i]) << i;
  EXPECT_EQ(ops[0].stage, 1);
  EXPECT_EQ(ops[0].subtile, 2);
  EXPECT_EQ(ops[0].k_offset, KOffsetKind::k1);
  EXPECT_EQ(ops[2], OpDesc::barrier());
  EXPECT_EQ(ops[3].channel, 1);
}

TEST(BodyBuilder, FanCountsSubtilesAndGridRowsAndColumns) {
  const Vector<OpDesc> ops = BodyBuilder().fan<3>(OpRole::fragment_load, 1, {.stage = 1}).grid<2, 3>(2).ops();
  ASSERT_EQ(ops.size(), 9);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(ops[i].subtile, i);
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(ops[3 + i].stage, i / 3);
    EXPECT_EQ(ops[3 + i].subtile, i % 3);
  }
}

constexpr auto three = pipe(OpDesc::wait_vm(0)) >> OpDesc::barrier() >> OpDesc::set_prio(1);
static_assert(three.ops.size() == 3);
static_assert((three >> three).ops.size() == 6);
static_assert(three.entries(Section::epilogue)[2].time_slot == 2);
static_assert(three.entries(Section::epilogue)[2].section == Section::epilogue);
static_assert((three >> three).ops[4] == OpDesc::barrier());

TEST(Pipe, IsAnnotatedLikeAList) {
  const TargetCostModel model = TargetCostModel{}.set(1, {ResourceKind::valu, 4, OpRole::valu_compute});
  const auto annotated = annotate_pipe(pipe(OpDesc::logical_op(1)) >> OpDesc::barrier(), model);
  ASSERT_TRUE(annotated.ok());
  EXPECT_EQ(annotated.value.ops[0].resource, ResourceKind::valu);
  const auto refused = annotate_pipe(pipe(OpDesc::logical_op(2)), model);
  EXPECT_EQ(refused.error.rule, Rule::missing_cost);
}

}  // namespace
}  // namespace stretto
