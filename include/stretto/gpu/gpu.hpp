// Gpu: the hardware figures that a loop's schedule depends on, per compute unit (SM or CU) and in its cycles. Data
// only; one file per GPU in this folder.
#pragma once

#include <stretto/gpu/latency_bounds.hpp>
#include <stretto/program/wave_program.hpp>

namespace stretto {

/// How a tile is copied from global to shared memory.
enum class CopyKind : unsigned char {
  lds_load,    ///< CDNA: directly into LDS, counted by vmcnt; every wave loads its part
  async_copy,  ///< Ampere: cp.async groups; every warp loads its part
  bulk,        ///< Hopper, Blackwell: one thread issues the load, its bytes are reported to an mbarrier
};

/// Where an MMA reads its operands, and how its completion is observed.
enum class MmaKind : unsigned char {
  from_registers,  ///< MFMA, mma.sync: operands are fragments in registers; the wave blocks
  warpgroup,       ///< wgmma: operands in shared memory, sums in registers; completes by groups
  tensor_memory,   ///< tcgen05: operands in shared memory, sums in tensor memory; completes by asynchronous arrivals
};

/// Data type of the operands of an MMA; sums are fp32.
enum class DataType : unsigned char {
  bf16,  ///< two bytes
  fp8,   ///< one byte
};

/// The data type as messages and JSON write it.
constexpr const char* name(DataType type) { return type == DataType::bf16 ? "bf16" : "fp8"; }
/// Bytes of one element.
constexpr int bytes_of(DataType type) { return type == DataType::bf16 ? 2 : 1; }

/// A target: how it copies and multiplies, its rates and latencies, and its capacities.
struct Gpu {
  const char* name = "";                         ///< as people call it
  const char* architecture = "";                 ///< as compilers call it
  CopyKind copies = CopyKind::lds_load;          ///< how tiles get from global to shared memory
  MmaKind multiplies = MmaKind::from_registers;  ///< where operands and accumulators live
  int wave_lanes = 64;                           ///< lanes of a wave: 64, 32 for a warp, 128 for a warpgroup
  int flops_bf16 = 0;                            ///< dense bf16 tensor-core FLOPs per SM or CU per cycle
  int flops_fp8 = 0;                             ///< dense fp8 tensor-core FLOPs per SM or CU per cycle; 0: no fp8
  int mma_latency = 0;                           ///< cycles from the last cycle on the unit to the result
  int mma_rows = 16;                             ///< rows of the smallest matrix instruction
  int mma_columns = 8;                           ///< columns of the smallest matrix instruction
  int mma_k_bytes = 32;                          ///< K of a matrix instruction, in bytes of one operand row
  int lane_operations = 0;                       ///< fp32 operations of all lanes per cycle
  int exponentials = 0;                          ///< exponentials of all lanes per cycle
  int shared_per_cycle = 0;                      ///< bytes per cycle through the shared-memory port
  int shared_latency = 0;                        ///< cycles of a shared-memory read
  int global_per_cycle = 0;                      ///< bytes per cycle from L2 or memory
  int global_latency = 0;                        ///< cycles from the issue of a load to its data
  int copy_bytes = 16;                           ///< bytes that one lane copies per load from global to shared memory
  int issue = 0;                                 ///< cycles that issuing an asynchronous operation holds its wave
  int barrier = 0;                               ///< cost of a workgroup barrier
  int mbarrier_cycles = 0;                       ///< cost of one mbarrier wait or arrive
  long register_file = 0;                        ///< bytes of registers per SM or CU
  int lane_registers = 0;                        ///< most registers of one lane
  int spare_registers = 32;                      ///< registers of a lane kept for addresses and the like
  CounterLimits limits{};   ///< counter fields and memory sizes; register bytes follow from the number of waves
  LatencyBounds latency{};  ///< latency bounds, for margins; unknown on most GPUs

  /// Bytes of registers that one wave has for buffers, if there are `waves` waves.
  [[nodiscard]] constexpr long registers_of_wave(int waves) const {
    const long most = static_cast<long>(lane_registers) * wave_lanes * 4;
    const long share = register_file / waves;
    return (share < most ? share : most) - static_cast<long>(spare_registers) * wave_lanes * 4;
  }
  /// Dense tensor-core FLOPs per SM or CU per cycle; 0: the target does not support this data type.
  [[nodiscard]] constexpr int flops(DataType type) const { return type == DataType::bf16 ? flops_bf16 : flops_fp8; }
  /// Dense multiply-accumulates per cycle on one of the four SIMDs of a CU, or of the four parts of an SM.
  [[nodiscard]] constexpr int simd_macs(DataType type) const { return flops(type) / 2 / 4; }
};

}  // namespace stretto
