// Writes small programs down.
#pragma once

#include <initializer_list>

#include <stretto/program/wave_program.hpp>

namespace stretto::model_checker {

inline Step fetch(int tile, Counter counter = Counter::none, int weight = 1) {
  Step step;
  step.action = Action::fetch;
  step.counter = counter;
  step.weight = weight;
  step.tile = tile;
  return step;
}

inline Step move(Counter counter = Counter::none, int weight = 1) {
  Step step = fetch(0, counter, weight);
  step.action = Action::move;
  return step;
}

/// Without an accumulator: wants this tile.
inline Step consume(int tile, Counter counter = Counter::none, int weight = 1) {
  Step step = fetch(tile, counter, weight);
  step.action = Action::consume;
  return step;
}

/// Of an accumulator: the n-th one wants tile n.
inline Step sum(int accumulator, Counter counter = Counter::none, int weight = 1) {
  Step step = consume(0, counter, weight);
  step.accumulator = accumulator;
  return step;
}

inline Step wait(Counter counter, int count) {
  Step step;
  step.action = Action::wait;
  step.counter = counter;
  step.count = count;
  return step;
}

inline Step barrier(int named = -1) {
  Step step;
  step.action = Action::barrier;
  step.phase_barrier.barrier = named;
  return step;
}

inline Step arrive(int barrier, int bytes = 0, Counter counter = Counter::none) {
  Step step;
  step.action = Action::arrive;
  step.counter = counter;
  step.phase_barrier.barrier = barrier;
  step.phase_barrier.bytes = bytes;
  return step;
}

inline Step await(int barrier, int flip = 0) {
  Step step;
  step.action = Action::await;
  step.phase_barrier.barrier = barrier;
  step.phase_barrier.flip = flip;
  return step;
}

/// A bulk load.
inline Step load(int tile, int barrier, int bytes) {
  Step step = fetch(tile, Counter::bytes);
  step.phase_barrier.barrier = barrier;
  step.phase_barrier.bytes = bytes;
  return step;
}

/// Tile, and version of the phase barrier, move on with each trip.
inline Step turning(Step step, int slot = 0) {
  step.tile_step = 1;
  step.phase_barrier.slot = slot;
  step.phase_barrier.slot_step = 1;
  return step;
}

inline StepAccess read(int buffer, int version = 0, int subtile = 0) {
  StepAccess access;
  access.buffer = buffer;
  access.version = version;
  access.subtile = subtile;
  return access;
}

inline StepAccess write(int buffer, int version = 0, int subtile = 0) {
  StepAccess access = read(buffer, version, subtile);
  access.mode = AccessMode::write;
  return access;
}

/// Only these waves make the read.
inline StepAccess only(unsigned waves, StepAccess access) {
  access.waves = waves;
  return access;
}

/// The slot moves on with each trip.
inline StepAccess turning(StepAccess access, int slot = 0) {
  access.slot = slot;
  access.slot_step = 1;
  return access;
}

class Maker {
 public:
  WaveProgram program;

  int shared(int slots = 1, int subtiles = 1) { return buffer("shared", Space::shared, slots, subtiles); }
  int tensor() { return buffer("tensor", Space::tensor, 1, 1); }
  int registers(int slots = 1, int subtiles = 1) { return buffer("registers", Space::registers, slots, subtiles); }
  int mbarrier(int arrivals = 1, int slots = 1) {
    program.phase_barriers.push_back({"mbarrier", PhaseBarrierKind::mbarrier, slots, arrivals});
    return program.phase_barriers.size() - 1;
  }
  int named(int arrivals) {
    program.phase_barriers.push_back({"named", PhaseBarrierKind::named, 1, arrivals});
    return program.phase_barriers.size() - 1;
  }

  /// The steps that follow are a new role's.
  Maker& role(int waves = 1, int extra_trips = 0) {
    Role made;
    made.name = "role";
    made.first_wave = program.waves();
    made.waves = waves;
    made.extra_trips = extra_trips;
    program.roles.push_back(made);
    section_ = Section::prologue;
    return *this;
  }
  Maker& kernel() { return section(Section::kernel); }
  Maker& epilogue() { return section(Section::epilogue); }

  /// Adds a step.
  Maker& operator()(Step step, std::initializer_list<StepAccess> accesses = {}) {
    step.first_access = program.accesses.size();
    step.access_count = static_cast<int>(accesses.size());
    step.section = section_;
    for (const StepAccess& access : accesses) program.accesses.push_back(access);
    Role& role = program.roles.back();
    Vector<Step>& steps = role.steps[section_];
    steps.push_back(step);
    return *this;
  }

 private:
  int buffer(const char* name, Space space, int slots, int subtiles) {
    program.buffers.push_back({name, space, slots, 1, subtiles, 0});
    return program.buffers.size() - 1;
  }
  Maker& section(Section section) {
    section_ = section;
    return *this;
  }

  Section section_ = Section::prologue;
};

}  // namespace stretto::model_checker
