// What to change about phases of barriers, in words: parities that do not follow them, and roles that wait forever.
#pragma once

#include <stretto/verify/counterexample.hpp>
#include <stretto/verify/step_names.hpp>

namespace stretto::detail {

/// "3 phases", "1 trip".
constexpr Text counted(int count, const char* what) {
  Text text;
  return text << count << " " << what << (count == 1 ? "" : "s");
}

/// "full[2]"; "acc" if there is one slot.
constexpr Text place_words(const WaveProgram& program, const BudgetPlace& place) {
  Text text(program.phase_barriers[place.barrier].name);
  if (program.phase_barriers[place.barrier].slots > 1) text << "[" << place.slot << "]";
  return text;
}

/// The step with its role, and when it is executed: "kernel[3] arrive empty[1] of consumer (tile 0, trip 2)".
constexpr Text step_and_time(const StepNames& names, const StepInstance& step) {
  Text text = names.with_role(step);
  const Text when = names.when(step);
  return when.size() > 0 ? text << " (" << when << ")" : text;
}

/// The tiles in which two roles take part, if they differ: "producer takes part in every tile, consumer in the tiles 0,
/// 2, ..."; else empty.
constexpr Text other_tiles(const WaveProgram& program, int a, int b) {
  Text text;
  const Role& one = program.roles[a];
  const Role& other = program.roles[b];
  if (one.run_period == other.run_period && one.first_run == other.first_run) return text;
  const auto tiles = [](const Role& role) {
    if (role.run_period == 1) return Text("every tile");
    Text part("the tiles ");
    return part << role.first_run << ", " << role.first_run + role.run_period << ", ...";
  };
  return text << one.name << " takes part in " << tiles(one) << ", " << other.name << " in " << tiles(other);
}

/// Trips that a role makes beyond those of another.
constexpr int more_trips(const WaveProgram& program, int a, int b) {
  return program.roles[a].extra_trips - program.roles[b].extra_trips;
}
/// "producer makes 1 trip more than consumer".
constexpr Text more_trips_words(const WaveProgram& program, int a, int b) {
  Text text(program.roles[a].name);
  return text << " makes " << counted(more_trips(program, a, b), "trip") << " more than " << program.roles[b].name;
}

/// How the parity of an await must advance, if its wave has seen a number of phases of its barrier. `passes`: it passes
/// at once; otherwise it waits forever.
constexpr Text parity_advice(const StepNames& names, const WaveProgram& program, const StepInstance& at, int seen,
                             bool passes) {
  Text text;
  const PhaseUse& use = step_of(program, at).phase_barrier;
  const PhaseBarrier& barrier = program.phase_barriers[use.barrier];
  const ParityKind kind = parity_kind(program, at);
  if (kind != ParityKind::counts && (at.run > 0 || (kind == ParityKind::constant && at.trip > 0))) {
    text << "a parity of " << names.with_role(at) << " that changes with each phase of its barrier";
    if (kind == ParityKind::restarts) return text << ", also from tile to tile: count with i or t, not with k";
    return text << ": it is constant; count with " << (program.persistent ? "i or t" : "i");
  }
  text << "parity " << seen % 2 << " in " << step_and_time(names, at) << ": its wave has seen ";
  const Text place = place_words(program, budget_place(program, at));
  if (seen == 0) {
    text << "no phase of " << place << " yet"
         << (passes ? ", and a fresh barrier lets parity 1 pass at once" : " and waits for the first");
  } else {
    text << counted(seen, "phase") << " of " << place << " and waits for the next";
  }
  if (program.persistent && use.divisor > 0 && use.local_step != 0 && use.parity.local_step == 0) {
    return text << "; its slot restarts with each tile, and its parity does not";
  }
  if (use.divisor == 0 || use.divisor == barrier.slots || use.parity.step != 1) return text;
  if (barrier.slots == 1) return text << "; do not divide by " << use.divisor << ", as it has one slot";
  if (use.slot_step == 1) text << "; divide by its " << barrier.slots << " slots, not by " << use.divisor;
  return text;
}

/// What to change about an await that finds its phase over.
constexpr Text too_late_advice(const StepNames& names, const WaveProgram& program, const Standing& standing) {
  const StepInstance& at = standing.step;
  const char* role = program.roles[at.role].name;
  const Text place = place_words(program, budget_place(program, at));
  Text text;
  const bool skips = program.roles[at.role].run_period > 1 && !standing.first;
  if (skips && parity_kind(program, at) == ParityKind::counts) {
    return text << "a parity of " << names.with_role(at) << " that counts the phases of " << place
                << " in the tiles in which " << role << " takes no part, too";
  }
  if (standing.parity != standing.seen % 2) return parity_advice(names, program, at, standing.seen, false);
  return text << "a signal back from " << role << ", sent after each wait for " << place
              << ", that is awaited before the next arrival there: "
              << counted(standing.complete - standing.seen, "phase") << " of " << place << " completed while " << role
              << " waited for one";
}

/// Phases of a place that a role waits for in a part of the program, in each trip or outside of the loop, and those
/// that the arrivals there complete.
struct PhaseCounts {
  int waits = 0;
  int complete = 0;
};
constexpr PhaseCounts phase_counts(const WaveProgram& program, const BudgetPlace& place, bool rotate, bool loop) {
  PhaseCounts out;
  int arrivals = 0;
  for (const Section section : all_sections) {
    if ((section == Section::kernel) != loop) continue;
    const PhaseUses uses = phase_uses(program, place, section, rotate);
    out.waits += uses.awaits;
    arrivals += uses.arrivals;
  }
  out.complete = arrivals / program.phase_barriers[place.barrier].arrivals;
  return out;
}

/// Why a role waits for more phases of a place than the arrivals complete; empty if it does not.
constexpr Text too_many_waits(const WaveProgram& program, const StepInstance& at) {
  Text text;
  const BudgetPlace place = budget_place(program, at);
  bool rotate = false;
  if (!all_alike(program, place.barrier, rotate)) return text;
  const PhaseCounts loop = phase_counts(program, place, rotate, true);
  const PhaseCounts ends = phase_counts(program, place, rotate, false);
  const auto words = [&](const char* part, const PhaseCounts& counts) {
    return text << part << program.roles[at.role].name << " waits for " << counted(counts.waits, "phase") << " of "
                << program.phase_barriers[place.barrier].name << ", and the arrivals there complete "
                << counts.complete;
  };
  if (loop.waits > loop.complete) return words("in each trip, ", loop);
  for (int b = 0; b < program.roles.size(); ++b) {
    const int more = more_trips(program, at.role, b);
    if (!signals(program, b, place.barrier) || more <= 0) continue;
    if (more * loop.waits + ends.waits > ends.complete) return more_trips_words(program, at.role, b);
  }
  return ends.waits > ends.complete ? words("outside the loop, ", ends) : text;
}

/// What to change about a wait for arrivals that no role makes.
constexpr Text nobody_advice(const StepNames& names, const WaveProgram& program, const StepInstance& at) {
  const PhaseUse& use = step_of(program, at).phase_barrier;
  Text text("an arrival for ");
  text << names.with_role(at);
  bool signalled = false;
  for (int b = 0; b < program.roles.size(); ++b) {
    if (use.present() && !signals(program, b, use.barrier)) continue;
    signalled = true;
    const Text tiles = other_tiles(program, at.role, b);
    if (tiles.size() > 0) return text << ": " << tiles;
    if (!use.present() && more_trips(program, at.role, b) > 0)
      return text << ": " << more_trips_words(program, at.role, b);
  }
  if (!use.present()) return text;
  if (!signalled) return text << ": no step arrives at " << program.phase_barriers[use.barrier].name;
  const Text waits = too_many_waits(program, at);
  if (waits.size() > 0) return text << ": " << waits;
  for (int b = 0; b < program.roles.size(); ++b) {
    const Vector<Step>& steps = program.roles[b].steps[at.section];
    for (int i = 0; i < steps.size(); ++i) {
      const StepInstance step{b, at.section, i, steps[i].entry, at.trip, at.start, at.run};
      if (!arrives(steps[i]) || steps[i].phase_barrier.barrier != use.barrier) continue;
      if (budget_place(program, step) == budget_place(program, at)) continue;
      return text << ": " << step_and_time(names, step) << " goes to another slot";
    }
  }
  return text;
}

/// A barrier at which a role arrives in vain: "; consumer arrives at empty, which no step awaits". Empty: there is
/// none.
constexpr Text unawaited_words(const WaveProgram& program, int role) {
  Text text;
  for (int b = 0; b < program.phase_barriers.size(); ++b) {
    if (program.phase_barriers[b].kind != PhaseBarrierKind::mbarrier || !signals(program, role, b)) continue;
    bool awaited = false;
    for (int a = 0; a < program.roles.size(); ++a) awaited = awaited || awaits(program, a, b);
    if (awaited) continue;
    return text << "; " << program.roles[role].name << " arrives at " << program.phase_barriers[b].name
                << ", which no step awaits";
  }
  return text;
}

/// What to change about bytes that an arrival expects and no load delivers: a load may signal another place.
constexpr Text bytes_advice(const StepNames& names, const WaveProgram& program, const StepInstance& at) {
  const BudgetPlace place = budget_place(program, at);
  Text text("as many bytes at ");
  text << place_words(program, place) << " as arrivals expect there";
  for (int a = 0; a < program.roles.size(); ++a) {
    for (const Section section : run_sections) {
      const Vector<Step>& steps = program.roles[a].steps[section];
      bool expected = false;
      for (int i = 0; i < steps.size(); ++i) {
        const StepInstance step{a, section, i, steps[i].entry, at.trip, at.start, at.run};
        if (arrives(steps[i]) && steps[i].phase_barrier.bytes > 0) expected = budget_place(program, step) == place;
        if (!expected || steps[i].counter != Counter::bytes || budget_place(program, step) == place) continue;
        return text << ": " << names.with_role(step) << " signals "
                    << place_words(program, budget_place(program, step));
      }
    }
  }
  return text;
}

/// What to change about registers that the pool does not hold.
constexpr Text registers_advice(const WaveProgram& program, int workgroup) {
  int taken = 0;
  int given = 0;
  for (const Role& role : program.roles) {
    if (role.workgroup != workgroup) continue;
    for (const Step& step : role.steps.setup) {
      if (step.action != Action::registers) continue;
      (step.count > 0 ? taken : given) += (step.count > 0 ? step.count : -step.count) * role.waves;
    }
  }
  const int lacking = taken - given - program.spare_registers;
  Text text;
  if (lacking <= 0) return text << "roles that give up registers before others take them";
  text << lacking << " registers: the roles take " << taken << " in all and give up " << given;
  if (program.spare_registers > 0) text << ", and " << program.spare_registers << " are spare";
  return text;
}

/// Does a bulk load follow a step in its section? Then the step waits for a slot that the load fills.
constexpr bool loads_next(const WaveProgram& program, const StepInstance& at) {
  const Vector<Step>& steps = program.roles[at.role].steps[at.section];
  for (int i = at.index + 1; i < steps.size(); ++i) {
    if (steps[i].action == Action::fetch && steps[i].counter == Counter::bytes) return true;
  }
  return false;
}

/// Of the awaits that wait for each other at fresh barriers, the one that should pass at first: that of the role that
/// fills a slot, rather than that of a role that uses it.
constexpr const Standing* first_to_pass(const WaveProgram& program, const Vector<Standing>& standings) {
  const Standing* found = nullptr;
  for (const Standing& standing : standings) {
    const StepInstance& at = standing.step;
    if (standing.waits() && (at.run > 0 || at.trip > 0)) return nullptr;  // they have made progress
    if (standing.cause != WaitCause::role || standing.other.role == at.role) continue;
    if (standing.parity != 0 || standing.complete > 0) continue;
    if (found == nullptr) found = &standing;
    if (loads_next(program, at)) return &standing;
  }
  return found;
}

/// What to change about roles that wait for each other.
constexpr Text circle_advice(const StepNames& names, const WaveProgram& program, const Vector<Standing>& standings) {
  Text text;
  for (const Standing& standing : standings) {
    if (!standing.elsewhere.present()) continue;
    text << "an arrival at " << place_words(program, budget_place(program, standing.step)) << " after "
         << step_and_time(names, standing.used) << ": the next one, " << step_and_time(names, standing.elsewhere);
    return text << ", frees a slot that is read later";
  }
  if (const Standing* first = first_to_pass(program, standings)) {
    return text << "parity 1 in " << names.with_role(first->step)
                << " (^1): each role waits for the other, and a fresh barrier lets only parity 1 pass";
  }
  for (const Standing& standing : standings) {
    const bool fresh = standing.first && standing.parity == 0 && standing.complete == 0;
    if (standing.cause != WaitCause::role || standing.other.role == standing.step.role || !fresh) continue;
    if (!loads_next(program, standing.step)) continue;
    return text << "an arrival at " << place_words(program, budget_place(program, standing.step)) << " before "
                << step_and_time(names, standing.step)
                << ", the first wait there: each role waits for the other, and a fresh barrier lets only parity 1 pass";
  }
  bool any = false;
  for (const Standing& standing : standings) {
    if (standing.cause != WaitCause::role) continue;
    const StepInstance& blocked = standings[standing.other.role].step;
    if (blocked.section != standing.other.section || blocked.moment() != standing.other.moment()) continue;
    text << (any ? ", or " : "") << names.with_role(standing.other) << " before " << names(blocked);
    if (standing.other.role == standing.step.role) return text << ", which waits for it";
    any = true;
  }
  if (any) return text << ": each waits for the other";
  return text << "an order in which one of them signals before it waits: each waits for the other";
}

/// What to change so that no role waits forever.
constexpr Text standstill_advice(const StepNames& names, const WaveProgram& program,
                                 const Vector<Standing>& standings) {
  for (const Standing& standing : standings) {
    if (standing.cause == WaitCause::too_late) return too_late_advice(names, program, standing);
  }
  for (const Standing& standing : standings) {
    if (standing.cause == WaitCause::nobody) return nobody_advice(names, program, standing.step);
    if (standing.cause == WaitCause::bytes) return bytes_advice(names, program, standing.step);
    if (standing.cause == WaitCause::registers) {
      return registers_advice(program, program.roles[standing.step.role].workgroup);
    }
  }
  return circle_advice(names, program, standings);
}

}  // namespace stretto::detail
