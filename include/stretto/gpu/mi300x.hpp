// AMD Instinct MI300X (CDNA3, gfx942), per compute unit.
#pragma once

#include <stretto/gpu/gpu.hpp>

namespace stretto::targets {

/// The figures of an MI300X. Their sources are in docs/targets.md.
constexpr Gpu cdna3() {
  Gpu gpu{.name = "MI300X",
          .architecture = "gfx942",
          .copies = CopyKind::lds_load,
          .multiplies = MmaKind::from_registers,
          .wave_lanes = 64};
  // [n]: sources in docs/targets.md.
  gpu.flops_bf16 = 2048;          // 1.3 PFLOP/s, 304 CUs, 2.1 GHz [7]: 16x16x16 in 16 cycles on each of four SIMDs
  gpu.flops_fp8 = 4096;           // 2.6 PFLOP/s [7]
  gpu.mma_columns = 16;           // MFMA 16x16 [9]
  gpu.mma_latency = 28;           // 16x16x16: 8 passes and 3 wait states of 4 cycles, 16 on the unit [9]
  gpu.lane_operations = 128;      // 163 TFLOP/s of packed fp32 [7]
  gpu.exponentials = 16;          // a quarter of the rate of four SIMDs of 16 lanes [9]
  gpu.shared_per_cycle = 128;     // LDS [7]
  gpu.shared_latency = 69;        // estimate: 64 to 69
  gpu.global_per_cycle = 53;      // L2: 2048 bytes per cycle for the 38 CUs of a die [7]
  gpu.global_latency = 650;       // estimate: 500 to 800
  gpu.copy_bytes = 4;             // [9]
  gpu.issue = 1;                  // takes one place in the issue order; there is room between two MFMAs
  gpu.barrier = 16;               // estimate
  gpu.mbarrier_cycles = 16;       // estimate; all waves have one role
  gpu.limits.vm_capacity = 63;    // vmcnt has 6 bits [9]
  gpu.limits.lgkm_capacity = 15;  // lgkmcnt has 4 bits [9]
  gpu.limits.max_wait_vm = 62;    // all ones: no wait
  gpu.limits.max_wait_lgkm = 14;  // all ones: no wait
  gpu.limits.shared_bytes = 64L * 1024;  // [7]
  gpu.register_file = 524288;            // four SIMDs of 512 registers of 64 lanes [7]
  gpu.lane_registers = 512;              // [7]
  gpu.latency = {.global_min = 500,      // public measurements: 500 to 800
                 .read_max = 69,         // public measurements: 64 to 69
                 .read_cycles = 8,       // a 16-byte read per lane of a wave is 1 KiB, at 128 bytes per cycle
                 .issue_max = 4,
                 .compute_max = 256};  // a quadrant of a wave's tile: 16 MFMAs of 16 cycles
  return gpu;
}

inline constexpr Gpu mi300x = cdna3();  ///< AMD Instinct MI300X.

}  // namespace stretto::targets
