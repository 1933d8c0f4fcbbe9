// Block program, redistribution, prologue and epilogue of custom bodies.
#include <gtest/gtest.h>

#include <stretto/stretto.hpp>

#include "kernel_op.hpp"

namespace stretto {
namespace {

constexpr OpCost load_cost{ResourceKind::global_mem, 200, OpRole::global_load};
constexpr OpCost read_cost{ResourceKind::lds, 20, OpRole::fragment_load};
constexpr OpCost mma_cost{ResourceKind::mma_unit, 16, OpRole::compute};

OpDesc load_op(int stage, KOffsetKind offset, int subtile = 0) {
  return kernel_op(1, load_cost, stage, subtile, 0, offset);
}
OpDesc read_op(int stage, int subtile) { return kernel_op(2, read_cost, stage, subtile, 0); }
OpDesc mma_op(int row, int column) { return kernel_op(3, mma_cost, row, column); }

TEST(Redistribution, PoolsLoadsBeyondTheCapAndDealsThemInBlockOrder) {
  const Vector<OpDesc> body = {load_op(0, KOffsetKind::k0, 0),
                               load_op(0, KOffsetKind::k0, 1),
                               mma_op(0, 0),
                               mma_op(0, 1),
                               read_op(0, 0),
                               mma_op(1, 0)};
  const Result<Vector<MMABlockSpec>> blocks = form_blocks(body, detail::identity_order(6));
  ASSERT_TRUE(blocks.ok());
  const Result<Vector<MMABlockSpec>> spread = redistribute_globals(blocks.value, 1);
  ASSERT_TRUE(spread.ok());
  EXPECT_EQ(spread.value[0].global_load.subtile, 0);
  EXPECT_FALSE(spread.value[0].global_load_1.present());
  EXPECT_EQ(spread.value[1].global_load.subtile, 1);
  EXPECT_EQ(spread.value[1].load_index[0], 1);
  EXPECT_TRUE(spread.value[1].global_load_prefetch);
  EXPECT_FALSE(spread.value[2].has_load());
}

PipelineProgram two_halves(const Vector<MMABlockSpec>& blocks) {
  PipelineProgram program;
  program.blocks = blocks;
  program.blocks_per_partition = blocks.size() / 2;
  return program;
}

MMABlockSpec block(const OpDesc& compute, const Vector<OpDesc>& fragments, const Vector<OpDesc>& loads) {
  MMABlockSpec spec;
  spec.mma = compute;
  for (const OpDesc& fragment : fragments) spec.take_fragment(fragment, 0);
  for (const OpDesc& global : loads) spec.take_load(global, 0);
  return spec;
}

TEST(Epilogue, DropsPrefetchesAndJoinsBareMmas) {
  // Each half: a fragment block, then three bare MMAs; the second block loses a prefetch.
  Vector<MMABlockSpec> blocks;
  for (int half = 0; half < 2; ++half) {
    blocks.push_back(block(mma_op(0, 0), {read_op(half, 0)}, {load_op(1 - half, KOffsetKind::k_prev)}));
    blocks.push_back(block(mma_op(0, 1), {}, {load_op(half, KOffsetKind::k0)}));
    blocks.push_back(block(mma_op(1, 0), {}, {}));
    blocks.push_back(block(mma_op(1, 1), {}, {}));
  }
  const Vector<ScheduleEntry> entries = double_buffer_epilogue(two_halves(blocks));
  int loads = 0;
  Vector<int> mmas_between_barriers;
  int mmas = 0;
  int vm_waits = 0;
  for (const ScheduleEntry& entry : entries) {
    loads += entry.op.role == OpRole::global_load ? 1 : 0;
    vm_waits += entry.op.tag == tags::wait_vm ? 1 : 0;
    if (entry.op.role == OpRole::compute) ++mmas;
    if (entry.op.tag == tags::set_prio && entry.op.wait_value == 0) {
      mmas_between_barriers.push_back(mmas);
      mmas = 0;
    }
    EXPECT_FALSE(entry.is_prefetch);
    EXPECT_EQ(entry.section, Section::epilogue);
  }
  EXPECT_EQ(loads, 2);  // the k_prev loads
  // One MMA at most joins the block before it: (0,0)+(0,1), then (1,0)+(1,1).
  ASSERT_EQ(mmas_between_barriers.size(), 4);
  for (int joined : mmas_between_barriers) EXPECT_EQ(joined, 2);
  EXPECT_EQ(vm_waits, 1);  // the second block of half 0; the last block of all has none
  EXPECT_EQ(entries[entries.size() - 1].op, OpDesc::barrier());
}

TEST(Prologue, BootstrapFragmentsFollowTheLoadTheyNeed) {
  const FourWaveSchedule schedule{make_geometry({.tile = {256, 256, 64}, .mma = {16, 16, 32}, .type = DataType::bf16}),
                                  {},
                                  mi355x_target({.vm_per_load_a = 3, .vm_per_load_b = 5})};
  const CompiledSchedule result = try_compile(schedule);
  ASSERT_FALSE(result.error);
  // Prefetches A, B, B, A of each stage: 32 in flight, minus the first (A: 3), minus the second (B: 5).
  EXPECT_EQ(result.prologue[8].op, OpDesc::wait_vm(29));
  EXPECT_EQ(result.prologue[11].op, OpDesc::wait_vm(24));
}

struct WithExplicitBlocks : PingPongSchedule {
  [[nodiscard]] constexpr Vector<Vector<OpDesc>> build_explicit_blocks(const Vector<OpDesc>&,
                                                                       const PipelineProgram& program) const {
    Vector<Vector<OpDesc>> lists(program.blocks.size());
    Vector<OpDesc> first = {OpDesc::set_prio(3)};
    first.append(expand_block(program.blocks[0]));
    lists[0] = first;  // the others fall back to the template
    return lists;
  }
};

TEST(ExplicitBlocks, AreEmittedVerbatimAndEmptyOnesFallBack) {
  WithExplicitBlocks schedule;
  schedule.lgkm_a = 8;
  const CompiledSchedule result = try_compile(schedule);
  ASSERT_FALSE(result.error);
  const CompiledSchedule plain = try_compile(static_cast<const PingPongSchedule&>(schedule));
  ASSERT_EQ(result.kernel.size(), plain.kernel.size() + 1);
  EXPECT_EQ(result.kernel[0].op, OpDesc::set_prio(3));
  for (int i = 0; i < plain.kernel.size(); ++i) {
    EXPECT_EQ(result.kernel[i + 1].op, plain.kernel[i].op);
    EXPECT_EQ(result.kernel[i + 1].time_slot, i + 1);
  }
}

TEST(KernelDeps, SyncAndWaitBeforeTheFirstMmaAndAChainOfThree) {
  const CompiledSchedule result = try_compile(PingPongSchedule{});
  ASSERT_FALSE(result.error);
  ASSERT_EQ(result.kernel_deps.size(), 8);
  for (const DepEdge& dep : result.kernel_deps) {
    EXPECT_LT(dep.producer, dep.consumer);
    EXPECT_EQ(result.kernel[dep.consumer].op.role, OpRole::compute);
  }
}

}  // namespace
}  // namespace stretto
