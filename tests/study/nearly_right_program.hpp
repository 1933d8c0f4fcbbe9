// Correct and nearly correct programs; a large share is proven.
//
// The data flow is drawn, then sufficient synchronisation is added, and then up to three changes remove, loosen, move
// or swap something.
#pragma once

#include <cstdint>

#include <stretto/program/wave_program.hpp>

#include "extension.hpp"

namespace stretto::study {

[[nodiscard]] WaveProgram nearly_right_program(std::uint64_t seed, Features features);

/// An arbitrary or a nearly right program after one or two changes of role_mutations.hpp.
[[nodiscard]] WaveProgram changed_program(std::uint64_t seed, Features features);

}  // namespace stretto::study
