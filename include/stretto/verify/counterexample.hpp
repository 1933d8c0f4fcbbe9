// The counterexample of a hazard: the shortest run in which it goes wrong. It lists which wave does what, in which
// order, and what is missing.
//
// The second step of a hazard needs a past: the steps of its own wave before it, and the steps of every other wave up
// to the barriers that its wave has passed. The run with the fewest steps executes only this past and never completes
// the first step. If the first step is not in this past, it comes after the second step, or the second step runs
// without it. With phase barriers, the past is that of every phase that the wave of the second step has seen complete
// (causal_past.hpp).
#pragma once

#include <stretto/verify/causal_past.hpp>
#include <stretto/verify/cells.hpp>
#include <stretto/verify/hazard.hpp>

namespace stretto {

/// What is missing: what would have prevented the hazard.
enum class Missing : unsigned char {
  nothing,  ///< the hazard itself is the whole explanation
  wait,     ///< a wait for the first step, before `place`
  barrier,  ///< a barrier between the two steps
  signal,   ///< a signal through a phase barrier, from the role of the first step to that of the second
  order,    ///< no synchronisation helps: the steps are in the wrong order, or access the wrong place
};

/// The kinds of events in a counterexample.
enum class EventKind : unsigned char {
  issues,      ///< an asynchronous step begins
  leaves,      ///< a wait passes while the first step is still in flight
  barrier,     ///< all waves pass a barrier
  goes_wrong,  ///< the step that begins while the other is incomplete
  too_late,    ///< the step that should have completed before
  hears,       ///< the last phase that the wave of the second step sees complete
};

/// One event of a counterexample.
struct Event {
  EventKind kind = EventKind::issues;  ///< what happens
  int wave = -1;                       ///< the wave; -1: all waves
  StepInstance step;                   ///< the step that the wave executes
  int pending = 0;                     ///< leaves: operations of the counter that were issued after the first step
};

/// A run that goes wrong.
struct Counterexample {
  int trips = 0;                       ///< trip count of the run
  int steps = 0;                       ///< steps of all waves together, from the start
  int first_wave = -1;                 ///< wave that executes the first step
  int second_wave = -1;                ///< wave that executes the second step
  Vector<Event> events;                ///< the events that concern the two steps
  Missing missing = Missing::nothing;  ///< what would have prevented the hazard
  StepInstance place;                  ///< missing wait: it must come before this step
  int count = 0;                       ///< missing wait: its largest count
};

namespace detail {

/// A wave of the role in which the step accesses the hazard's place. Not `other`, if there is another one.
constexpr int wave_touching(const WaveProgram& program, const Hazard& hazard, const StepInstance& instance, int other) {
  const Role& role = program.roles[instance.role];
  const Step& step = role.steps[instance.section][instance.index];
  unsigned waves = 0;
  for (int i = 0; i < step.access_count; ++i) {
    const StepAccess& access = program.accesses[step.first_access + i];
    const int slots = program.buffers[access.buffer].slots;
    const bool there = access.buffer == hazard.buffer && access.subtile == hazard.subtile &&
                       access.slot_in_trip(instance.trip, slots) == hazard.slot;
    if (!there) continue;
    if (access.waves != 0) waves |= access.waves;
    if (access.waves == 0) waves |= ((role.waves >= 32 ? 0U : 1U << role.waves) - 1U) << role.first_wave;
  }
  int found = role.first_wave;
  for (int wave = role.first_wave + role.waves - 1; wave >= role.first_wave; --wave) {
    if ((waves >> wave & 1U) != 0 && wave != other) found = wave;
  }
  return found;
}

/// The number of steps of a role up to and including its `epoch`-th barrier.
constexpr int steps_to_epoch(const RoleTrace& trace, int epoch) {
  return epoch == 0 ? 0 : trace.barrier_into(epoch) + 1;
}

class CounterexampleBuilder {
 public:
  constexpr CounterexampleBuilder(const WaveProgram& program, const Hazard& hazard)
      : program_(program),
        hazard_(hazard),
        first_(program, hazard.first.role, hazard.trips),
        second_(program, hazard.second.role, hazard.trips) {}

  constexpr Counterexample build() {
    out_.trips = hazard_.trips;
    const bool registers = program_.buffers[hazard_.buffer].per_wave();
    x_ = first_.find(hazard_.first);
    y_ = second_.find(hazard_.second);
    if (x_ == first_.size() || y_ == second_.size()) return out_;
    out_.second_wave = wave_touching(program_, hazard_, hazard_.second, -1);
    // Each wave writes its own part, so two writes of one part are always by the same wave.
    const bool same_wave = registers || hazard_.kind == HazardKind::output;
    out_.first_wave = same_wave ? out_.second_wave : wave_touching(program_, hazard_, hazard_.first, out_.second_wave);
    const bool alone = out_.first_wave == out_.second_wave;
    const int epoch = second_[y_].epoch;
    const bool before = alone ? x_ < y_ : first_[x_].epoch < epoch;
    tell(before, epoch, alone);
    count_steps(before, epoch, alone);
    find_missing(epoch, alone);
    return out_;
  }

 private:
  constexpr void tell(bool before, int epoch, bool alone) {
    const StepInstance& x = hazard_.first;
    const StepInstance& y = hazard_.second;
    if (!before) {
      // The second step does not wait for the first one to begin.
      out_.events.push_back({EventKind::goes_wrong, out_.second_wave, y, 0});
      out_.events.push_back({EventKind::too_late, out_.first_wave, x, 0});
      return;
    }
    out_.events.push_back({EventKind::issues, out_.first_wave, x, 0});
    const Step& step = *first_[x_].step;
    int pending = 0;
    const int end = alone ? y_ : first_.barrier_into(epoch) + 1;
    for (int i = x_ + 1; i < end && i < first_.size(); ++i) {
      const Step& passed = *first_[i].step;
      if (passed.counter == step.counter && passed.action == Action::wait) {
        if (passed.count >= pending)
          out_.events.push_back({EventKind::leaves, out_.first_wave, first_[i].instance, pending});
      } else if (passed.counter == step.counter) {
        pending += passed.weight;
      }
      const bool last_barrier = passed.action == Action::barrier && first_[i].epoch + 1 == epoch;
      if (last_barrier && !alone) out_.events.push_back({EventKind::barrier, -1, first_[i].instance, 0});
    }
    out_.events.push_back({EventKind::goes_wrong, out_.second_wave, y, 0});
  }

  /// Counts the steps of the run: every wave executes what the past of the second step contains, and no more.
  constexpr void count_steps(bool before, int epoch, bool alone) {
    const bool first_needed = hazard_.kind != HazardKind::flow && hazard_.kind != HazardKind::content;
    for (int a = 0; a < program_.roles.size(); ++a) {
      const RoleTrace trace(program_, a, hazard_.trips);
      const Role& role = program_.roles[a];
      for (int wave = role.first_wave; wave < role.first_wave + role.waves; ++wave) {
        int steps = steps_to_epoch(trace, epoch);
        if (wave == out_.second_wave) steps = y_ + 1;
        if (wave == out_.first_wave && !alone && first_needed && !before && x_ + 1 > steps) steps = x_ + 1;
        out_.steps += steps;
      }
    }
  }

  constexpr void find_missing(int epoch, bool alone) {
    if (hazard_.kind == HazardKind::content) {
      out_.missing = Missing::order;
      return;
    }
    const bool same_role = hazard_.first.role == hazard_.second.role;
    if (same_role && x_ >= y_) {
      out_.missing = Missing::order;
      return;
    }
    if (!alone && first_[x_].epoch >= epoch) {
      out_.missing = Missing::barrier;
      return;
    }
    const int place = alone ? y_ : first_.barrier_into(epoch);
    if (place >= first_.size()) return;
    out_.missing = Missing::wait;
    out_.place = first_[place].instance;
    for (int i = x_ + 1; i < place; ++i) {
      const Step& step = *first_[i].step;
      if (step.counter == first_[x_].step->counter && step.action != Action::wait) out_.count += step.weight;
    }
  }

  const WaveProgram& program_;
  const Hazard& hazard_;
  RoleTrace first_;
  RoleTrace second_;
  int x_ = 0;
  int y_ = 0;
  Counterexample out_;
};

/// Builds the counterexample of a program with phase barriers.
class PhaseCounterexample {
 public:
  constexpr PhaseCounterexample(const WaveProgram& program, const Hazard& hazard)
      : program_(program), hazard_(hazard), past_(program, hazard.trips) {}

  constexpr Counterexample build() {
    out_.trips = hazard_.trips;
    const RoleTrace& first = past_.trace(hazard_.first.role);
    const RoleTrace& second = past_.trace(hazard_.second.role);
    const int x = first.find(hazard_.first);
    const int y = second.find(hazard_.second);
    if (x == first.size() || y == second.size()) return out_;
    past_.before(hazard_.second.role, y);
    out_.second_wave = wave_touching(program_, hazard_, hazard_.second, -1);
    const bool same_role = hazard_.first.role == hazard_.second.role;
    const bool own = program_.buffers[hazard_.buffer].per_wave() || hazard_.kind == HazardKind::output;
    out_.first_wave = own ? out_.second_wave : wave_touching(program_, hazard_, hazard_.first, out_.second_wave);
    const bool in_past = x < past_.steps(hazard_.first.role) || (same_role && x < y);
    if (in_past) out_.events.push_back({EventKind::issues, out_.first_wave, hazard_.first, 0});
    for (int i = y - 1; i >= 0; --i) {
      const Step& step = *second[i].step;
      if (step.action != Action::await && step.action != Action::barrier) continue;
      out_.events.push_back({EventKind::hears, out_.second_wave, second[i].instance, 0});
      break;
    }
    out_.events.push_back({EventKind::goes_wrong, out_.second_wave, hazard_.second, 0});
    if (!in_past) out_.events.push_back({EventKind::too_late, out_.first_wave, hazard_.first, 0});
    for (int a = 0; a < program_.roles.size(); ++a) out_.steps += past_.steps(a) * program_.roles[a].waves;
    out_.steps += in_past ? 1 : 2;
    find_missing(first, x, y, same_role && own);
    return out_;
  }

 private:
  constexpr void find_missing(const RoleTrace& trace, int x, int y, bool own) {
    if (hazard_.kind == HazardKind::content) {
      out_.missing = Missing::order;
      return;
    }
    const Counter counter = trace[x].step->counter;
    const bool waitable = counter != Counter::none && counter != Counter::bytes && counter != Counter::tensor;
    if (!own || !waitable) {
      out_.missing = Missing::signal;
      return;
    }
    out_.missing = x < y ? Missing::wait : Missing::order;
    out_.place = hazard_.second;
    for (int i = x + 1; i < y; ++i) {
      const Step& step = *trace[i].step;
      if (step.counter == counter && step.action != Action::wait) out_.count += step.weight;
    }
  }

  const WaveProgram& program_;
  const Hazard& hazard_;
  CausalPast past_;
  Counterexample out_;
};

}  // namespace detail

/// The counterexample of a hazard that is not proven. A hazard with one step or none (a read of data that no step
/// writes, an accumulator that misses a tile) has no events.
constexpr Counterexample counterexample(const WaveProgram& program, const Hazard& hazard) {
  if (!hazard.first.present() || !hazard.second.present() || hazard.buffer < 0) {
    Counterexample out;
    out.trips = hazard.trips;
    const bool about_a_place = hazard.kind == HazardKind::content || hazard.buffer >= 0;
    if (about_a_place) out.missing = Missing::order;
    return out;
  }
  if (!program.phase_barriers.empty()) return detail::PhaseCounterexample(program, hazard).build();
  return detail::CounterexampleBuilder(program, hazard).build();
}

}  // namespace stretto
