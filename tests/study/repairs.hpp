// Repairs of programs drawn at random, each of one thing that makes nearly all of them wrong or refused. They need not
// succeed.
#pragma once

#include <stretto/program/wave_program.hpp>

#include "../dice.hpp"

namespace stretto::study {

/// Subtiles of shared and tensor memory that are read and never written: somebody writes them, or nobody reads them.
void write_what_is_read(Dice& dice, WaveProgram& program);

/// As many barriers of the workgroup in every role as in the first.
void even_barriers(Dice& dice, WaveProgram& program);

/// The bytes that bulk loads bring in a section are expected in it.
void expect_bytes(WaveProgram& program);

/// A phase has as many arrivals as the kernels make in a trip, or the other sections if these make none.
void count_arrivals(WaveProgram& program);

/// The last step of a section in a counter of groups closes its group.
void close_groups(WaveProgram& program);

/// Waits at the end of the epilogue for what must be complete at the end, or an arrival that tells of it.
void finish_steps(Dice& dice, WaveProgram& program);

/// The K tiles of a run are as many as an accumulator gets; consumes of other accumulators mostly lose theirs.
void count_tiles(Dice& dice, WaveProgram& program);

}  // namespace stretto::study
