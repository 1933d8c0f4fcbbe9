// Waits, barriers and fences of each block: first set by the knobs, then replaced by counts derived from the blocks.
#pragma once

#include <stretto/mojo/blocks/program.hpp>
#include <stretto/mojo/config/pipeline_config.hpp>
#include <stretto/mojo/config/schedule_config.hpp>

namespace stretto {

namespace detail {

/// True if a fragment of the block reads the stage of the other half. It reads for the half that follows.
constexpr bool reads_other_stage(const MMABlockSpec& block, int half) {
  return (block.pre_op_0.present() && block.pre_op_0.stage != half) ||
         (block.pre_op_1.present() && block.pre_op_1.stage != half);
}

constexpr int vm_cost(const OpDesc& load, const PipelineConfig& config) {
  return load.present() ? config.vm_per_channel(load.channel) : 0;
}

/// lgkm cost of a load's channel, from the pipeline config, or from the schedule config where that is 0.
constexpr int lgkm_cost(const OpDesc& load, const PipelineConfig& config, const ScheduleConfig& knobs) {
  if (!load.present()) return 0;
  const int own = config.lgkm_per_channel(load.channel);
  if (own != 0) return own;
  return load.channel == 0 ? knobs.lgkm_per_load_a : knobs.lgkm_per_load_b;
}

constexpr int lgkm_cost_of_loads(const MMABlockSpec& block, const PipelineConfig& config, const ScheduleConfig& knobs) {
  return lgkm_cost(block.global_load, config, knobs) + lgkm_cost(block.global_load_1, config, knobs);
}

/// First block of a half that reads the other half's stage, or -1.
constexpr int first_cross_stage_block(const PipelineProgram& program, int half) {
  const int begin = half * program.blocks_per_partition;
  for (int b = begin; b < begin + program.blocks_per_partition && b < program.blocks.size(); ++b) {
    if (reads_other_stage(program.blocks[b], half)) return b;
  }
  return -1;
}

/// vmcnt that may remain in flight when a half reads its cross-stage fragments: all prefetches minus the share of one
/// half.
constexpr int cross_stage_vm(const PipelineProgram& program, const PipelineConfig& config) {
  int total = 0;
  for (const MMABlockSpec& block : program.blocks) {
    if (block.global_load_prefetch) total += vm_cost(block.global_load, config);
    if (block.global_load_1_prefetch) total += vm_cost(block.global_load_1, config);
  }
  return total - total / config.num_partitions;
}

constexpr bool mask_bit(long mask, int bit) { return bit < 63 && ((mask >> bit) & 1) != 0; }

/// Sets the lgkm wait at the start of a half, or of its cross-stage part. It goes into the entry group if that has a
/// wait_vm and minimal_barriers is on; otherwise it precedes the MMA's barrier.
constexpr void set_head_lgkm(MMABlockSpec& block, bool minimal_barriers, int pre_sync_count, int entry_count) {
  if (minimal_barriers && block.entry_wait.present()) {
    block.entry_wait_lgkm = OpDesc::wait_lgkm(entry_count);
    block.pre_sync = OpDesc::none();
  } else {
    block.pre_sync = OpDesc::wait_lgkm(pre_sync_count);
  }
}

}  // namespace detail

/// With `wait_lgkm_first` at this value or above, the first block of a half has no lgkm wait.
inline constexpr int no_wait_lgkm_first = 255;

/// Sets the waits, barriers, priorities and fences of every block from the knobs.
constexpr void apply_knobs(PipelineProgram& program, const PipelineConfig& config, const ScheduleConfig& knobs) {
  const int entry_vm = detail::cross_stage_vm(program, config);
  for (int b = 0; b < program.blocks.size(); ++b) {
    MMABlockSpec& block = program.blocks[b];
    const int half = program.partition(b);
    const int cross = detail::first_cross_stage_block(program, half);
    const bool first = program.position(b) == 0;
    const bool last = program.position(b) == program.blocks_per_partition - 1;

    if (cross >= 0 && (first || b == cross)) block.entry_wait = OpDesc::wait_vm(entry_vm);
    if (first && knobs.wait_lgkm_first < no_wait_lgkm_first) {
      detail::set_head_lgkm(block, knobs.minimal_barriers, knobs.wait_lgkm_first, 0);
    } else if (b == cross) {
      detail::set_head_lgkm(block, knobs.minimal_barriers, 0, 0);
    } else if (last) {
      block.pre_sync = OpDesc::wait_vm(knobs.wait_vm_last);
      block.post_barrier_lgkm = knobs.lgkm_after_last;
    } else if (knobs.inter_block_lgkm_drain) {
      block.entry_wait_lgkm = OpDesc::wait_lgkm(0);
    }

    if (knobs.minimal_barriers) {
      block.pre_mma_barrier = false;
      block.post_mma_barrier = false;
      block.post_barrier_lgkm = false;
      block.post_mma_set_prio = false;
      block.pre_mma_set_prio = (first || b == cross) && !knobs.omit_mma_set_prio;
    }
    block.trailing_sched_barrier = detail::mask_bit(knobs.sched_barrier_mask, b);
    block.drain_lgkm_before_loads =
        detail::mask_bit(knobs.drain_lgkm_mask, b) && block.has_fragment() && block.has_load();
    block.global_before_frag = knobs.global_before_frag;
    block.barrier_before_pre_ops = knobs.barrier_before_pre_ops;
    block.wrap_waits_with_sched_barrier = knobs.wrap_waits_with_sched_barrier;
  }
}

/// Derives the wait counts from the blocks: the lgkm cost of the first block's loads (largest over the halves), and the
/// vm cost of a half's loads without its completion loads (smallest over the halves).
constexpr WaitCounts derive_wait_counts(const PipelineProgram& program, const PipelineConfig& config,
                                        const ScheduleConfig& knobs) {
  WaitCounts counts{0, -1};
  for (int half = 0; half < config.num_partitions; ++half) {
    const int begin = half * program.blocks_per_partition;
    int pending = 0;
    for (int b = begin; b < begin + program.blocks_per_partition && b < program.blocks.size(); ++b) {
      const MMABlockSpec& block = program.blocks[b];
      if (b == begin) {
        const int lgkm = detail::lgkm_cost_of_loads(block, config, knobs);
        if (lgkm > counts.lgkm_first) counts.lgkm_first = lgkm;
      }
      for (const OpDesc* load : {&block.global_load, &block.global_load_1}) {
        if (load->present() && load->stage == half) pending += detail::vm_cost(*load, config);
      }
    }
    if (counts.vm_last < 0 || pending < counts.vm_last) counts.vm_last = pending;
  }
  return counts;
}

/// Replaces the wait counts of the knobs with derived ones (auto_waits), and the drain mask with the derived mask
/// (auto_drain).
constexpr void derive_waits_from_blocks(PipelineProgram& program, const PipelineConfig& config,
                                        const ScheduleConfig& knobs) {
  program.waits = derive_wait_counts(program, config, knobs);
  // If the sync section precedes the loads, none of the block's own loads is in flight there.
  const int head_lgkm = knobs.barrier_before_pre_ops ? 0 : program.waits.lgkm_first;
  for (int b = 0; b < program.blocks.size(); ++b) {
    MMABlockSpec& block = program.blocks[b];
    if (program.position(b) == 0) detail::set_head_lgkm(block, knobs.minimal_barriers, head_lgkm, head_lgkm);
    if (program.position(b) == program.blocks_per_partition - 1) {
      block.pre_sync = OpDesc::wait_vm(program.waits.vm_last);
    }
    if (knobs.auto_drain) {
      const int channel = block.global_load.channel;
      const bool other_channel = (block.pre_op_0.present() && block.pre_op_0.channel != channel) ||
                                 (block.pre_op_1.present() && block.pre_op_1.channel != channel);
      block.drain_lgkm_before_loads = block.has_load() && other_channel;
    }
  }
}

}  // namespace stretto
