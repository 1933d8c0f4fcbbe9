// Prologue and epilogue of a block program (depth 2 and more), the stagger index, and the kernel's dependences.
#pragma once

#include <stretto/mojo/blocks/waits.hpp>
#include <stretto/mojo/config/pipeline_config.hpp>
#include <stretto/mojo/config/schedule_config.hpp>
#include <stretto/mojo/edge.hpp>

namespace stretto {

namespace detail {

/// The prefetches of one stage, in block order, as the prologue issues them: with their vm cost, without channel.
constexpr Vector<OpDesc> prologue_loads(const PipelineProgram& program, const PipelineConfig& config, int stage) {
  Vector<OpDesc> loads;
  for (const MMABlockSpec& block : program.blocks) {
    for (const OpDesc* load : {&block.global_load, &block.global_load_1}) {
      if (!load->is_prefetch() || load->stage != stage) continue;
      OpDesc op = *load;
      op.vm_cost = config.vm_per_channel(load->channel);
      op.channel = -1;
      loads.push_back(op);
    }
  }
  return loads;
}

constexpr int last_prefetch_stage(const PipelineProgram& program) {
  int last = 1;
  for (const MMABlockSpec& block : program.blocks) {
    for (const OpDesc* load : {&block.global_load, &block.global_load_1}) {
      if (load->is_prefetch() && load->stage > last) last = load->stage;
    }
  }
  return last;
}

/// Issues all prefetches, then each bootstrap fragment as soon as the prefetch that it reads has completed.
constexpr Vector<ScheduleEntry> partial_drain_prologue(const Vector<OpDesc>& loads,
                                                       const Vector<OpDesc>& bootstrap_frags) {
  EntryBuilder entries(Section::prologue);
  int pending = 0;
  for (const OpDesc& load : loads) {
    entries.add(load);
    pending += load.vm_cost;
  }
  for (int i = 0; i < bootstrap_frags.size(); ++i) {
    if (i < loads.size()) pending -= loads[i].vm_cost;
    entries.add(OpDesc::wait_vm(pending)).add(OpDesc::barrier()).add(bootstrap_frags[i]);
  }
  return entries.entries();
}

}  // namespace detail

/// Fills the buffers. By default it fills one stage at a time and drains each, with a barrier in between. With
/// partial_prologue_drain it issues all loads at once.
constexpr Vector<ScheduleEntry> double_buffer_prologue(const PipelineProgram& program, const PipelineConfig& config,
                                                       const ScheduleConfig& knobs,
                                                       const Vector<OpDesc>& bootstrap_frags) {
  const int last_stage = detail::last_prefetch_stage(program);
  if (knobs.partial_prologue_drain) {
    Vector<OpDesc> loads;
    for (int stage = 0; stage <= last_stage; ++stage) loads.append(detail::prologue_loads(program, config, stage));
    return detail::partial_drain_prologue(loads, bootstrap_frags);
  }
  EntryBuilder entries(Section::prologue);
  for (int stage = 0; stage <= last_stage; ++stage) {
    entries.add_all(detail::prologue_loads(program, config, stage)).add(OpDesc::wait_vm(0));
    if (stage < last_stage) entries.add(OpDesc::barrier());
  }
  return entries.entries();
}

/// Drains the pipeline: the blocks once more, without prefetches.
constexpr Vector<ScheduleEntry> double_buffer_epilogue(const PipelineProgram& program) {
  PipelineProgram drained;
  bool lost_prefetch = false;
  int half_begin = 0;  // first block of the half in `drained`
  for (int b = 0; b < program.blocks.size(); ++b) {
    const MMABlockSpec& block = program.blocks[b];
    if (program.position(b) == 0) {
      lost_prefetch = false;
      half_begin = drained.blocks.size();
    }
    MMABlockSpec last;
    last.mma = block.mma;
    last.pre_op_0 = block.pre_op_0;
    last.pre_op_1 = block.pre_op_1;
    for (const OpDesc* load : {&block.global_load, &block.global_load_1}) {
      if (load->is_prefetch()) {
        lost_prefetch = true;
      } else if (load->present()) {
        last.take_load(*load, -1);
      }
    }
    last.entry_wait_lgkm = OpDesc::wait_lgkm(0);
    if (lost_prefetch) last.pre_sync = OpDesc::wait_vm(0);
    last.pre_mma_barrier = block.pre_mma_barrier;
    last.pre_mma_set_prio = block.pre_mma_set_prio;
    last.post_mma_barrier = block.post_mma_barrier;
    last.post_mma_set_prio = block.post_mma_set_prio;
    last.post_barrier_lgkm = block.post_barrier_lgkm;
    // A block with only its MMA left is fused with the preceding block of its half.
    const bool joins = drained.blocks.size() > half_begin && !last.has_fragment() && !last.has_load() &&
                       !drained.blocks.back().fused_mma.present();
    if (joins) {
      drained.blocks.back().fused_mma = last.mma;
    } else {
      drained.blocks.push_back(last);
    }
  }
  // No load is in flight when the last block runs.
  if (!drained.blocks.empty()) drained.blocks.back().pre_sync = OpDesc::none();
  Vector<ScheduleEntry> entries = drained.expand_to_list(Section::epilogue);
  entries.push_back({OpDesc::barrier(), entries.size(), Section::epilogue, false});
  return entries;
}

/// Number of stage-0 prefetches: the prologue index of the second group's extra barrier under automatic stagger.
constexpr int stage_zero_prefetches(const PipelineProgram& program, const PipelineConfig& config) {
  return detail::prologue_loads(program, config, 0).size();
}

/// Dependences between emitted entries. In each partition: the first sync and the first wait_lgkm precede the first
/// MMA, and the first three MMAs form a chain.
constexpr Vector<DepEdge> double_buffer_kernel_deps(const Vector<ScheduleEntry>& kernel, const PipelineConfig& config) {
  Vector<DepEdge> deps;
  const int length = kernel.size() / config.num_partitions;
  for (int part = 0; part < config.num_partitions; ++part) {
    int first_sync = -1;
    int first_lgkm = -1;
    int mma[3] = {-1, -1, -1};
    int mmas = 0;
    for (int i = part * length; i < (part + 1) * length; ++i) {
      const OpDesc& op = kernel[i].op;
      if (op.role == OpRole::sync && first_sync < 0 && mmas == 0) first_sync = i;
      if (op.tag == tags::wait_lgkm && first_lgkm < 0) first_lgkm = i;
      if (op.role == OpRole::compute && mmas < 3) mma[mmas++] = i;
    }
    if (mmas == 0) continue;
    if (first_sync >= 0) deps.push_back({first_sync, mma[0], DepKind::flow, 0});
    if (first_lgkm >= 0) deps.push_back({first_lgkm, mma[0], DepKind::flow, 0});
    for (int i = 1; i < 3 && mmas == 3; ++i) deps.push_back({mma[i - 1], mma[i], DepKind::flow, 0});
  }
  return deps;
}

}  // namespace stretto
