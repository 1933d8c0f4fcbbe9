// Programs that come to the loop head of one and the same program in different states.
#pragma once

#include <cstdint>
#include <vector>

#include <stretto/program/wave_program.hpp>

namespace stretto::study {

/// A program whose first trips are also in its prologue.
[[nodiscard]] WaveProgram peeled(const WaveProgram& whole);

/// A program, and changed ones with the same steps at the same indices, some of them left out: what they leave behind
/// is what the program might have found.
struct Histories {
  WaveProgram program;
  std::vector<WaveProgram> changed;
};
/// Of the base as it is.
[[nodiscard]] Histories histories_of(const WaveProgram& base, std::uint64_t seed, int count);
/// Of the base with some of its trips and other steps added to its prologue.
[[nodiscard]] Histories long_histories_of(const WaveProgram& base, std::uint64_t seed, int count);

}  // namespace stretto::study
