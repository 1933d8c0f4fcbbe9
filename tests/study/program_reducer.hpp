// The smallest program that is still bad: what a study found, without what does not matter.
#pragma once

#include <functional>

#include <stretto/program/wave_program.hpp>

namespace stretto::study {

/// Greedy: drops roles, steps and accesses, and takes numbers towards 0, as long as the program stays one that
/// check_program admits and still_bad holds. Nothing that is left can go alone.
[[nodiscard]] WaveProgram reduced(WaveProgram program, const std::function<bool(const WaveProgram&)>& still_bad);

}  // namespace stretto::study
