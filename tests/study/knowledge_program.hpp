// Programs whose prologues contain many signals between roles: which role knows what at the loop head decides whether
// the loop is right.
#pragma once

#include <stretto/program/wave_program.hpp>

#include "../dice.hpp"

namespace stretto::study {

[[nodiscard]] WaveProgram knowledge_program(Dice& dice);

}  // namespace stretto::study
