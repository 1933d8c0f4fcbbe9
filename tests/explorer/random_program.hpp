// Small random wave programs. Some are safe and some are not, none of them obviously.
//
// A plain loop (fetch, perhaps store, move, consume, for each K tile) is pipelined with random leads, and gets at least
// the waits and barriers that its order needs. Then some of these are dropped, loosened or moved, and sometimes a slot
// is changed. The same seed gives the same program with every standard library.
#pragma once

#include <cstdint>
#include <string>

#include <stretto/program/wave_program.hpp>

namespace stretto::explorer {

struct RandomProgram {
  WaveProgram program;
  int changes = 0;         // made after synchronisation; if 0 and not staggered, the program is safe
  bool staggered = false;  // one role is a barrier behind the other
  std::string summary;     // the shape that was drawn
};

[[nodiscard]] RandomProgram random_program(std::uint64_t seed);

}  // namespace stretto::explorer
