// A wave program as a machine.
//
// Every fetched part of a subtile is a column of small random integers for each K tile. A move copies what it reads,
// one source after another. A consume multiplies what it reads elementwise. The numbers that a cell is meant to hold
// follow from its sources, so every step that writes it must use the same sources.
#pragma once

#include "machine.hpp"

namespace stretto::executor {

/// Throws std::invalid_argument if the program is invalid: accesses out of range, a register or part that is filled
/// from different sources, a consume that reads nothing, waves without a program.
Machine machine_of(const WaveProgram& program);

}  // namespace stretto::executor
