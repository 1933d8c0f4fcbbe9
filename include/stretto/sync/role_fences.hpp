// The fences of a role: where the async proxy, or wgmma, accesses what ordinary steps of the role accessed before.
//
// A proxy fence comes before the signal that lets the async proxy access the data: an arrival at a barrier that guards
// the slot, a named barrier at which the role's waves exchange it, a workgroup barrier, or the role's own asynchronous
// step. One fence covers everything before it. A slot that was only read needs none if no load fills it again. A
// wgmma.fence comes before the first multiplication that accesses registers which other steps have written since the
// last one. A run of a few trips is simulated, in a persistent program several in a row.
#pragma once

#include <stretto/program/wave_program.hpp>

namespace stretto::detail {

class RoleFences {
 public:
  /// `guarded[b]` are the buffers that phase barrier b guards. `registers_of[b]` is the buffer whose registers hold
  /// buffer b: b itself, unless it replaces another one.
  constexpr RoleFences(WaveProgram& program, int role, const Vector<Vector<int>>& guarded,
                       const Vector<int>& registers_of)
      : program_(program), role_(role), guarded_(guarded), registers_of_(registers_of) {
    const int buffers = program.buffers.size();
    async_reads_.resize(buffers, 0);
    async_writes_.resize(buffers, 0);
    written_.resize(buffers, 0);
    for (const Role& other : program.roles) {
      for (const Section section : run_sections) {
        for (const Step& step : other.steps[section]) note_async(step);
      }
    }
    for (const Section section : run_sections) fences_[section].resize(steps(section).size(), none);
  }

  /// `trips`: enough for every pair of steps that can conflict to do so in the steady state.
  constexpr void derive(int trips) {
    if (!needed_) return;
    // Registers have one slot: two trips suffice for them.
    trips_ = mixes_proxies() ? trips : 2;
    int first = run(0, trips_);
    // What a run leaves open can concern a later one, wherever in the rings that begins, and however many short ones
    // are between.
    for (int n = program_.min_trips; program_.persistent && n <= trips_; ++n) first = run(first, n);
    for (int k = 0; program_.persistent && k < trips_; ++k) first = run(first, program_.min_trips);
    for (const Section section : run_sections) insert(section);
  }

 private:
  enum : unsigned char { none = 0, proxy = 1, mma = 2 };

  /// An access of an ordinary step, which no fence covers.
  struct Open {
    const StepAccess* access = nullptr;
    int slot = 0;
    Counter pending = Counter::none;  // in flight: a fence does not cover it yet
  };

  [[nodiscard]] constexpr Vector<Step>& steps(Section section) { return program_.roles[role_].steps[section]; }
  [[nodiscard]] constexpr const StepAccess* accesses(const Step& step) const {
    return program_.accesses.begin() + step.first_access;
  }

  constexpr void note_async(const Step& step) {
    if (!through_async_proxy(step.counter)) return;
    needed_ = true;
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = accesses(step)[i];
      (access.mode == AccessMode::read ? async_reads_ : async_writes_)[access.buffer] = 1;
    }
  }

  /// Can the async proxy find an ordinary access of the role?
  [[nodiscard]] constexpr bool concerns_proxies(const Step& step, const StepAccess& access) const {
    if (through_async_proxy(step.counter) || program_.buffers[access.buffer].per_wave()) return false;
    return async_writes_[access.buffer] != 0 || (access.mode == AccessMode::write && async_reads_[access.buffer] != 0);
  }
  [[nodiscard]] constexpr bool mixes_proxies() {
    for (const Section section : run_sections) {
      for (const Step& step : steps(section)) {
        for (int i = 0; i < step.access_count; ++i) {
          if (concerns_proxies(step, accesses(step)[i])) return true;
        }
      }
    }
    return false;
  }

  /// Returns the trip index at which the next run begins.
  constexpr int run(int first, int trips) {
    const int own = trips + program_.roles[role_].extra_trips;
    walk(Section::prologue, first);
    for (int i = 0; i < own; ++i) walk(Section::kernel, first + i);
    walk(Section::epilogue, first + own);
    return first + trips + (program_.tiles_per_trip == 0 ? 0 : program_.tiles / program_.tiles_per_trip);
  }

  constexpr void walk(Section section, int trip) {
    for (int i = 0; i < steps(section).size(); ++i) {
      const Step& step = steps(section)[i];
      unsigned char& fences = fences_[section][i];
      if ((fences & proxy) != 0 || needs_proxy_fence(step, trip)) {
        fences |= proxy;
        cover();
      }
      if ((fences & mma) != 0 || (step.counter == Counter::mma && accesses_written(step))) {
        fences |= mma;
        for (char& open : written_) open = 0;
      }
      if (step.action == Action::wait && step.count == 0) {
        for (Open& open : open_) open.pending = open.pending == step.counter ? Counter::none : open.pending;
      }
      note_accesses(step, trip);
    }
  }

  /// A fence covers everything that is complete.
  constexpr void cover() {
    Open* kept = open_.begin();
    int gone = 0;
    for (const Open& open : open_) {
      if (open.pending == Counter::none) {
        ++gone;
      } else {
        *kept++ = open;
      }
    }
    for (; gone > 0; --gone) open_.pop_back();
  }

  [[nodiscard]] constexpr bool needs_proxy_fence(const Step& step, int trip) const {
    if (open_.empty()) return false;
    if (step.action == Action::barrier && !step.phase_barrier.present()) return true;
    const bool signals = step.action == Action::arrive || step.action == Action::barrier;
    if (!signals && !through_async_proxy(step.counter)) return false;
    for (const Open& open : open_) {
      if (signals ? lets_access(step, trip, open) : conflicts(step, trip, open)) return true;
    }
    return false;
  }

  /// Does a signal let the async proxy access what an ordinary step accessed?
  [[nodiscard]] constexpr bool lets_access(const Step& signal, int trip, const Open& open) const {
    const PhaseUse& use = signal.phase_barrier;
    for (const int b : guarded_[use.barrier]) {
      if (b != open.access->buffer) continue;
      if (program_.phase_barriers[use.barrier].kind != PhaseBarrierKind::mbarrier) return true;
      const int slots = program_.phase_barriers[use.barrier].slots;
      if (use.version(trip) % slots != open.slot) return false;
      // Only the load of a later iteration conflicts with a read.
      return open.access->mode == AccessMode::write || is_filled_again(use.version(trip), slots);
    }
    return false;
  }
  [[nodiscard]] constexpr bool is_filled_again(int iteration, int slots) const {
    return program_.persistent || iteration + slots < program_.tiles + trips_ * program_.tiles_per_trip;
  }

  /// Does an asynchronous step of the role access the place, and does one of the two write?
  [[nodiscard]] constexpr bool conflicts(const Step& step, int trip, const Open& open) const {
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& mine = accesses(step)[i];
      if (mine.buffer != open.access->buffer || mine.subtile != open.access->subtile) continue;
      if (mine.mode == AccessMode::read && open.access->mode == AccessMode::read) continue;
      if (mine.slot_in_trip(trip, program_.buffers[mine.buffer].slots) == open.slot) return true;
    }
    return false;
  }

  /// Does a multiplication access registers that ordinary steps have written?
  [[nodiscard]] constexpr bool accesses_written(const Step& step) const {
    for (int i = 0; i < step.access_count; ++i) {
      const int buffer = accesses(step)[i].buffer;
      if (program_.buffers[buffer].per_wave() && written_[registers_of_[buffer]] != 0) return true;
    }
    return false;
  }

  constexpr void note_accesses(const Step& step, int trip) {
    if (through_async_proxy(step.counter)) return;
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = accesses(step)[i];
      if (program_.buffers[access.buffer].per_wave()) {
        if (access.mode == AccessMode::write) written_[registers_of_[access.buffer]] = 1;
      } else if (concerns_proxies(step, access)) {
        note({&access, access.slot_in_trip(trip, program_.buffers[access.buffer].slots), step.counter});
      }
    }
  }
  /// The later one of two accesses of a place in the same mode needs all that the earlier one needs.
  constexpr void note(const Open& added) {
    for (Open& open : open_) {
      const StepAccess& known = *open.access;
      const bool same = known.buffer == added.access->buffer && known.subtile == added.access->subtile &&
                        known.mode == added.access->mode && open.slot == added.slot;
      if (!same) continue;
      open = added;
      return;
    }
    open_.push_back(added);
  }

  constexpr void insert(Section section) {
    Vector<Step> out;
    for (int i = 0; i < steps(section).size(); ++i) {
      for (const unsigned char kind : {proxy, mma}) {
        if ((fences_[section][i] & kind) == 0) continue;
        Step fence;
        fence.action = Action::fence;
        fence.counter = kind == mma ? Counter::mma : Counter::none;
        fence.section = section;
        fence.entry = out.size();
        out.push_back(fence);
      }
      out.push_back(steps(section)[i]);
      if (out.back().entry >= 0) out.back().entry = out.size() - 1;
    }
    steps(section) = out;
  }

  WaveProgram& program_;
  int role_;
  const Vector<Vector<int>>& guarded_;
  const Vector<int>& registers_of_;
  bool needed_ = false;        // some step uses the async proxy
  Vector<char> async_reads_;   // by buffer, of all roles
  Vector<char> async_writes_;  // by buffer, of all roles
  Vector<char> written_;       // by buffer: written by ordinary steps since the last wgmma.fence
  Vector<Open> open_;
  int trips_ = 0;
  PerSection<Vector<unsigned char>> fences_;  // by step: the fences before it
};

}  // namespace stretto::detail
