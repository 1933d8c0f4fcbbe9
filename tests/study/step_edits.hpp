// Inserts steps into a program and removes them.
#pragma once

#include "program_builder.hpp"

namespace stretto::study {

inline void insert_step(Vector<Step>& steps, int place, const Step& step) {
  Vector<Step> longer;
  for (int i = 0; i <= steps.size(); ++i) {
    if (i == place) longer.push_back(step);
    if (i < steps.size()) longer.push_back(steps[i]);
  }
  steps = longer;
}

/// With accesses of its own.
inline void insert_step(WaveProgram& program, int role, Section section, int place, const BuiltStep& built) {
  Step step = built.step;
  step.section = section;
  step.first_access = program.accesses.size();
  step.access_count = static_cast<int>(built.accesses.size());
  for (const StepAccess& access : built.accesses) program.accesses.push_back(access);
  insert_step(program.roles[role].steps[section], place, step);
}

inline void remove_step(Vector<Step>& steps, int place) {
  for (int i = place; i + 1 < steps.size(); ++i) steps[i] = steps[i + 1];
  steps.pop_back();
}

/// The step's later accesses move up; the entry in the program's list stays, unused.
inline void remove_access(WaveProgram& program, Step& step, int index) {
  for (int i = step.first_access + index; i + 1 < step.first_access + step.access_count; ++i) {
    program.accesses[i] = program.accesses[i + 1];
  }
  --step.access_count;
}

}  // namespace stretto::study
