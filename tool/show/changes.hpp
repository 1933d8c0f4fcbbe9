// Programs with a step less, or a step elsewhere: what would happen if it were so.
#pragma once

#include <stretto/model/wave_program.hpp>

namespace stretto::tool {

inline Vector<Step>& steps_of(Agent& agent, Phase phase) {
  if (phase == Phase::prologue) return agent.prologue;
  return phase == Phase::kernel ? agent.kernel : agent.epilogue;
}

/// The step of another agent that is this one as well: groups of waves run the same entries, and a change of one is a
/// change of all. -1: the other agent has none. Of the agent itself: the step.
int shared_step(const WaveProgram& program, int agent, Phase phase, int index, int other);

/// The program without a step, in every agent that has it.
WaveProgram without_step(const WaveProgram& program, int agent, Phase phase, int index);

/// The program with a step so many places further down, or up where it is negative; in every agent that has it.
WaveProgram with_step_moved(const WaveProgram& program, int agent, Phase phase, int index, int places);

}  // namespace stretto::tool
