// The frame in which states are compared: how slots and places rotate with the trips, at which rates versions advance,
// and which clock components can matter. Relative to its trip, a steady state looks the same in every trip.
//
// If all accesses to a buffer rotate by the same numbers of slots per trip and per run, slot s in trip t of run r
// corresponds to slot s - t * per_trip - r * per_run in trip 0 of run 0. The same holds for the places of a phase
// barrier, whose phases are counted from the versions below. Otherwise only states that are a multiple of `periods`
// apart can be compared: then every slot is where it was. What restarts with each run is such a case.
#pragma once

#include <stretto/verify/clock_layout.hpp>

namespace stretto::detail {

/// The greatest common divisor of two positive numbers.
constexpr int largest_divisor(int a, int b) {
  while (b > 0) {
    const int rest = a % b;
    a = b;
    b = rest;
  }
  return a < 1 ? 1 : a;
}

/// States can be compared if they are multiples of these apart.
struct Periods {
  int trips = 1;   // in their trip index
  int starts = 1;  // in the trip index at which their run began
  int runs = 1;    // in the number of their run
};

class Frame {
 public:
  /// `shortens_gaps`: long gaps in clocks are shortened (verify/clock_gaps.hpp).
  constexpr Frame(const WaveProgram& program, const ClockLayout& layout, bool shortens_gaps)
      : program_(program), shortens_gaps_(shortens_gaps) {
    list_steps();
    find_turns();
    for (const Role& role : program.roles) include_period(periods_.runs, role.run_period, 1);
    find_dues();
    find_components(layout);
  }

  [[nodiscard]] constexpr const WaveProgram& program() const { return program_; }
  [[nodiscard]] constexpr bool shortens_gaps() const { return shortens_gaps_; }
  /// After so many trips, starts and runs, everything that rotates unevenly is where it was.
  [[nodiscard]] constexpr const Periods& periods() const { return periods_; }
  /// Slots that a buffer has rotated by; 0: it does not rotate, or unevenly.
  [[nodiscard]] constexpr int buffer_turned(int buffer, int trip, int run) const {
    return trip * buffer_turn_[buffer].per_trip + run * buffer_turn_[buffer].per_run;
  }
  [[nodiscard]] constexpr int barrier_turned(int barrier, int trip, int run) const {
    return trip * barrier_turn_[barrier].per_trip + run * barrier_turn_[barrier].per_run;
  }

  /// The clock components that are compared. Components of places are given as if places did not rotate.
  [[nodiscard]] constexpr const Vector<int>& components() const { return components_; }
  /// The counters in which the program's operations wait.
  [[nodiscard]] constexpr const Vector<Counter>& queues() const { return queues_; }

  /// The rates at which due versions advance per trip. `rates_of` gives, as bits, those at which the content of a
  /// buffer's subtile can be consumed.
  [[nodiscard]] constexpr const Vector<int>& rates() const { return rates_; }
  [[nodiscard]] constexpr unsigned rates_of(int buffer, int subtile) const {
    return rates_of_[first_subtile_[buffer] + subtile];
  }

  /// Does some step make a read in all trips of a run but the first?
  [[nodiscard]] constexpr bool first_trip_differs() const { return first_trip_differs_; }

  /// Can a step take any version of anything?
  [[nodiscard]] constexpr bool any_is_taken() const { return any_is_taken_; }
  /// Can a step take any version of a buffer's subtile, or of what is moved from it?
  [[nodiscard]] constexpr bool takes_any(int buffer, int subtile) const {
    return takes_any_[first_subtile_[buffer] + subtile] != 0;
  }

  /// Can a step take any version of what is moved from a buffer's subtile? A move of two versions leaves garbage.
  [[nodiscard]] constexpr bool moved_any(int buffer, int subtile) const {
    return moved_any_[first_subtile_[buffer] + subtile] != 0;
  }

  /// The smallest `version` of the reads of an accumulator's consumes, at most 0.
  [[nodiscard]] constexpr int least_version(int accumulator) const { return least_version_[accumulator]; }
  /// Consumes without an accumulator, of one role at one rate: the smallest version that one of them takes in trip 0.
  struct LeastDue {
    int role;
    int rate;
    int version;
  };
  [[nodiscard]] constexpr const Vector<LeastDue>& least_dues() const { return least_dues_; }

  static constexpr int no_due = 1 << 28;

 private:
  /// A step that can follow a loop head. Steps of a prologue do so in persistent programs only. Those of the setup do
  /// so if another role is at its loop head before; then states are not compared.
  struct Following {
    int role;
    const Step* step;
  };
  constexpr void list_steps() {
    for (int a = 0; a < program_.roles.size(); ++a) {
      for (const Section section : all_sections) {
        if (section == Section::setup || (section == Section::prologue && !program_.persistent)) continue;
        for (const Step& step : program_.roles[a].steps[section]) steps_.push_back({a, &step});
      }
    }
  }

  static constexpr int max_rates = 32;
  static constexpr int never = 1 << 30;  // trips: no state repeats
  static constexpr int not_used = -1;
  static constexpr int uneven = -2;

  /// By how many slots something rotates.
  struct Turn {
    int per_trip = not_used;  // or uneven
    int per_run = 0;
  };
  /// `round`: after so many slots it is where it was.
  static constexpr void join_turn(Turn& known, int per_trip, int per_run, int round) {
    if (known.per_trip == not_used) known = {per_trip % round, per_run % round};
    if (known.per_trip != per_trip % round || known.per_run != per_run % round) known.per_trip = uneven;
  }
  static constexpr void include_period(int& known, int slots, int step) {
    if (step == 0) return;
    const long turn = slots / largest_divisor(slots, step);
    const long period = known / largest_divisor(known, static_cast<int>(turn)) * turn;
    known = period < never ? static_cast<int>(period) : never;
  }
  constexpr void include_periods(int slots, const Advance& advance) {
    include_period(periods_.trips, slots, advance.step);
    include_period(periods_.trips, slots, advance.local_step);
    include_period(periods_.starts, slots, advance.local_step);
    include_period(periods_.runs, slots, advance.run_step);
  }

  constexpr void find_turns() {
    buffer_turn_.resize(program_.buffers.size(), Turn());
    barrier_turn_.resize(program_.phase_barriers.size(), Turn());
    join_accesses();
    if (!program_.phase_barriers.empty()) join_phase_uses();
    if (any_is_uneven(buffer_turn_) || any_is_uneven(barrier_turn_)) include_uneven();
    for (Turn& turn : buffer_turn_) settle(turn);
    for (Turn& turn : barrier_turn_) settle(turn);
  }
  constexpr void join_accesses() {
    for (const Following& next : steps_) {
      for (int i = 0; i < next.step->access_count; ++i) {
        const StepAccess& access = program_.accesses[next.step->first_access + i];
        first_trip_differs_ = first_trip_differs_ || access.skips_first;
        Turn& turn = buffer_turn_[access.buffer];
        join_turn(turn, access.slot_step, access.run_step, program_.buffers[access.buffer].slots);
        // Which slots overlap other buffers does not rotate.
        if (program_.buffers[access.buffer].offset >= 0 || access.local_step != 0) turn.per_trip = uneven;
      }
    }
  }
  constexpr void join_phase_uses() {
    // The parity of a version repeats after two rotations.
    for (const Following& next : steps_) {
      if (next.step->action != Action::await) continue;
      const PhaseUse& use = next.step->phase_barrier;
      Turn& turn = barrier_turn_[use.barrier];
      join_turn(turn, use.slot_step, use.run_step, 2 * program_.phase_barriers[use.barrier].slots);
      if (use.local_step != 0 || use.divisor > 0) turn.per_trip = uneven;
    }
    // Of the other uses, only the place matters.
    for (const Following& next : steps_) {
      const PhaseUse& use = next.step->phase_barrier;
      if (!use.present() || next.step->action == Action::await) continue;
      Turn& turn = barrier_turn_[use.barrier];
      const int slots = program_.phase_barriers[use.barrier].slots;
      const bool fits = turn.per_trip == not_used ||
                        ((use.slot_step - turn.per_trip) % slots == 0 && (use.run_step - turn.per_run) % slots == 0);
      if (turn.per_trip == not_used) turn = {use.slot_step % slots, use.run_step % slots};
      if (!fits || use.local_step % slots != 0) turn.per_trip = uneven;
    }
  }
  static constexpr bool any_is_uneven(const Vector<Turn>& turns) {
    for (const Turn& turn : turns) {
      if (turn.per_trip == uneven) return true;
    }
    return false;
  }
  /// The periods of what does not rotate with the trip index alone.
  constexpr void include_uneven() {
    for (const Following& next : steps_) {
      for (int i = 0; i < next.step->access_count; ++i) {
        const StepAccess& access = program_.accesses[next.step->first_access + i];
        if (buffer_turn_[access.buffer].per_trip != uneven) continue;
        include_periods(program_.buffers[access.buffer].slots,
                        {0, access.slot_step, access.local_step, access.run_step});
      }
      const PhaseUse& use = next.step->phase_barrier;
      if (!use.present() || barrier_turn_[use.barrier].per_trip != uneven) continue;
      include_periods(2 * program_.phase_barriers[use.barrier].slots, {0, use.slot_step, use.local_step, use.run_step});
      if (use.divisor > 0) include_periods(2 * use.divisor, use.parity);
    }
  }
  static constexpr void settle(Turn& turn) {
    if (turn.per_trip < 0) turn = {0, 0};
  }

  constexpr void find_dues() {
    least_version_.resize(program_.accumulators, 0);
    int subtiles = 0;
    for (const Buffer& buffer : program_.buffers) {
      first_subtile_.push_back(subtiles);
      subtiles += buffer.subtiles;
    }
    rates_of_.resize(subtiles, 0U);
    takes_any_.resize(subtiles, 0);
    moved_any_.resize(subtiles, 0);
    for (const Following& next : steps_) {
      const Step& step = *next.step;
      for (int i = 0; i < step.access_count && step.action != Action::move; ++i) {
        const StepAccess& access = program_.accesses[step.first_access + i];
        if (!access.any) continue;
        takes_any_[first_subtile_[access.buffer] + access.subtile] = 1;
        any_is_taken_ = true;
      }
      if (step.action != Action::consume) continue;
      const int rate = step.accumulator >= 0 ? program_.tiles_per_trip : step.tile_step;
      for (int i = 0; i < step.access_count; ++i) {
        const StepAccess& access = program_.accesses[step.first_access + i];
        if (access.mode != AccessMode::read || access.any) continue;
        rates_of(access) |= 1U << rate_index(rate);
        if (step.accumulator >= 0) {
          int& least = least_version_[step.accumulator];
          if (access.version < least) least = access.version;
        } else {
          include_least({next.role, rate, step.tile + access.version});
        }
      }
    }
    // A step may consume what a move reads at any place that the move writes.
    for (bool grown = true; grown;) {
      grown = false;
      for (const Following& next : steps_) {
        if (next.step->action == Action::move) grown = move_rates(*next.step) || grown;
      }
    }
  }
  constexpr unsigned& rates_of(const StepAccess& access) {
    return rates_of_[first_subtile_[access.buffer] + access.subtile];
  }
  constexpr bool move_rates(const Step& step) {
    unsigned rates = 0;
    bool any = false;
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (access.mode != AccessMode::write) continue;
      rates |= rates_of(access);
      any = any || takes_any_[first_subtile_[access.buffer] + access.subtile] != 0;
    }
    bool grown = false;
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (access.mode != AccessMode::read) continue;
      char& taken = takes_any_[first_subtile_[access.buffer] + access.subtile];
      if (any) moved_any_[first_subtile_[access.buffer] + access.subtile] = 1;
      if ((rates & ~rates_of(access)) == 0 && (!any || taken != 0)) continue;
      rates_of(access) |= rates;
      if (any) taken = 1;
      grown = true;
    }
    return grown;
  }
  constexpr int rate_index(int rate) {
    for (int i = 0; i < rates_.size(); ++i) {
      if (rates_[i] == rate) return i;
    }
    if (rates_.size() == max_rates) {
      periods_.trips = never;  // more rates than bits: states of different trips are not compared
      return 0;
    }
    rates_.push_back(rate);
    return rates_.size() - 1;
  }
  constexpr void include_least(const LeastDue& due) {
    for (LeastDue& known : least_dues_) {
      if (known.role != due.role || known.rate != due.rate) continue;
      if (due.version < known.version) known.version = due.version;
      return;
    }
    least_dues_.push_back(due);
  }

  /// Clock components matter where a check reads them: of every role; of places that bytes come to (are the loads
  /// complete?); of counters that asynchronous arrivals report; and of every place, the certainly complete phases.
  constexpr void find_components(const ClockLayout& layout) {
    Vector<char> queued(counters, 0);
    Vector<char> loads(program_.phase_barriers.size(), 0);
    for (int a = 0; a < program_.roles.size(); ++a) {
      components_.push_back(a);
      for (const Section section : all_sections) {
        for (const Step& step : program_.roles[a].steps[section]) {
          queued[static_cast<int>(step.counter)] = 1;
          if (step.counter == Counter::bytes) loads[step.phase_barrier.barrier] = 1;
        }
      }
    }
    queued[static_cast<int>(Counter::stored)] = queued[static_cast<int>(Counter::store)];
    for (const Counter counter : queued_counters) {
      if (queued[static_cast<int>(counter)] != 0) queues_.push_back(counter);
    }
    int places = 0;
    for (int b = 0; b < program_.phase_barriers.size(); ++b) {
      for (int i = 0; i < program_.phase_barriers[b].slots; ++i, ++places) {
        if (loads[b] != 0) components_.push_back(layout.phases(places));
      }
    }
    for (int c = layout.first_told(); c < layout.size(); ++c) components_.push_back(c);
  }

  const WaveProgram& program_;
  bool shortens_gaps_;
  Vector<Following> steps_;
  Periods periods_;
  Vector<Turn> buffer_turn_;
  Vector<Turn> barrier_turn_;
  Vector<int> components_;
  Vector<Counter> queues_;
  Vector<int> rates_;
  Vector<int> first_subtile_;  // by buffer
  Vector<unsigned> rates_of_;  // by subtile
  bool first_trip_differs_ = false;
  bool any_is_taken_ = false;
  Vector<char> takes_any_;  // by subtile: can a step take any version of it?
  Vector<char> moved_any_;  // by subtile: can a step take any version of what is moved from it?
  Vector<int> least_version_;
  Vector<LeastDue> least_dues_;
};

}  // namespace stretto::detail
