// The tiles of the GEMM kernels: what a launch needs to know of a kernel, without its schedule.
//
// On gfx942 a lane loads 4 bytes into LDS at a time, not 16, so a half-tile needs four times as many loads, and the LDS
// has 64 KiB. With a K of 32 in bf16 (64 in fp8), two slots of 256x256 fit exactly. With eight waves a half-tile is
// then 4 loads per wave, 32 per trip. With four waves it would be 8, and 64 per trip: vmcnt counts to 63, so the
// prologue would stall on its own loads. 256x128 needs 8 and 4 loads, 48 per trip.
#pragma once

#include <stretto/cdna/gemm_tile.hpp>
#include <stretto/gpu/gpu.hpp>

namespace stretto::cdna {

/// The schedule of a kernel.
enum class GemmKind : unsigned char {
  ping_pong,      ///< eight waves in two staggered groups
  four_wave,      ///< four waves, fragments rotated in early
  single_buffer,  ///< one slot, the next tile in registers
  pipelined,      ///< a declared loop, modulo-scheduled
};

/// Where a kernel's waits and barriers come from.
enum class Synchronised : unsigned char {
  mojo,     ///< those of the Mojo package, which may race
  derived,  ///< derived and proven
};

/// The matrix instruction with 16 or 32 rows.
constexpr Mfma mfma_of(Chip chip, DataType type, int rows) {
  const bool narrow = rows == 16;
  if (chip == Chip::gfx950) {
    if (type == DataType::bf16) return narrow ? Mfma::bf16_16x16x32 : Mfma::bf16_32x32x16;
    return narrow ? Mfma::fp8_16x16x128 : Mfma::fp8_32x32x64;
  }
  if (type == DataType::bf16) return narrow ? Mfma::bf16_16x16x16 : Mfma::bf16_32x32x8;
  return narrow ? Mfma::fp8_16x16x32 : Mfma::fp8_32x32x16;
}

/// K of a tile: rows are 128 bytes, or 64 on gfx942.
constexpr int k_of(Chip chip, DataType type) {
  return (chip == Chip::gfx950 ? 128 : 64) / (type == DataType::bf16 ? 2 : 1);
}

/// Four waves, 256 rows and columns.
constexpr GemmTile large_tile(Chip chip, DataType type, int mfma_rows) {
  return {.chip = chip,
          .mfma = mfma_of(chip, type, mfma_rows),
          .m = 256,
          .n = 256,
          .k = k_of(chip, type),
          .load_bytes = facts(chip).load_bytes};
}

/// Eight waves in two groups. A wave's rows lie in one half of A's tile, and it reads one half of B's tile.
constexpr GemmTile ping_pong_tile(Chip chip, DataType type) {
  GemmTile tile = large_tile(chip, type, 16);
  tile.wave_rows = 2;
  tile.wave_columns = 4;
  return tile;
}

/// Four waves, one per SIMD. A wave's rows and columns are spread over both halves of the tile.
constexpr GemmTile four_wave_tile(Chip chip, DataType type) {
  GemmTile tile = large_tile(chip, type, 16);
  if (chip != Chip::gfx950) tile.n = 128;
  tile.rows = WaveRows::interleaved;
  return tile;
}

/// Four waves, one slot in LDS. Loads go through registers, 16 bytes per lane on both chips.
constexpr GemmTile single_buffer_tile(Chip chip) {
  return {.chip = chip, .mfma = mfma_of(chip, DataType::bf16, 16), .m = 128, .n = 128, .k = 64, .parts = 1, .slots = 1};
}

/// Four waves; a tile is multiplied in parts along K.
constexpr GemmTile pipelined_tile(Chip chip, DataType type) {
  GemmTile tile = large_tile(chip, type, 32);
  tile.parts = 1;
  return tile;
}

// The plans, defined in gemm_plan.hpp, and their tiles.

template <Chip C, DataType Type, Synchronised Sync>
struct PingPongPlan;
template <Chip C, DataType Type, Synchronised Sync>
struct FourWavePlan;
template <Chip C>
struct SingleBufferPlan;
template <Chip C, DataType Type>
struct PipelinedPlan;

/// The kind and the tile of a plan.
template <class Plan>
struct TileOf;
template <Chip C, DataType Type, Synchronised Sync>
struct TileOf<PingPongPlan<C, Type, Sync>> {
  static constexpr GemmKind kind = GemmKind::ping_pong;
  static constexpr GemmTile tile = ping_pong_tile(C, Type);
};
template <Chip C, DataType Type, Synchronised Sync>
struct TileOf<FourWavePlan<C, Type, Sync>> {
  static constexpr GemmKind kind = GemmKind::four_wave;
  static constexpr GemmTile tile = four_wave_tile(C, Type);
};
template <Chip C>
struct TileOf<SingleBufferPlan<C>> {
  static constexpr GemmKind kind = GemmKind::single_buffer;
  static constexpr GemmTile tile = single_buffer_tile(C);
};
template <Chip C, DataType Type>
struct TileOf<PipelinedPlan<C, Type>> {
  static constexpr GemmKind kind = GemmKind::pipelined;
  static constexpr GemmTile tile = pipelined_tile(C, Type);
};

}  // namespace stretto::cdna
