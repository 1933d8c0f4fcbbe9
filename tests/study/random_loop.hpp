// Random loops without synchronisation: valid programs of data steps, as a schedule leaves them.
//
// Every step handles K tile (trip * tiles_per_trip + u + lead), so the prologue is what earlier trips would have done
// of the first tiles and the epilogue what later ones would do of the last. The order within a trip is any linear
// extension of what must precede what when one wave runs alone: no tile is read before it is there or after it is
// overwritten. Everything else is left to synchronisation.
#pragma once

#include <cstdint>
#include <string>

#include <stretto/program/wave_program.hpp>

namespace stretto::study {

enum class LoopSize : unsigned char {
  large,  // up to eight waves, three buffers and some sixty steps a trip
  small,  // few enough steps to try every place for a barrier
};

struct RandomLoop {
  WaveProgram program;
  std::string summary;  // what it was drawn to be
};

[[nodiscard]] RandomLoop random_loop(std::uint64_t seed, LoopSize size);

}  // namespace stretto::study
