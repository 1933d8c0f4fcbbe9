#include "show/changes.hpp"

namespace stretto::tool {

namespace {

/// The emitted entries of a section, without the steps that the kernel adds.
Vector<Step> entries_of(const Role& role, Section section) {
  Vector<Step> out;
  for (const Step& step : role.steps[section]) {
    if (step.entry >= 0) out.push_back(step);
  }
  return out;
}

bool alike(const Step& x, const Step& y) {
  return x.entry == y.entry && x.action == y.action && x.op == y.op && x.counter == y.counter && x.weight == y.weight &&
         x.count == y.count && x.tile == y.tile && x.accumulator == y.accumulator;
}

/// Roles with separate programs use the same entry numbers, but do not share entries.
bool share_entries(const WaveProgram& program, int a, int b, Section section) {
  const Vector<Step> x = entries_of(program.roles[a], section);
  const Vector<Step> y = entries_of(program.roles[b], section);
  if (x.size() != y.size()) return false;
  for (int i = 0; i < x.size(); ++i) {
    if (!alike(x[i], y[i])) return false;
  }
  return true;
}

/// Calls `change` with the steps of the section and the index of the step, for every role that has the step.
template <class Change>
WaveProgram changed(const WaveProgram& program, int role, Section section, int index, const Change& change) {
  WaveProgram out = program;
  for (int a = 0; a < program.roles.size(); ++a) {
    const int at = shared_step(program, role, section, index, a);
    if (at >= 0) change(out.roles[a].steps[section], at);
  }
  return out;
}

}  // namespace

int shared_step(const WaveProgram& program, int role, Section section, int index, int other) {
  if (other == role) return index;
  const int entry = program.roles[role].steps[section][index].entry;
  if (entry < 0 || !share_entries(program, role, other, section)) return -1;
  const Vector<Step>& steps = program.roles[other].steps[section];
  for (int i = 0; i < steps.size(); ++i) {
    if (steps[i].entry == entry) return i;
  }
  return -1;
}

WaveProgram without_step(const WaveProgram& program, int role, Section section, int index) {
  return changed(program, role, section, index, [](Vector<Step>& steps, int at) {
    Vector<Step> left;
    for (int i = 0; i < steps.size(); ++i) {
      if (i != at) left.push_back(steps[i]);
    }
    steps = left;
  });
}

WaveProgram with_step_moved(const WaveProgram& program, int role, Section section, int index, int places) {
  return changed(program, role, section, index, [places](Vector<Step>& steps, int at) {
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
