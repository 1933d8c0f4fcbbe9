// Which half-tile each wave of a double-buffer kernel reads.
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto {

/// Which half-tile a fragment reads. This depends on how the waves of a workgroup divide the tile.
struct FragmentLayout {
  /// The half-tile that a wave class reads, by operand and quadrant.
  int (*half_tile)(int wave_class, int channel, int quadrant) = any_half;

  static constexpr int every_half = -1;  ///< unknown: the fragment may read any half-tile

  /// Eight waves in two rows of four. A wave reads half-tile `row` of A and half-tile `column / 2` of B, for every
  /// quadrant. The wave class is row * 2 + column / 2, one of four.
  static constexpr FragmentLayout ping_pong() { return {ping_pong_half}; }

  /// Four waves. The rows and columns of each wave are interleaved over both halves, so quadrant q reads half-tile q.
  static constexpr FragmentLayout four_wave() { return {four_wave_half}; }

 private:
  // Named functions, because nvcc loses lambdas in constexpr functions.
  static constexpr int ping_pong_half(int wave_class, int channel, int) {
    return channel == 0 ? wave_class / 2 : wave_class % 2;
  }
  static constexpr int four_wave_half(int, int, int quadrant) { return quadrant; }
  static constexpr int any_half(int, int, int) { return every_half; }
};

}  // namespace stretto
