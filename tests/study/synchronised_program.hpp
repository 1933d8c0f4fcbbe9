// One role with random data steps, and sufficient waits and barriers.
//
// Steps are run in order for a few trips. If a step touches what an earlier one may still be using, a wait precedes it;
// if the earlier one may be in another wave, a barrier. Nothing is redundant, so every removal matters.
#pragma once

#include <stretto/program/wave_program.hpp>

#include "../dice.hpp"

namespace stretto::study {

[[nodiscard]] WaveProgram synchronised_program(Dice& dice);

}  // namespace stretto::study
