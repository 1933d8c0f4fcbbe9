// PipelineConfig: the structure of a pipelined loop (buffer depth, MMA grid, partitions, counts per load).
#pragma once

#include <initializer_list>

#include <stretto/core/limits.hpp>
#include <stretto/core/result.hpp>
#include <stretto/mojo/op.hpp>

namespace stretto {

/// The ops that cross the iteration boundary: those of `role` whose subtile equals `selector`.
struct LoopCarriedSpec {
  OpRole role = OpRole::none;  ///< none: no op is loop-carried
  int selector = 0;            ///< subtile of the loop-carried ops

  /// True if the op's subtile is the loop-carried one. The caller compares the role.
  [[nodiscard]] constexpr bool carries(const OpDesc& op) const {
    return role != OpRole::none && op.subtile == selector;
  }
  friend constexpr bool operator==(const LoopCarriedSpec&, const LoopCarriedSpec&) = default;
};

/// Target number of ops per MMA block: heavy if the block's MMA starts a row of the grid, light otherwise.
struct BlockSizing {
  int heavy = 4;        ///< ops of a block whose MMA starts a row
  int light = 2;        ///< ops of any other block
  int max_globals = 0;  ///< global loads per block; 0 = as many as heavy and light allow

  friend constexpr bool operator==(const BlockSizing&, const BlockSizing&) = default;
};

/// The order in which a block reads its fragments.
struct FragOrder {
  bool b_before_a = true;  ///< B before A

  friend constexpr bool operator==(const FragOrder&, const FragOrder&) = default;
};

/// Where the second wave group passes its extra barrier.
struct WarpStaggerRule {
  bool enabled = false;            ///< the groups are staggered
  bool compute_from_body = false;  ///< after the stage-0 prefetches; otherwise at fixed_amount
  int fixed_amount = 0;            ///< prologue index of the extra barrier

  /// No stagger: a single group, or groups that run in step.
  static constexpr WarpStaggerRule none() { return {}; }
  /// Stagger after the stage-0 prefetches.
  static constexpr WarpStaggerRule automatic() { return {true, true, 0}; }
  /// Stagger at a fixed index of the prologue.
  static constexpr WarpStaggerRule fixed(int amount) { return {true, false, amount}; }

  friend constexpr bool operator==(const WarpStaggerRule&, const WarpStaggerRule&) = default;
};

/// The structure of a pipelined loop, before scheduling.
struct PipelineConfig {
  int depth;                     ///< slots per buffer: 1 = single buffer, 2 = double buffer
  int prefetch;                  ///< iterations by which a DRAM prefetch runs ahead
  int drain_passes;              ///< iterations that the epilogue drains
  int prologue_fill;             ///< additional load iterations in the prologue
  LoopCarriedSpec loop_carried;  ///< fragments that are read one iteration early
  BlockSizing block_sizing;      ///< how ops are distributed over blocks
  FragOrder frag_order;          ///< fragment order within a block
  int m_mmas;                    ///< rows of the grid of compute ops
  int n_mmas;                    ///< columns of the grid of compute ops
  int num_partitions;            ///< partitions of an iteration along K: the halves of a double buffer
  bool mma_serial;               ///< MMAs serialise (always, whatever it says; a name of the Mojo package)
  int mma_latency;               ///< latency of an MMA (the cost model's applies; a name of the Mojo package)
  int vm_per_load_a;             ///< vmcnt increments per load of A
  int vm_per_load_b;             ///< vmcnt increments per load of B
  int ch0_match_field;  ///< compute field that a channel-0 fragment matches: 0 = stage (row), 1 = subtile (column)
  int ch1_match_field;  ///< the same for channel 1
  WarpStaggerRule warp_stagger;       ///< stagger of the second wave group
  int lgkm_per_load_a = 0;            ///< lgkmcnt increments per fragment of A; 0 = use ScheduleConfig's
  int lgkm_per_load_b = 0;            ///< the same for B
  bool cross_stage_rotation = false;  ///< fragments may read the other half's stage

  friend constexpr bool operator==(const PipelineConfig&, const PipelineConfig&) = default;

  /// Compute ops per partition.
  [[nodiscard]] constexpr int mmas_per_partition() const { return m_mmas * n_mmas; }
  /// Global loads per partition: one per row and one per column of the grid.
  [[nodiscard]] constexpr int globals_per_partition() const { return m_mmas + n_mmas; }
  /// Fragment loads per partition.
  [[nodiscard]] constexpr int frags_per_partition() const { return m_mmas + n_mmas; }
  /// Ops per partition.
  [[nodiscard]] constexpr int ops_per_partition() const {
    return mmas_per_partition() + globals_per_partition() + frags_per_partition();
  }
  /// Ops per iteration.
  [[nodiscard]] constexpr int total_ops() const { return ops_per_partition() * num_partitions; }
  /// Blocks per partition: one per compute op.
  [[nodiscard]] constexpr int blocks_per_partition() const { return mmas_per_partition(); }
  /// Blocks per iteration.
  [[nodiscard]] constexpr int total_blocks() const { return blocks_per_partition() * num_partitions; }

  /// The field of a compute op that the subtile of a fragment of `channel` must equal.
  [[nodiscard]] constexpr int compute_match_key(const OpDesc& compute_op, int channel) const {
    const int field = channel == 0 ? ch0_match_field : ch1_match_field;
    return field == 0 ? compute_op.stage : compute_op.subtile;
  }

  /// vmcnt increments per load of A (0) or B (1).
  [[nodiscard]] constexpr int vm_per_channel(int channel) const { return channel == 0 ? vm_per_load_a : vm_per_load_b; }
  /// lgkmcnt increments per fragment of A (0) or B (1). 0 means that the knobs decide.
  [[nodiscard]] constexpr int lgkm_per_channel(int channel) const {
    return channel == 0 ? lgkm_per_load_a : lgkm_per_load_b;
  }

  /// Number of dependence edges of the ping-pong body, in closed form.
  [[nodiscard]] constexpr int total_edges() const {
    const int grid = m_mmas * n_mmas;
    const int globals = m_mmas + n_mmas;
    return 2 * num_partitions * grid + 2 * grid + 2 * num_partitions * globals + 2 * (2 * globals - 1);
  }
};

/// Rejects a configuration that is out of range.
constexpr Diagnostic check_config(const PipelineConfig& config) {
  if (config.depth < 1) return {Rule::depth_below_one, config.depth, 1};
  if (config.m_mmas < 1) return {Rule::grid_below_one, config.m_mmas, 1};
  if (config.n_mmas < 1) return {Rule::grid_below_one, config.n_mmas, 1};
  if (config.num_partitions < 1) return {Rule::partitions_below_one, config.num_partitions, 1};
  const NamedCount counts[] = {{Count::prefetch, config.prefetch},
                               {Count::drain_passes, config.drain_passes},
                               {Count::prologue_fill, config.prologue_fill},
                               {Count::block_sizing_heavy, config.block_sizing.heavy},
                               {Count::block_sizing_light, config.block_sizing.light},
                               {Count::block_sizing_max_globals, config.block_sizing.max_globals},
                               {Count::mma_latency, config.mma_latency},
                               {Count::vm_per_load_a, config.vm_per_load_a},
                               {Count::vm_per_load_b, config.vm_per_load_b},
                               {Count::lgkm_per_load_a, config.lgkm_per_load_a},
                               {Count::lgkm_per_load_b, config.lgkm_per_load_b},
                               {Count::warp_stagger_fixed_amount, config.warp_stagger.fixed_amount}};
  for (const NamedCount& count : counts) {
    if (const Diagnostic error = check_count(count, 0, max_extent)) return error;
  }
  for (const NamedCount& field : {NamedCount{Count::ch0_match_field, config.ch0_match_field},
                                  NamedCount{Count::ch1_match_field, config.ch1_match_field}}) {
    if (const Diagnostic error = check_count(field, 0, 1)) return error;
  }
  for (const NamedCount& count : {NamedCount{Count::m_mmas, config.m_mmas}, NamedCount{Count::n_mmas, config.n_mmas},
                                  NamedCount{Count::num_partitions, config.num_partitions}}) {
    if (const Diagnostic error = check_count(count, 1, max_count)) return error;
  }
  return {};
}

}  // namespace stretto
