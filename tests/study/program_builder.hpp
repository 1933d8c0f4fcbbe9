// Writes small wave programs down, a line a step: what the generators draw, and what program_source.hpp prints.
#pragma once

#include <vector>

#include <stretto/program/wave_program.hpp>

namespace stretto::study {

/// A step with its accesses, before it has a place in a program.
struct BuiltStep {
  Step step;
  std::vector<StepAccess> accesses;

  /// The counter that it is asynchronous in, or that its arrival waits for.
  [[nodiscard]] BuiltStep in(Counter counter, int weight = 1) const {
    BuiltStep copy = *this;
    copy.step.counter = counter;
    copy.step.weight = weight;
    return copy;
  }
  /// Slot and slot_step turn with the trips; version is that of a consume.
  [[nodiscard]] BuiltStep read(int buffer, int slot = 0, int slot_step = 0, int version = 0, int subtile = 0,
                               unsigned waves = 0) const {
    BuiltStep copy = *this;
    copy.accesses.push_back({buffer, slot, slot_step, subtile, AccessMode::read, waves, version});
    return copy;
  }
  [[nodiscard]] BuiltStep write(int buffer, int slot = 0, int slot_step = 0, int version = 0, int subtile = 0,
                                unsigned waves = 0) const {
    BuiltStep copy = *this;
    copy.accesses.push_back({buffer, slot, slot_step, subtile, AccessMode::write, waves, version});
    return copy;
  }
  /// The phase barrier that it arrives at, awaits, or brings bytes to.
  [[nodiscard]] BuiltStep at(int barrier, int slot = 0, int slot_step = 0, int bytes = 0, int flip = 0) const {
    BuiltStep copy = *this;
    copy.step.phase_barrier = {barrier, slot, slot_step, flip, bytes};
    return copy;
  }
};

inline BuiltStep plain(Action action) {
  BuiltStep built;
  built.step.action = action;
  return built;
}
inline BuiltStep nothing() { return plain(Action::nothing); }
inline BuiltStep barrier() { return plain(Action::barrier); }
inline BuiltStep arrive() { return plain(Action::arrive); }
inline BuiltStep await() { return plain(Action::await); }
inline BuiltStep move() { return plain(Action::move); }
inline BuiltStep wait(Counter counter, int count) {
  BuiltStep built = plain(Action::wait).in(counter);
  built.step.count = count;
  return built;
}
inline BuiltStep fetch(int tile = 0, int tile_step = 1) {
  BuiltStep built = plain(Action::fetch);
  built.step.tile = tile;
  built.step.tile_step = tile_step;
  return built;
}
/// The consumes of an accumulator count themselves.
inline BuiltStep consume(int accumulator) {
  BuiltStep built = plain(Action::consume);
  built.step.accumulator = accumulator;
  return built;
}
/// A consume without accumulator: its versions are relative to tile + i * tile_step.
inline BuiltStep work(int tile = 0, int tile_step = 1) {
  BuiltStep built = plain(Action::consume);
  built.step.tile = tile;
  built.step.tile_step = tile_step;
  return built;
}

/// Does a step of this kind touch memory?
inline bool is_data(const Step& step) {
  return step.action == Action::fetch || step.action == Action::move || step.action == Action::consume;
}

class ProgramBuilder {
 public:
  WaveProgram program;

  int buffer(const char* name, Space space, int slots = 1, int subtiles = 1) {
    Buffer added;
    added.name = name;
    added.space = space;
    added.slots = slots;
    added.subtiles = subtiles;
    program.buffers.push_back(added);
    return program.buffers.size() - 1;
  }
  int phase_barrier(const char* name, PhaseBarrierKind kind, int slots, int arrivals) {
    program.phase_barriers.push_back({name, kind, slots, arrivals});
    return program.phase_barriers.size() - 1;
  }
  /// Steps go to this role from now on.
  int role(const char* name, int waves = 1, int extra_trips = 0) {
    Role added;
    added.name = name;
    added.first_wave = program.waves();
    added.waves = waves;
    added.extra_trips = extra_trips;
    program.roles.push_back(added);
    return program.roles.size() - 1;
  }
  void put(Section section, const BuiltStep& built) { put(program.roles.size() - 1, section, built); }
  void put(int role, Section section, const BuiltStep& built) {
    Vector<Step>& steps = program.roles[role].steps[section];
    Step step = built.step;
    step.section = section;
    step.entry = steps.size();
    step.first_access = program.accesses.size();
    step.access_count = static_cast<int>(built.accesses.size());
    for (const StepAccess& access : built.accesses) program.accesses.push_back(access);
    if (step.accumulator >= program.accumulators) program.accumulators = step.accumulator + 1;
    steps.push_back(step);
  }
  void prologue(const BuiltStep& built) { put(Section::prologue, built); }
  void kernel(const BuiltStep& built) { put(Section::kernel, built); }
  void epilogue(const BuiltStep& built) { put(Section::epilogue, built); }
};

/// A step of a program, taken out of it, without what says nothing in a step of its kind.
inline BuiltStep taken_out(const WaveProgram& program, const Step& step) {
  const Action action = step.action;
  BuiltStep built = plain(action);
  Step& out = built.step;
  out.counter = step.counter;
  if (step.counter != Counter::none && action != Action::wait && action != Action::arrive) out.weight = step.weight;
  if (action == Action::wait) out.count = step.count;
  if (action == Action::consume) out.accumulator = step.accumulator;
  if (action == Action::fetch || (action == Action::consume && step.accumulator < 0)) {
    out.tile = step.tile;
    out.tile_step = step.tile_step;
  }
  if (step.phase_barrier.present()) {
    out.phase_barrier = step.phase_barrier;
    if (action != Action::await) out.phase_barrier.flip = 0;
    if (action == Action::await) out.phase_barrier.bytes = 0;
  }
  for (int i = 0; i < step.access_count; ++i) {
    built.accesses.push_back(program.accesses[step.first_access + i]);
    if (action != Action::consume) built.accesses.back().version = 0;
  }
  return built;
}

/// The same program, as the builder writes it: steps numbered in order, each with a range of accesses of its own.
inline WaveProgram rebuilt(const WaveProgram& program) {
  ProgramBuilder builder;
  builder.program = program;
  builder.program.accesses.clear();
  for (int a = 0; a < program.roles.size(); ++a) {
    for (const Section section : all_sections) {
      builder.program.roles[a].steps[section].clear();
      for (const Step& step : program.roles[a].steps[section]) builder.put(a, section, taken_out(program, step));
    }
  }
  return builder.program;
}

}  // namespace stretto::study
