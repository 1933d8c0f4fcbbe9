// Small random wave programs: some safe, some not, none obviously so.
//
// A plain loop (fetch, perhaps store, move, consume, for each K tile) is pipelined with random leads and given the
// waits and barriers that its order needs, or more than these; then some of them are dropped, loosened or moved, and
// now and then a slot is changed. The same seed gives the same program with every standard library.
#pragma once

#include <cstdint>
#include <string>

#include <stretto/program/wave_program.hpp>

namespace stretto::explorer {

struct RandomProgram {
  WaveProgram program;
  int changes = 0;         // made after it was synchronised; none, and not staggered: the program is safe
  bool staggered = false;  // one role is a barrier behind the other
  std::string summary;     // what it was drawn to be
};

[[nodiscard]] RandomProgram random_program(std::uint64_t seed);

}  // namespace stretto::explorer
