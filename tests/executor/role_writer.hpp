// Builds programs of roles with phase barriers, step by step.
#pragma once

#include <vector>

#include "../program_parts.hpp"

namespace stretto::executor {

using namespace parts::words;
using parts::WrittenStep;

/// A version that rotates with the trips: slot + i * slot_step.
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

inline WrittenStep at_phase(Action action, const Turning& place, int flip = 0, int bytes = 0) {
  WrittenStep written = plain(action);
  written.step.phase_barrier = {place.of, place.slot, place.slot_step, flip, bytes};
  return written;
}

/// Waits until the phase of this version is over.
inline WrittenStep await_full(const Turning& place) { return at_phase(Action::await, place); }
/// Waits until the phase of the slot's previous version is over.
inline WrittenStep await_empty(const Turning& place) { return at_phase(Action::await, place, 1); }
inline WrittenStep arrive(const Turning& place, int bytes = 0) { return at_phase(Action::arrive, place, 0, bytes); }
inline WrittenStep synchronise(const Turning& place) { return at_phase(Action::barrier, place); }

inline WrittenStep fetch(int tile, int tile_step, const StepAccess& target) {
  return parts::of_tile(Action::fetch, tile, tile_step).with(target);
}
inline WrittenStep bulk_fetch(int tile, int tile_step, const StepAccess& target, const Turning& full, int bytes) {
  WrittenStep written = fetch(tile, tile_step, target).in(Counter::bytes);
  written.step.phase_barrier = {full.of, full.slot, full.slot_step, 0, bytes};
  return written;
}
inline WrittenStep move(const StepAccess& source, const StepAccess& target) {
  return plain(Action::move).with(source).with(target);
}
inline WrittenStep consume(int accumulator, const std::vector<StepAccess>& accesses) {
  WrittenStep written = plain(Action::consume);
  written.step.accumulator = accumulator;
  written.accesses = accesses;
  return written;
}

/// A consume of no accumulator: its versions are relative to tile + i * tile_step.
inline WrittenStep work(int tile, int tile_step, const std::vector<StepAccess>& accesses) {
  WrittenStep written = parts::of_tile(Action::consume, tile, tile_step);
  written.accesses = accesses;
  return written;
}

struct RingBarriers {
  int full = 0;
  int empty = 0;
};

class RoleWriter {
 public:
  explicit RoleWriter(WaveProgram& program) : program_(program) {}

  int buffer(const char* name, Space space, int slots = 1, int subtiles = 1) {
    return parts::add_buffer(program_, name, space, slots, subtiles);
  }

  int phase_barrier(const char* name, PhaseBarrierKind kind, int slots, int arrivals) {
    return parts::add_phase_barrier(program_, {name, kind, slots, arrivals});
  }

  /// The mbarriers of a ring that one arrival fills and `releases` empty.
  RingBarriers ring_barriers(int slots, int releases = 1) {
    const int full = phase_barrier("full", PhaseBarrierKind::mbarrier, slots, 1);
    return {full, phase_barrier("empty", PhaseBarrierKind::mbarrier, slots, releases)};
  }

  /// Steps go to this role from now on.
  void role(const char* name, int waves, int extra_trips = 0) { parts::add_role(program_, name, waves, extra_trips); }

  void put(Section section, const std::vector<WrittenStep>& steps) {
    for (const WrittenStep& written : steps) {
      parts::add_step(program_, program_.roles.size() - 1, section, written);
    }
  }

 private:
  WaveProgram& program_;
};

}  // namespace stretto::executor
