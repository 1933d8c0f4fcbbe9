// Upper limits for numbers in the input. They are far beyond any kernel, and small enough that no product or sum of
// them overflows an int or makes a schedule too long to store.
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto {

inline constexpr int max_count = 256;       ///< MMAs along a side, partitions, K tiles, loads per thread, wave rows
inline constexpr int max_extent = 1 << 15;  ///< tile sides, counter entries of one load, cycles

inline constexpr int max_threads = 1024;       ///< threads of a workgroup, on every GPU
inline constexpr int max_cluster = 8;          ///< workgroups of a cluster that every device with clusters can launch
inline constexpr int max_slots = 1000;         ///< slots of a declared buffer
inline constexpr int max_distance = 64;        ///< iterations that an access of a declared loop reaches back
inline constexpr int max_fragment_steps = 64;  ///< parts of a multiplication whose operands come from registers
inline constexpr int max_tag = 127;            ///< largest tag of a kernel's op; larger ones belong to the framework

/// A number as an int, at most the largest int and at least its negative: more is too large for any limit.
constexpr int saturated(long number) {
  constexpr long largest = 0x7fffffff;
  if (number < -largest) return static_cast<int>(-largest);
  return static_cast<int>(number < largest ? number : largest);
}

}  // namespace stretto
