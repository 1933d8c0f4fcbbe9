// One role with data steps drawn at random, and waits and barriers that are enough for them.
//
// Steps are run in order for a few trips; where one touches what an earlier one may still touch, a wait goes before it,
// and where that may be in another wave, a barrier. What is not needed is not there, so that whatever is taken away
// matters.
#pragma once

#include <stretto/program/wave_program.hpp>

#include "../dice.hpp"

namespace stretto::study {

[[nodiscard]] WaveProgram synchronised_program(Dice& dice);

}  // namespace stretto::study
