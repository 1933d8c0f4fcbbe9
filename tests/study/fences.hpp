// Fences where a program most likely needs them: before each signal to other waves, before each step of the async
// proxy, and before each wgmma whose registers other steps write.
#pragma once

#include <stretto/program/wave_program.hpp>

#include "../dice.hpp"

namespace stretto::study {

/// Adds each fence with this probability, in percent.
void add_fences(Dice& dice, WaveProgram& program, int percent);

}  // namespace stretto::study
