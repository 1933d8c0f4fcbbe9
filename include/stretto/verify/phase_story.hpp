// Stories of hazards that are about phases of barriers, or about a single step: who arrives in which phase, which await
// passes too early, and what nobody waits for.
#pragma once

#include <stretto/verify/causal_past.hpp>
#include <stretto/verify/in_flight.hpp>
#include <stretto/verify/story.hpp>

namespace stretto::detail {

/// Does the step arrive at a barrier with phases?
constexpr bool arrives(const Step& step) {
  return step.phase_barrier.present() && (step.action == Action::arrive || step.action == Action::barrier);
}

/// Does the step wait for a parity?
constexpr bool awaits_parity(const WaveProgram& program, const Step& step) {
  if (step.action != Action::await) return false;
  return program.phase_barriers[step.phase_barrier.barrier].kind == PhaseBarrierKind::mbarrier;
}

/// Does the role arrive at a barrier, or send bytes to it?
constexpr bool signals(const WaveProgram& program, int role, int barrier) {
  for (const Section section : all_sections) {
    for (const Step& step : program.roles[role].steps[section]) {
      if (step.phase_barrier.barrier == barrier && (arrives(step) || step.action == Action::fetch)) return true;
    }
  }
  return false;
}

/// Does a role await a barrier?
constexpr bool awaits(const WaveProgram& program, int role, int barrier) {
  for (const Section section : all_sections) {
    for (const Step& step : program.roles[role].steps[section]) {
      if (step.phase_barrier.barrier == barrier && step.action == Action::await) return true;
    }
  }
  return false;
}

/// The slot in which a step writes a part of a buffer; -1: it writes none.
constexpr int written_slot(const WaveProgram& program, const StepInstance& at, int buffer, int subtile) {
  const Step& step = step_of(program, at);
  for (int i = 0; i < step.access_count; ++i) {
    const StepAccess& access = program.accesses[step.first_access + i];
    if (access.buffer != buffer || access.subtile != subtile || access.mode != AccessMode::write) continue;
    return access.slot_in_trip(at.moment(), program.buffers[buffer].slots);
  }
  return -1;
}

/// How the parity of an await advances.
enum class ParityKind : unsigned char {
  counts,    ///< from trip to trip, or from run to run
  restarts,  ///< it starts again with each run of a persistent program
  constant,  ///< not at all, though the await is executed again
};
constexpr ParityKind parity_kind(const WaveProgram& program, const StepInstance& await) {
  const PhaseUse& use = step_of(program, await).phase_barrier;
  const Advance of = use.divisor > 0 ? use.parity : Advance{use.slot, use.slot_step, use.local_step, use.run_step};
  if (of.step == 0 && of.local_step == 0 && of.run_step == 0) {
    const bool once = !program.persistent && await.section != Section::kernel;
    return once ? ParityKind::counts : ParityKind::constant;
  }
  return program.persistent && of.local_step != 0 ? ParityKind::restarts : ParityKind::counts;
}

/// An await that passes without a phase, because its barrier is fresh: the wave that executes it has seen none there.
constexpr bool passes_fresh(const SeenPhases& seen) { return seen.seen_by < 0 && seen.after == 0; }

/// Tells such stories. It adds to a counterexample whose runs are known.
class PhaseStory {
 public:
  constexpr PhaseStory(const WaveProgram& program, const Hazard& hazard, Counterexample& out)
      : program_(program), hazard_(hazard), past_(program, out.runs), out_(out) {}

  /// The second step reads what no step has written; `writer` writes it. The reader's await may pass at once, or reader
  /// and writer name different slots.
  constexpr void tell_unwritten(const StepInstance& writer) {
    const int role = hazard_.second.role;
    const RoleTrace& trace = past_.trace(role);
    const int y = trace.find(hazard_.second);
    if (y == trace.size()) return;
    past_.before(role, y);
    for (int i = y - 1; i >= 0 && trace[i].instance.moment() == trace[y].instance.moment(); --i) {
      const Step& step = *trace[i].step;
      if (!awaits_parity(program_, step) || !signals(program_, writer.role, step.phase_barrier.barrier)) continue;
      const SeenPhases seen = past_.seen(role, i);
      if (passes_fresh(seen)) {
        tell_at_once(role, i);
        add(EventKind::goes_wrong, hazard_.second);
        return;
      }
      if (seen.after > seen.before) return tell_slot(writer.role, trace[i].instance);
    }
  }

  /// The second step may come into the phase that the first one completes.
  constexpr void tell_order() {
    const RoleTrace& first = past_.trace(hazard_.first.role);
    const RoleTrace& second = past_.trace(hazard_.second.role);
    const int x = first.find(hazard_.first);
    const int y = second.find(hazard_.second);
    if (x == first.size() || y == second.size()) return;
    const bool in_order = hazard_.first.role == hazard_.second.role && x < y;
    if (in_order) {
      // Bytes that come with an arrival of the same trip belong to its phase; the one before is that of the last trip.
      const bool together = hazard_.first.moment() == hazard_.second.moment();
      const int before = together ? last_arrival(first, x) : x;
      if (before >= 0) add(EventKind::issues, first[before].instance);
      if (before >= 0 && out_.missing == Missing::phase_order) out_.place = first[before].instance;
    } else if (arrives(*second[y].step)) {
      const int own = last_arrival(second, y);
      if (own >= 0) add(EventKind::issues, second[own].instance);
    }
    add(EventKind::goes_wrong, hazard_.second);
    if (!in_order) add(EventKind::too_late, hazard_.first);
  }

  /// The first step may complete a phase while a role still waits for the one before.
  constexpr void tell_lap() {
    const RoleTrace& first = past_.trace(hazard_.first.role);
    const int x = first.find(hazard_.first);
    if (x == first.size()) return;
    const int own = last_arrival(first, x);
    if (own >= 0) add(EventKind::issues, first[own].instance);
    add(EventKind::goes_wrong, hazard_.first);
    const int role = hazard_.second.role;
    if (role < 0) return;
    const BudgetPlace at = budget_place(program_, hazard_.first);
    int phase = 0;  // that the first step completes
    for (int i = 0; i < x; ++i) phase += is_arrival(first, i, at) ? 1 : 0;
    const RoleTrace& waiter = past_.trace(role);
    for (int i = 0; i < waiter.size(); ++i) {
      if (!awaits_parity(program_, *waiter[i].step) || budget_place(program_, waiter[i].instance) != at) continue;
      if (past_.seen(role, i).after != phase) continue;
      add(EventKind::too_late, waiter[i].instance);
      out_.place = waiter[i].instance;
      out_.seen = phase + 1;
      return;
    }
  }

  /// Nothing waits for the first step before the end.
  constexpr void tell_unfinished() {
    const RoleTrace& trace = past_.trace(hazard_.first.role);
    const int x = trace.find(hazard_.first);
    if (x == trace.size()) return;
    const Step& step = *trace[x].step;
    const bool bytes = step.counter == Counter::bytes;
    if (bytes && tell_await_of_bytes()) return;
    add(EventKind::goes_wrong, hazard_.first);
    out_.missing = bytes ? Missing::end_await : Missing::end_wait;
    Newer newer(step);
    for (int i = x + 1; i < trace.size(); ++i) {
      const Step& passed = *trace[i].step;
      if (waits_for(passed, step.counter, false) && newer.outlasts(passed)) {
        add(EventKind::leaves, trace[i].instance, newer.pending());
      }
      newer.pass(passed);
    }
    out_.count = largest_count(program_, trace, x, trace.size());
  }

  /// The parity of an await is the cause, unless it names the phase after those that its wave has seen.
  constexpr void blame_parity(const StepInstance& await) {
    const RoleTrace& trace = past_.trace(await.role);
    const int i = trace.find(await);
    if (i == trace.size()) return;
    const int seen = past_.seen(await.role, i).before;
    const PhaseUse& use = trace[i].step->phase_barrier;
    const int named = use.awaited_parity(await.moment(), program_.phase_barriers[use.barrier].slots);
    if (parity_kind(program_, await) == ParityKind::counts && named == seen % 2) return;
    out_.missing = Missing::parity;
    out_.place = await;
    out_.seen = seen;
  }

  /// A step uses a barrier that is not ready, or reaches a workgroup that may have ended.
  constexpr void tell_use(const StepInstance& before, const StepInstance& use) {
    if (before.present()) add(EventKind::issues, before);
    add(EventKind::goes_wrong, use);
  }

 private:
  constexpr void add(EventKind kind, const StepInstance& step, int pending = 0) {
    out_.events.push_back({kind, program_.roles[step.role].first_wave, step, pending});
  }

  [[nodiscard]] constexpr bool is_arrival(const RoleTrace& trace, int i, const BudgetPlace& at) const {
    return arrives(*trace[i].step) && budget_place(program_, trace[i].instance) == at;
  }
  /// The last arrival of a role before step `end`, at the same place; -1: there is none.
  [[nodiscard]] constexpr int last_arrival(const RoleTrace& trace, int end) const {
    const BudgetPlace at = budget_place(program_, trace[end].instance);
    for (int i = end - 1; i >= 0; --i) {
      if (is_arrival(trace, i, at)) return i;
    }
    return -1;
  }

  /// The await at index i of a role's trace passes at once.
  constexpr void tell_at_once(int role, int i) {
    const RoleTrace& trace = past_.trace(role);
    const SeenPhases seen = past_.seen(role, i);
    add(EventKind::stale, trace[i].instance);
    if (seen.seen_by >= 0) out_.events.back().other = trace[seen.seen_by].instance;
    out_.missing = Missing::parity;
    out_.place = trace[i].instance;
    out_.seen = seen.before;
  }

  /// The reader has heard of a phase of this trip. If the writer has written another slot before it, that is the cause.
  constexpr void tell_slot(int writer, const StepInstance& heard) {
    const RoleTrace& trace = past_.trace(writer);
    for (int i = past_.steps(writer) - 1; i >= 0; --i) {
      const int slot = written_slot(program_, trace[i].instance, hazard_.buffer, hazard_.subtile);
      if (slot < 0) continue;
      if (slot == hazard_.slot) return;
      add(EventKind::issues, trace[i].instance);
      add(EventKind::hears, heard);
      add(EventKind::goes_wrong, hazard_.second);
      out_.missing = Missing::slot;
      out_.place = trace[i].instance;
      return;
    }
  }

  /// Is there an await of the bytes of the first step that passes at once? Then its parity is the cause.
  constexpr bool tell_await_of_bytes() {
    const BudgetPlace at = budget_place(program_, hazard_.first);
    for (int a = 0; a < program_.roles.size(); ++a) {
      const RoleTrace& trace = past_.trace(a);
      for (int i = 0; i < trace.size(); ++i) {
        if (!awaits_parity(program_, *trace[i].step) || budget_place(program_, trace[i].instance) != at) continue;
        const SeenPhases seen = past_.seen(a, i);
        if (!seen.stale() && !passes_fresh(seen)) continue;
        tell_at_once(a, i);
        add(EventKind::goes_wrong, hazard_.first);
        return true;
      }
    }
    return false;
  }

  const WaveProgram& program_;
  const Hazard& hazard_;
  CausalPast past_;
  Counterexample& out_;
};

}  // namespace stretto::detail
