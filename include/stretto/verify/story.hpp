// The story of a hazard: a run that goes wrong, as events, and what is missing.
#pragma once

#include <stretto/verify/phase_budget.hpp>
#include <stretto/verify/standstill.hpp>

namespace stretto {

/// What is missing: what would have prevented the hazard.
enum class Missing : unsigned char {
  nothing,          ///< the hazard itself is the whole explanation
  wait,             ///< a wait for the first step, before `place`
  barrier,          ///< a barrier between the two steps
  signal,           ///< a signal through a phase barrier, from the role of the first step to that of the second
  order,            ///< no synchronisation helps: the steps are in the wrong order, or access the wrong place
  parity,           ///< the parity of the await at `place` does not follow the phases of its barrier
  fence,            ///< a proxy fence in the role of the first step, after it
  mma_fence,        ///< wgmma.fence between the two steps
  initialisation,   ///< a fence after the init step, and a signal from its role to that of the second step
  lifetime,         ///< a signal to the workgroup that the first step reaches, before it ends
  acknowledgement,  ///< a signal back from the role that waits, before the first step arrives again
  phase_order,      ///< a wait before the second step, for something that follows the first
  bytes,            ///< as many bytes expected in a phase of a barrier as loads deliver (`budget`)
  arrivals,         ///< as many arrivals counted in a phase of a barrier as come (`budget`)
  write_signal,     ///< a signal from the role that executes `place`, the step that writes what the second step reads
  trips,            ///< a trip: only the loop writes what the second step reads
  slot,             ///< one slot in both: `place`, the write that the second step has waited for, names another one
  later_arrival,    ///< `place`, the arrival that completes the phase, must come after the first step
  completion,       ///< `place`, an arrival, must wait for the first step to complete (tcgen05.commit)
  end_wait,         ///< a wait for the first step before the workgroup ends
  end_await,        ///< an await of the phase in which the bytes of the first step come
};

/// The kinds of events in a counterexample.
enum class EventKind : unsigned char {
  issues,      ///< an asynchronous step begins
  leaves,      ///< a wait passes while the first step is still in flight
  barrier,     ///< all waves pass a barrier
  goes_wrong,  ///< the step that begins while the other is incomplete
  too_late,    ///< the step that should have completed before
  hears,       ///< the last phase that the wave of the second step sees complete
  stale,       ///< an await that passes at once: its wave has seen the phase with that parity before, in `other`; if
               ///< there is none, the barrier is fresh
};

/// One event of a counterexample.
struct Event {
  EventKind kind = EventKind::issues;  ///< what happens
  int wave = -1;                       ///< the wave; -1: all waves
  StepInstance step;                   ///< the step that the wave executes
  int pending = 0;                     ///< leaves: operations or groups that are newer; -1: its group is not committed
  StepInstance other = {};             ///< stale: the step that saw the phase; hears: the arrival that completed it
};

/// A run that goes wrong.
struct Counterexample {
  int trips = 0;                       ///< trip count of the run in which it goes wrong
  Vector<int> runs;                    ///< trip counts of all runs up to that one
  int steps = 0;                       ///< steps of all waves together, from the start
  int first_wave = -1;                 ///< wave that executes the first step
  int second_wave = -1;                ///< wave that executes the second step
  Vector<Event> events;                ///< the events that concern the two steps
  Missing missing = Missing::nothing;  ///< what would have prevented the hazard
  StepInstance place;                  ///< missing wait: it must come before this step; others: see Missing
  int count = 0;                       ///< missing wait: its largest count; -1: the group must be committed first
  int seen = 0;                        ///< missing parity: phases of its barrier that the wave of `place` has seen
  Vector<Standing> standings;          ///< by role, if a role waits forever: the step at which each role is blocked
  PhaseBudget budget;                  ///< of a barrier whose arrivals or bytes do not fit
};

namespace detail {

/// Is a step of a role executed after another step of that role? Both are in runs.
constexpr bool later(const StepInstance& x, const StepInstance& y) {
  if (x.run != y.run) return x.run > y.run;
  if (x.section != y.section) return x.section > y.section;
  return x.trip != y.trip ? x.trip > y.trip : x.index > y.index;
}

/// The hazard as its wave meets it. A read that should find what a later step of its own wave writes, such as a
/// rescaled sum, is still in flight when that step begins: the write comes too early.
constexpr Hazard in_program_order(const WaveProgram& program, const Hazard& hazard) {
  if (hazard.kind != HazardKind::flow || !hazard.first.present() || hazard.first.role != hazard.second.role) {
    return hazard;
  }
  const bool own = program.buffers[hazard.buffer].per_wave() || program.roles[hazard.first.role].waves == 1;
  const bool in_flight = step_of(program, hazard.second).counter != Counter::none;
  if (!own || !in_flight || !later(hazard.first, hazard.second)) return hazard;
  Hazard out = hazard;
  out.kind = HazardKind::anti;
  out.first = hazard.second;
  out.second = hazard.first;
  return out;
}

}  // namespace detail

}  // namespace stretto
