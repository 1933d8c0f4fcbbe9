// Upper limits for numbers in the input. They are far beyond any kernel, and small enough that no product or sum of
// them overflows an int or makes a schedule too long to store.
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto {

inline constexpr int max_count = 256;       ///< MMAs along a side, partitions, K tiles, loads per thread, wave rows
inline constexpr int max_extent = 1 << 15;  ///< tile sides, counter entries of one load, cycles

/// A number of bytes as an int, at most the largest int: more is too large for any memory.
constexpr int saturated(long bytes) {
  constexpr long largest = 0x7fffffff;
  return static_cast<int>(bytes < largest ? bytes : largest);
}

}  // namespace stretto
