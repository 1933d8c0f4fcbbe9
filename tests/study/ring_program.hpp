// Rings between a producer and consumers, in many variants. Loads: bulk loads, cp.async with asynchronous arrivals,
// loads with explicit waits, tiles that pass through registers. Uses: immediate, by mma groups, through fragments read
// ahead, or by the tensor unit. Also with an operand that stays for the whole run, or with consumers that take turns at
// a named barrier.
#pragma once

#include <stretto/program/wave_program.hpp>

#include "../dice.hpp"

namespace stretto::study {

[[nodiscard]] WaveProgram ring_program(Dice& dice);

}  // namespace stretto::study
