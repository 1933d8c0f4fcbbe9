// Loops in which all waves load parts of a tile and all take it, so that they must meet between: at barriers of the
// workgroup, named ones or mbarriers.
#pragma once

#include <stretto/program/wave_program.hpp>

#include "../dice.hpp"

namespace stretto::study {

[[nodiscard]] WaveProgram shared_loop(Dice& dice);

}  // namespace stretto::study
