// The counterexample of a hazard: the shortest run in which it goes wrong. It lists which wave does what, in which
// order, and what is missing.
//
// The second step of a hazard needs a past: the steps of its own wave before it, and the steps of every other wave up
// to the barriers that its wave has passed. The run with the fewest steps executes only this past and never completes
// the first step. If the first step is not in this past, it comes after the second step, or the second step runs
// without it. With phase barriers, the past is that of every phase that the wave of the second step has seen complete
// (causal_past.hpp). A role that waits forever is shown in an execution that deadlocks (standstill.hpp).
#pragma once

#include <stretto/verify/phase_story.hpp>

namespace stretto {

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
                       access.slot_in_trip(instance.moment(), slots) == hazard.slot;
    if (!there) continue;
    if (access.waves != 0) waves |= access.waves;
    if (access.waves == 0) waves |= ((role.waves >= 32 ? 0U : 1U << role.waves) - 1U) << role.first_wave;
  }
  int found = -1;
  for (int wave = role.first_wave + role.waves - 1; wave >= role.first_wave; --wave) {
    if ((waves >> wave & 1U) != 0 && wave != other) found = wave;
  }
  if (found >= 0) return found;
  return other >= role.first_wave && other < role.first_wave + role.waves ? other : role.first_wave;
}

/// The waves of a hazard's two steps: two different ones where possible. If a wave knows of its own step what another
/// wave does not, the other one goes wrong. `same`: both steps are of one wave.
struct WavesOfHazard {
  int first = -1;
  int second = -1;
};
constexpr WavesOfHazard waves_of(const WaveProgram& program, const Hazard& hazard, bool same) {
  WavesOfHazard out;
  out.second = wave_touching(program, hazard, hazard.second, -1);
  out.first = same ? out.second : wave_touching(program, hazard, hazard.first, out.second);
  if (!same && out.first == out.second) out.second = wave_touching(program, hazard, hazard.second, out.first);
  return out;
}

/// Which fence is missing, if the hazard is about one.
constexpr Missing missing_fence(const WaveProgram& program, const Hazard& hazard) {
  return program.buffers[hazard.buffer].per_wave() ? Missing::mma_fence : Missing::fence;
}

/// What the kind of a hazard alone says; nothing if the steps decide.
constexpr Missing missing_by_kind(const WaveProgram& program, const Hazard& hazard) {
  if (hazard.kind == HazardKind::fence) return missing_fence(program, hazard);
  return hazard.kind == HazardKind::content ? Missing::order : Missing::nothing;
}

/// Does a hazard last until a bulk store has written global memory?
constexpr bool lasts_until_stored(const WaveProgram& program, const Hazard& hazard) {
  return program.buffers[hazard.buffer].space == Space::global;
}

/// Do two writes of a place need only a proxy fence between them? The first, a generic one, is then complete before
/// step `end` of its role, the second uses the async proxy, and no fence covers the first.
constexpr bool needs_only_fence(const WaveProgram& program, const Hazard& hazard, const RoleTrace& trace, int x,
                                int end) {
  const Space space = program.buffers[hazard.buffer].space;
  if (hazard.kind != HazardKind::output || (space != Space::shared && space != Space::global)) return false;
  const Counter counter = trace[x].step->counter;
  if (through_async_proxy(counter) || !through_async_proxy(step_of(program, hazard.second).counter)) return false;
  bool complete = counter == Counter::none;
  Newer newer(*trace[x].step);
  for (int i = x + 1; i < end && i < trace.size(); ++i) {
    const Step& step = *trace[i].step;
    complete = complete || (waits_for(step, counter, false) && !newer.outlasts(step));
    if (complete && step.action == Action::fence && step.counter == Counter::none) return false;
    newer.pass(step);
  }
  return complete;
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
        runs_(runs_of(program, hazard)),
        first_(program, hazard.first.role, runs_),
        second_(program, hazard.second.role, runs_) {}

  constexpr Counterexample build() {
    out_.trips = hazard_.trips;
    out_.runs = runs_;
    const bool registers = program_.buffers[hazard_.buffer].per_wave();
    x_ = first_.find(hazard_.first);
    y_ = second_.find(hazard_.second);
    if (x_ == first_.size() || y_ == second_.size()) return out_;
    // Each wave writes its own part, so two writes of one part are by the same wave, unless two buffers overlap.
    const bool overlapped = !accesses(program_, hazard_.first, hazard_.buffer);
    const bool same_wave = registers || (hazard_.kind == HazardKind::output && !overlapped);
    out_.first_wave = waves_of(program_, hazard_, same_wave).first;
    out_.second_wave = waves_of(program_, hazard_, same_wave).second;
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
    Newer newer(step);
    const int end = alone ? y_ : first_.barrier_into(epoch) + 1;
    for (int i = x_ + 1; i < end && i < first_.size(); ++i) {
      const Step& passed = *first_[i].step;
      if (waits_for(passed, step.counter, lasts_until_stored(program_, hazard_)) && newer.outlasts(passed)) {
        out_.events.push_back({EventKind::leaves, out_.first_wave, first_[i].instance, newer.pending()});
      }
      newer.pass(passed);
      const bool last_barrier = passed.action == Action::barrier && first_[i].epoch + 1 == epoch;
      if (last_barrier && !alone) out_.events.push_back({EventKind::barrier, -1, first_[i].instance, 0});
    }
    out_.events.push_back({EventKind::goes_wrong, out_.second_wave, y, 0});
  }

  /// Counts the steps of the run: every wave executes what the past of the second step contains, and no more.
  constexpr void count_steps(bool before, int epoch, bool alone) {
    const bool first_needed = hazard_.kind != HazardKind::flow && hazard_.kind != HazardKind::content;
    for (int a = 0; a < program_.roles.size(); ++a) {
      const RoleTrace trace(program_, a, runs_);
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
    out_.missing = missing_by_kind(program_, hazard_);
    if (out_.missing != Missing::nothing) return;
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
    out_.missing = needs_only_fence(program_, hazard_, first_, x_, place) ? Missing::fence : Missing::wait;
    out_.place = first_[place].instance;
    out_.count = largest_count(program_, first_, x_, place);
  }

  const WaveProgram& program_;
  const Hazard& hazard_;
  Vector<int> runs_;
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
      : program_(program), hazard_(hazard), past_(program, runs_of(program, hazard)) {}

  constexpr Counterexample build() {
    out_.trips = hazard_.trips;
    out_.runs = runs_of(program_, hazard_);
    const RoleTrace& first = past_.trace(hazard_.first.role);
    const RoleTrace& second = past_.trace(hazard_.second.role);
    const int x = first.find(hazard_.first);
    const int y = second.find(hazard_.second);
    if (x == first.size() || y == second.size()) return out_;
    past_.before(hazard_.second.role, y);
    const bool same_role = hazard_.first.role == hazard_.second.role;
    const bool overlapped = !accesses(program_, hazard_.first, hazard_.buffer);
    const bool own = program_.buffers[hazard_.buffer].per_wave() || (hazard_.kind == HazardKind::output && !overlapped);
    out_.first_wave = waves_of(program_, hazard_, own).first;
    out_.second_wave = waves_of(program_, hazard_, own).second;
    const bool in_past = x < past_.steps(hazard_.first.role) || (same_role && x < y);
    const int sent = in_past ? last_signal(first, x, y, same_role) : -1;
    if (in_past) {
      out_.events.push_back({EventKind::issues, out_.first_wave, hazard_.first, 0});
      tell_leaving(first, x, sent);
    }
    if (!tell_stale(second, y) && !same_role) tell_hearing(second, y, in_past ? -1 : x);
    out_.events.push_back({EventKind::goes_wrong, out_.second_wave, hazard_.second, 0});
    if (!in_past) out_.events.push_back({EventKind::too_late, out_.first_wave, hazard_.first, 0});
    for (int a = 0; a < program_.roles.size(); ++a) out_.steps += past_.steps(a) * program_.roles[a].waves;
    out_.steps += in_past ? 1 : 2;
    const bool alone = same_role && (own || out_.first_wave == out_.second_wave);
    find_missing(first, x, alone ? y : sent, alone);
    return out_;
  }

 private:
  /// The last signal of the first step's role after that step that the second step has heard; -1: none. Within one
  /// wave, the second step itself.
  [[nodiscard]] constexpr int last_signal(const RoleTrace& trace, int x, int y, bool same_role) const {
    if (same_role && out_.first_wave == out_.second_wave) return y;
    const int past = same_role ? y : past_.steps(hazard_.first.role);
    for (int i = past - 1; i > x; --i) {
      const Action action = trace[i].step->action;
      if (action == Action::arrive || action == Action::barrier) return i;
    }
    return -1;
  }

  /// Tells of the waits that the first step outlasts before the signal.
  constexpr void tell_leaving(const RoleTrace& trace, int x, int sent) {
    const Counter counter = trace[x].step->counter;
    Newer newer(*trace[x].step);
    for (int i = x + 1; i < sent && counter != Counter::none; ++i) {
      const Step& step = *trace[i].step;
      if (waits_for(step, counter, lasts_until_stored(program_, hazard_)) && newer.outlasts(step)) {
        out_.events.push_back({EventKind::leaves, out_.first_wave, trace[i].instance, newer.pending()});
      }
      newer.pass(step);
    }
  }

  /// Tells of an await in the same trip that passes at once, on a phase that its wave has seen before. A reader may
  /// also be a phase behind, since an await that passed when the barrier was fresh.
  constexpr bool tell_stale(const RoleTrace& trace, int y) {
    const bool reads = hazard_.kind == HazardKind::flow || hazard_.kind == HazardKind::content;
    for (int i = y - 1; i >= 0 && trace[i].instance.moment() == trace[y].instance.moment(); --i) {
      if (!awaits_parity(program_, *trace[i].step)) continue;
      const SeenPhases seen = past_.seen(hazard_.second.role, i);
      if (seen.stale()) {
        tell_at_once(trace, i, trace[seen.seen_by].instance, seen.before);
        return true;
      }
      if (!reads || !signals(program_, hazard_.first.role, trace[i].step->phase_barrier.barrier)) continue;
      for (int j = 0; j <= i; ++j) {
        if (!awaits_parity(program_, *trace[j].step)) continue;
        if (budget_place(program_, trace[j].instance) != budget_place(program_, trace[i].instance)) continue;
        if (!passes_fresh(past_.seen(hazard_.second.role, j))) break;
        tell_at_once(trace, j, {}, 0);
        return true;
      }
    }
    return false;
  }
  constexpr void tell_at_once(const RoleTrace& trace, int i, const StepInstance& seen_by, int seen) {
    out_.events.push_back({EventKind::stale, out_.second_wave, trace[i].instance, 0, seen_by});
    out_.missing = Missing::parity;
    out_.place = trace[i].instance;
    out_.seen = seen;
  }

  /// Tells of the last phase that the wave of the second step sees complete. If the first step's role has completed it
  /// in the same trip, before step `late`, which is the first step, then its arrival comes too early. (-1: it does
  /// not.)
  constexpr void tell_hearing(const RoleTrace& trace, int y, int late) {
    for (int i = y - 1; i >= 0; --i) {
      const Step& step = *trace[i].step;
      if (step.action != Action::await && step.action != Action::barrier) continue;
      out_.events.push_back({EventKind::hears, out_.second_wave, trace[i].instance, 0});
      if (late < 0 || hazard_.kind == HazardKind::content || hazard_.kind == HazardKind::fence) return;
      const RoleTrace& first = past_.trace(hazard_.first.role);
      const int last = past_.steps(hazard_.first.role) - 1;
      if (last < 0 || first[last].step->action != Action::arrive) return;
      const StepInstance& arrival = first[last].instance;
      if (arrival.moment() != hazard_.first.moment()) return;
      if (budget_place(program_, arrival) != budget_place(program_, trace[i].instance)) return;
      out_.events.back().other = arrival;
      out_.missing = Missing::later_arrival;
      out_.place = arrival;
      return;
    }
  }

  /// `before`: the step of the first step's role before which it should have been complete; -1: there is none.
  constexpr void find_missing(const RoleTrace& trace, int x, int before, bool alone) {
    if (out_.missing != Missing::nothing) return;
    out_.missing = missing_by_kind(program_, hazard_);
    if (out_.missing != Missing::nothing) return;
    const Counter counter = trace[x].step->counter;
    if (x < before && needs_only_fence(program_, hazard_, trace, x, before)) {
      out_.missing = Missing::fence;
      return;
    }
    const bool waitable = counter != Counter::none && counter != Counter::bytes && counter != Counter::tensor;
    if (!waitable || (!alone && before < 0)) {
      out_.missing = Missing::signal;
      // A signal that comes when the wave gets there, and not when its multiplication is complete.
      if (alone || before < 0 || counter != Counter::tensor || trace[before].step->action != Action::arrive) return;
      if (trace[before].step->counter != Counter::none) return;
      out_.missing = Missing::completion;
      out_.place = trace[before].instance;
      return;
    }
    out_.missing = x < before ? Missing::wait : Missing::order;
    out_.place = alone ? hazard_.second : trace[before].instance;
    out_.count = largest_count(program_, trace, x, before);
  }

  const WaveProgram& program_;
  const Hazard& hazard_;
  CausalPast past_;
  Counterexample out_;
};

/// Tells of a barrier whose arrivals or bytes do not fit, if the hazard follows from that: then no wait helps.
constexpr void find_wrong_budget(const WaveProgram& program, const Hazard& hazard, Counterexample& out) {
  const auto blame = [&](const PhaseBudget& budget) {
    if (out.budget.barrier >= 0 || budget.barrier < 0) return;
    if (budget.bytes_differ()) {
      out.missing = Missing::bytes;
    } else if (budget.arrivals_differ(program) && hazard.kind == HazardKind::progress) {
      out.missing = Missing::arrivals;
    } else {
      return;
    }
    out.budget = budget;
  };
  const bool read = hazard.kind == HazardKind::flow || hazard.kind == HazardKind::content;
  if (read && hazard.buffer >= 0) blame(wrong_bytes_into(program, hazard.buffer));
  if (hazard.kind == HazardKind::unfinished) blame(phase_budget(program, budget_place(program, hazard.first)));
  if (hazard.kind != HazardKind::progress) return;
  for (const StepInstance& step : {hazard.second, hazard.first}) {
    if (step.present()) blame(phase_budget(program, budget_place(program, step)));
  }
  for (const Standing& standing : out.standings) blame(phase_budget(program, budget_place(program, standing.step)));
}

/// A step reads what no step has written yet: what writes it, if it is another role, or the loop that made no trip.
constexpr void find_writer(const WaveProgram& program, const Hazard& hazard, Counterexample& out) {
  const bool own_registers = program.buffers[hazard.buffer].per_wave();
  bool only_in_loop = true;
  StepInstance writer;
  for (int a = 0; a < program.roles.size(); ++a) {
    if (own_registers && a != hazard.second.role) continue;
    for (const Section section : all_sections) {
      const Vector<Step>& steps = program.roles[a].steps[section];
      for (int i = 0; i < steps.size(); ++i) {
        for (int k = 0; k < steps[i].access_count; ++k) {
          const StepAccess& access = program.accesses[steps[i].first_access + k];
          const bool there = access.buffer == hazard.buffer && access.subtile == hazard.subtile;
          if (!there || access.mode != AccessMode::write) continue;
          only_in_loop = only_in_loop && section == Section::kernel;
          if (!writer.present()) writer = {a, section, i, steps[i].entry};
        }
      }
    }
  }
  if (!writer.present()) return;
  if (only_in_loop && hazard.trips == 0 && hazard.second.section != Section::kernel) {
    out.missing = Missing::trips;
  } else if (writer.role != hazard.second.role) {
    out.missing = Missing::write_signal;
    out.place = writer;
    PhaseStory(program, hazard, out).tell_unwritten(writer);
  }
}

/// May the await name a wrong phase? So it is if its parity is constant, restarts with each run, or is an expression of
/// its own in a role that waits for every phase.
constexpr bool own_parity(const WaveProgram& program, const StepInstance& at) {
  const Step& step = step_of(program, at);
  if (!awaits_parity(program, step)) return false;
  const ParityKind kind = parity_kind(program, at);
  if (kind == ParityKind::counts) return step.phase_barrier.divisor > 0 && program.roles[at.role].run_period == 1;
  return true;
}

/// A hazard of phases.
constexpr void tell_progress(const WaveProgram& program, const Hazard& hazard, Counterexample& out) {
  PhaseStory story(program, hazard, out);
  if (!hazard.first.present()) {
    if (!hazard.second.present()) return;
    const Action action = step_of(program, hazard.second).action;
    if (action == Action::arrive || action == Action::fetch) return story.tell_use({}, hazard.second);
    out.standings = find_standstill(program, hazard);
    return;
  }
  if (!hazard.second.present()) {
    out.missing = Missing::acknowledgement;
    return story.tell_lap();
  }
  out.missing = Missing::phase_order;
  if (hazard.first == hazard.second) return story.tell_use({}, hazard.second);
  if (own_parity(program, hazard.second)) story.blame_parity(hazard.second);
  story.tell_order();
}

/// Without a look at the arrivals and bytes of barriers.
constexpr Counterexample counterexample_of_steps(const WaveProgram& program, const Hazard& hazard) {
  if (hazard.first.present() && hazard.second.present() && hazard.buffer >= 0) {
    if (!program.phase_barriers.empty()) return detail::PhaseCounterexample(program, hazard).build();
    return detail::CounterexampleBuilder(program, hazard).build();
  }
  Counterexample out;
  out.trips = hazard.trips;
  out.runs = runs_of(program, hazard);
  switch (hazard.kind) {
    case HazardKind::progress: tell_progress(program, hazard, out); return out;
    case HazardKind::unfinished: PhaseStory(program, hazard, out).tell_unfinished(); return out;
    case HazardKind::uninitialised:
      out.missing = Missing::initialisation;
      PhaseStory(program, hazard, out).tell_use(hazard.first, hazard.second);
      return out;
    case HazardKind::gone:
      out.missing = Missing::lifetime;
      PhaseStory(program, hazard, out).tell_use({}, hazard.first);
      return out;
    default: break;
  }
  if (hazard.kind == HazardKind::content || hazard.buffer >= 0) out.missing = Missing::order;
  const bool unwritten = hazard.kind == HazardKind::content && hazard.buffer >= 0 && hazard.second.present();
  if (unwritten && !hazard.first.present()) find_writer(program, hazard, out);
  return out;
}

}  // namespace detail

/// The counterexample of a hazard that is not proven. A hazard without steps (an accumulator that misses a tile) has no
/// events.
constexpr Counterexample counterexample(const WaveProgram& program, const Hazard& hazard) {
  const Hazard told = detail::in_program_order(program, hazard);
  Counterexample out = detail::counterexample_of_steps(program, told);
  detail::find_wrong_budget(program, told, out);
  return out;
}

}  // namespace stretto
