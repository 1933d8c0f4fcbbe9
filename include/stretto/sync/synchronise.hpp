// synchronise: turns a program of data steps into one that the verifier accepts, with the least synchronisation.
//
// The given program has no waits. Its barriers are pacing barriers: they are kept, and used where they suffice. All
// roles run the same steps; a stagger may offset them. The order of work: the needs of every run of a few trips, the
// kernel's barriers, the barriers of prologue and epilogue, and the waits.
//
// Fails if roles run different steps, or if an op comes before one that must have completed first: no synchronisation
// repairs that. The verifier decides whether the result is safe for every trip count.
#pragma once

#include <stretto/sync/outer_barriers.hpp>

namespace stretto {

namespace detail {

/// A number of trips in which every pair of steps that can conflict does so, and once more in the steady state.
constexpr int trips_to_look_at(const WaveProgram& program) {
  int turns = 1;
  for (const Role& role : program.roles) {
    for (const Step& step : role.steps.kernel) {
      for (int i = 0; i < step.access_count; ++i) {
        const StepAccess& access = program.accesses[step.first_access + i];
        if (access.slot_step == 0) continue;
        const int slots = program.buffers[access.buffer].slots;
        const int trips = (slots + access.slot_step - 1) / access.slot_step;
        turns = trips > turns ? trips : turns;
      }
    }
  }
  return program.min_trips + turns + 2;
}

constexpr Diagnostic cannot_be_fixed(const WaveProgram& program, const Reversal& reversal) {
  const auto entry = [&](const StepAt& at) { return program.roles[0].steps[at.section][at.step].entry; };
  return Diagnostic(Rule::order_cannot_be_fixed, entry(reversal.early), entry(reversal.late))
      .at_entry(entry(reversal.early))
      .in_section(reversal.early.section);
}

}  // namespace detail

/// The least synchronisation of a program; `with_synchronisation` inserts it.
constexpr Result<SyncPlan> synchronise(const WaveProgram& program, const LatencyHiding& hiding = {}) {
  const detail::Alignment alignment(program);
  if (alignment.error()) return alignment.error();
  const detail::Cells cells(program);
  detail::NeedFinder finder(program, alignment, cells);
  // The longest run contains every pair of the kernel's steps. The short runs contain the pairs that only a few trips
  // bring together.
  Vector<detail::RunNeeds> runs;
  const int longest = detail::trips_to_look_at(program);
  for (int trips = program.min_trips; trips <= longest; ++trips) {
    if (trips == longest - 1) continue;
    runs.push_back(finder.find(trips));
    if (!runs.back().reversals.empty()) return detail::cannot_be_fixed(program, runs.back().reversals[0]);
  }
  SyncPlan plan = alignment.plain_plan();
  detail::KernelBarriers(program, plan, hiding).place(runs.back());
  const SyncPlan kernel_only = plan;
  Vector<detail::RunNeeds> longest_alone;
  longest_alone.push_back(runs.back());
  detail::Waits kernel_waits(program, kernel_only, longest_alone);
  kernel_waits.place_in_kernel();
  detail::Waits waits = detail::place_outer_barriers(program, plan, runs, kernel_waits);
  waits.place_everywhere();
  return waits.inserted();
}

/// The program with the plan's waits and barriers inserted. Entries are renumbered.
constexpr WaveProgram with_synchronisation(const WaveProgram& program, const SyncPlan& plan) {
  WaveProgram out = program;
  const detail::Alignment alignment(program);
  for (int a = 0; a < program.roles.size(); ++a) {
    for (const Section section : run_sections) {
      Vector<Step> steps;
      int entry = 0;
      for (const SyncElement& element : plan.section(section)) {
        Step step;
        step.section = section;
        switch (element.kind) {
          case ElementKind::step:
            step = alignment.step(a, section, element.step);
            if (step.entry >= 0) step.entry = entry++;
            break;
          case ElementKind::stagger:
            if ((element.roles >> a & 1U) == 0) continue;
            step.action = Action::barrier;
            step.pacing = true;
            break;
          case ElementKind::barrier:
            step.action = Action::barrier;
            step.entry = entry++;
            break;
          case ElementKind::wait:
            step.action = Action::wait;
            step.counter = element.counter;
            step.count = element.count;
            step.entry = entry++;
            break;
        }
        steps.push_back(step);
      }
      Role& role = out.roles[a];
      if (section == Section::prologue) role.steps.prologue = static_cast<Vector<Step>&&>(steps);
      if (section == Section::kernel) role.steps.kernel = static_cast<Vector<Step>&&>(steps);
      if (section == Section::epilogue) role.steps.epilogue = static_cast<Vector<Step>&&>(steps);
    }
  }
  return out;
}

}  // namespace stretto
