// The waits and barriers that the data steps of one role need.
#pragma once

#include <stretto/program/wave_program.hpp>

namespace stretto::study {

/// Puts them before the steps that need them, and at the end of the epilogue for what must be complete there. The
/// program has one role and no steps but data steps; groups that a wait must close are closed. A step of the tensor
/// counter is waited for by an arrival at a barrier of its own.
void insert_waits(WaveProgram& program);

}  // namespace stretto::study
