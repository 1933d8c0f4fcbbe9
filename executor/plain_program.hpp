// Plain programs: those that need only the counters vm and lgkm and workgroup barriers. The machine for wave programs
// and the explorer execute them; the interpreter executes all programs.
#pragma once

#include <stretto/program/wave_program.hpp>

namespace stretto::executor {

/// The feature that makes a step more than plain; null if there is none.
constexpr const char* beyond_plain(const WaveProgram& program, const Step& step) {
  switch (step.action) {
    case Action::arrive:
    case Action::await:
    case Action::init: return "a step of a phase barrier";
    case Action::fence:
    case Action::init_fence: return "a fence";
    case Action::registers: return "a step that moves registers";
    default: break;
  }
  if (step.phase_barrier.present()) return "a step of a phase barrier";
  if (step.counter != Counter::none && step.counter != Counter::vm && step.counter != Counter::lgkm) {
    return "a counter other than vm and lgkm";
  }
  for (int i = step.first_access; i < step.first_access + step.access_count && i < program.accesses.size(); ++i) {
    if (i < 0) break;
    const StepAccess& access = program.accesses[i];
    if (access.local_step != 0 || access.run_step != 0)
      return "a slot that depends on the trip of a run, or on the run";
    if (access.any) return "an access of any version";
    if (access.skips_first) return "a read that the first trip does not make";
    if (step.action == Action::fetch && access.mode == AccessMode::read) return "a fetch that reads";
  }
  return nullptr;
}

/// The first feature of a program that is more than plain; null if there is none.
constexpr const char* beyond_plain(const WaveProgram& program) {
  for (const Buffer& buffer : program.buffers) {
    if (buffer.space == Space::global) return "a buffer in global memory";
    if (buffer.offset >= 0) return "a buffer with an offset";
  }
  for (const Role& role : program.roles) {
    if (role.workgroup != 0) return "a second workgroup";
    if (role.run_period != 1) return "a role that takes part in some runs only";
    if (!role.steps.setup.empty() || !role.steps.teardown.empty()) return "setup or teardown";
    for (const Section section : run_sections) {
      for (const Step& step : role.steps[section]) {
        if (const char* feature = beyond_plain(program, step)) return feature;
      }
    }
  }
  return nullptr;
}

}  // namespace stretto::executor
