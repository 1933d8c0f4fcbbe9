// AMD MI300X (CDNA3, gfx942) and MI355X (CDNA4, gfx950), per compute unit.
#pragma once

#include <stretto/config/gpu.hpp>

namespace stretto::targets {

/// The figures of an MI300X; docs/targets.md has their sources.
constexpr Gpu cdna3() {
  Gpu gpu;
  gpu.name = "MI300X";
  gpu.architecture = "gfx942";
  gpu.copies = CopyKind::lds_load;
  gpu.multiplies = MmaKind::from_registers;
  gpu.wave_lanes = 64;
  // [n]: sources in docs/targets.md.
  gpu.flops_bf16 = 2048;       // 1.3 PFLOP/s, 304 CUs, 2.1 GHz [7]: 16x16x16 in 16 cycles on each of four SIMDs
  gpu.flops_fp8 = 4096;        // 2.6 PFLOP/s [7]
  gpu.mma_latency = 28;        // 16x16x16: 8 passes and 3 wait states of 4 cycles, 16 on the unit [9]
  gpu.lane_operations = 128;   // 163 TFLOP/s of packed fp32 [7]
  gpu.exponentials = 16;       // a quarter of four SIMDs of 16 lanes [9]
  gpu.shared_per_cycle = 128;  // LDS [7]
  gpu.shared_latency = 69;     // estimate: 64 to 69
  gpu.global_per_cycle = 53;   // L2: 2048 bytes a cycle for the 38 CUs of a die [7]
  gpu.global_latency = 650;    // estimate: 500 to 800
  gpu.copy_bytes = 4;          // [9]
  gpu.issue = 1;               // its place in the order; between two MFMA there is room
  gpu.barrier = 16;            // estimate
  gpu.mbarrier_cycles = 16;    // estimate; no roles but the waves
  gpu.limits.shared_bytes = 64L * 1024;  // [7]
  gpu.register_file = 524288;            // four SIMDs of 512 registers of 64 lanes [7]
  gpu.lane_registers = 512;              // [7]
  return gpu;
}

/// The figures of an MI355X, where they differ from CDNA3's.
constexpr Gpu cdna4() {
  Gpu gpu = cdna3();
  gpu.name = "MI355X";
  gpu.architecture = "gfx950";
  gpu.flops_bf16 = 4096;                  // 2.5 PFLOP/s, 256 CUs, 2.4 GHz [8]: 16x16x32 in 16 cycles
  gpu.flops_fp8 = 8192;                   // 5 PFLOP/s [8]: 16x16x128 in 32 cycles
  gpu.mma_latency = 32;                   // one wait state more [9]
  gpu.exponentials = 32;                  // twice CDNA3's rate [9]
  gpu.shared_per_cycle = 256;             // [8]
  gpu.global_per_cycle = 64;              // L2: 2048 bytes a cycle for the 32 CUs of a die [8]
  gpu.copy_bytes = 16;                    // [9]
  gpu.limits.shared_bytes = 160L * 1024;  // [8]
  return gpu;
}

inline constexpr Gpu mi300x = cdna3();  ///< AMD Instinct MI300X.
inline constexpr Gpu mi355x = cdna4();  ///< AMD Instinct MI355X.

}  // namespace stretto::targets
