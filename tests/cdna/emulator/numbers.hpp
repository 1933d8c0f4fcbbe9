// The number formats of the kernels, as bits: bf16, and fp8 e4m3 in the two kinds that the chips have.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include <stretto/cdna/mfma.hpp>

namespace stretto::cdna::emulator {

enum class Format : unsigned char {
  bf16,
  e4m3,       // OCP: bias 7, no infinity, NaN is s.1111.111
  e4m3_fnuz,  // bias 8, no infinity, no negative zero: 0x80 is NaN
};

constexpr Format format_of(Mfma mfma) {
  if (shape(mfma).element_bytes == 2) return Format::bf16;
  return shape(mfma).chip == Chip::gfx950 ? Format::e4m3 : Format::e4m3_fnuz;
}

/// Two of them are a NaN in bf16, one in its kind of fp8.
constexpr unsigned char poison_of(Format format) { return format == Format::e4m3_fnuz ? 0x80 : 0xff; }

inline float from_bf16(std::uint16_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16); }

/// To the nearest, to even between two.
inline std::uint16_t to_bf16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (std::isnan(value)) return static_cast<std::uint16_t>(bits >> 16 | 0x40);
  return static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

inline float from_fp8(std::uint8_t bits, Format format) {
  const bool fnuz = format == Format::e4m3_fnuz;
  if (fnuz ? bits == 0x80 : (bits & 0x7f) == 0x7f) return std::numeric_limits<float>::quiet_NaN();
  const int exponent = bits >> 3 & 15;
  const int mantissa = bits & 7;
  const int bias = fnuz ? 8 : 7;
  const float value = exponent == 0 ? std::ldexp(static_cast<float>(mantissa), 1 - bias - 3)
                                    : std::ldexp(static_cast<float>(mantissa + 8), exponent - bias - 3);
  return (bits & 0x80) != 0 ? -value : value;
}

}  // namespace stretto::cdna::emulator
