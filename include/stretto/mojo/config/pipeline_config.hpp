// PipelineConfig: the structure of a pipelined loop (buffer depth, MMA grid, partitions, per-load counts).
#pragma once

#include <initializer_list>

#include <stretto/core/limits.hpp>
#include <stretto/core/result.hpp>
#include <stretto/mojo/op.hpp>

namespace stretto {

/// Which ops cross the iteration boundary: those of `role` whose subtile equals `selector`.
struct LoopCarriedSpec {
  OpRole role = OpRole::none;  ///< none: nothing is carried
  int selector = 0;            ///< the subtile

  /// Is the op's subtile the one that is carried? Its role is the caller's to compare.
  [[nodiscard]] constexpr bool carries(const OpDesc& op) const {
    return role != OpRole::none && op.subtile == selector;
  }
  friend constexpr bool operator==(const LoopCarriedSpec&, const LoopCarriedSpec&) = default;
};

/// How many ops an MMA block aims at: heavy when its MMA opens a row of the grid, light otherwise.
struct BlockSizing {
  int heavy = 4;        ///< ops of a block whose MMA opens a row
  int light = 2;        ///< ops of any other block
  int max_globals = 0;  ///< global loads per block; 0 = as the targets allow

  friend constexpr bool operator==(const BlockSizing&, const BlockSizing&) = default;
};

/// In which order a block reads its fragments.
struct FragOrder {
  bool b_before_a = true;  ///< B's first

  friend constexpr bool operator==(const FragOrder&, const FragOrder&) = default;
};

/// Where the second wave group passes its extra barrier.
struct WarpStaggerRule {
  bool enabled = false;            ///< the groups are staggered at all
  bool compute_from_body = false;  ///< after the stage-0 prefetches; else at fixed_amount
  int fixed_amount = 0;            ///< place in the prologue

  /// No stagger: one group, or groups in step.
  static constexpr WarpStaggerRule none() { return {}; }
  /// After the stage-0 prefetches.
  static constexpr WarpStaggerRule automatic() { return {true, true, 0}; }
  /// At a place in the prologue.
  static constexpr WarpStaggerRule fixed(int amount) { return {true, false, amount}; }

  friend constexpr bool operator==(const WarpStaggerRule&, const WarpStaggerRule&) = default;
};

/// What a pipelined loop looks like, before anything is scheduled.
struct PipelineConfig {
  int depth;                     ///< buffer stages: 1 = single, 2 = double
  int prefetch;                  ///< iterations a DRAM prefetch runs ahead
  int drain_passes;              ///< iterations the epilogue drains
  int prologue_fill;             ///< extra load iterations in the prologue
  LoopCarriedSpec loop_carried;  ///< fragments that are read in the iteration before
  BlockSizing block_sizing;      ///< how ops are spread over blocks
  FragOrder frag_order;          ///< within a block
  int m_mmas;                    ///< rows of the grid of compute ops
  int n_mmas;                    ///< columns of the grid of compute ops
  int num_partitions;            ///< parts of an iteration along K: the halves of a double buffer
  bool mma_serial;               ///< MMAs follow each other (they always do; kept for its documented name)
  int mma_latency;               ///< of an MMA (that of the cost model counts; kept for its documented name)
  int vm_per_load_a;             ///< what a load of A adds to vmcnt
  int vm_per_load_b;             ///< what a load of B adds to vmcnt
  int ch0_match_field;  ///< compute field that a channel-0 fragment matches: 0 = stage (row), 1 = subtile (column)
  int ch1_match_field;  ///< the same for channel 1
  WarpStaggerRule warp_stagger;       ///< of the second wave group
  int lgkm_per_load_a = 0;            ///< 0 = use ScheduleConfig's
  int lgkm_per_load_b = 0;            ///< the same for B
  bool cross_stage_rotation = false;  ///< fragments of the other stage are intended

  friend constexpr bool operator==(const PipelineConfig&, const PipelineConfig&) = default;

  /// Compute ops of a partition.
  [[nodiscard]] constexpr int mmas_per_partition() const { return m_mmas * n_mmas; }
  /// Global loads of a partition, one a row and one a column of the grid.
  [[nodiscard]] constexpr int globals_per_partition() const { return m_mmas + n_mmas; }
  /// Fragment loads of a partition.
  [[nodiscard]] constexpr int frags_per_partition() const { return m_mmas + n_mmas; }
  /// All ops of a partition.
  [[nodiscard]] constexpr int ops_per_partition() const {
    return mmas_per_partition() + globals_per_partition() + frags_per_partition();
  }
  /// Ops of an iteration.
  [[nodiscard]] constexpr int total_ops() const { return ops_per_partition() * num_partitions; }
  /// Blocks of a partition: one a compute op.
  [[nodiscard]] constexpr int blocks_per_partition() const { return mmas_per_partition(); }
  /// Blocks of an iteration.
  [[nodiscard]] constexpr int total_blocks() const { return blocks_per_partition() * num_partitions; }

  /// The field of a compute op that a fragment of `channel` matches with its subtile.
  [[nodiscard]] constexpr int compute_match_key(const OpDesc& compute_op, int channel) const {
    const int field = channel == 0 ? ch0_match_field : ch1_match_field;
    return field == 0 ? compute_op.stage : compute_op.subtile;
  }

  /// What a load of A (0) or B (1) adds to vmcnt.
  [[nodiscard]] constexpr int vm_per_channel(int channel) const { return channel == 0 ? vm_per_load_a : vm_per_load_b; }
  /// What a fragment of A (0) or B (1) adds to lgkmcnt; 0: as the knobs say.
  [[nodiscard]] constexpr int lgkm_per_channel(int channel) const {
    return channel == 0 ? lgkm_per_load_a : lgkm_per_load_b;
  }

  /// Number of dependency edges of the ping-pong body, in closed form.
  [[nodiscard]] constexpr int total_edges() const {
    const int grid = m_mmas * n_mmas;
    const int globals = m_mmas + n_mmas;
    return 2 * num_partitions * grid + 2 * grid + 2 * num_partitions * globals + 2 * (2 * globals - 1);
  }
};

/// Refuses a configuration that no loop can have.
constexpr Diagnostic check_config(const PipelineConfig& config) {
  if (config.depth < 1) return {Rule::depth_below_one, config.depth, 1};
  if (config.m_mmas < 1) return {Rule::grid_below_one, config.m_mmas, 1};
  if (config.n_mmas < 1) return {Rule::grid_below_one, config.n_mmas, 1};
  if (config.num_partitions < 1) return {Rule::partitions_below_one, config.num_partitions, 1};
  const int counts[] = {config.prefetch,           config.drain_passes,       config.prologue_fill,
                        config.block_sizing.heavy, config.block_sizing.light, config.block_sizing.max_globals,
                        config.mma_latency,        config.vm_per_load_a,      config.vm_per_load_b,
                        config.lgkm_per_load_a,    config.lgkm_per_load_b,    config.warp_stagger.fixed_amount};
  for (int count : counts) {
    if (count < 0) return {Rule::negative_count, count, 0};
    if (count > max_extent) return {Rule::count_too_large, count, max_extent};
  }
  for (int field : {config.ch0_match_field, config.ch1_match_field}) {
    if (field < 0) return {Rule::negative_count, field, 0};
    if (field > 1) return {Rule::count_too_large, field, 1};
  }
  for (int count : {config.m_mmas, config.n_mmas, config.num_partitions}) {
    if (count > max_count) return {Rule::count_too_large, count, max_count};
  }
  return {};
}

}  // namespace stretto
