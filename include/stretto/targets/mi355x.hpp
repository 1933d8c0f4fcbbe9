// AMD MI355X (gfx950), with the documented system's figures: 200 / 20 / 16 are scheduling weights, not cycles.
#pragma once

#include <stretto/config/latency_bounds.hpp>
#include <stretto/config/target_profile.hpp>
#include <stretto/timing/timed_costs.hpp>

namespace stretto {

/// Kernel tags of the double-buffer schedules (ping-pong and four-wave).
namespace double_buffer_tags {
inline constexpr int load_a = 0;      ///< half-tile of A, from global memory to LDS
inline constexpr int load_b = 1;      ///< half-tile of B, from global memory to LDS
inline constexpr int compute = 2;     ///< legacy name of mma
inline constexpr int mma_load_a = 3;  ///< fragment of A, from LDS to registers
inline constexpr int mma_load_b = 4;  ///< fragment of B, from LDS to registers
inline constexpr int mma = 5;         ///< a quadrant of the wave's tile

/// The tag as dumps write it; null for any other.
constexpr const char* name(int tag) {
  constexpr const char* names[] = {"LOAD_A", "LOAD_B", "COMPUTE", "MMA_LOAD_A", "MMA_LOAD_B", "MMA"};
  return tag >= 0 && tag <= mma ? names[tag] : nullptr;
}
}  // namespace double_buffer_tags

/// Kernel tags of the single-buffer schedule.
namespace single_buffer_tags {
inline constexpr int load_dram = 0;   ///< the next tile, from global memory to registers
inline constexpr int store_smem = 1;  ///< the tile, from registers to LDS
inline constexpr int load_frag = 2;   ///< a fragment, from LDS to registers
inline constexpr int compute = 3;     ///< the MMAs of one K tile

/// The tag as dumps write it; null for any other.
constexpr const char* name(int tag) {
  constexpr const char* names[] = {"LOAD_DRAM", "STORE_SMEM", "LOAD_FRAG", "COMPUTE"};
  return tag >= 0 && tag <= compute ? names[tag] : nullptr;
}
}  // namespace single_buffer_tags

/// Weights of the double-buffer tags.
constexpr TargetCostModel mi355x_double_buffer_costs() {
  using namespace double_buffer_tags;
  const OpCost load{ResourceKind::global_mem, 200, OpRole::global_load, 0, 0};
  const OpCost fragment{ResourceKind::lds, 20, OpRole::fragment_load, 8, 0};
  const OpCost multiply{ResourceKind::mma_unit, 16, OpRole::compute, 4, 0};
  return TargetCostModel{}
      .set(load_a, load)
      .set(load_b, load)
      .set(compute, multiply)
      .set(mma_load_a, fragment)
      .set(mma_load_b, fragment)
      .set(mma, multiply);
}

/// Weights of the single-buffer tags.
constexpr TargetCostModel mi355x_single_buffer_costs() {
  using namespace single_buffer_tags;
  return TargetCostModel{}
      .set(load_dram, {ResourceKind::global_mem, 200, OpRole::global_load, 0, 0})
      .set(store_smem, {ResourceKind::lds, 20, OpRole::shared_store, 0, 0})
      .set(load_frag, {ResourceKind::lds, 20, OpRole::fragment_load, 4, 0})
      .set(compute, {ResourceKind::mma_unit, 64, OpRole::compute, 16, 0});
}

/// Cycles on gfx950, for margins. A global load takes 500 to 800 and an LDS read 64 to 69 (public measurements; the
/// shortest and the longest count here). A 16-byte LDS read of a wave is 1 KiB, 4 cycles at 256 bytes a cycle. A
/// compute op is a quadrant of a wave's tile: 16 MFMAs of 16 cycles (bf16 16x16x32, 128x64 a wave) or 8 of 32 (fp8
/// 16x16x128).
constexpr LatencyBounds mi355x_latency_bounds() {
  return {.global_min = 500, .read_max = 69, .read_cycles = 4, .issue_max = 4, .compute_max = 256};
}

/// Cycles of a SIMD for so many multiplications and additions: 16 for an MFMA of bf16 16x16x32, 32 for one of fp8
/// 16x16x128.
constexpr int mi355x_mma_cycles(long macs, bool is_fp8) {
  const long a_cycle = is_fp8 ? 16L * 16 * 128 / 32 : 16L * 16 * 32 / 16;
  const long cycles = (macs + a_cycle - 1) / a_cycle;
  return static_cast<int>(cycles < max_timed_cycles ? cycles : max_timed_cycles);
}

/// Typical cycles on gfx950 from the same sources, for comparing schedules in time. The cost of a barrier is a guess.
/// Waves of different groups share a SIMD and its MMA unit; the LDS port is everybody's. How long a compute op takes is
/// the schedule's to say: `compute_cycles()`.
constexpr TimedCosts mi355x_timed_costs(int compute_cycles = mi355x_latency_bounds().compute_max) {
  constexpr int mma = 0;
  constexpr int lds = 1;
  TimedCosts costs;
  costs.units = {{"MMA"}, {"LDS"}};
  costs.by_counter[static_cast<int>(Counter::vm)] = {.latency = 650, .issue = 4};
  costs.by_counter[static_cast<int>(Counter::lgkm)] = {.unit = lds, .occupancy = 4, .latency = 69, .issue = 4};
  costs.by_counter[static_cast<int>(Counter::none)] = {.unit = mma, .occupancy = compute_cycles, .every_wave = false};
  costs.barrier = 16;
  return costs;
}

/// Structure of the double-buffer schedules; the counts are of one load of A and of B in vmcnt.
constexpr PipelineConfig mi355x_double_buffer(int vm_per_load_a = 4, int vm_per_load_b = 4, int max_globals = 1) {
  return {.depth = 2,
          .prefetch = 1,
          .drain_passes = 2,
          .prologue_fill = 1,
          .loop_carried = {},
          .block_sizing = {.heavy = 4, .light = 2, .max_globals = max_globals},
          .frag_order = {.b_before_a = true},
          .m_mmas = 2,
          .n_mmas = 2,
          .num_partitions = 2,
          .mma_serial = true,
          .mma_latency = 16,
          .vm_per_load_a = vm_per_load_a,
          .vm_per_load_b = vm_per_load_b,
          .ch0_match_field = 0,
          .ch1_match_field = 1,
          .warp_stagger = WarpStaggerRule::automatic()};
}

/// Structure of the single-buffer schedule.
constexpr PipelineConfig mi355x_single_buffer() {
  PipelineConfig config = mi355x_double_buffer(4, 4, 0);
  config.depth = 1;
  config.prologue_fill = 0;
  config.loop_carried = {.role = OpRole::fragment_load, .selector = 0};
  config.num_partitions = 1;
  config.warp_stagger = WarpStaggerRule::none();
  return config;
}

/// Costs, structure and latencies for the double-buffer schedules.
constexpr TargetProfile mi355x_target(int vm_per_load_a = 4, int vm_per_load_b = 4, int max_globals = 1) {
  return {mi355x_double_buffer_costs(), mi355x_double_buffer(vm_per_load_a, vm_per_load_b, max_globals),
          mi355x_latency_bounds()};
}

/// Costs, structure and latencies for the single-buffer schedule.
constexpr TargetProfile mi355x_single_buffer_target() {
  return {mi355x_single_buffer_costs(), mi355x_single_buffer(), mi355x_latency_bounds()};
}

/// Global loads per block that are safe beside asynchronous LDS writes: one MMA is too short to cover one.
constexpr int derive_safe_max_globals(int num_k_mmas) { return num_k_mmas >= 2 ? 1 : 0; }

}  // namespace stretto
