// Programs that reach the loop head of one program in different states.
#pragma once

#include <cstdint>
#include <vector>

#include <stretto/program/wave_program.hpp>

namespace stretto::study {

/// A program whose prologue begins with copies of its first trips.
[[nodiscard]] WaveProgram peeled(const WaveProgram& whole);

/// A program, and changed ones with the same steps at the same indices, some of them left out. Their states at the loop
/// head are states in which the program itself might have arrived.
struct Histories {
  WaveProgram program;
  std::vector<WaveProgram> changed;
};
/// Of the base as it is.
[[nodiscard]] Histories histories_of(const WaveProgram& base, std::uint64_t seed, int count);
/// Of the base with some of its trips and other steps added to its prologue.
[[nodiscard]] Histories long_histories_of(const WaveProgram& base, std::uint64_t seed, int count);

}  // namespace stretto::study
