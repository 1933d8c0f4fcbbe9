// What each of the nineteen knobs does to the ping-pong and four-wave schedules.
#include <gtest/gtest.h>

#include <stretto/stretto.hpp>

#include "../bf16_ping_pong.hpp"

namespace stretto {
namespace {

PingPongSchedule ping_pong(const ScheduleConfig& knobs, int max_globals = 1) {
  PingPongSchedule schedule = bf16_ping_pong(max_globals);
  schedule.knobs = knobs;
  return schedule;
}

CompiledSchedule compiled(const ScheduleConfig& knobs, int max_globals = 1) {
  CompiledSchedule result = try_compile(ping_pong(knobs, max_globals));
  EXPECT_FALSE(result.error) << rule_text(result.error.rule).name;
  return result;
}

int count(const Vector<ScheduleEntry>& entries, int tag, int value = -1) {
  int found = 0;
  for (const ScheduleEntry& entry : entries) {
    found += entry.op.tag == tag && (value < 0 || entry.op.wait_value == value) ? 1 : 0;
  }
  return found;
}

const CompiledSchedule& plain() {
  static const CompiledSchedule result = compiled(csp_schedule);
  return result;
}

TEST(Knob, Scheduling) {
  ScheduleConfig knobs = csp_schedule;
  knobs.scheduling = SchedulingStrategy::identity;
  const CompiledSchedule identity = compiled(knobs);
  EXPECT_EQ(identity.search.order, detail::identity_order(24));
  EXPECT_EQ(identity.search.status, SearchStatus::not_searched);
  EXPECT_EQ(identity.broken_edges.size(), 2);
  knobs.scheduling = SchedulingStrategy::greedy;
  EXPECT_EQ(compiled(knobs).search.order, plain().search.order);  // the seed meets the bound
  EXPECT_EQ(plain().search.status, SearchStatus::optimal);
  EXPECT_TRUE(plain().broken_edges.empty());
}

TEST(Knob, SchedBarrierMaskFencesTheBlocksOfItsBits) {
  ScheduleConfig knobs = csp_schedule;
  knobs.sched_barrier_mask = 0b10000001;
  const CompiledSchedule result = compiled(knobs);
  EXPECT_EQ(count(result.kernel, tags::schedule_barrier), 2);
  EXPECT_TRUE(result.program.blocks[0].trailing_sched_barrier);
  EXPECT_TRUE(result.program.blocks[7].trailing_sched_barrier);
  EXPECT_EQ(result.kernel[result.kernel.size() - 1].op.tag, tags::schedule_barrier);
  EXPECT_EQ(count(result.epilogue, tags::schedule_barrier), 0);
}

TEST(Knob, GivenWaitsAreLeftToTheVerifier) {
  ScheduleConfig knobs = csp_schedule;
  knobs.auto_waits = false;
  knobs.wait_lgkm_first = 12;  // above the lgkm cost of the first block's loads
  const CompiledSchedule result = try_compile(ping_pong(knobs), {VerificationLevel::structural});
  EXPECT_FALSE(result.error);
  EXPECT_EQ(result.verification.verdict, Verdict::race);
}

TEST(Knob, TheGivenDefaultWaitIsLeftToTheVerifier) {
  ScheduleConfig knobs = csp_schedule;
  knobs.auto_waits = false;
  PingPongSchedule schedule = ping_pong(knobs);
  schedule.lgkm_a = schedule.lgkm_b = 4;  // together no more than the wait, so it waits for none of the first block's
  const CompiledSchedule result = try_compile(schedule, {VerificationLevel::structural});
  EXPECT_FALSE(result.error);
  EXPECT_EQ(result.program.waits.lgkm_first, 8);
  EXPECT_EQ(result.verification.verdict, Verdict::race);
}

TEST(Knob, AutoWaitsOffUsesTheGivenCounts) {
  ScheduleConfig knobs = csp_schedule;
  knobs.auto_waits = false;
  knobs.wait_lgkm_first = 3;
  knobs.wait_vm_last = 5;
  const CompiledSchedule result = compiled(knobs);
  EXPECT_EQ(result.program.waits, (WaitCounts{3, 5}));
  EXPECT_EQ(result.program.blocks[0].pre_sync, OpDesc::wait_lgkm(3));
  EXPECT_EQ(result.program.blocks[4].pre_sync, OpDesc::wait_lgkm(3));
  EXPECT_EQ(result.program.blocks[3].pre_sync, OpDesc::wait_vm(5));
  EXPECT_EQ(result.program.blocks[7].pre_sync, OpDesc::wait_vm(5));
}

TEST(Knob, WaitLgkmFirst255IsNoneUnlessWaitsAreDerived) {
  ScheduleConfig knobs = csp_schedule;
  knobs.wait_lgkm_first = 255;
  EXPECT_EQ(compiled(knobs).program.blocks[0].pre_sync, OpDesc::wait_lgkm(8));
  knobs.auto_waits = false;
  EXPECT_FALSE(compiled(knobs).program.blocks[0].pre_sync.present());
}

TEST(Knob, DrainMaskNeedsAFragmentAndALoad) {
  ScheduleConfig knobs = csp_schedule;
  knobs.drain_lgkm_mask = 0b1001;  // block 3 has no fragment
  const CompiledSchedule result = compiled(knobs);
  EXPECT_TRUE(result.program.blocks[0].drain_lgkm_before_loads);
  EXPECT_FALSE(result.program.blocks[3].drain_lgkm_before_loads);
  EXPECT_EQ(result.kernel[2].op, OpDesc::wait_lgkm(0));  // after the fragments, before the load
  EXPECT_EQ(result.kernel[3].op.role, OpRole::global_load);
}

TEST(Knob, AutoDrainGoesByChannelsAndOnlyWithAutoWaits) {
  ScheduleConfig knobs = csp_schedule;
  knobs.auto_drain = true;
  knobs.drain_lgkm_mask = 0b0010;  // ignored
  const CompiledSchedule derived = compiled(knobs);
  for (const MMABlockSpec& block : derived.program.blocks) {
    bool other_channel = false;
    for (const OpDesc* fragment : {&block.pre_op_0, &block.pre_op_1}) {
      if (fragment->present() && block.has_load()) other_channel |= fragment->channel != block.global_load.channel;
    }
    EXPECT_EQ(block.drain_lgkm_before_loads, other_channel);
  }
  EXPECT_TRUE(derived.program.blocks[0].drain_lgkm_before_loads);
  knobs.auto_waits = false;
  const CompiledSchedule manual = compiled(knobs);
  EXPECT_FALSE(manual.program.blocks[0].drain_lgkm_before_loads);
  EXPECT_TRUE(manual.program.blocks[1].drain_lgkm_before_loads);
}

TEST(Knob, LdsContentionPenaltyEntersTheMakespan) {
  ScheduleConfig knobs = csp_schedule;
  knobs.lds_contention_penalty = 10;
  const CompiledSchedule result = compiled(knobs);
  EXPECT_GT(result.cost.makespan, plain().cost.makespan);
  EXPECT_EQ(result.search.status, SearchStatus::optimal);
  EXPECT_EQ(result.search.lower_bound, result.cost.makespan);
  EXPECT_GT(result.search.nodes, 0);
}

TEST(Knob, LgkmPerLoadSetsTheDerivedWaitUnlessThePipelineConfigHasOne) {
  PingPongSchedule schedule = ping_pong(csp_schedule);
  schedule.lgkm_a = 5;
  EXPECT_EQ(try_compile(schedule).program.waits.lgkm_first, 5);
  schedule.pipeline.lgkm_per_load_a = 7;
  EXPECT_EQ(try_compile(schedule).program.waits.lgkm_first, 7);
  schedule.knobs.lgkm_per_load_a = 3;  // the schedule's own count wins
  EXPECT_EQ(schedule.schedule_config().lgkm_per_load_a, 5);
}

TEST(Knob, LgkmAfterLastDrainsInTheLastBlocks) {
  ScheduleConfig knobs = csp_schedule;
  knobs.lgkm_after_last = true;
  EXPECT_EQ(count(compiled(knobs).kernel, tags::wait_lgkm, 0), count(plain().kernel, tags::wait_lgkm, 0) + 2);
}

TEST(Knob, MinimalBarriersLeavesOnlyThePriorityAtTheHead) {
  ScheduleConfig knobs = csp_schedule;
  knobs.minimal_barriers = true;
  const CompiledSchedule result = compiled(knobs);
  EXPECT_EQ(count(result.kernel, tags::barrier), 0);
  EXPECT_EQ(count(result.kernel, tags::set_prio, 1), 2);
  EXPECT_EQ(count(result.kernel, tags::set_prio, 0), 0);
  EXPECT_EQ(count(result.kernel, tags::schedule_barrier), 0);  // a fence hangs on its barrier
  knobs.omit_mma_set_prio = true;
  EXPECT_EQ(count(compiled(knobs).kernel, tags::set_prio), 0);
}

TEST(Knob, OmitMmaSetPrioDoesNothingAlone) {
  ScheduleConfig knobs = csp_schedule;
  knobs.omit_mma_set_prio = true;
  EXPECT_EQ(compiled(knobs).kernel, plain().kernel);
}

TEST(Knob, MaxVgprRefusesWhatNoOrderMeetsForTheExactSchedulerOnly) {
  ScheduleConfig knobs = csp_schedule;
  knobs.max_vgpr = 95;
  EXPECT_EQ(try_compile(ping_pong(knobs)).error.rule, Rule::register_budget);
  knobs.max_vgpr = 96;
  EXPECT_EQ(compiled(knobs).kernel, plain().kernel);
  knobs.max_vgpr = 1;
  knobs.scheduling = SchedulingStrategy::greedy;
  EXPECT_EQ(compiled(knobs).cost.vgpr_peak, 96);
}

TEST(Knob, GlobalBeforeFragSwapsTheLoadsSection) {
  ScheduleConfig knobs = csp_schedule;
  knobs.global_before_frag = true;
  knobs.drain_lgkm_mask = 1;
  const CompiledSchedule result = compiled(knobs);
  EXPECT_EQ(result.kernel[0].op.role, OpRole::global_load);
  EXPECT_EQ(result.kernel[1].op, OpDesc::wait_lgkm(0));
  EXPECT_EQ(result.kernel[2].op.role, OpRole::fragment_load);
  EXPECT_EQ(result.epilogue[1].op.role, OpRole::fragment_load);  // does not carry over
  EXPECT_FALSE(result.broken_edges_in_kernel.empty());           // loads now stand before fragments they must follow
}

TEST(Knob, BarrierBeforePreOpsPutsTheSyncSectionFirst) {
  ScheduleConfig knobs = csp_schedule;
  knobs.barrier_before_pre_ops = true;
  const CompiledSchedule result = compiled(knobs);
  EXPECT_EQ(result.kernel[0].op, OpDesc::wait_lgkm(0));
  EXPECT_EQ(result.kernel[1].op, OpDesc::barrier());
  EXPECT_EQ(result.kernel[2].op, OpDesc::wait_lgkm(0));
  EXPECT_EQ(result.program.waits.lgkm_first, 8);  // still reported
}

TEST(Knob, InterBlockLgkmDrainEntersInteriorBlocks) {
  ScheduleConfig knobs = csp_schedule;
  knobs.inter_block_lgkm_drain = true;
  const CompiledSchedule result = compiled(knobs);
  for (int b = 0; b < 8; ++b) {
    const bool interior = b % 4 == 1 || b % 4 == 2;
    EXPECT_EQ(result.program.blocks[b].entry_wait_lgkm.present(), interior) << b;
  }
}

TEST(Knob, PartialPrologueDrainIssuesAllPrefetchesAtOnce) {
  ScheduleConfig knobs = csp_schedule;
  knobs.partial_prologue_drain = true;
  const CompiledSchedule result = compiled(knobs);
  EXPECT_EQ(result.prologue.size(), 7);
  EXPECT_EQ(count(result.prologue, tags::wait_vm), 0);  // no bootstrap fragments: prefetches alone
}

TEST(Knob, WrapWaitsPutsFencesAroundEachGroup) {
  ScheduleConfig knobs = csp_schedule;
  knobs.sched_barrier_mask = 0;
  knobs.wrap_waits_with_sched_barrier = true;
  const CompiledSchedule result = compiled(knobs);
  EXPECT_EQ(count(result.kernel, tags::schedule_barrier), 2 * 8);
  EXPECT_EQ(count(result.epilogue, tags::schedule_barrier), 0);
}

TEST(FourWave, ReappliesItsInvariantsWhateverTheCallerPasses) {
  FourWaveSchedule schedule{
      make_geometry({.tile = {256, 256, 64}, .mma = {16, 16, 32}, .type = DataType::bf16}), {}, mi355x_target()};
  schedule.target.pipeline.warp_stagger = WarpStaggerRule::fixed(3);
  schedule.target.pipeline.lgkm_per_load_a = 99;
  const CompiledSchedule result = try_compile(schedule);
  ASSERT_FALSE(result.error);
  EXPECT_EQ(result.knobs.scheduling, SchedulingStrategy::identity);
  EXPECT_TRUE(result.knobs.minimal_barriers && result.knobs.omit_mma_set_prio && result.knobs.inter_block_lgkm_drain &&
              result.knobs.partial_prologue_drain);
  EXPECT_FALSE(result.config.warp_stagger.enabled);
  EXPECT_TRUE(result.config.cross_stage_rotation);
  EXPECT_EQ(result.config.lgkm_per_load_a, 8);
  EXPECT_EQ(result.warp_stagger_index, result.prologue.size() + 1);
}

TEST(Stagger, FollowsItsRule) {
  PingPongSchedule schedule = ping_pong(csp_schedule);
  EXPECT_EQ(try_compile(schedule).warp_stagger_index, 4);
  schedule.pipeline.warp_stagger = WarpStaggerRule::fixed(2);
  EXPECT_EQ(try_compile(schedule).warp_stagger_index, 2);
  schedule.pipeline.warp_stagger = WarpStaggerRule::none();
  EXPECT_EQ(try_compile(schedule).warp_stagger_index, 11);
}

TEST(Constructors, TargetAndPartsGiveTheSameSchedule) {
  const TargetProfile target = mi355x_target({.vm_per_load_a = 2, .vm_per_load_b = 2});
  const DeclarativeSchedule<PingPongShape{.is_fp8 = false, .lgkm_a = 8, .lgkm_b = 4}> by_target(csp_schedule, target);
  const DeclarativeSchedule<PingPongShape{.is_fp8 = false, .lgkm_a = 8, .lgkm_b = 4}> by_parts(
      csp_schedule, target.pipeline, target.cost_model);
  EXPECT_EQ(try_compile(by_target).kernel, try_compile(by_parts).kernel);
  EXPECT_EQ(try_compile(by_target).kernel, plain().kernel);
}

}  // namespace
}  // namespace stretto
