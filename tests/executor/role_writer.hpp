// Writes programs of roles with phase barriers down, step by step.
#pragma once

#include <vector>

#include <stretto/program/wave_program.hpp>

namespace stretto::executor {

/// A step with its accesses, before it has a place in a program.
struct WrittenStep {
  Step step;
  std::vector<StepAccess> accesses;

  /// The group, or the asynchronous arrival, that it is of.
  [[nodiscard]] WrittenStep in(Counter counter, int weight = 1) const {
    WrittenStep copy = *this;
    copy.step.counter = counter;
    copy.step.weight = weight;
    return copy;
  }
};

/// A version that turns with the trips: slot + i * slot_step.
struct Turning {
  int of = 0;  // buffer or phase barrier
  int slot = 0;
  int slot_step = 1;
};

inline StepAccess reads(const Turning& place, int version = 0, int subtile = 0) {
  return {place.of, place.slot, place.slot_step, subtile, AccessMode::read, 0, version};
}
inline StepAccess writes(const Turning& place, int version = 0, int subtile = 0) {
  return {place.of, place.slot, place.slot_step, subtile, AccessMode::write, 0, version};
}

inline WrittenStep plain(Action action) {
  WrittenStep written;
  written.step.action = action;
  return written;
}
inline WrittenStep at_phase(Action action, const Turning& place, int flip = 0, int bytes = 0) {
  WrittenStep written = plain(action);
  written.step.phase_barrier = {place.of, place.slot, place.slot_step, flip, bytes};
  return written;
}

/// Lasts until the phase of this version is over.
inline WrittenStep await_full(const Turning& place) { return at_phase(Action::await, place); }
/// Lasts until the phase of the version that was here before is over.
inline WrittenStep await_empty(const Turning& place) { return at_phase(Action::await, place, 1); }
inline WrittenStep arrive(const Turning& place, int bytes = 0) { return at_phase(Action::arrive, place, 0, bytes); }
inline WrittenStep synchronise(const Turning& place) { return at_phase(Action::barrier, place); }
inline WrittenStep barrier() { return plain(Action::barrier); }

inline WrittenStep wait(Counter counter, int count) {
  WrittenStep written = plain(Action::wait).in(counter);
  written.step.count = count;
  return written;
}

inline WrittenStep fetch(int tile, int tile_step, const StepAccess& target) {
  WrittenStep written = plain(Action::fetch);
  written.step.tile = tile;
  written.step.tile_step = tile_step;
  written.accesses = {target};
  return written;
}
inline WrittenStep bulk_fetch(int tile, int tile_step, const StepAccess& target, const Turning& full, int bytes) {
  WrittenStep written = fetch(tile, tile_step, target).in(Counter::bytes);
  written.step.phase_barrier = {full.of, full.slot, full.slot_step, 0, bytes};
  return written;
}
inline WrittenStep move(const StepAccess& source, const StepAccess& target) {
  WrittenStep written = plain(Action::move);
  written.accesses = {source, target};
  return written;
}
inline WrittenStep consume(int accumulator, const std::vector<StepAccess>& accesses) {
  WrittenStep written = plain(Action::consume);
  written.step.accumulator = accumulator;
  written.accesses = accesses;
  return written;
}

/// A consume of no accumulator: its versions are relative to tile + i * tile_step.
inline WrittenStep work(int tile, int tile_step, const std::vector<StepAccess>& accesses) {
  WrittenStep written = consume(-1, accesses);
  written.step.tile = tile;
  written.step.tile_step = tile_step;
  return written;
}

class RoleWriter {
 public:
  explicit RoleWriter(WaveProgram& program) : program_(program) {}

  int buffer(const char* name, Space space, int slots = 1, int subtiles = 1) {
    Buffer added;
    added.name = name;
    added.space = space;
    added.slots = slots;
    added.subtiles = subtiles;
    program_.buffers.push_back(added);
    return program_.buffers.size() - 1;
  }

  int phase_barrier(const char* name, PhaseBarrierKind kind, int slots, int arrivals) {
    program_.phase_barriers.push_back({name, kind, slots, arrivals});
    return program_.phase_barriers.size() - 1;
  }

  /// Steps go to this role from now on.
  void role(const char* name, int waves, int extra_trips = 0) {
    Role added;
    added.name = name;
    added.first_wave = program_.waves();
    added.waves = waves;
    added.extra_trips = extra_trips;
    program_.roles.push_back(added);
  }

  void put(Section section, const std::vector<WrittenStep>& steps) {
    Vector<Step>& target = program_.roles.back().steps[section];
    for (const WrittenStep& written : steps) {
      Step step = written.step;
      step.section = section;
      step.entry = target.size();
      step.first_access = program_.accesses.size();
      step.access_count = static_cast<int>(written.accesses.size());
      for (const StepAccess& access : written.accesses) program_.accesses.push_back(access);
      if (step.accumulator >= program_.accumulators) program_.accumulators = step.accumulator + 1;
      target.push_back(step);
    }
  }

 private:
  WaveProgram& program_;
};

}  // namespace stretto::executor
