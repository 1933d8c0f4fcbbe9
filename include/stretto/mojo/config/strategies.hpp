// Grouped strategies: a readable way to build a ScheduleConfig. The default of each group gives the default config.
#pragma once

#include <stretto/mojo/config/schedule_config.hpp>

namespace stretto {

/// Knobs for barriers, priorities and fences.
struct BarrierStrategy {
  bool minimal_barriers = ScheduleConfig{}.minimal_barriers;      ///< no barriers around MMAs
  bool omit_mma_set_prio = ScheduleConfig{}.omit_mma_set_prio;    ///< nor priorities; only with minimal_barriers
  long sched_barrier_mask = ScheduleConfig{}.sched_barrier_mask;  ///< bit i: fence after block i
  bool wrap_waits_with_sched_barrier = ScheduleConfig{}.wrap_waits_with_sched_barrier;  ///< fences around waits
  /// The wait and the barrier precede loads and fragments.
  bool barrier_before_pre_ops = ScheduleConfig{}.barrier_before_pre_ops;

  /// No barriers around MMAs and no priorities.
  static constexpr BarrierStrategy minimal_no_set_prio() {
    return {.minimal_barriers = true, .omit_mma_set_prio = true};
  }
};

/// Knobs for waits.
struct WaitStrategy {
  bool auto_waits = ScheduleConfig{}.auto_waits;            ///< derive wait counts from the blocks
  long drain_lgkm_mask = ScheduleConfig{}.drain_lgkm_mask;  ///< bit i: block i drains its fragments before its loads
  bool auto_drain = ScheduleConfig{}.auto_drain;            ///< derive drain_lgkm_mask; only with auto_waits
  int wait_lgkm_first = ScheduleConfig{}.wait_lgkm_first;   ///< of a half's first block; 255 and above: none
  int wait_vm_last = ScheduleConfig{}.wait_vm_last;         ///< of a half's last block
  bool lgkm_after_last = ScheduleConfig{}.lgkm_after_last;  ///< wait_lgkm(0) after the last block's barrier
  bool inter_block_lgkm_drain = ScheduleConfig{}.inter_block_lgkm_drain;  ///< interior blocks start with wait_lgkm(0)
  bool partial_prologue_drain = ScheduleConfig{}.partial_prologue_drain;  ///< the prologue loads all stages at once

  /// Derived counts, and wait_lgkm(0) at the start of the interior blocks of a half.
  static constexpr WaitStrategy automatic_with_inter_block_drain() {
    return {.auto_waits = true, .inter_block_lgkm_drain = true};
  }
};

/// Knobs for loads and fragments.
struct LoadStrategy {
  bool global_before_frag = ScheduleConfig{}.global_before_frag;  ///< a block issues its loads before its fragments
  int lgkm_per_load_a = ScheduleConfig{}.lgkm_per_load_a;         ///< LDS reads per fragment of A
  int lgkm_per_load_b = ScheduleConfig{}.lgkm_per_load_b;         ///< LDS reads per fragment of B
};

/// Combines the knobs of all groups into one config.
constexpr ScheduleConfig make_schedule_config(const BarrierStrategy& barriers = {}, const WaitStrategy& waits = {},
                                              const LoadStrategy& loads = {},
                                              SchedulingStrategy scheduling = ScheduleConfig{}.scheduling,
                                              int max_vgpr = ScheduleConfig{}.max_vgpr,
                                              int lds_contention_penalty = ScheduleConfig{}.lds_contention_penalty) {
  ScheduleConfig config;
  config.minimal_barriers = barriers.minimal_barriers;
  config.omit_mma_set_prio = barriers.omit_mma_set_prio;
  config.sched_barrier_mask = barriers.sched_barrier_mask;
  config.wrap_waits_with_sched_barrier = barriers.wrap_waits_with_sched_barrier;
  config.barrier_before_pre_ops = barriers.barrier_before_pre_ops;
  config.auto_waits = waits.auto_waits;
  config.drain_lgkm_mask = waits.drain_lgkm_mask;
  config.auto_drain = waits.auto_drain;
  config.wait_lgkm_first = waits.wait_lgkm_first;
  config.wait_vm_last = waits.wait_vm_last;
  config.lgkm_after_last = waits.lgkm_after_last;
  config.inter_block_lgkm_drain = waits.inter_block_lgkm_drain;
  config.partial_prologue_drain = waits.partial_prologue_drain;
  config.global_before_frag = loads.global_before_frag;
  config.lgkm_per_load_a = loads.lgkm_per_load_a;
  config.lgkm_per_load_b = loads.lgkm_per_load_b;
  config.scheduling = scheduling;
  config.max_vgpr = max_vgpr;
  config.lds_contention_penalty = lds_contention_penalty;
  return config;
}

}  // namespace stretto
