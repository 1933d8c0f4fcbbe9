// NVIDIA H100 and H200 (Hopper, sm_90a), per SM.
#pragma once

#include <stretto/config/gpu.hpp>

namespace stretto::targets {

constexpr Gpu hopper(const char* name) {
  Gpu gpu;
  gpu.name = name;
  gpu.architecture = "sm_90a";
  gpu.copies = CopyKind::bulk;
  gpu.multiplies = MmaKind::warpgroup;
  gpu.wave_lanes = 128;  // a warpgroup: what issues a wgmma
  // wgmma m64nNk16 bf16 takes N/2 cycles, m64nNk32 fp8 the same: 64 * 256 * 16 * 2 / 128 (docs/targets.md [1]).
  gpu.flops_bf16 = 4096;
  gpu.flops_fp8 = 8192;
  gpu.mma_latency = 131;             // group of four, one warpgroup: 645 cycles in all (measured, bench/hopper_figures)
  gpu.lane_operations = 128;         // fp32 lanes of an SM [3]
  gpu.exponentials = 16;             // special-function lanes of an SM [3]
  gpu.shared_per_cycle = 128;        // [2]
  gpu.shared_latency = 29;           // [2]
  gpu.global_per_cycle = 68;         // L2 with all SMs active, two SMs a tile; 38 to 91 by the number of SMs (measured)
  gpu.global_latency = 820;          // from memory: 16 KiB take 1060 (measured); from L2 it would be 280
  gpu.issue = 48;                    // one wgmma with its fence; a bulk load 57 (measured)
  gpu.barrier = 30;                  // two warpgroups (measured)
  gpu.phase = 37;                    // an arrival is seen after 72 to 77 (measured)
  gpu.limits.shared_bytes = 232448;  // 227 KiB a block [3]
  gpu.register_file = 262144;        // a consumer after setmaxnreg; 64 K registers an SM [3]
  gpu.lane_registers = 240;
  return gpu;
}

inline constexpr Gpu h200 = hopper("H200");
inline constexpr Gpu h100 = hopper("H100");

}  // namespace stretto::targets
