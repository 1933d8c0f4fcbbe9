// NVIDIA A100 (Ampere, sm_80), per SM.
#pragma once

#include <stretto/gpu/cuda_limits.hpp>
#include <stretto/gpu/gpu.hpp>

namespace stretto::targets {

/// The figures of an A100. Their sources are in docs/targets.md.
constexpr Gpu ampere() {
  Gpu gpu{.name = "A100",
          .architecture = "sm_80",
          .copies = CopyKind::async_copy,
          .multiplies = MmaKind::from_registers,
          .wave_lanes = 32};
  // [n]: sources in docs/targets.md.
  gpu.flops_bf16 = 2048;                     // 312 TFLOP/s, 108 SMs, 1.41 GHz [4]
  gpu.flops_fp8 = 0;                         // not supported
  gpu.mma_latency = 25;                      // mma.sync m16n8k16: 33 cycles in all [5], 8 of them on the tensor core
  gpu.lane_operations = 64;                  // [3]
  gpu.exponentials = 16;                     // [3]
  gpu.shared_per_cycle = 128;                // [4]
  gpu.shared_latency = 29;                   // [2]
  gpu.global_per_cycle = 47;                 // L2: 5120 bytes per cycle for 108 SMs [4]
  gpu.global_latency = 466;                  // [2]
  gpu.issue = 1;                             // takes one place in the issue order; there is room between two mma.sync
  gpu.barrier = 30;                          // as Hopper
  gpu.mbarrier_cycles = 37;                  // as Hopper
  gpu.limits.shared_bytes = 166912;          // 163 KiB per block [4]
  gpu.register_file = 262144;                // 64 Ki registers per SM [4]
  gpu.lane_registers = cuda_lane_registers;  // [3]
  return gpu;
}

inline constexpr Gpu a100 = ampere();  ///< NVIDIA A100.

}  // namespace stretto::targets
