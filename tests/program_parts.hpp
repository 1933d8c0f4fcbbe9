// The parts of a wave program, added one at a time. Each folder of tests writes its programs in its own words; all of
// them come down to these functions.
#pragma once

#include <vector>

#include <stretto/program/wave_program.hpp>

namespace stretto::parts {

/// A step with its accesses, before it has a place in a program.
struct WrittenStep {
  Step step;
  std::vector<StepAccess> accesses;

  /// The counter that it is asynchronous in, or that its arrival waits for.
  [[nodiscard]] WrittenStep in(Counter counter, int weight = 1) const {
    WrittenStep copy = *this;
    copy.step.counter = counter;
    copy.step.weight = weight;
    return copy;
  }
  /// Slot and slot_step turn with the trips; version is that of a consume.
  [[nodiscard]] WrittenStep read(int buffer, int slot = 0, int slot_step = 0, int version = 0, int subtile = 0,
                                 unsigned waves = 0) const {
    return with({buffer, slot, slot_step, subtile, AccessMode::read, waves, version});
  }
  [[nodiscard]] WrittenStep write(int buffer, int slot = 0, int slot_step = 0, int version = 0, int subtile = 0,
                                  unsigned waves = 0) const {
    return with({buffer, slot, slot_step, subtile, AccessMode::write, waves, version});
  }
  /// The phase barrier that it arrives at, awaits, or brings bytes to.
  [[nodiscard]] WrittenStep at(int barrier, int slot = 0, int slot_step = 0, int bytes = 0, int flip = 0) const {
    WrittenStep copy = *this;
    copy.step.phase_barrier = {barrier, slot, slot_step, flip, bytes};
    return copy;
  }
  [[nodiscard]] WrittenStep with(const StepAccess& access) const {
    WrittenStep copy = *this;
    copy.accesses.push_back(access);
    return copy;
  }
  /// The slot of the last access also rotates with the trips of a run, and with the runs.
  [[nodiscard]] WrittenStep turning(int local_step, int run_step) const {
    WrittenStep copy = *this;
    copy.accesses.back().local_step = local_step;
    copy.accesses.back().run_step = run_step;
    return copy;
  }
  /// The last access takes any version.
  [[nodiscard]] WrittenStep any() const {
    WrittenStep copy = *this;
    copy.accesses.back().any = true;
    return copy;
  }
  /// The last access, a read, is not made in the first trip of a run.
  [[nodiscard]] WrittenStep skipping_first() const {
    WrittenStep copy = *this;
    copy.accesses.back().skips_first = true;
    return copy;
  }
  /// The version of the phase barrier also rotates with the trips of a run, and with the runs.
  [[nodiscard]] WrittenStep turning_there(int local_step, int run_step) const {
    WrittenStep copy = *this;
    copy.step.phase_barrier.local_step = local_step;
    copy.step.phase_barrier.run_step = run_step;
    return copy;
  }
  /// An await with an explicit parity.
  [[nodiscard]] WrittenStep by(int divisor, const Advance& parity) const {
    WrittenStep copy = *this;
    copy.step.phase_barrier.divisor = divisor;
    copy.step.phase_barrier.parity = parity;
    return copy;
  }
};

// The steps that every folder writes in the same words.
inline namespace words {

inline WrittenStep plain(Action action) {
  WrittenStep written;
  written.step.action = action;
  return written;
}
inline WrittenStep barrier() { return plain(Action::barrier); }
inline WrittenStep wait(Counter counter, int count) {
  WrittenStep written = plain(Action::wait).in(counter);
  written.step.count = count;
  return written;
}
/// A proxy fence; with the counter mma: wgmma.fence.
inline WrittenStep fence(Counter counter = Counter::none) { return plain(Action::fence).in(counter); }
inline WrittenStep init_fence() { return plain(Action::init_fence); }
inline WrittenStep init(int barrier) { return plain(Action::init).at(barrier); }
/// Takes registers from the pool, or gives some up.
inline WrittenStep registers(int count) {
  WrittenStep written = plain(Action::registers);
  written.step.count = count;
  return written;
}
}  // namespace words

/// A step of tile + i * tile_step.
inline WrittenStep of_tile(Action action, int tile, int tile_step) {
  WrittenStep written = plain(action);
  written.step.tile = tile;
  written.step.tile_step = tile_step;
  return written;
}

constexpr int add_buffer(WaveProgram& program, const char* name, Space space, int slots = 1, int subtiles = 1) {
  Buffer added;
  added.name = name;
  added.space = space;
  added.slots = slots;
  added.subtiles = subtiles;
  program.buffers.push_back(added);
  return program.buffers.size() - 1;
}

constexpr int add_phase_barrier(WaveProgram& program, const PhaseBarrier& added) {
  program.phase_barriers.push_back(added);
  return program.phase_barriers.size() - 1;
}

/// Its waves come after those of the roles before it.
constexpr int add_role(WaveProgram& program, const char* name, int waves, int extra_trips = 0) {
  Role added;
  added.name = name;
  added.first_wave = program.waves();
  added.waves = waves;
  added.extra_trips = extra_trips;
  program.roles.push_back(added);
  return program.roles.size() - 1;
}

/// At the end of a section.
template <class Accesses>
constexpr Step& add_step(WaveProgram& program, int role, Section section, Step step, const Accesses& accesses) {
  Role& owner = program.roles[role];
  Vector<Step>& steps = owner.steps[section];
  step.section = section;
  step.entry = steps.size();
  step.first_access = program.accesses.size();
  step.access_count = static_cast<int>(accesses.size());
  for (const StepAccess& access : accesses) program.accesses.push_back(access);
  steps.push_back(step);
  return steps.back();
}

/// Likewise; the program gets as many accumulators as its steps name.
inline void add_step(WaveProgram& program, int role, Section section, const WrittenStep& written) {
  add_step(program, role, section, written.step, written.accesses);
  if (written.step.accumulator >= program.accumulators) program.accumulators = written.step.accumulator + 1;
}

}  // namespace stretto::parts
