// Programs with a step less, or a step elsewhere: what would happen if it were so.
#pragma once

#include <stretto/program/wave_program.hpp>

namespace stretto::tool {

inline Vector<Step>& steps_of(Role& role, Section section) {
  if (section == Section::prologue) return role.steps.prologue;
  return section == Section::kernel ? role.steps.kernel : role.steps.epilogue;
}

/// The step of another role that is this one as well: groups of waves run the same entries, and a change of one is a
/// change of all. -1: the other role has none. Of the role itself: the step.
int shared_step(const WaveProgram& program, int role, Section section, int index, int other);

/// The program without a step, in every role that has it.
WaveProgram without_step(const WaveProgram& program, int role, Section section, int index);

/// The program with a step so many places further down, or up where it is negative; in every role that has it.
WaveProgram with_step_moved(const WaveProgram& program, int role, Section section, int index, int places);

}  // namespace stretto::tool
