// The named barriers of a role whose waves exchange data through shared memory.
//
// A write and a read of one place by different waves of the role must be ordered: the read follows the write that it
// must see, and the next write follows the read. (Writes of two waves need no order: each wave writes its own part.) A
// barrier of the role's waves lies between the two steps, directly before the second one. What bulk loads have written
// is ordered by the mbarrier that receives their bytes.
//
// Runs of a few trips are simulated, for a persistent program several in a row. A step gets a barrier if an access
// since the last barrier conflicts with it. Then every barrier without which no two steps conflict is dropped again.
#pragma once

#include <stretto/program/wave_program.hpp>

namespace stretto::detail {

class RoleBarriers {
 public:
  /// `exchanged` are the buffers that the role both writes and reads; `barrier` is the phase barrier of its waves.
  constexpr RoleBarriers(WaveProgram& program, int role, const Vector<int>& exchanged, int barrier)
      : program_(program), role_(role), barrier_(barrier) {
    exchanged_.resize(program.buffers.size(), 0);
    for (const int b : exchanged) exchanged_[b] = 1;
    for (const Section section : run_sections) marks_[section].resize(steps(section).size(), 0);
  }

  constexpr void derive(int trips) {
    adds_ = true;
    while (!ordered(trips)) {
    }
    adds_ = false;
    for (const Section section : run_sections) {
      for (char& mark : marks_[section]) {
        if (mark == 0) continue;
        mark = 0;
        if (!ordered(trips)) mark = 1;
      }
    }
    for (const Section section : run_sections) insert(section);
  }

 private:
  struct Seen {
    const StepAccess* access = nullptr;
    int trip = 0;
  };

  [[nodiscard]] constexpr const Vector<Step>& steps(Section section) const {
    return program_.roles[role_].steps[section];
  }

  /// Does no step conflict with an access since the last barrier? Marks the steps that do, if it adds barriers.
  constexpr bool ordered(int trips) {
    bool fine = true;
    for (int n = program_.min_trips; n <= trips; ++n) {
      fine = run(n) && fine;
      if (!fine && !adds_) return false;
    }
    return fine;
  }

  constexpr bool run(int trips) {
    seen_.clear();
    bool fine = run_once(0, trips);
    if (!program_.persistent) return fine;
    const int whole = program_.tiles_per_trip == 0 ? 0 : program_.tiles / program_.tiles_per_trip;
    int first = trips + whole;
    for (int n = program_.min_trips; n <= trips; ++n) {
      fine = run_once(first, n) && fine;
      first += n + whole;
    }
    return fine;
  }

  constexpr bool run_once(int first, int trips) {
    bool fine = run_section(Section::prologue, first);
    const int own = trips + program_.roles[role_].extra_trips;
    for (int i = 0; i < own; ++i) fine = run_section(Section::kernel, first + i) && fine;
    return run_section(Section::epilogue, first + own) && fine;
  }

  constexpr bool run_section(Section section, int trip) {
    bool fine = true;
    const Vector<Step>& all = steps(section);
    for (int i = 0; i < all.size(); ++i) {
      if (marks_[section][i] != 0) {
        seen_.clear();
      } else if (conflicts(all[i], trip)) {
        fine = false;
        if (adds_) marks_[section][i] = 1;
        seen_.clear();
      }
      for (int k = 0; k < all[i].access_count; ++k) {
        const StepAccess& access = program_.accesses[all[i].first_access + k];
        const bool signalled = access.mode == AccessMode::write && all[i].counter == Counter::bytes;
        if (exchanged_[access.buffer] != 0 && !signalled) seen_.push_back({&access, trip});
      }
    }
    return fine;
  }

  [[nodiscard]] constexpr bool conflicts(const Step& step, int trip) const {
    for (int k = 0; k < step.access_count; ++k) {
      const StepAccess& mine = program_.accesses[step.first_access + k];
      if (exchanged_[mine.buffer] == 0) continue;
      const int slots = program_.buffers[mine.buffer].slots;
      for (const Seen& other : seen_) {
        if (other.access->buffer != mine.buffer || other.access->subtile != mine.subtile) continue;
        if (other.access->mode == mine.mode) continue;
        if (other.access->slot_in_trip(other.trip, slots) == mine.slot_in_trip(trip, slots)) return true;
      }
    }
    return false;
  }

  constexpr void insert(Section section) {
    Vector<Step> out;
    for (int i = 0; i < steps(section).size(); ++i) {
      if (marks_[section][i] != 0) {
        Step barrier;
        barrier.action = Action::barrier;
        barrier.section = section;
        barrier.phase_barrier.barrier = barrier_;
        barrier.entry = out.size();
        out.push_back(barrier);
      }
      out.push_back(steps(section)[i]);
      out.back().entry = out.size() - 1;
    }
    Role& role = program_.roles[role_];
    if (section == Section::prologue) role.steps.prologue = out;
    if (section == Section::kernel) role.steps.kernel = out;
    if (section == Section::epilogue) role.steps.epilogue = out;
  }

  WaveProgram& program_;
  int role_;
  int barrier_;
  bool adds_ = true;
  Vector<char> exchanged_;          // by buffer
  PerSection<Vector<char>> marks_;  // by step: a barrier precedes it
  Vector<Seen> seen_;               // accesses since the last barrier
};

}  // namespace stretto::detail
