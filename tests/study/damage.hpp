// Small changes to a correct program: something is removed, loosened, moved or swapped.
#pragma once

#include <stretto/program/wave_program.hpp>

#include "../dice.hpp"

namespace stretto::study {

/// Makes one change at a random place, or none if nothing there can change. No two steps may share accesses.
void damage(Dice& dice, WaveProgram& program);

}  // namespace stretto::study
