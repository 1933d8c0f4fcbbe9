// Small changes to a program that is right: something is taken away, loosened, moved or swapped.
#pragma once

#include <stretto/program/wave_program.hpp>

#include "../dice.hpp"

namespace stretto::study {

/// One change, somewhere; none where there is nothing to change. Every step must have accesses of its own.
void damage(Dice& dice, WaveProgram& program);

}  // namespace stretto::study
