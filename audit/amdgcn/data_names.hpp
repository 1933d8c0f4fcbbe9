// Names of data: values that are loaded, and what is computed of them, are not known, but two of them with the same
// name are equal. A name is a hash of everything that the value depends on: of the bytes of global memory; of the bytes
// of the LDS, and the barriers and own writes before the read; of the instructions since, with their operands, the mask
// of lanes where lanes exchange values, and the settings of the wave's mode.
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
