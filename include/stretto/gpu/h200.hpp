// NVIDIA H200 (Hopper, sm_90a), per SM.
#pragma once

#include <stretto/gpu/gpu.hpp>

namespace stretto::targets {

/// The figures of a Hopper SM under the name of a card. Their sources are in docs/targets.md.
constexpr Gpu hopper(const char* name) {
  Gpu gpu;
  gpu.name = name;
  gpu.architecture = "sm_90a";
  gpu.copies = CopyKind::bulk;
  gpu.multiplies = MmaKind::warpgroup;
  gpu.wave_lanes = 128;  // a warpgroup issues a wgmma
  // [n]: sources in docs/targets.md; m: measured with bench/hopper_figures, also there.
  gpu.flops_bf16 = 4096;        // m: m64n256k16 in 128 cycles
  gpu.flops_fp8 = 8192;         // m: m64n256k32 in 128 cycles
  gpu.mma_rows = 64;            // wgmma: m64, n a multiple of 8, 32 bytes of K [10]
  gpu.mma_latency = 131;        // m: a group of four, one warpgroup, takes 645 cycles
  gpu.lane_operations = 128;    // m, [3]
  gpu.exponentials = 16;        // m, [3]
  gpu.shared_per_cycle = 128;   // [2]
  gpu.shared_latency = 29;      // [2]
  gpu.global_per_cycle = 68;    // m: L2, all SMs, two per tile; 38 to 91, depending on how many share a tile
  gpu.global_latency = 820;     // m: 16 KiB from memory take 1060 cycles; from L2 this would be 280
  gpu.issue = 48;               // m: a wgmma with its fence; a bulk load takes 57
  gpu.barrier = 30;             // m: two warpgroups
  gpu.mbarrier_cycles = 37;     // m: an arrival is visible after 72 to 77
  gpu.limits.max_wait_mma = 7;  // wgmma.wait_group takes 0 to 7 [10]
  gpu.limits.max_expected_bytes = (1 << 20) - 1;  // tx-count of an mbarrier [10]
  gpu.limits.shared_bytes = 232448;               // 227 KiB per block [1]
  gpu.register_file = 262144;                     // 64 Ki registers per SM [1]
  gpu.lane_registers = 240;                       // a consumer after setmaxnreg
  return gpu;
}

inline constexpr Gpu h200 = hopper("H200");  ///< NVIDIA H200.

/// Figures of a whole card, for the choice between kernels. No schedule depends on them.
struct HopperCard {
  int sms = 0;                ///< SMs
  long memory_per_cycle = 0;  ///< bytes per cycle from memory, for all SMs
  long memory_of_block = 0;   ///< bytes per cycle from memory that one block can request
};

inline constexpr HopperCard h200_card{.sms = 132, .memory_per_cycle = 2600, .memory_of_block = 36};  ///< m: an H200.

}  // namespace stretto::targets
