#include "show/changes.hpp"

namespace stretto::tool {

namespace {

/// Calls `change` with the steps of the phase, and where the step is in them, for every agent that has it.
template <class Change>
WaveProgram changed(WaveProgram program, int agent, Phase phase, int index, const Change& change) {
  const WaveProgram before = program;
  const int entry = before.agents[agent].steps(phase)[index].entry;
  for (int a = 0; a < program.agents.size(); ++a) {
    int at = a == agent ? index : step_of_entry(before.agents[a], phase, entry);
    if (a != agent && at < 0 && same_steps(before, agent, a, phase)) at = index;
    if (at >= 0) change(steps_of(program.agents[a], phase), at);
  }
  return program;
}

}  // namespace

WaveProgram without_step(const WaveProgram& program, int agent, Phase phase, int index) {
  return changed(program, agent, phase, index, [](Vector<Step>& steps, int at) {
    Vector<Step> left;
    for (int i = 0; i < steps.size(); ++i) {
      if (i != at) left.push_back(steps[i]);
    }
    steps = left;
  });
}

WaveProgram with_step_moved(const WaveProgram& program, int agent, Phase phase, int index, int places) {
  return changed(program, agent, phase, index, [places](Vector<Step>& steps, int at) {
    const int by = places < 0 ? -1 : 1;
    for (int moved = 0; moved != places; moved += by) {
      const int next = at + by;
      if (next < 0 || next >= steps.size()) return;
      const Step other = steps[next];
      steps[next] = steps[at];
      steps[at] = other;
      at = next;
    }
  });
}

}  // namespace stretto::tool
