// Random loops without synchronisation: valid programs of data steps, as a scheduler produces them.
//
// Every step handles K tile (trip * tiles_per_trip + u + lead). So the prologue is what earlier trips would have done
// for the first tiles, and the epilogue what later trips would do for the last. The order within a trip is a random one
// in which a wave that runs alone reads no tile before it is loaded or after it is overwritten. Everything else is left
// to synchronisation.
#pragma once

#include <cstdint>
#include <string>

#include <stretto/program/wave_program.hpp>

namespace stretto::study {

enum class LoopSize : unsigned char {
  large,  // up to eight waves, three buffers and about sixty steps per trip
  small,  // few enough steps to try every place for a barrier
};

struct RandomLoop {
  WaveProgram program;
  std::string summary;  // the shape that was drawn
};

[[nodiscard]] RandomLoop random_loop(std::uint64_t seed, LoopSize size);

}  // namespace stretto::study
