// Programs with a step less, or a step elsewhere: what would happen if it were so.
#pragma once

#include <stretto/model/wave_program.hpp>

namespace stretto::tool {

/// Agents that run the same steps of a phase, as groups of waves do: a change of one is a change of all.
inline bool same_steps(const WaveProgram& program, int a, int b, Phase phase) {
  const Vector<Step>& x = program.agents[a].steps(phase);
  const Vector<Step>& y = program.agents[b].steps(phase);
  if (x.size() != y.size()) return false;
  for (int i = 0; i < x.size(); ++i) {
    if (x[i].entry != y[i].entry || x[i].action != y[i].action || x[i].op != y[i].op) return false;
  }
  return true;
}

inline Vector<Step>& steps_of(Agent& agent, Phase phase) {
  if (phase == Phase::prologue) return agent.prologue;
  return phase == Phase::kernel ? agent.kernel : agent.epilogue;
}

/// The step that an agent's emitted entry became; -1: it has none. A schedule's groups share entries.
inline int step_of_entry(const Agent& agent, Phase phase, int entry) {
  const Vector<Step>& steps = agent.steps(phase);
  for (int i = 0; i < steps.size(); ++i) {
    if (entry >= 0 && steps[i].entry == entry) return i;
  }
  return -1;
}

/// The program without a step, in every agent that has it.
WaveProgram without_step(const WaveProgram& program, int agent, Phase phase, int index);

/// The program with a step so many places further down, or up where it is negative; in every agent that has it.
WaveProgram with_step_moved(const WaveProgram& program, int agent, Phase phase, int index, int places);

}  // namespace stretto::tool
