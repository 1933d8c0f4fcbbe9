// Reduces a bad program that a study found to the essentials.
#pragma once

#include <functional>

#include <stretto/program/wave_program.hpp>

namespace stretto::study {

/// Greedy: removes roles, steps and accesses, and moves numbers towards 0, as long as check_program accepts the program
/// and `still_bad` holds. In the result no single part can be removed.
[[nodiscard]] WaveProgram reduced(WaveProgram program, const std::function<bool(const WaveProgram&)>& still_bad);

}  // namespace stretto::study
