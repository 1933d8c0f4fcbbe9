// AMD MI300X (gfx942), for the documented schedules: the documented system's weights, the chip's latencies and LDS.
#pragma once

#include <stretto/targets/mi355x.hpp>

namespace stretto {

/// Cycles on gfx942, for margins; as mi355x_latency_bounds(), but that the LDS delivers 128 bytes a cycle, so that a
/// 16-byte read of a wave takes 8. A compute op is a quadrant of a wave's tile: 16 MFMAs of 16 cycles.
constexpr LatencyBounds mi300x_latency_bounds() {
  return {.global_min = 500, .read_max = 69, .read_cycles = 8, .issue_max = 4, .compute_max = 256};
}

/// Typical cycles on gfx942 from the same sources, for comparing schedules in time.
constexpr TimedCosts mi300x_timed_costs() {
  TimedCosts costs = mi355x_timed_costs();
  costs.by_counter[static_cast<int>(Counter::lgkm)].occupancy = 8;
  return costs;
}

/// A profile of the MI355X with the MI300X's latencies and its 64 KiB of LDS.
constexpr TargetProfile on_mi300x(TargetProfile target) {
  target.latency = mi300x_latency_bounds();
  target.shared_bytes = 64L * 1024;
  return target;
}

/// Costs and config of the double-buffer schedules; the counts are of one load of A and of B in vmcnt.
constexpr TargetProfile mi300x_target(int vm_per_load_a, int vm_per_load_b, int max_globals = 1) {
  return on_mi300x(mi355x_target(vm_per_load_a, vm_per_load_b, max_globals));
}

/// Costs and config of the single-buffer schedule.
constexpr TargetProfile mi300x_single_buffer_target() { return on_mi300x(mi355x_single_buffer_target()); }

}  // namespace stretto
