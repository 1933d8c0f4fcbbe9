// Inserts the waits and barriers that the data steps of one role need.
#pragma once

#include <stretto/program/wave_program.hpp>

namespace stretto::study {

/// Inserts them before the steps that need them, and at the end of the epilogue for what must be complete there. The
/// program has one role and only data steps. Groups that a wait needs closed are closed. A step in the tensor counter
/// is waited for through an arrival at a barrier of its own.
void insert_waits(WaveProgram& program);

}  // namespace stretto::study
