// Modified programs: with one step removed or moved, for what-if questions.
#pragma once

#include <stretto/program/wave_program.hpp>

namespace stretto::tool {

/// The index of the same step in another role: groups of waves run the same entries, so a change of one is a change of
/// all. -1: the other role does not have it. For the role itself: the step.
int shared_step(const WaveProgram& program, int role, Section section, int index, int other);

/// The program without a step, in every role that has it.
WaveProgram without_step(const WaveProgram& program, int role, Section section, int index);

/// The program with a step moved down by this many places, or up if negative, in every role that has it.
WaveProgram with_step_moved(const WaveProgram& program, int role, Section section, int index, int places);

}  // namespace stretto::tool
