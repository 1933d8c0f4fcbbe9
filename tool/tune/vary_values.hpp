// `--vary KNOB=VALUES`: a knob and its values as the user types them: lists, ranges and tiles of ranges.
//
//   2,3,5                      these values
//   2..8, 2..8..2              from, to, and step; both ends are included
//   64..256..64x128x64         sides may be ranges as well: all combinations
#pragma once

#include <string>
#include <vector>

#include "tune/space.hpp"

namespace stretto::tool {

/// An argument of --vary. Throws InputError, also for an unknown knob; `what` is the subject in its message.
TuneAxis read_vary(const std::vector<Knob>& knobs, const std::string& text, const std::string& what);

/// The values of a knob, each in its canonical spelling. Throws InputError with the knob, the value and the valid
/// values.
std::vector<std::string> read_values(const Knob& knob, const std::string& text);

}  // namespace stretto::tool
