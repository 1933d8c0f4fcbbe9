#include "state_histories.hpp"

#include <algorithm>

#include <stretto/verify/check_program.hpp>

#include "../dice.hpp"
#include "program_builder.hpp"
#include "step_edits.hpp"

namespace stretto::study {

WaveProgram peeled(const WaveProgram& whole) {
  ProgramBuilder builder;
  builder.program = whole;
  WaveProgram& program = builder.program;
  program.accesses.clear();
  program.tiles += program.tiles_per_trip;
  program.min_trips = std::max(program.min_trips - 1, 0);
  for (int a = 0; a < program.roles.size(); ++a) {
    program.roles[a].steps = {};
    const auto copy = [&](Section from, Section to, int trips) {
      for (const Step& step : whole.roles[a].steps[from]) {
        BuiltStep built = taken_out(whole, step);
        built.step.tile += trips * built.step.tile_step;
        PhaseUse& use = built.step.phase_barrier;
        use.slot += trips * (use.slot_step + use.local_step);
        use.parity.first += trips * (use.parity.step + use.parity.local_step);
        for (StepAccess& access : built.accesses) {
          access.slot = access.slot_in_trip(trips, whole.buffers[access.buffer].slots);
        }
        builder.put(a, to, built);
      }
    };
    copy(Section::setup, Section::setup, 0);
    copy(Section::prologue, Section::prologue, 0);
    copy(Section::kernel, Section::prologue, 0);
    copy(Section::kernel, Section::kernel, 1);
    copy(Section::epilogue, Section::epilogue, 1);
    copy(Section::teardown, Section::teardown, 1);
  }
  return program;
}

namespace {

void leave_out(Step& step) {
  const Section section = step.section;
  const int entry = step.entry;
  step = nothing().step;
  step.section = section;
  step.entry = entry;
}

bool is_workgroup_barrier(const Step& step) { return step.action == Action::barrier && !step.phase_barrier.present(); }

/// The same step in every role, so that no role waits forever.
void leave_out_barrier(WaveProgram& program, Section section, int number) {
  for (Role& role : program.roles) {
    int at = 0;
    for (Step& step : role.steps[section]) {
      if (is_workgroup_barrier(step) && at++ == number) {
        leave_out(step);
        break;
      }
    }
  }
}

/// Keeps what a step reads, writes and signals: a step of the same index means the same operation.
void change_step(Dice& dice, WaveProgram& program, Section section) {
  Role& role = program.roles[dice.below(program.roles.size())];
  Vector<Step>& steps = role.steps[section];
  if (steps.empty()) return;
  const int index = dice.below(steps.size());
  Step& step = steps[index];
  if (is_workgroup_barrier(step)) {
    int number = 0;
    for (int i = 0; i < index; ++i) number += is_workgroup_barrier(steps[i]) ? 1 : 0;
    return leave_out_barrier(program, section, number);
  }
  if (step.action == Action::wait && dice.percent(50)) {
    step.count = std::max(0, step.count + dice.from(-2, 2));
    return;
  }
  if (step.action == Action::fetch && dice.percent(40)) {
    step.tile += dice.from(-2, 2);
    return;
  }
  if (step.phase_barrier.present() && step.phase_barrier.bytes > 0 && dice.percent(20)) {
    step.phase_barrier.bytes = std::max(1, step.phase_barrier.bytes + dice.from(-8, 8));
    return;
  }
  leave_out(step);
}

constexpr Counter queued[] = {Counter::vm, Counter::lgkm, Counter::copy, Counter::mma, Counter::store, Counter::tensor};

/// A random access of any step of the program.
const StepAccess* any_access(Dice& dice, const WaveProgram& program) {
  return program.accesses.empty() ? nullptr : &program.accesses[dice.below(program.accesses.size())];
}

/// A step of the loop, a step that writes something others read, or a wait.
BuiltStep drawn_step(Dice& dice, const WaveProgram& program, const Role& role) {
  const int kind = dice.below(100);
  const StepAccess* access = any_access(dice, program);
  if (kind < 15) return wait(queued[dice.below(6)], dice.below(3));
  if (kind < 50 && access != nullptr) {
    const bool fetches = dice.percent(60);
    const StepAccess* from = any_access(dice, program);
    BuiltStep built = fetches ? fetch(dice.from(-2, 2), dice.below(2)) : move().read(from->buffer, from->slot);
    if (dice.percent(70)) built = built.in(queued[dice.below(6)], dice.percent(80) ? 1 : dice.below(3));
    return built.write(access->buffer, access->slot, 0, 0, access->subtile);
  }
  if (kind < 60 && access != nullptr) {
    BuiltStep built = work(dice.from(-1, 1), 0).read(access->buffer, access->slot, 0, 0, access->subtile);
    return dice.percent(50) ? built.in(queued[dice.below(6)]) : built;
  }
  const Vector<Step>& steps = role.steps[dice.percent(70) ? Section::kernel : Section::epilogue];
  if (steps.empty()) return nothing();
  const Step& chosen = steps[dice.below(steps.size())];
  return is_workgroup_barrier(chosen) || chosen.accumulator >= 0 ? nothing() : taken_out(program, chosen);
}

/// At a random place in the prologue.
void add_step(Dice& dice, WaveProgram& program) {
  if (dice.percent(15)) {
    for (int a = 0; a < program.roles.size(); ++a) {
      insert_step(program, a, Section::prologue, dice.from(0, program.roles[a].steps.prologue.size()), barrier());
    }
    return;
  }
  const int a = dice.below(program.roles.size());
  const Role& role = program.roles[a];
  insert_step(program, a, Section::prologue, dice.from(0, role.steps.prologue.size()), drawn_step(dice, program, role));
}

}  // namespace

Histories histories_of(const WaveProgram& base, std::uint64_t seed, int count) {
  Dice dice(seed);
  Histories out;
  out.program = rebuilt(base);
  for (int i = 0; i < count; ++i) {
    WaveProgram changed = out.program;
    for (int changes = dice.percent(60) ? 1 : dice.from(2, 3); changes > 0; --changes) {
      const int where = dice.below(100);
      Section section = where < 60 ? Section::prologue : Section::kernel;
      if (changed.persistent && where >= 80) section = Section::epilogue;
      change_step(dice, changed, section);
    }
    out.changed.push_back(changed);
  }
  return out;
}

Histories long_histories_of(const WaveProgram& base, std::uint64_t seed, int count) {
  Dice dice(seed);
  WaveProgram program = rebuilt(base);
  if (dice.percent(50)) program = peeled(program);
  if (dice.percent(25)) program = peeled(program);
  for (int added = dice.percent(40) ? 0 : dice.from(1, 8); added > 0; --added) {
    WaveProgram longer = program;
    add_step(dice, longer);
    if (!check_program(longer)) program = longer;
  }
  return histories_of(program, seed, count);
}

}  // namespace stretto::study
