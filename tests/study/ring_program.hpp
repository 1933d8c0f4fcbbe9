// Rings between a producer and consumers, in many ways: bulk loads, cp.async with asynchronous arrivals, loads that are
// waited for, tiles that come by way of registers; taken at once, by mma groups, by fragments read ahead, or by the
// tensor unit; with an operand that stays, or with turns at a named barrier.
#pragma once

#include <stretto/program/wave_program.hpp>

#include "../dice.hpp"

namespace stretto::study {

[[nodiscard]] WaveProgram ring_program(Dice& dice);

}  // namespace stretto::study
