// Names for unknown values. Loaded values, and values computed from them, are unknown, but two values with the same
// name are equal. A name is a hash of everything that the value depends on: the address in global memory; the address
// in the LDS, with the number of barriers and of the wave's own LDS writes before the read; each instruction that
// computed it, with its operands, the wave's mode, and EXEC where lanes exchange values.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace stretto::assembly {

using DataNames = std::array<std::uint64_t, 64>;  // by lane

/// Combines two names (the finalizer of SplitMix64 over their sum).
constexpr std::uint64_t joined_name(std::uint64_t x, std::uint64_t y) {
  std::uint64_t z = x * 0x9e3779b97f4a7c15U + y + 0x632be59bd9b4e019U;
  z = (z ^ z >> 30U) * 0xbf58476d1ce4e5b9U;
  z = (z ^ z >> 27U) * 0x94d049bb133111ebU;
  return z ^ z >> 31U;
}

inline std::uint64_t name_of_text(const std::string& text) {
  std::uint64_t out = 0;
  for (const char c : text) out = joined_name(out, static_cast<unsigned char>(c));
  return out;
}

}  // namespace stretto::assembly
