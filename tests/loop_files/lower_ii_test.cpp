// What would lower II: each change is solved, and its II is that of the changed loop.
#include <gtest/gtest.h>

#include <algorithm>

#include "loop/lower_ii.hpp"
#include "loop/split_op.hpp"

namespace stretto::tool {
namespace {

const IiChange* change_of(const IiChanges& changes, ChangeKind kind, const std::string& of) {
  const auto found = std::ranges::find_if(
      changes.looked_at, [&](const IiChange& change) { return change.kind == kind && change.of == of; });
  return found == changes.looked_at.end() ? nullptr : &*found;
}

/// One slot of the tile: the load waits for the store of the iteration before.
LoadedLoop copy_with_one_slot() {
  LoopArguments arguments;
  arguments.slots = 1;
  return load_loop("copy", arguments);
}

TEST(LowerIi, OneMoreSlotIsWhatTheLoopWithThatSlotHas) {
  const LoadedLoop source = copy_with_one_slot();
  const Pipeline pipe = make_pipeline(source);
  ASSERT_EQ(pipe.schedule.reason, ModuloReason::recurrence);
  const IiChanges changes = changes_of_ii(source, pipe);
  const IiChange* more = change_of(changes, ChangeKind::slot, "tile");
  ASSERT_NE(more, nullptr);
  LoopArguments two;
  two.slots = 2;
  EXPECT_EQ(more->ii, make_pipeline(load_loop("copy", two)).schedule.ii);
  EXPECT_LT(more->ii, pipe.schedule.ii);
  EXPECT_NE(changes_text(pipe, changes).find("one more slot of \"tile\": II " + std::to_string(more->ii)),
            std::string::npos);
}

TEST(LowerIi, ASplitIsWhatTheSplitLoopHas) {
  const LoadedLoop source = load_loop("flash_attention", {});
  const Pipeline pipe = make_pipeline(source);
  const IiChanges changes = changes_of_ii(source, pipe);
  ASSERT_FALSE(changes.looked_at.empty());
  EXPECT_EQ(changes.left_out, 0);
  int splits = 0;
  for (const IiChange& change : changes.looked_at) {
    if (change.kind != ChangeKind::split || change.ii == 0) continue;
    ++splits;
    int op = 0;
    while (change.of != source.loop.ops[op].name) ++op;
    LoadedLoop changed = source;
    changed.loop = with_op_split(source.loop, op)->loop;
    const long ii = make_pipeline(changed).schedule.ii;
    EXPECT_LE(ii, change.ii) << change.text;
    EXPECT_TRUE(ii == change.ii || !change.optimal) << change.text;
  }
  EXPECT_GT(splits, 0);
}

TEST(LowerIi, ASaturatedUnitLeavesNothingToChange) {
  const LoadedLoop source = load_loop("gemm", {});
  const Pipeline pipe = make_pipeline(source);
  EXPECT_TRUE(changes_of_ii(source, pipe).looked_at.empty());
  EXPECT_EQ(changes_text(pipe, {}), "");  // the bound names the unit
}

/// A GEMM whose slots do not fit 100000 bytes together, although none of them is limited alone.
LoadedLoop tight_gemm(long shared_bytes, int slots) {
  LoadedLoop source = load_loop("gemm", {});
  source.target.limits.shared_bytes = shared_bytes;
  source.loop.buffers[0].slots = slots;
  return source;
}

TEST(LowerIi, SharedMemoryAsAWholeIsAskedForMore) {
  const LoadedLoop source = tight_gemm(100'000, 0);
  const Pipeline pipe = make_pipeline(source);
  ASSERT_GT(pipe.schedule.miss.ii, 0);
  const IiChanges changes = changes_of_ii(source, pipe);
  const IiChange* capacity = change_of(changes, ChangeKind::capacity, "shared memory");
  ASSERT_NE(capacity, nullptr);
  EXPECT_EQ(capacity->ii, make_pipeline(tight_gemm(pipe.schedule.miss.bytes, 0)).schedule.ii);
  EXPECT_LT(capacity->ii, pipe.schedule.ii);
  for (const char* buffer : {"A", "B"}) {
    const IiChange* more = change_of(changes, ChangeKind::slot, buffer);
    ASSERT_NE(more, nullptr) << buffer;
    EXPECT_EQ(more->ii, 0);
    EXPECT_NE(more->refused.find("bytes, 100000 available"), std::string::npos) << more->refused;
  }
  const std::string text = changes_text(pipe, changes);
  EXPECT_NE(text.find(" bytes of shared memory instead of 100000: II 1024\n"), std::string::npos) << text;
  EXPECT_NE(text.find("one more slot of \"B\": not possible: needs"), std::string::npos) << text;
}

TEST(LowerIi, OtherBuffersThanTheOneWithFixedSlotsAreTried) {
  const LoadedLoop source = tight_gemm(100'000, 2);
  const IiChanges changes = changes_of_ii(source, make_pipeline(source));
  EXPECT_NE(change_of(changes, ChangeKind::slot, "A"), nullptr);
  EXPECT_NE(change_of(changes, ChangeKind::slot, "B"), nullptr);
}

/// Two slots of B allow a smaller II, but it takes a long search to find it.
TEST(LowerIi, WhatTheSearchDoesNotDecideIsNotCalledUseless) {
  LoopArguments arguments;
  arguments.target = "mi300x";
  arguments.slots = 1;
  const LoadedLoop source = load_loop("gemm", arguments);
  const Pipeline pipe = make_pipeline(source);
  LoadedLoop two = source;
  two.loop.buffers[1].slots = 2;
  const long ii = make_pipeline(two).schedule.ii;
  ASSERT_LT(ii, pipe.schedule.ii);
  const IiChanges changes = changes_of_ii(source, pipe);
  const IiChange* more = change_of(changes, ChangeKind::slot, "B");
  ASSERT_NE(more, nullptr);
  EXPECT_TRUE(more->open || (more->ii >= ii && more->ii < pipe.schedule.ii)) << more->ii;
  if (more->open) {
    EXPECT_NE(changes_text(pipe, changes).find(" not decided: "), std::string::npos) << changes_text(pipe, changes);
  }
}

/// Each slot alone leaves the other buffers' slots as the limit.
TEST(LowerIi, AllBuffersGetOneMoreSlotTogether) {
  LoopArguments arguments;
  arguments.slots = 1;
  const LoadedLoop source = load_loop("gemm", arguments);
  const Pipeline pipe = make_pipeline(source);
  const IiChanges changes = changes_of_ii(source, pipe);
  const IiChange* more = change_of(changes, ChangeKind::slots, "all");
  ASSERT_NE(more, nullptr);
  LoopArguments two;
  two.slots = 2;
  EXPECT_EQ(more->ii, make_pipeline(load_loop("gemm", two)).schedule.ii);
  EXPECT_LT(more->ii, pipe.schedule.ii);
  EXPECT_NE(changes_text(pipe, changes).find("one more slot of each of \"A\", \"B\": II "), std::string::npos);
}

TEST(SplitOp, HalvesWorkAndValues) {
  const Loop loop = load_loop("flash_attention", {}).loop;
  const std::optional<SplitLoop> split = with_op_split(loop, 2);  // scores
  ASSERT_TRUE(split);
  EXPECT_EQ(split->also, "\"softmax\"");  // its values take the registers of the scores
  EXPECT_EQ(split->loop.ops.size(), loop.ops.size() + 2);
  long before = 0;
  long after = 0;
  for (const LoopOp& op : loop.ops) before += op.operations + static_cast<long>(op.m) * op.n * op.k;
  for (const LoopOp& op : split->loop.ops) after += op.operations + static_cast<long>(op.m) * op.n * op.k;
  EXPECT_EQ(before, after);
}

}  // namespace
}  // namespace stretto::tool
