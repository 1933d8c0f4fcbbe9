// The shortest run in which a hazard goes wrong: who does what, in which order, and what is missing.
//
// The second step of a hazard needs a past: its own wave up to it, and every other wave up to the barriers that it has
// passed. Executed alone, without letting the first step complete, that is the run with the fewest steps; where the
// first step is not even in that past, it comes after the second, or the second does without it. With phase barriers
// the past is that of every phase that the second step's wave has seen complete (causal_past.hpp).
#pragma once

#include <stretto/verify/causal_past.hpp>
#include <stretto/verify/cells.hpp>
#include <stretto/verify/hazard.hpp>

namespace stretto {

/// What would have prevented it.
enum class Missing : unsigned char {
  nothing,  ///< the hazard itself says all
  wait,     ///< for the first step, before `place`
  barrier,  ///< between the two steps
  signal,   ///< through a phase barrier, from the first step's role to the second's
  order,    ///< no synchronisation helps: the steps stand in the wrong order, or touch the wrong place
};

/// What a wave does in the story.
enum class EventKind : unsigned char {
  issues,      ///< an asynchronous step begins
  leaves,      ///< a wait passes and leaves the first step in flight
  barrier,     ///< all waves pass a barrier
  goes_wrong,  ///< the step that meets the other half done
  too_late,    ///< the step that should have come before
  hears,       ///< the last phase that the second step's wave sees complete
};

/// One thing that happens.
struct Event {
  EventKind kind = EventKind::issues;  ///< what it is
  int wave = -1;                       ///< -1: all
  StepInstance step;                   ///< that does it
  int pending = 0;                     ///< leaves: operations of the counter issued after the first step
};

/// A run that goes wrong.
struct Counterexample {
  int trips = 0;                       ///< of the run
  int steps = 0;                       ///< that all waves execute together, from the start
  int first_wave = -1;                 ///< of the first step
  int second_wave = -1;                ///< of the second step
  Vector<Event> events;                ///< those that concern the two steps
  Missing missing = Missing::nothing;  ///< what would have prevented it
  StepInstance place;                  ///< missing wait: it must stand before this step
  int count = 0;                       ///< missing wait: at most this
};

namespace detail {

/// A wave of the role that makes the step's access to the hazard's place; not `other`, if it can be helped.
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

/// Steps of a role's wave up to and with its `epoch`-th barrier.
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
    // Parts are written by each wave for itself: two writes of a place meet within a wave.
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
      // Nothing makes the second step wait for the first to begin.
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

  /// Every wave goes as far as the second step's past asks for, and no further.
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

/// The same where roles signal each other through phase barriers.
class SectionCounterexample {
 public:
  constexpr SectionCounterexample(const WaveProgram& program, const Hazard& hazard)
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

/// Of a hazard that is not proven. One with only one step, or with none (what is read is never written, an accumulator
/// is short of a tile), has no events: the hazard itself says all.
constexpr Counterexample counterexample(const WaveProgram& program, const Hazard& hazard) {
  if (!hazard.first.present() || !hazard.second.present() || hazard.buffer < 0) {
    Counterexample out;
    out.trips = hazard.trips;
    const bool about_a_place = hazard.kind == HazardKind::content || hazard.buffer >= 0;
    if (about_a_place) out.missing = Missing::order;
    return out;
  }
  if (!program.phase_barriers.empty()) return detail::SectionCounterexample(program, hazard).build();
  return detail::CounterexampleBuilder(program, hazard).build();
}

}  // namespace stretto
