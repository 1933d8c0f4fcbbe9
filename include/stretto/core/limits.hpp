// Upper limits for numbers in the input. They are far beyond any kernel, and small enough that no product or sum of
// them overflows an int or makes a schedule too long to store.
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto {

inline constexpr int max_count = 256;       ///< MMAs along a side, partitions, K tiles, loads per thread, wave rows
inline constexpr int max_extent = 1 << 15;  ///< tile sides, counter entries of one load, cycles

/// A number as an int, at most the largest int and at least its negative: more is too large for any limit.
constexpr int saturated(long number) {
  constexpr long largest = 0x7fffffff;
  if (number < -largest) return static_cast<int>(-largest);
  return static_cast<int>(number < largest ? number : largest);
}

}  // namespace stretto
