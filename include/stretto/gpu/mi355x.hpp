// AMD Instinct MI355X (CDNA4, gfx950), per compute unit.
#pragma once

#include <stretto/gpu/mi300x.hpp>

namespace stretto::targets {

/// The figures of an MI355X that differ from CDNA3.
constexpr Gpu cdna4() {
  Gpu gpu = cdna3();
  gpu.name = "MI355X";
  gpu.architecture = "gfx950";
  gpu.flops_bf16 = 4096;                  // 2.5 PFLOP/s, 256 CUs, 2.4 GHz [8]: 16x16x32 in 16 cycles
  gpu.flops_fp8 = 8192;                   // 5 PFLOP/s [8]: 16x16x128 in 32 cycles
  gpu.mma_latency = 32;                   // one more wait state [9]
  gpu.exponentials = 32;                  // twice the rate of CDNA3 [9]
  gpu.shared_per_cycle = 256;             // [8]
  gpu.global_per_cycle = 64;              // L2: 2048 bytes per cycle for the 32 CUs of a die [8]
  gpu.copy_bytes = 16;                    // [9]
  gpu.limits.shared_bytes = 160L * 1024;  // [8]
  gpu.latency.read_cycles = 4;            // 1 KiB at 256 bytes per cycle; a compute op may also be 8 MFMAs of 32 cycles
  return gpu;
}

inline constexpr Gpu mi355x = cdna4();  ///< AMD Instinct MI355X.

// Programs that name no GPU have the limits of this one: program/wave_program.hpp, below this layer, states them.
static_assert(mi355x.limits == CounterLimits{});

}  // namespace stretto::targets
