// Builds small programs.
#pragma once

#include <initializer_list>

#include "../program_parts.hpp"

namespace stretto::model_checker {

inline Step fetch(int tile, Counter counter = Counter::none, int weight = 1) {
  return {.action = Action::fetch, .counter = counter, .weight = weight, .tile = tile, .phase_barrier = {}};
}

inline Step move(Counter counter = Counter::none, int weight = 1) {
  Step step = fetch(0, counter, weight);
  step.action = Action::move;
  return step;
}

/// Without an accumulator: expects this tile.
inline Step consume(int tile, Counter counter = Counter::none, int weight = 1) {
  Step step = fetch(tile, counter, weight);
  step.action = Action::consume;
  return step;
}

/// Of an accumulator: the n-th one expects tile n.
inline Step sum(int accumulator, Counter counter = Counter::none, int weight = 1) {
  Step step = consume(0, counter, weight);
  step.accumulator = accumulator;
  return step;
}

inline Step wait(Counter counter, int count) {
  return {.action = Action::wait, .counter = counter, .count = count, .phase_barrier = {}};
}

inline Step barrier(int named = -1) { return {.action = Action::barrier, .phase_barrier = {.barrier = named}}; }

inline Step arrive(int barrier, int bytes = 0, Counter counter = Counter::none) {
  return {.action = Action::arrive, .counter = counter, .phase_barrier = {.barrier = barrier, .bytes = bytes}};
}

inline Step await(int barrier, int flip = 0) {
  return {.action = Action::await, .phase_barrier = {.barrier = barrier, .flip = flip}};
}

/// A bulk load.
inline Step load(int tile, int barrier, int bytes) {
  Step step = fetch(tile, Counter::bytes);
  step.phase_barrier.barrier = barrier;
  step.phase_barrier.bytes = bytes;
  return step;
}

/// A proxy fence.
inline Step init_fence() { return {.action = Action::init_fence, .phase_barrier = {}}; }
inline Step fence() { return {.action = Action::fence, .phase_barrier = {}}; }

/// wgmma.fence.
inline Step mma_fence() { return {.action = Action::fence, .counter = Counter::mma, .phase_barrier = {}}; }

inline Step init(int barrier) { return {.action = Action::init, .phase_barrier = {.barrier = barrier}}; }

/// Takes registers from the pool, or releases some.
inline Step take(int registers) { return {.action = Action::registers, .count = registers, .phase_barrier = {}}; }

/// Tile and version of the phase barrier advance with each trip.
inline Step turning(Step step, int slot = 0) {
  step.tile_step = 1;
  step.phase_barrier.slot = slot;
  step.phase_barrier.slot_step = 1;
  return step;
}

inline StepAccess read(int buffer, int version = 0, int subtile = 0) {
  return {.buffer = buffer, .subtile = subtile, .version = version};
}

inline StepAccess write(int buffer, int version = 0, int subtile = 0) {
  StepAccess access = read(buffer, version, subtile);
  access.mode = AccessMode::write;
  return access;
}

/// Any version will do.
inline StepAccess any(StepAccess access) {
  access.any = true;
  return access;
}

/// Only these waves perform the read.
inline StepAccess only(unsigned waves, StepAccess access) {
  access.waves = waves;
  return access;
}

/// The slot advances with each trip.
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
  int global(int subtiles = 1) { return buffer("global", Space::global, 1, subtiles); }
  /// A buffer that begins at a byte.
  int placed(int offset, int bytes, int slots = 1, int subtiles = 1, Space space = Space::shared) {
    const int added = buffer("placed", space, slots, subtiles);
    program.buffers[added].offset = offset;
    program.buffers[added].bytes = bytes;
    return added;
  }
  int registers(int slots = 1, int subtiles = 1) { return buffer("registers", Space::registers, slots, subtiles); }
  int mbarrier(int arrivals = 1, int slots = 1) {
    return parts::add_phase_barrier(program, {"mbarrier", PhaseBarrierKind::mbarrier, slots, arrivals});
  }
  int named(int arrivals) { return parts::add_phase_barrier(program, {"named", PhaseBarrierKind::named, 1, arrivals}); }

  /// The cluster barrier of a program with this many waves.
  int cluster(int waves) { return parts::add_phase_barrier(program, {"cluster", PhaseBarrierKind::cluster, 1, waves}); }

  /// The steps that follow belong to a new role.
  Maker& role(int waves = 1, int extra_trips = 0) {
    parts::add_role(program, "role", waves, extra_trips);
    section_ = Section::prologue;
    return *this;
  }
  /// The role belongs to a workgroup.
  Maker& in_workgroup(int workgroup) {
    program.roles.back().workgroup = workgroup;
    return *this;
  }
  Maker& setup() { return section(Section::setup); }
  Maker& prologue() { return section(Section::prologue); }
  Maker& teardown() { return section(Section::teardown); }
  Maker& kernel() { return section(Section::kernel); }
  Maker& epilogue() { return section(Section::epilogue); }

  /// Adds a step.
  Maker& operator()(const Step& step, std::initializer_list<StepAccess> accesses = {}) {
    parts::add_step(program, program.roles.size() - 1, section_, step, accesses);
    return *this;
  }

 private:
  int buffer(const char* name, Space space, int slots, int subtiles) {
    return parts::add_buffer(program, name, space, slots, subtiles);
  }
  Maker& section(Section section) {
    section_ = section;
    return *this;
  }

  Section section_ = Section::prologue;
};

}  // namespace stretto::model_checker
