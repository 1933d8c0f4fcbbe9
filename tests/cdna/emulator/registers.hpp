// Registers of a wave: a piece of an operand, and the sums of a matrix instruction.
#pragma once

#include <stretto/cdna/chip.hpp>

namespace stretto::cdna::emulator {

/// 16 bytes of each lane.
struct Piece {
  unsigned char of[wave_lanes][piece_bytes];
};

template <int Count>
struct Sums {
  float of[Count][wave_lanes];
};

}  // namespace stretto::cdna::emulator
