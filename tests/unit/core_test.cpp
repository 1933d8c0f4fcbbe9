// Ops, tags, costs, and the containers of the engine.
#include <string>

#include <gtest/gtest.h>

#include <stretto/stretto.hpp>

#include "kernel_op.hpp"

namespace stretto {
namespace {

TEST(Enumerators, HaveTheMojoValues) {
  EXPECT_EQ(static_cast<int>(ResourceKind::global_mem), 0);
  EXPECT_EQ(static_cast<int>(ResourceKind::valu), 4);
  EXPECT_EQ(static_cast<int>(ResourceKind::none), 255);
  EXPECT_EQ(static_cast<int>(OpRole::valu_compute), 6);
  EXPECT_EQ(static_cast<int>(OpRole::none), 255);
  EXPECT_EQ(tags::barrier, 128);
  EXPECT_EQ(tags::sched_group_barrier, 133);
  EXPECT_EQ(tags::none, 255);
}

TEST(OpDesc, FrameworkOpsAreScalarWithoutLatency) {
  for (const OpDesc& op : {OpDesc::barrier(), OpDesc::wait_vm(3), OpDesc::wait_lgkm(2), OpDesc::set_prio(1),
                           OpDesc::schedule_barrier(), OpDesc::sched_group_barrier(InstructionClass::mma, 4)}) {
    EXPECT_EQ(op.resource, ResourceKind::scalar);
    EXPECT_EQ(op.latency, 0);
    EXPECT_FALSE(op.is_kernel_op());
    EXPECT_TRUE(op.present());
  }
  EXPECT_EQ(OpDesc::wait_vm(3).role, OpRole::sync);
  EXPECT_EQ(OpDesc::barrier().role, OpRole::sync);
  EXPECT_EQ(OpDesc::set_prio(1).role, OpRole::fence);
  EXPECT_EQ(OpDesc::set_prio(1).wait_value, 1);
  EXPECT_FALSE(OpDesc::none().present());
}

TEST(OpDesc, SchedGroupBarrierCarriesClassAndCount) {
  const OpDesc op = OpDesc::sched_group_barrier(InstructionClass::global_read, 7);
  EXPECT_EQ(op.subtile, 2);
  EXPECT_EQ(op.wait_value, 7);
}

TEST(OpDesc, OnlyLoadsOfComingTilesArePrefetches) {
  const OpCost load{ResourceKind::global_mem, 200, OpRole::global_load};
  const auto at = [&](KOffsetKind offset) { return kernel_op(0, load, 0, 0, 0, offset).is_prefetch(); };
  EXPECT_TRUE(at(KOffsetKind::k0));
  EXPECT_TRUE(at(KOffsetKind::k1));
  EXPECT_TRUE(at(KOffsetKind::k_next));
  EXPECT_FALSE(at(KOffsetKind::k_prev));
  EXPECT_FALSE(at(KOffsetKind::none));
}

TEST(AnnotateOps, StampsKernelOpsAndLeavesFrameworkOpsAlone) {
  const TargetCostModel model = TargetCostModel{}.set(7, {ResourceKind::lds, 20, OpRole::fragment_load, 8, 2});
  const Result<Vector<OpDesc>> ops = annotate_ops({OpDesc::logical_op(7, 1, 2, 0), OpDesc::wait_vm(5)}, model);
  ASSERT_TRUE(ops.ok());
  EXPECT_EQ(ops.value[0], kernel_op(7, {ResourceKind::lds, 20, OpRole::fragment_load, 8, 2}, 1, 2, 0));
  EXPECT_EQ(ops.value[1], OpDesc::wait_vm(5));
}

TEST(Vector, GrowsCopiesAndMoves) {
  Vector<Text> texts;
  for (int i = 0; i < 40; ++i) texts.push_back(Text() << i);
  texts.push_back(texts[3]);  // an element of the storage that is about to move
  Vector<Text> copy = texts;
  const Vector<Text> moved = static_cast<Vector<Text>&&>(texts);
  EXPECT_TRUE(texts.empty());
  ASSERT_EQ(moved.size(), 41);
  EXPECT_STREQ(copy[40].c_str(), "3");
  copy.resize(2);
  copy.append(copy);
  EXPECT_EQ(copy.size(), 4);
  EXPECT_STREQ(copy[3].c_str(), "1");
}

TEST(Text, WritesEveryLong) {
  Text text;
  text << std::numeric_limits<long>::min() << " " << std::numeric_limits<long>::max() << " " << 0;
  EXPECT_EQ(std::string(text.c_str()), "-9223372036854775808 9223372036854775807 0");
}

}  // namespace
}  // namespace stretto
