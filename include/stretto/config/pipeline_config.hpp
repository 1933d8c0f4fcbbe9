// PipelineConfig: the structure of a pipelined loop (buffer depth, MMA grid, partitions, per-load counts).
#pragma once

#include <initializer_list>

#include <stretto/config/limits.hpp>
#include <stretto/core/op.hpp>
#include <stretto/core/result.hpp>

namespace stretto {

/// Which ops cross the iteration boundary: those of `role` whose subtile equals `selector`.
struct LoopCarriedSpec {
  OpRole role = OpRole::none;
  int selector = 0;

  [[nodiscard]] constexpr bool carries(const OpDesc& op) const {
    return role != OpRole::none && op.subtile == selector;
  }
  friend constexpr bool operator==(const LoopCarriedSpec&, const LoopCarriedSpec&) = default;
};

/// How many ops an MMA block aims at: heavy when its MMA opens a row of the grid, light otherwise.
struct BlockSizing {
  int heavy = 4;
  int light = 2;
  int max_globals = 0;  ///< global loads per block; 0 = as the targets allow

  friend constexpr bool operator==(const BlockSizing&, const BlockSizing&) = default;
};

struct FragOrder {
  bool b_before_a = true;

  friend constexpr bool operator==(const FragOrder&, const FragOrder&) = default;
};

/// Where the second wave group passes its extra barrier.
struct WarpStaggerRule {
  bool enabled = false;
  bool compute_from_body = false;  ///< after the stage-0 prefetches; else at fixed_amount
  int fixed_amount = 0;

  static constexpr WarpStaggerRule none() { return {}; }
  static constexpr WarpStaggerRule automatic() { return {true, true, 0}; }
  static constexpr WarpStaggerRule fixed(int amount) { return {true, false, amount}; }

  friend constexpr bool operator==(const WarpStaggerRule&, const WarpStaggerRule&) = default;
};

struct PipelineConfig {
  int depth;          ///< buffer stages: 1 = single, 2 = double
  int prefetch;       ///< iterations a DRAM prefetch runs ahead
  int drain_passes;   ///< iterations the epilogue drains
  int prologue_fill;  ///< extra load iterations in the prologue
  LoopCarriedSpec loop_carried;
  BlockSizing block_sizing;
  FragOrder frag_order;
  int m_mmas;
  int n_mmas;
  int num_partitions;
  bool mma_serial;
  int mma_latency;
  int vm_per_load_a;
  int vm_per_load_b;
  int ch0_match_field;  ///< compute field that a channel-0 fragment matches: 0 = stage (row), 1 = subtile (column)
  int ch1_match_field;
  WarpStaggerRule warp_stagger;
  int lgkm_per_load_a = 0;  ///< 0 = use ScheduleConfig's
  int lgkm_per_load_b = 0;
  bool cross_stage_rotation = false;  ///< fragments of the other stage are intended

  friend constexpr bool operator==(const PipelineConfig&, const PipelineConfig&) = default;

  [[nodiscard]] constexpr int mmas_per_partition() const { return m_mmas * n_mmas; }
  [[nodiscard]] constexpr int globals_per_partition() const { return m_mmas + n_mmas; }
  [[nodiscard]] constexpr int frags_per_partition() const { return m_mmas + n_mmas; }
  [[nodiscard]] constexpr int ops_per_partition() const {
    return mmas_per_partition() + globals_per_partition() + frags_per_partition();
  }
  [[nodiscard]] constexpr int total_ops() const { return ops_per_partition() * num_partitions; }
  [[nodiscard]] constexpr int blocks_per_partition() const { return mmas_per_partition(); }
  [[nodiscard]] constexpr int total_blocks() const { return blocks_per_partition() * num_partitions; }

  /// The field of a compute op that a fragment of `channel` matches with its subtile.
  [[nodiscard]] constexpr int compute_match_key(const OpDesc& compute_op, int channel) const {
    const int field = channel == 0 ? ch0_match_field : ch1_match_field;
    return field == 0 ? compute_op.stage : compute_op.subtile;
  }

  [[nodiscard]] constexpr int vm_per_channel(int channel) const { return channel == 0 ? vm_per_load_a : vm_per_load_b; }
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
