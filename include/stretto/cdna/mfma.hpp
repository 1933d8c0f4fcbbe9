// The matrix instructions (MFMA) that the kernels use: shape, operands and cycles.
//
// An MFMA multiplies `rows` x k by k x `rows`. Lane i holds row i % rows of each operand. The lanes of one row share k:
// lane i holds its part i / rows, consecutive elements. Registers are loaded in pieces of 16 bytes, and K may be
// consumed in any order that both operands share. So an instruction whose operand is two pieces needs two reads, and
// one whose operand is half a piece is issued twice per read.
#pragma once

#include <stretto/cdna/chip.hpp>
#include <stretto/core/platform.hpp>

namespace stretto::cdna {

enum class Mfma : unsigned char {
  bf16_16x16x32,  // gfx950
  bf16_32x32x16,  // gfx950
  bf16_16x16x16,  // gfx942
  bf16_32x32x8,   // gfx942
  fp8_16x16x128,  // gfx950, f8f6f4, OCP e4m3
  fp8_32x32x64,   // gfx950, f8f6f4, OCP e4m3
  fp8_16x16x32,   // gfx942, e4m3 without infinities and negative zero (FNUZ)
  fp8_32x32x16,   // gfx942, FNUZ e4m3
};

struct MfmaShape {
  int rows = 0;  // rows of each operand; rows and columns of the result
  int k = 0;
  int element_bytes = 0;  // bytes of an operand element
  Chip chip = Chip::gfx950;

  [[nodiscard]] constexpr int operand_bytes() const { return rows * k * element_bytes / wave_lanes; }  // per lane
  [[nodiscard]] constexpr int sums() const { return rows * rows / wave_lanes; }                        // per lane
  /// Cycles between two issues on one SIMD, at the rate of the chip's GPU.
  [[nodiscard]] constexpr int cycles() const {
    return rows * rows * k / gpu_of(chip).simd_macs(element_bytes == 2 ? DataType::bf16 : DataType::fp8);
  }
  [[nodiscard]] constexpr int lanes_of_row() const { return wave_lanes / rows; }
  /// Bytes of a tile row that one read instruction of a wave covers.
  [[nodiscard]] constexpr int read_bytes() const { return lanes_of_row() * piece_bytes; }
};

/// The shapes of the instruction sets.
STRETTO_INLINE constexpr MfmaShape shape(Mfma mfma) {
  switch (mfma) {
    case Mfma::bf16_16x16x32: return {16, 32, 2, Chip::gfx950};
    case Mfma::bf16_32x32x16: return {32, 16, 2, Chip::gfx950};
    case Mfma::bf16_16x16x16: return {16, 16, 2, Chip::gfx942};
    case Mfma::bf16_32x32x8: return {32, 8, 2, Chip::gfx942};
    case Mfma::fp8_16x16x128: return {16, 128, 1, Chip::gfx950};
    case Mfma::fp8_32x32x64: return {32, 64, 1, Chip::gfx950};
    case Mfma::fp8_16x16x32: return {16, 32, 1, Chip::gfx942};
    case Mfma::fp8_32x32x16: return {32, 16, 1, Chip::gfx942};
  }
  return {};
}

/// Row of the result that contains the s-th sum of a lane. The column is lane % rows.
template <Mfma M, class Int>
STRETTO_INLINE constexpr Int sum_row(const Int& lane, int s) {
  constexpr int rows = shape(M).rows;
  return lane / rows * 4 + (s / 4 * 4 * (wave_lanes / rows) + s % 4);
}

}  // namespace stretto::cdna
