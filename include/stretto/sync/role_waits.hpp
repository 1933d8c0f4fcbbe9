// Counter waits of roles that synchronise through phase barriers: before each step, the largest count that retires all
// pending operations that conflict with the step, and no wait if none conflicts.
//
// A pending operation of the same wave conflicts with a step if both access the same place and at least one of them
// writes (accumulations in a counter of tensor operations follow each other without a wait). It conflicts with an
// arrival if it accesses the slot that the barrier guards. A pending operation that a step of another wave of the role
// must follow is retired at the role's named barrier between the two. Runs of a few trips are simulated, for a
// persistent program several in a row; a step gets the smallest count that any of its instances needs. Waits only
// become stricter, so this terminates. Each remaining wait retires an operation at an instance that needs it, and a
// count larger by one would not.
#pragma once

#include <stretto/program/wait_encoding.hpp>

namespace stretto::detail {

class RoleWaits {
 public:
  /// `guarded[b]` are the buffers that phase barrier b guards. `exchange` is the named barrier of waves that exchange
  /// data; -1: they do not.
  constexpr RoleWaits(WaveProgram& program, int role, const Vector<Vector<int>>& guarded, int exchange = -1)
      : program_(program), role_(role), guarded_(guarded), exchange_(exchange) {
    for (const Section section : run_sections) {
      counts_[section].resize(steps(section).size() * counters, none);
      at_end_.resize(counters, 0);
      for (const Step& step : steps(section)) note_counter(step);
    }
  }

  constexpr void derive(int trips) {
    bool changed = !used_.empty();
    while (changed) {
      changed = false;
      restart_ = false;
      for (int n = trips > 2 ? trips - 2 : 0; n <= trips && !restart_; ++n) changed = run(n) || changed;
    }
    for (const Section section : run_sections) insert(section);
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
    at_barrier_.clear();
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
    for (int i = 0; i < all.size() && !restart_; ++i) {
      if (!at_barrier_.empty() && stricter_barrier(all[i], trip)) {
        restart_ = true;  // what the barrier retires, this step need not wait for
        return true;
      }
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
      if (exchange_ >= 0 && all[i].action == Action::barrier && all[i].phase_barrier.barrier == exchange_) {
        at_barrier_ = queue_;
        barrier_counts_ = &counts_[section][i * counters];
      }
      if (queued(all[i])) queue_.push_back({&all[i], trip});
    }
    return changed;
  }

  /// Makes the last exchange barrier wait for the operations that it left pending and that the step must follow in
  /// every wave. False if it left none.
  constexpr bool stricter_barrier(const Step& step, int trip) {
    for (const Counter counter : used_) {
      int newer = 0;
      for (int q = at_barrier_.size() - 1; q >= 0; --q) {
        const Pending& op = at_barrier_[q];
        if (op.step->counter != counter) continue;
        if (exchanges(op, step, trip)) {
          barrier_counts_[static_cast<int>(counter)] = encodable_wait(program_.limits, counter, newer);
          return true;
        }
        newer += op.step->weight;
      }
    }
    return false;
  }
  /// Does one of them write what the other reads, in memory that the waves share?
  [[nodiscard]] constexpr bool exchanges(const Pending& op, const Step& step, int trip) const {
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& mine = program_.accesses[step.first_access + i];
      if (program_.buffers[mine.buffer].per_wave()) continue;
      for (int j = 0; j < op.step->access_count; ++j) {
        const StepAccess& other = program_.accesses[op.step->first_access + j];
        if (mine.mode != other.mode && same_place(mine, trip, other, op.trip)) return true;
      }
    }
    return false;
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
    Pending* kept = queue_.begin();
    int gone = 0;
    for (const Pending& op : queue_) {
      if (op.step->counter == counter && excess > 0 && excess >= op.step->weight) {
        excess -= op.step->weight;
        ++gone;
      } else {
        *kept++ = op;
      }
    }
    for (; gone > 0; --gone) queue_.pop_back();
  }

  /// The most operations of a counter that may be pending when the step begins.
  [[nodiscard]] constexpr int allowed(const Step& step, int trip, Counter counter) const {
    int newer = 0;
    const Pending* const oldest = queue_.begin();
    for (const Pending* op = queue_.end(); op != oldest;) {
      if ((--op)->step->counter != counter) continue;
      if (in_the_way(*op, step, trip)) return encodable_wait(program_.limits, counter, newer);
      newer += op->step->weight;
    }
    return none;
  }

  [[nodiscard]] constexpr bool in_the_way(const Pending& op, const Step& step, int trip) const {
    if (step.action == Action::arrive && step.counter != op.step->counter) return touches_guarded(op, step, trip);
    // Most pairs of accesses are to different buffers: the loops go over plain pointers, and find that out first.
    const StepAccess* const all = program_.accesses.begin();
    const StepAccess* const end = all + step.first_access + step.access_count;
    const StepAccess* const others = all + op.step->first_access;
    const StepAccess* const others_end = others + op.step->access_count;
    for (const StepAccess* mine = all + step.first_access; mine != end; ++mine)
      for (const StepAccess* other = others; other != others_end; ++other)
        if (mine->buffer == other->buffer && conflict(*mine, step, trip, *other, op)) return true;
    return false;
  }

  [[nodiscard]] constexpr bool conflict(const StepAccess& mine, const Step& step, int trip, const StepAccess& other,
                                        const Pending& op) const {
    if (mine.mode == AccessMode::read && other.mode == AccessMode::read) return false;
    return same_place(mine, trip, other, op.trip) && !chained(*op.step, op.trip, step, trip, mine);
  }

  [[nodiscard]] constexpr bool same_place(const StepAccess& x, int x_trip, const StepAccess& y, int y_trip) const {
    if (x.buffer != y.buffer || x.subtile != y.subtile) return false;
    const int slots = program_.buffers[x.buffer].slots;
    return slots == 1 || x.slot_in_trip(x_trip, slots) == y.slot_in_trip(y_trip, slots);
  }

  [[nodiscard]] constexpr bool accumulates(const Step& step, int trip, const StepAccess& place, int place_trip) const {
    bool reads = false;
    bool writes = false;
    const StepAccess* access = program_.accesses.begin() + step.first_access;
    for (const StepAccess* const end = access + step.access_count; access != end; ++access)
      if (access->buffer == place.buffer && same_place(*access, trip, place, place_trip))
        (access->mode == AccessMode::read ? reads : writes) = true;
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
    const Vector<int>& guarded = guarded_[use.barrier];
    const StepAccess* access = program_.accesses.begin() + op.step->first_access;
    for (const StepAccess* const end = access + op.step->access_count; access != end; ++access)
      for (const int b : guarded)
        if (b == access->buffer && access->slot_in_trip(op.trip, slots) == use.version(trip) % slots) return true;
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
  int exchange_;
  bool restart_ = false;
  Vector<Pending> at_barrier_;      // pending when the waves last exchanged data
  int* barrier_counts_ = nullptr;   // of that barrier, by counter
  PerSection<Vector<int>> counts_;  // by step, then counter
  Vector<Counter> used_;            // the counters that its steps use
  Vector<char> at_end_;             // by counter: the epilogue ends with a wait for all of its operations
  Vector<Pending> queue_;           // oldest first
};

}  // namespace stretto::detail
