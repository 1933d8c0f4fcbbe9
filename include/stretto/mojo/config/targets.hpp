// The targets of the Mojo schedules: tags, weights and structure from the Mojo package, latencies and sizes from gpu/.
// The weights 200, 20 and 16 are those of the package; they are not cycles.
#pragma once

#include <stretto/gpu/mi355x.hpp>
#include <stretto/mojo/config/target_profile.hpp>
#include <stretto/timing/timed_costs.hpp>

namespace stretto {

/// Kernel tags of the double-buffer schedules (ping-pong and four-wave).
namespace double_buffer_tags {
inline constexpr int load_a = 0;      ///< half-tile of A, global memory to LDS
inline constexpr int load_b = 1;      ///< half-tile of B, global memory to LDS
inline constexpr int compute = 2;     ///< legacy name of mma
inline constexpr int mma_load_a = 3;  ///< fragment of A, LDS to registers
inline constexpr int mma_load_b = 4;  ///< fragment of B, LDS to registers
inline constexpr int mma = 5;         ///< one quadrant of the wave's tile

/// Name of a tag in dumps, or null for other tags.
constexpr const char* name(int tag) {
  constexpr const char* names[] = {"LOAD_A", "LOAD_B", "COMPUTE", "MMA_LOAD_A", "MMA_LOAD_B", "MMA"};
  return tag >= 0 && tag <= mma ? names[tag] : nullptr;
}
}  // namespace double_buffer_tags

/// Kernel tags of the single-buffer schedule.
namespace single_buffer_tags {
inline constexpr int load_dram = 0;   ///< next tile, global memory to registers
inline constexpr int store_smem = 1;  ///< tile, registers to LDS
inline constexpr int load_frag = 2;   ///< fragment, LDS to registers
inline constexpr int compute = 3;     ///< MMAs of one fragment

/// Name of a tag in dumps, or null for other tags.
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

/// Cycles for `macs` multiply-accumulates on one of the four SIMDs of a compute unit.
constexpr int simd_mma_cycles(const Gpu& gpu, long macs, DataType type) {
  const long a_cycle = gpu.simd_macs(type);
  const long cycles = (macs + a_cycle - 1) / a_cycle;
  return static_cast<int>(cycles < max_timed_cycles ? cycles : max_timed_cycles);
}

/// Typical cycles on a GPU, for timing comparisons of schedules. Waves of different groups share a SIMD and its MMA
/// unit. All waves share the LDS port. The schedule supplies the cycles of a compute op: `compute_cycles()`.
constexpr TimedCosts timed_costs_on(const Gpu& gpu, int compute_cycles) {
  constexpr int mma = 0;
  constexpr int lds = 1;
  const int issue = gpu.latency.issue_max;
  TimedCosts costs;
  costs.units = {{"MMA"}, {"LDS"}};
  costs.by_counter[static_cast<int>(Counter::vm)] = {.latency = gpu.global_latency, .issue = issue};
  costs.by_counter[static_cast<int>(Counter::lgkm)] = {
      .unit = lds, .occupancy = gpu.latency.read_cycles, .latency = gpu.shared_latency, .issue = issue};
  costs.by_counter[static_cast<int>(Counter::none)] = {.unit = mma, .occupancy = compute_cycles, .every_wave = false};
  costs.barrier = gpu.barrier;
  return costs;
}

/// Counts of the loads of a double-buffer schedule.
struct DoubleBufferLoads {
  int vm_per_load_a = 4;  ///< load instructions per wave for one load op of A
  int vm_per_load_b = 4;  ///< load instructions per wave for one load op of B
  int max_globals = 1;    ///< global loads per block
};

/// Structure of the double-buffer schedules.
constexpr PipelineConfig mi355x_double_buffer(const DoubleBufferLoads& loads = {}) {
  return {.depth = 2,
          .prefetch = 1,
          .drain_passes = 2,
          .prologue_fill = 1,
          .loop_carried = {},
          .block_sizing = {.heavy = 4, .light = 2, .max_globals = loads.max_globals},
          .frag_order = {.b_before_a = true},
          .m_mmas = 2,
          .n_mmas = 2,
          .num_partitions = 2,
          .mma_serial = true,
          .mma_latency = 16,
          .vm_per_load_a = loads.vm_per_load_a,
          .vm_per_load_b = loads.vm_per_load_b,
          .ch0_match_field = 0,
          .ch1_match_field = 1,
          .warp_stagger = WarpStaggerRule::automatic()};
}

/// Structure of the single-buffer schedule.
constexpr PipelineConfig mi355x_single_buffer() {
  PipelineConfig config = mi355x_double_buffer({.max_globals = 0});
  config.depth = 1;
  config.prologue_fill = 0;
  config.loop_carried = {.role = OpRole::fragment_load, .selector = 0};
  config.num_partitions = 1;
  config.warp_stagger = WarpStaggerRule::none();
  return config;
}

/// Costs and structure of a schedule, with the latencies and the LDS size of a GPU.
constexpr TargetProfile profile(const TargetCostModel& costs, const PipelineConfig& structure, const Gpu& gpu) {
  return {costs, structure, gpu.latency, gpu.limits.shared_bytes};
}

/// The target of the double-buffer schedules.
constexpr TargetProfile mi355x_target(const DoubleBufferLoads& loads = {}) {
  return profile(mi355x_double_buffer_costs(), mi355x_double_buffer(loads), targets::mi355x);
}
/// The target of the single-buffer schedule.
constexpr TargetProfile mi355x_single_buffer_target() {
  return profile(mi355x_single_buffer_costs(), mi355x_single_buffer(), targets::mi355x);
}
/// The double-buffer schedules on an MI300X.
constexpr TargetProfile mi300x_target(const DoubleBufferLoads& loads = {}) {
  return profile(mi355x_double_buffer_costs(), mi355x_double_buffer(loads), targets::mi300x);
}
/// The single-buffer schedule on an MI300X.
constexpr TargetProfile mi300x_single_buffer_target() {
  return profile(mi355x_single_buffer_costs(), mi355x_single_buffer(), targets::mi300x);
}

}  // namespace stretto
