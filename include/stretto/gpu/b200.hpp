// NVIDIA B200 (Blackwell, sm_100a), per SM.
#pragma once

#include <stretto/gpu/cuda_limits.hpp>
#include <stretto/gpu/h200.hpp>

namespace stretto::targets {

/// The figures of a B200. Their sources are in docs/targets.md. Those that are not here were measured on Hopper: there
/// is no public figure for Blackwell.
constexpr Gpu blackwell() {
  Gpu gpu = hopper("B200");
  gpu.architecture = "sm_100a";
  gpu.multiplies = MmaKind::tensor_memory;
  // [n]: sources in docs/targets.md.
  gpu.flops_bf16 = 8192;                     // 2.25 PFLOP/s dense, 148 SMs, 1.86 GHz [6]
  gpu.flops_fp8 = 16384;                     // 4.5 PFLOP/s dense [6]
  gpu.mma_rows = 64;                         // tcgen05.mma: m64 with n a multiple of 8, m128 with one of 16 [10]
  gpu.lane_operations = 128;                 // [3]
  gpu.exponentials = 16;                     // [3]
  gpu.limits.shared_bytes = 232448;          // 227 KiB per block [6]
  gpu.register_file = 262144;                // 64 Ki registers per SM [6]
  gpu.lane_registers = cuda_lane_registers;  // [3]
  gpu.limits.tensor_bytes = 256L * 1024;     // 128 lanes of 512 columns of 4 bytes [10]
  return gpu;
}

inline constexpr Gpu b200 = blackwell();  ///< NVIDIA B200.

}  // namespace stretto::targets
