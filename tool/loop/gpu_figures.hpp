// Every figure of a Gpu by the name of its member, with the values that make sense. Files are read and written from
// this list; a test holds it complete.
#pragma once

#include <stretto/gpu/gpu.hpp>

#include "json/expression.hpp"

namespace stretto::tool {

inline constexpr NumberRange lanes_range{1, 1024};
inline constexpr NumberRange shape_range{2, 1 << 16};  // sizes of instructions
inline constexpr NumberRange rate_range{1, 1 << 24};   // per cycle
inline constexpr NumberRange optional_rate_range{0, 1 << 24};
inline constexpr NumberRange cycles_range{0, 1 << 20};
inline constexpr NumberRange count_range{0, 1 << 20};
inline constexpr NumberRange bytes_range{0, 1L << 40};

/// Calls visit(name, figure, range) for the figures of the GPU itself.
template <class AnyGpu, class Visit>
void each_figure(AnyGpu& gpu, Visit visit) {
  visit("wave_lanes", gpu.wave_lanes, lanes_range);
  visit("flops_bf16", gpu.flops_bf16, optional_rate_range);
  visit("flops_fp8", gpu.flops_fp8, optional_rate_range);
  visit("mma_latency", gpu.mma_latency, cycles_range);
  visit("mma_rows", gpu.mma_rows, shape_range);
  visit("mma_columns", gpu.mma_columns, shape_range);
  visit("mma_k_bytes", gpu.mma_k_bytes, shape_range);
  visit("lane_operations", gpu.lane_operations, rate_range);
  visit("exponentials", gpu.exponentials, rate_range);
  visit("shared_per_cycle", gpu.shared_per_cycle, rate_range);
  visit("shared_latency", gpu.shared_latency, cycles_range);
  visit("global_per_cycle", gpu.global_per_cycle, rate_range);
  visit("global_latency", gpu.global_latency, cycles_range);
  visit("copy_bytes", gpu.copy_bytes, shape_range);
  visit("issue", gpu.issue, cycles_range);
  visit("barrier", gpu.barrier, cycles_range);
  visit("mbarrier_cycles", gpu.mbarrier_cycles, cycles_range);
  visit("register_file", gpu.register_file, bytes_range);
  visit("lane_registers", gpu.lane_registers, count_range);
  visit("spare_registers", gpu.spare_registers, count_range);
}

/// The same for the limits of its counters and memories.
template <class AnyLimits, class Visit>
void each_limit(AnyLimits& limits, Visit visit) {
  visit("vm_capacity", limits.vm_capacity, count_range);
  visit("lgkm_capacity", limits.lgkm_capacity, count_range);
  visit("max_wait_vm", limits.max_wait_vm, count_range);
  visit("max_wait_lgkm", limits.max_wait_lgkm, count_range);
  visit("max_wait_mma", limits.max_wait_mma, count_range);
  visit("max_expected_bytes", limits.max_expected_bytes, count_range);
  visit("shared_bytes", limits.shared_bytes, bytes_range);
  visit("register_bytes", limits.register_bytes, bytes_range);
  visit("tensor_bytes", limits.tensor_bytes, bytes_range);
}

/// The same for its latency bounds.
template <class AnyBounds, class Visit>
void each_latency(AnyBounds& latency, Visit visit) {
  visit("global_min", latency.global_min, cycles_range);
  visit("read_max", latency.read_max, cycles_range);
  visit("read_cycles", latency.read_cycles, cycles_range);
  visit("issue_max", latency.issue_max, cycles_range);
  visit("compute_max", latency.compute_max, cycles_range);
}

}  // namespace stretto::tool
