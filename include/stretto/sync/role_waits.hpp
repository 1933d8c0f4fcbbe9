// Counter waits of roles that synchronise through phase barriers: before each step, the largest count that retires all
// pending operations that conflict with the step, and no wait if none conflicts.
//
// A pending operation of the same wave conflicts with a step if both access the same place and at least one of them
// writes (accumulations in a counter of tensor operations follow each other without a wait). It conflicts with an
// arrival if it accesses the slot that the barrier guards. Runs of a few trips are simulated, for a persistent program
// several in a row; a step gets the smallest count that any of its instances needs. Waits only become stricter, so this
// terminates. Each remaining wait retires an operation at an instance that needs it, and a count larger by one would
// not.
#pragma once

#include <stretto/program/wait_encoding.hpp>

namespace stretto::detail {

class RoleWaits {
 public:
  /// `guarded[b]` are the buffers that phase barrier b guards.
  constexpr RoleWaits(WaveProgram& program, int role, const Vector<Vector<int>>& guarded)
      : program_(program), role_(role), guarded_(guarded) {
    for (const Section section : all_sections) {
      counts_[section].resize(steps(section).size() * counters, none);
      at_end_.resize(counters, 0);
      for (const Step& step : steps(section)) note_counter(step);
    }
  }

  constexpr void derive(int trips) {
    bool changed = !used_.empty();
    while (changed) {
      changed = false;
      for (int n = trips > 2 ? trips - 2 : 0; n <= trips; ++n) changed = run(n) || changed;
    }
    for (const Section section : all_sections) insert(section);
  }

 private:
  static constexpr int none = 1 << 20;

  struct Pending {
    const Step* step = nullptr;
    int trip = 0;
  };

  [[nodiscard]] constexpr const Vector<Step>& steps(Section section) const {
    return program_.roles[role_].steps[section];
  }

  constexpr bool run(int trips) {
    queue_.clear();
    bool changed = run_once(0, trips);
    if (!program_.persistent) return changed;
    // Operations that are pending at the end of a run can conflict with the next run, wherever in the rings that
    // begins.
    const int whole = program_.tiles_per_trip == 0 ? 0 : program_.tiles / program_.tiles_per_trip;
    int first = trips + whole;
    for (int n = 0; n <= trips; ++n) {
      changed = run_once(first, n) || changed;
      first += n + whole;
    }
    return changed;
  }

  constexpr bool run_once(int first, int trips) {
    bool changed = run_section(Section::prologue, first);
    const int own = trips + program_.roles[role_].extra_trips;
    for (int i = 0; i < own; ++i) changed = run_section(Section::kernel, first + i) || changed;
    changed = run_section(Section::epilogue, first + own) || changed;
    return end_run() || changed;
  }

  /// The run may be the last one: waits for every operation that does not complete with its wave.
  constexpr bool end_run() {
    bool changed = false;
    for (const Counter counter : used_) {
      if (counter == Counter::vm || counter == Counter::lgkm || pending(counter) == 0) continue;
      char& waits = at_end_[static_cast<int>(counter)];
      changed = changed || waits == 0;
      waits = 1;
      retire(counter, 0);
    }
    return changed;
  }

  constexpr bool run_section(Section section, int trip) {
    bool changed = false;
    const Vector<Step>& all = steps(section);
    for (int i = 0; i < all.size(); ++i) {
      for (const Counter counter : used_) {
        if (queue_.empty()) break;
        int& count = counts_[section][i * counters + static_cast<int>(counter)];
        if (count != none) retire(counter, count);
        const int needed = allowed(all[i], trip, counter);
        if (needed >= count) continue;
        count = needed;
        changed = true;
        retire(counter, count);
      }
      if (queued(all[i])) queue_.push_back({&all[i], trip});
    }
    return changed;
  }

  /// Does the operation stay in flight until a wait on its counter?
  static constexpr bool queued(const Step& step) {
    const bool data = step.action == Action::fetch || step.action == Action::move || step.action == Action::consume;
    return data && waitable(step.counter);
  }
  constexpr void note_counter(const Step& step) {
    if (!queued(step)) return;
    for (const Counter known : used_) {
      if (known == step.counter) return;
    }
    used_.push_back(step.counter);
  }

  static constexpr bool waitable(Counter counter) {
    return counter != Counter::none && counter != Counter::bytes && counter != Counter::tensor;
  }

  [[nodiscard]] constexpr int pending(Counter counter) const {
    int count = 0;
    for (const Pending& op : queue_) count += op.step->counter == counter ? op.step->weight : 0;
    return count;
  }

  constexpr void retire(Counter counter, int count) {
    int excess = pending(counter) - count;
    if (excess <= 0) return;
    Vector<Pending> kept;
    for (const Pending& op : queue_) {
      if (op.step->counter == counter && excess > 0 && excess >= op.step->weight) {
        excess -= op.step->weight;
        continue;
      }
      kept.push_back(op);
    }
    queue_ = static_cast<Vector<Pending>&&>(kept);
  }

  /// The most operations of a counter that may be pending when the step begins.
  [[nodiscard]] constexpr int allowed(const Step& step, int trip, Counter counter) const {
    int newer = 0;
    for (int q = queue_.size() - 1; q >= 0; --q) {
      const Pending& op = queue_[q];
      if (op.step->counter != counter) continue;
      if (in_the_way(op, step, trip)) return encodable_wait(program_.limits, counter, newer);
      newer += op.step->weight;
    }
    return none;
  }

  [[nodiscard]] constexpr bool in_the_way(const Pending& op, const Step& step, int trip) const {
    if (step.action == Action::arrive && step.counter == Counter::none) return touches_guarded(op, step, trip);
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& mine = program_.accesses[step.first_access + i];
      for (int j = 0; j < op.step->access_count; ++j) {
        const StepAccess& other = program_.accesses[op.step->first_access + j];
        if (mine.mode == AccessMode::read && other.mode == AccessMode::read) continue;
        if (!same_place(mine, trip, other, op.trip)) continue;
        if (chained(*op.step, op.trip, step, trip, mine)) continue;
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] constexpr bool same_place(const StepAccess& x, int x_trip, const StepAccess& y, int y_trip) const {
    if (x.buffer != y.buffer || x.subtile != y.subtile) return false;
    const int slots = program_.buffers[x.buffer].slots;
    return x.slot_in_trip(x_trip, slots) == y.slot_in_trip(y_trip, slots);
  }

  [[nodiscard]] constexpr bool accumulates(const Step& step, int trip, const StepAccess& place, int place_trip) const {
    bool reads = false;
    bool writes = false;
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (!same_place(access, trip, place, place_trip)) continue;
      (access.mode == AccessMode::read ? reads : writes) = true;
    }
    return reads && writes;
  }

  [[nodiscard]] constexpr bool chained(const Step& older, int older_trip, const Step& step, int trip,
                                       const StepAccess& place) const {
    if (older.counter != step.counter || step.counter != Counter::mma) return false;
    return accumulates(older, older_trip, place, trip) && accumulates(step, trip, place, trip);
  }

  [[nodiscard]] constexpr bool touches_guarded(const Pending& op, const Step& arrive, int trip) const {
    const PhaseUse& use = arrive.phase_barrier;
    const int slots = program_.phase_barriers[use.barrier].slots;
    for (int j = 0; j < op.step->access_count; ++j) {
      const StepAccess& access = program_.accesses[op.step->first_access + j];
      for (int b : guarded_[use.barrier]) {
        if (b == access.buffer && access.slot_in_trip(op.trip, slots) == use.version(trip) % slots) return true;
      }
    }
    return false;
  }

  constexpr void insert(Section section) {
    Role& role = program_.roles[role_];
    Vector<Step> out;
    for (int i = 0; i < steps(section).size(); ++i) {
      for (int c = 1; c < counters; ++c) {
        const int count = counts_[section][i * counters + c];
        if (count != none) add_wait(out, section, static_cast<Counter>(c), count);
      }
      out.push_back(steps(section)[i]);
      out.back().entry = out.size() - 1;
    }
    for (int c = 1; c < counters && section == Section::epilogue; ++c) {
      if (at_end_[c] != 0) add_wait(out, section, static_cast<Counter>(c), 0);
    }
    if (section == Section::prologue) role.steps.prologue = out;
    if (section == Section::kernel) role.steps.kernel = out;
    if (section == Section::epilogue) role.steps.epilogue = out;
  }

  static constexpr void add_wait(Vector<Step>& out, Section section, Counter counter, int count) {
    Step wait;
    wait.action = Action::wait;
    wait.counter = counter;
    wait.count = count;
    wait.section = section;
    wait.entry = out.size();
    out.push_back(wait);
  }

  WaveProgram& program_;
  int role_;
  const Vector<Vector<int>>& guarded_;
  PerSection<Vector<int>> counts_;  // by step, then counter
  Vector<Counter> used_;            // the counters that its steps use
  Vector<char> at_end_;             // by counter: the epilogue ends with a wait for all of its operations
  Vector<Pending> queue_;           // oldest first
};

}  // namespace stretto::detail
