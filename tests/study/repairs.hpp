// Repairs of random programs. Each addresses one mistake that makes nearly all of them wrong or refused. They may fail.
#pragma once

#include <stretto/program/wave_program.hpp>

#include "../dice.hpp"

namespace stretto::study {

/// Subtiles of shared and tensor memory that are read but never written: adds a write, or removes the reads.
void write_what_is_read(Dice& dice, WaveProgram& program);

/// Gives every role as many workgroup barriers as the first.
void even_barriers(Dice& dice, WaveProgram& program);

/// Makes each section expect the bytes that its bulk loads deliver.
void expect_bytes(WaveProgram& program);

/// Gives a phase as many arrivals as the kernels make per trip, or as the other sections make if the kernels make none.
void count_arrivals(WaveProgram& program);

/// Closes the group at the last step of a section in a counter of groups.
void close_groups(WaveProgram& program);

/// Adds waits at the end of the epilogue for what must be complete there, or an arrival that signals it.
void finish_steps(Dice& dice, WaveProgram& program);

/// Sets the number of K tiles of a run to what one accumulator gets; most consumes of other accumulators lose theirs.
void count_tiles(Dice& dice, WaveProgram& program);

}  // namespace stretto::study
