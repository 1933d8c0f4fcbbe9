// A wave program as a machine.
//
// Every fetched part of a subtile is a column of small random integers for each K tile; a move copies what it reads,
// one source after another; a consume multiplies what it reads element by element. Which numbers a cell means to hold
// follows from where it is filled from, so that must be the same at every step that writes it.
#pragma once

#include "machine.hpp"

namespace stretto::executor {

/// Throws std::invalid_argument when the program makes no sense: accesses out of range, a register or a part that is
/// filled now from here and now from there, a consume that reads nothing, waves without a program.
Machine machine_of(const WaveProgram& program);

}  // namespace stretto::executor
