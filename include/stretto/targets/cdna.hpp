// AMD MI300X (CDNA3, gfx942) and MI355X (CDNA4, gfx950), per compute unit.
#pragma once

#include <stretto/config/gpu.hpp>

namespace stretto::targets {

constexpr Gpu cdna3() {
  Gpu gpu;
  gpu.name = "MI300X";
  gpu.architecture = "gfx942";
  gpu.copies = CopyKind::lds_load;
  gpu.multiplies = MmaKind::from_registers;
  gpu.wave_lanes = 64;
  gpu.flops_bf16 = 2048;       // 16x16x16 in 16 cycles on each of four SIMDs (docs/targets.md [1])
  gpu.flops_fp8 = 4096;        // 2.6 PFLOP/s dense, 304 CUs, 2.1 GHz [7]
  gpu.mma_latency = 8;         // passes + 3 wait states [1]
  gpu.lane_operations = 128;   // four SIMDs of 16 lanes, dual issue [7]
  gpu.exponentials = 16;       // a quarter of the lanes' rate [7]
  gpu.shared_per_cycle = 128;  // LDS [1]
  gpu.shared_latency = 69;     // [1]
  gpu.global_per_cycle = 64;   // a CU's port to L2 [7]
  gpu.global_latency = 650;    // 500 to 800 [1]
  gpu.copy_bytes = 4;          // [1]
  gpu.issue = 1;               // its place in the wave's order; between two MFMA there is room
  gpu.barrier = 16;
  gpu.phase = 16;
  gpu.limits.shared_bytes = 64 * 1024;  // [1]
  gpu.register_file = 524288;           // four SIMDs of 512 registers of 64 lanes [1]
  gpu.lane_registers = 512;
  return gpu;
}

constexpr Gpu cdna4() {
  Gpu gpu = cdna3();
  gpu.name = "MI355X";
  gpu.architecture = "gfx950";
  gpu.flops_bf16 = 4096;       // 16x16x32 in 16 cycles on each of four SIMDs [1]
  gpu.flops_fp8 = 8192;        // 16x16x128 with an fp8 operand in 32 cycles [1]
  gpu.shared_per_cycle = 256;  // [1]
  gpu.copy_bytes = 16;         // [1]
  gpu.limits.shared_bytes = 160 * 1024;
  return gpu;
}

inline constexpr Gpu mi300x = cdna3();
inline constexpr Gpu mi355x = cdna4();

}  // namespace stretto::targets
