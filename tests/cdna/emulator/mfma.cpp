#include "mfma.hpp"

#include <array>
#include <cstring>

#include "numbers.hpp"

namespace stretto::cdna::emulator {

namespace {

std::array<float, 256> fp8_values(Format format) {
  std::array<float, 256> out{};
  for (int bits = 0; bits < 256; ++bits) {
    out[static_cast<std::size_t>(bits)] = from_fp8(static_cast<std::uint8_t>(bits), format);
  }
  return out;
}

/// Elements that a lane holds of one operand.
template <Mfma M>
void decode(const Piece* pieces, int step, int lane, float* to) {
  constexpr Format format = format_of(M);
  constexpr int bytes = shape(M).operand_bytes();
  unsigned char raw[bytes];
  const PiecesOfStep of_step = pieces_of_step(M, step);
  const int skip = bytes < piece_bytes ? step * bytes % piece_bytes : 0;
  for (int p = 0; p < of_step.count; ++p) {
    std::memcpy(raw + p * piece_bytes, pieces[of_step.first + p].of[lane] + skip,
                static_cast<std::size_t>(bytes < piece_bytes ? bytes : piece_bytes));
  }
  if constexpr (format == Format::bf16) {
    std::uint16_t words[bytes / 2];
    std::memcpy(words, raw, sizeof words);
    for (int e = 0; e < bytes / 2; ++e) to[e] = from_bf16(words[e]);
  } else {
    static const std::array<float, 256> values = fp8_values(format);
    for (int e = 0; e < bytes; ++e) to[e] = values[raw[e]];
  }
}

template <Mfma M>
void multiply_as(float* sums, const Piece* first, const Piece* second, int step) {
  constexpr int rows = shape(M).rows;
  constexpr int k = shape(M).k;
  constexpr int part = shape(M).operand_bytes() / shape(M).element_bytes;  // of k, in a lane
  float x[rows][k];
  float y[k][rows];
  for (int lane = 0; lane < wave_lanes; ++lane) {
    float elements[part];
    decode<M>(first, step, lane, x[lane % rows] + lane / rows * part);
    decode<M>(second, step, lane, elements);
    for (int e = 0; e < part; ++e) y[lane / rows * part + e][lane % rows] = elements[e];
  }
  for (int s = 0; s < shape(M).sums(); ++s) {
    for (int lanes = 0; lanes < wave_lanes; lanes += rows) {  // those that share a row of the result
      const int row = sum_row<M>(lanes, s);
      float* to = sums + s * wave_lanes + lanes;
      float sum[rows];
      for (int column = 0; column < rows; ++column) sum[column] = to[column];
      for (int i = 0; i < k; ++i) {
        const float factor = x[row][i];
        for (int column = 0; column < rows; ++column) sum[column] += factor * y[i][column];
      }
      for (int column = 0; column < rows; ++column) to[column] = sum[column];
    }
  }
}

}  // namespace

void multiply(Mfma mfma, float* sums, const Piece* first, const Piece* second, int step) {
  switch (mfma) {
    case Mfma::bf16_16x16x32: return multiply_as<Mfma::bf16_16x16x32>(sums, first, second, step);
    case Mfma::bf16_32x32x16: return multiply_as<Mfma::bf16_32x32x16>(sums, first, second, step);
    case Mfma::bf16_16x16x16: return multiply_as<Mfma::bf16_16x16x16>(sums, first, second, step);
    case Mfma::bf16_32x32x8: return multiply_as<Mfma::bf16_32x32x8>(sums, first, second, step);
    case Mfma::fp8_16x16x128: return multiply_as<Mfma::fp8_16x16x128>(sums, first, second, step);
    case Mfma::fp8_32x32x64: return multiply_as<Mfma::fp8_32x32x64>(sums, first, second, step);
    case Mfma::fp8_16x16x32: return multiply_as<Mfma::fp8_16x16x32>(sums, first, second, step);
    case Mfma::fp8_32x32x16: return multiply_as<Mfma::fp8_32x32x16>(sums, first, second, step);
  }
}

}  // namespace stretto::cdna::emulator
