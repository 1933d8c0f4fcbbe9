// The values of a knob as they are typed: lists, ranges and tiles of ranges.
//
//   2,3,5                      these
//   2..8, 2..8..2              from, to, and by how much; both ends count
//   64..256..64x128x64         sides may be ranges, too: all combinations
#pragma once

#include <string>
#include <vector>

#include "tune/knobs.hpp"

namespace stretto::tool {

/// Each in one way of writing it. Throws InputError, naming knob, value and what is legal.
std::vector<std::string> read_values(const Knob& knob, const std::string& text);

}  // namespace stretto::tool
