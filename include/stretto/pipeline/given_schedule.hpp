// The modulo schedule of a declared loop as a constant that a plan gives: `stretto plan` wrote it. It is checked, not
// searched for, so nothing here includes a search.
#pragma once

#include <stretto/core/plain_vector.hpp>
#include <stretto/modulo/storage.hpp>
#include <stretto/modulo/verify.hpp>
#include <stretto/pipeline/fingerprint.hpp>
#include <stretto/pipeline/write_programs.hpp>

namespace stretto {

/// A schedule that was found before, as constants. The compiler checks starts and slots against the loop. That no
/// smaller II is possible was proven by whoever wrote the plan; `seal` shows that nobody has changed the numbers since.
template <int Ops, int Storages>
struct GivenSchedule {
  unsigned long made_for = 0;                   ///< fingerprint of loop, target, options and version
  unsigned long seal = 0;                       ///< `seal_of` the other members
  long ii = 0;                                  ///< cycles from the start of one iteration to the start of the next
  long bound = 0;                               ///< no smaller II is possible
  bool optimal = false;                         ///< II was proven to be the smallest
  long starts[Ops] = {};                        ///< by op of the modulo problem; the smallest is 0
  int slots[Storages > 0 ? Storages : 1] = {};  ///< by storage of the modulo problem
};

namespace detail {

/// A plan's numbers as a schedule.
template <int Ops, int Storages>
constexpr ModuloResult schedule_of(const GivenSchedule<Ops, Storages>& plan) {
  ModuloResult out;
  out.ii = plan.ii;
  out.lower_bound = plan.bound;
  out.status = plan.optimal ? ModuloStatus::optimal : ModuloStatus::best;
  for (long start : plan.starts) out.starts.push_back(start);
  for (int s = 0; s < Storages; ++s) out.slots.push_back(plan.slots[s]);
  return out;
}

constexpr unsigned long plan_seal(unsigned long made_for, const ModuloResult& schedule) {
  Fingerprint out;
  out.add(static_cast<long>(made_for));
  out.add(schedule.ii);
  out.add(schedule.lower_bound);
  out.add(static_cast<long>(schedule.status));
  for (long start : schedule.starts) out.add(start);
  for (int slots : schedule.slots) out.add(static_cast<long>(slots));
  return out.value();
}

}  // namespace detail

/// The seal of a plan's numbers.
template <int Ops, int Storages>
constexpr unsigned long seal_of(const GivenSchedule<Ops, Storages>& plan) {
  return detail::plan_seal(plan.made_for, detail::schedule_of(plan));
}

namespace detail {

inline constexpr int max_plan_ops = 192;  // ops of a modulo problem, releases included
inline constexpr int max_plan_buffers = 64;

template <class Declared>
constexpr PipelineOptions options_of() {
  if constexpr (requires { Declared::options(); }) {
    return Declared::options();
  } else {
    return {};
  }
}

/// A schedule without dynamic memory.
struct PlainSchedule {
  Diagnostic error;
  long ii = 0;
  long lower_bound = 0;
  ModuloStatus status = ModuloStatus::best;
  ModuloCosts costs;
  PlainVector<long, max_plan_ops> starts;
  PlainVector<int, max_plan_buffers> slots;
};

constexpr PlainSchedule plain(const ModuloResult& schedule) {
  PlainSchedule out;
  if (!out.starts.fits(schedule.starts.size())) {
    out.error = Diagnostic(Rule::too_many_planned_ops, schedule.starts.size(), out.starts.capacity);
  } else if (!out.slots.fits(schedule.slots.size())) {
    out.error = Diagnostic(Rule::too_many_buffers, schedule.slots.size(), out.slots.capacity);
  }
  if (out.error) return out;
  out.ii = schedule.ii;
  out.lower_bound = schedule.lower_bound;
  out.status = schedule.status;
  out.costs = schedule.costs;
  out.starts.append(schedule.starts);
  out.slots.append(schedule.slots);
  return out;
}

constexpr ModuloResult in_memory(const PlainSchedule& plain) {
  ModuloResult out;
  out.ii = plain.ii;
  out.lower_bound = plain.lower_bound;
  out.status = plain.status;
  out.costs = plain.costs;
  out.starts = plain.starts.in_memory();
  out.slots = plain.slots.in_memory();
  return out;
}

/// The loop on its target, once a schedule for it is known: then `on_target` has accepted it.
template <class Declared>
constexpr TargetLoop accepted_loop() {
  return OnTarget(Declared::declare(), Declared::target()).run();
}

/// The loop on its target, with the schedule known so far.
template <class Declared>
constexpr Result<Pipeline> planned(const PlainSchedule& known) {
  if (known.error) return known.error;
  Pipeline pipe;
  pipe.loop = accepted_loop<Declared>();
  pipe.schedule = in_memory(known);
  return pipe;
}

/// A plan's schedule, if it was made for this loop and keeps its constraints.
template <int Ops, int Storages>
constexpr Result<ModuloResult> checked_plan(const GivenSchedule<Ops, Storages>& plan, const Loop& loop, const Gpu& gpu,
                                            const PipelineOptions& options) {
  if (plan.made_for != fingerprint(loop, gpu, options)) return Diagnostic(Rule::plan_is_stale, 0, 0);
  if (plan.seal != seal_of(plan)) return Diagnostic(Rule::plan_was_edited, 0, 0);
  const Result<TargetLoop> target = on_target(loop, gpu);
  if (!target.ok()) return target.error;
  const ModuloProblem problem = modulo_of(target.value, plan.ii);
  ModuloResult out = schedule_of(plan);
  long least = out.starts[0];
  for (long start : out.starts) least = start < least ? start : least;
  if (least != 0) return Diagnostic(Rule::plan_breaks_constraint, 0, 0);
  if (Storages != problem.storages.size()) {
    return Diagnostic(Rule::plan_breaks_constraint, Storages, problem.storages.size());
  }
  const BrokenConstraint broken = check_modulo_schedule(problem, out.ii, out.starts, out.slots);
  if (broken) return Diagnostic(Rule::plan_breaks_constraint, 0, 0);
  const Overflow over = overflow(problem, out.slots);
  if (over.any) {
    return in_declared_terms(target.value, in_target_terms(target.value, exceeds(over, problem, out.slots)));
  }
  out.costs = modulo_costs(problem, out.ii, out.starts);
  return out;
}

template <class Declared>
constexpr PlainSchedule given_schedule() {
  const Result<ModuloResult> checked =
      checked_plan(Declared::plan, Declared::declare(), Declared::target(), options_of<Declared>());
  if (checked.ok()) return plain(checked.value);
  PlainSchedule refused;
  refused.error = checked.error;
  return refused;
}

/// The schedule of a declared loop with all objectives: the plan's, or the one that the compiler finds. The latter is
/// in schedule_constant.hpp: a loop without a plan needs static_pipeline.hpp.
template <class Declared>
struct FoundSchedule;

template <class Declared>
  requires requires { Declared::plan; }
struct FoundSchedule<Declared> {
  static constexpr PlainSchedule value = given_schedule<Declared>();
};

}  // namespace detail
}  // namespace stretto
