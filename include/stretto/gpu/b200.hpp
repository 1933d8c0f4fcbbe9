// NVIDIA B200 (Blackwell, sm_100a), per SM.
#pragma once

#include <stretto/gpu/gpu.hpp>

namespace stretto::targets {

/// The figures of a B200. Their sources are in docs/targets.md.
constexpr Gpu blackwell() {
  Gpu gpu;
  gpu.name = "B200";
  gpu.architecture = "sm_100a";
  gpu.copies = CopyKind::bulk;
  gpu.multiplies = MmaKind::tensor_memory;
  gpu.wave_lanes = 128;
  // [n]: sources in docs/targets.md. "as Hopper": measured on Hopper, no public figure for Blackwell.
  gpu.flops_bf16 = 8192;                  // 2.25 PFLOP/s dense, 148 SMs, 1.86 GHz [6]
  gpu.flops_fp8 = 16384;                  // 4.5 PFLOP/s dense [6]
  gpu.mma_latency = 131;                  // as Hopper
  gpu.lane_operations = 128;              // [3]
  gpu.exponentials = 16;                  // [3]
  gpu.shared_per_cycle = 128;             // as Hopper
  gpu.shared_latency = 29;                // as Hopper
  gpu.global_per_cycle = 68;              // as Hopper
  gpu.global_latency = 820;               // as Hopper
  gpu.issue = 48;                         // as Hopper
  gpu.barrier = 30;                       // as Hopper
  gpu.mbarrier_cycles = 37;               // as Hopper
  gpu.limits.shared_bytes = 232448;       // 227 KiB per block [6]
  gpu.register_file = 262144;             // 64 Ki registers per SM [6]
  gpu.lane_registers = 255;               // [3]
  gpu.limits.tensor_bytes = 256L * 1024;  // 128 lanes of 512 columns of 4 bytes [10]
  return gpu;
}

inline constexpr Gpu b200 = blackwell();  ///< NVIDIA B200.

}  // namespace stretto::targets
