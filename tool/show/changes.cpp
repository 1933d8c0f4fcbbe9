#include "show/changes.hpp"

namespace stretto::tool {

namespace {

/// The emitted entries of a phase, without what the kernel adds to them.
Vector<Step> entries_of(const Agent& agent, Phase phase) {
  Vector<Step> out;
  for (const Step& step : agent.steps(phase)) {
    if (step.entry >= 0) out.push_back(step);
  }
  return out;
}

bool alike(const Step& x, const Step& y) {
  return x.entry == y.entry && x.action == y.action && x.op == y.op && x.counter == y.counter && x.weight == y.weight &&
         x.count == y.count && x.tile == y.tile && x.accumulator == y.accumulator;
}

/// Agents with programs of their own number their entries alike, but do not share them.
bool share_entries(const WaveProgram& program, int a, int b, Phase phase) {
  const Vector<Step> x = entries_of(program.agents[a], phase);
  const Vector<Step> y = entries_of(program.agents[b], phase);
  if (x.size() != y.size()) return false;
  for (int i = 0; i < x.size(); ++i) {
    if (!alike(x[i], y[i])) return false;
  }
  return true;
}

/// Calls `change` with the steps of the phase, and where the step is in them, for every agent that has it.
template <class Change>
WaveProgram changed(const WaveProgram& program, int agent, Phase phase, int index, const Change& change) {
  WaveProgram out = program;
  for (int a = 0; a < program.agents.size(); ++a) {
    const int at = shared_step(program, agent, phase, index, a);
    if (at >= 0) change(steps_of(out.agents[a], phase), at);
  }
  return out;
}

}  // namespace

int shared_step(const WaveProgram& program, int agent, Phase phase, int index, int other) {
  if (other == agent) return index;
  const int entry = program.agents[agent].steps(phase)[index].entry;
  if (entry < 0 || !share_entries(program, agent, other, phase)) return -1;
  const Vector<Step>& steps = program.agents[other].steps(phase);
  for (int i = 0; i < steps.size(); ++i) {
    if (steps[i].entry == entry) return i;
  }
  return -1;
}

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
