// Pipeline and schedule configuration, grouped strategies, geometry.
#include <gtest/gtest.h>

#include <stretto/stretto.hpp>

namespace stretto {
namespace {

TEST(PipelineConfig, CountsFollowFromTheGrid) {
  PipelineConfig config = mi355x_double_buffer({.vm_per_load_a = 3, .vm_per_load_b = 5});
  config.m_mmas = 2;
  config.n_mmas = 4;
  EXPECT_EQ(config.mmas_per_partition(), 8);
  EXPECT_EQ(config.globals_per_partition(), 6);
  EXPECT_EQ(config.frags_per_partition(), 6);
  EXPECT_EQ(config.ops_per_partition(), 20);
  EXPECT_EQ(config.total_ops(), 40);
  EXPECT_EQ(config.blocks_per_partition(), 8);
  EXPECT_EQ(config.total_blocks(), 16);
  EXPECT_EQ(config.total_edges(), 2 * 2 * 8 + 2 * 8 + 2 * 2 * 6 + 2 * (2 * 6 - 1));
  EXPECT_EQ(config.vm_per_channel(0), 3);
  EXPECT_EQ(config.vm_per_channel(1), 5);
  EXPECT_EQ(config.lgkm_per_channel(0), 0);
}

TEST(PipelineConfig, ChannelAMatchesTheRowAndChannelBTheColumn) {
  PipelineConfig config = mi355x_double_buffer();
  const OpDesc compute = OpDesc::logical_op(double_buffer_tags::mma, 7, 9);
  EXPECT_EQ(config.compute_match_key(compute, 0), 7);
  EXPECT_EQ(config.compute_match_key(compute, 1), 9);
  config.ch0_match_field = 1;
  EXPECT_EQ(config.compute_match_key(compute, 0), 9);
}

TEST(PipelineConfig, OptionalFieldsDefaultToUnset) {
  const PipelineConfig config = mi355x_double_buffer();
  EXPECT_EQ(config.lgkm_per_load_a, 0);
  EXPECT_EQ(config.lgkm_per_load_b, 0);
  EXPECT_FALSE(config.cross_stage_rotation);
}

TEST(ScheduleConfig, HasTheMojoDefaults) {
  const ScheduleConfig knobs;
  EXPECT_EQ(knobs.scheduling, SchedulingStrategy::identity);
  EXPECT_EQ(knobs.sched_barrier_mask, 85);
  EXPECT_TRUE(knobs.auto_waits);
  EXPECT_EQ(knobs.drain_lgkm_mask, 0);
  EXPECT_FALSE(knobs.auto_drain);
  EXPECT_EQ(knobs.lds_contention_penalty, 0);
  EXPECT_EQ(knobs.wait_lgkm_first, 8);
  EXPECT_EQ(knobs.wait_vm_last, 6);
  EXPECT_EQ(knobs.lgkm_per_load_a, 0);
  EXPECT_EQ(knobs.lgkm_per_load_b, 0);
  EXPECT_FALSE(knobs.lgkm_after_last);
  EXPECT_FALSE(knobs.minimal_barriers);
  EXPECT_FALSE(knobs.omit_mma_set_prio);
  EXPECT_EQ(knobs.max_vgpr, 999999);
  EXPECT_FALSE(knobs.global_before_frag);
  EXPECT_FALSE(knobs.barrier_before_pre_ops);
  EXPECT_FALSE(knobs.inter_block_lgkm_drain);
  EXPECT_FALSE(knobs.partial_prologue_drain);
  EXPECT_FALSE(knobs.wrap_waits_with_sched_barrier);
}

TEST(Geometry, ShortComputeOpsCoverNoLoad) {
  // 64x64 quadrants of 16x16x32 along K 64: 32 instructions. 16x32 quadrants along K 32: 2.
  EXPECT_EQ(
      detail::quadrant_mmas(make_geometry({.tile = {256, 256, 64}, .mma = {16, 16, 32}, .type = DataType::bf16}), {}),
      32);
  EXPECT_EQ(safe_max_globals(make_geometry({.tile = {256, 256, 64}, .mma = {16, 16, 32}, .type = DataType::bf16})), 1);
  EXPECT_EQ(
      detail::quadrant_mmas(make_geometry({.tile = {64, 128, 32}, .mma = {16, 16, 32}, .type = DataType::bf16}), {}),
      2);
  EXPECT_EQ(safe_max_globals(make_geometry({.tile = {64, 128, 32}, .mma = {16, 16, 32}, .type = DataType::bf16})), 0);
  // The boundary: 32x32 quadrants along K 64 are 8, 16x32 quadrants 4.
  EXPECT_EQ(safe_max_globals(make_geometry({.tile = {128, 128, 64}, .mma = {16, 16, 32}, .type = DataType::bf16})), 1);
  EXPECT_EQ(safe_max_globals(make_geometry({.tile = {64, 128, 64}, .mma = {16, 16, 32}, .type = DataType::bf16})), 0);
  // One instruction along K is too short, however many there are.
  EXPECT_EQ(safe_max_globals(make_geometry({.tile = {256, 256, 128}, .mma = {16, 16, 128}, .type = DataType::fp8})), 0);
}

TEST(Knobs, ThePlainOnesKeepTheDeclaredOrder) {
  EXPECT_EQ(ScheduleConfig{}.scheduling, SchedulingStrategy::identity);
  EXPECT_EQ(csp_schedule.scheduling, SchedulingStrategy::csp);
  EXPECT_EQ((DeclarativeSchedule<PingPongShape{.is_fp8 = false, .lgkm_a = 8, .lgkm_b = 4}>().knobs), csp_schedule);
}

TEST(Strategies, DefaultsReproduceThePlainConfig) { EXPECT_EQ(make_schedule_config(), ScheduleConfig{}); }

TEST(Strategies, ReadyMadeOnesSetWhatTheySay) {
  ScheduleConfig expected;
  expected.minimal_barriers = true;
  expected.omit_mma_set_prio = true;
  expected.inter_block_lgkm_drain = true;
  EXPECT_EQ(
      make_schedule_config(BarrierStrategy::minimal_no_set_prio(), WaitStrategy::automatic_with_inter_block_drain()),
      expected);
}

TEST(Strategies, EveryFieldReachesTheConfig) {
  ScheduleConfig expected{SchedulingStrategy::greedy,
                          3,
                          false,
                          5,
                          true,
                          7,
                          9,
                          11,
                          13,
                          15,
                          true,
                          true,
                          true,
                          17,
                          true,
                          true,
                          true,
                          true,
                          true};
  const BarrierStrategy barriers{true, true, 3, true, true};
  const WaitStrategy waits{false, 5, true, 9, 11, true, true, true};
  EXPECT_EQ(make_schedule_config(barriers, waits, {true, 13, 15}, SchedulingStrategy::greedy, 17, 7), expected);
}

TEST(Geometry, CountsOfTheShippedKernels) {
  const KernelGeometry bf16 = make_geometry({.tile = {256, 256, 64}, .mma = {16, 16, 32}, .type = DataType::bf16});
  EXPECT_EQ(bf16.vm_per_load_a, 4);
  EXPECT_EQ(bf16.lgkm_per_load_b, 8);
  EXPECT_EQ(bf16.simd_width, 8);
  const KernelGeometry fp8 = make_geometry({.tile = {256, 256, 128}, .mma = {16, 16, 128}, .type = DataType::fp8});
  EXPECT_EQ(fp8.vm_per_load_b, 4);
  EXPECT_EQ(fp8.lgkm_per_load_a, 8);  // an operand takes two 16-byte reads
  // Ping-pong: eight waves as two rows of four.
  const KernelGeometry ping_pong =
      make_geometry({.tile = {256, 256, 64}, .mma = {16, 16, 32}, .type = DataType::bf16, .layout = {2, 4}});
  EXPECT_EQ(ping_pong.vm_per_load_a, 2);
  EXPECT_EQ(ping_pong.lgkm_per_load_a, 8);
  EXPECT_EQ(ping_pong.lgkm_per_load_b, 4);
}

TEST(Geometry, SmallTilesRoundUpToOneLoad) {
  const KernelGeometry small = make_geometry({.tile = {64, 128, 64}, .mma = {16, 16, 32}, .type = DataType::bf16});
  EXPECT_FALSE(check_geometry(small, {2, 2}));
  EXPECT_EQ(small.vm_per_load_a, 1);
  EXPECT_EQ(small.vm_per_load_b, 2);
  EXPECT_FALSE(check_counts(small));
}

TEST(Mi355x, SafeLoadsPerBlock) {
  EXPECT_EQ(derive_safe_max_globals(1), 0);
  EXPECT_EQ(derive_safe_max_globals(2), 1);
}

TEST(Mi355x, SingleBufferDiffersOnlyAsInTheMojoPackage) {
  PipelineConfig expected = mi355x_double_buffer({.max_globals = 0});
  expected.depth = 1;
  expected.prologue_fill = 0;
  expected.loop_carried = {OpRole::fragment_load, 0};
  expected.num_partitions = 1;
  expected.warp_stagger = WarpStaggerRule::none();
  EXPECT_EQ(mi355x_single_buffer(), expected);
}

}  // namespace
}  // namespace stretto
