// What is missing, in words: the change that would have prevented a hazard, and where.
#pragma once

#include <stretto/verify/counterexample.hpp>
#include <stretto/verify/step_names.hpp>

namespace stretto {

namespace detail {

/// Does a proxy fence follow an init step in the setup of its role?
constexpr bool fenced_in_setup(const WaveProgram& program, const StepInstance& init) {
  const Vector<Step>& setup = program.roles[init.role].steps.setup;
  for (int i = init.index + 1; i < setup.size(); ++i) {
    if (setup[i].action == Action::fence && setup[i].counter == Counter::none) return true;
  }
  return false;
}

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

/// How often a role does less than another: "producer makes 1 trip more than consumer". Empty: as often.
constexpr Text difference(const WaveProgram& program, int a, int b) {
  Text text;
  const Role& one = program.roles[a];
  const Role& other = program.roles[b];
  if (one.run_period != other.run_period || one.first_run != other.first_run) {
    const auto tiles = [&](const Role& role) {
      if (role.run_period == 1) return Text("every tile");
      Text part("the tiles ");
      return part << role.first_run << ", " << role.first_run + role.run_period << ", ...";
    };
    return text << one.name << " takes part in " << tiles(one) << ", " << other.name << " in " << tiles(other);
  }
  const int more = one.extra_trips - other.extra_trips;
  if (more == 0) return text;
  return text << one.name << " makes " << counted(more < 0 ? -more : more, "trip") << (more < 0 ? " fewer" : " more")
              << " than " << other.name;
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
  if (use.divisor == 0 || use.divisor == barrier.slots || use.parity.step != 1) return text;
  if (barrier.slots == 1) return text << "; do not divide by " << use.divisor << ", as it has one slot";
  if (use.slot_step == 1) text << "; divide by its " << barrier.slots << " slots, not by " << use.divisor;
  return text;
}

/// What to change about an await that finds its phase over.
constexpr Text too_late_advice(const StepNames& names, const WaveProgram& program, const Standing& standing) {
  if (standing.parity != standing.seen % 2) return parity_advice(names, program, standing.step, standing.seen, false);
  const char* role = program.roles[standing.step.role].name;
  const Text place = place_words(program, budget_place(program, standing.step));
  Text text("a signal back from ");
  return text << role << ", sent after each wait for " << place << ", that is awaited before the next arrival there: "
              << counted(standing.complete - standing.seen, "phase") << " of " << place << " completed while " << role
              << " waited for one";
}

/// What to change about a wait for arrivals that no role makes.
constexpr Text nobody_advice(const StepNames& names, const WaveProgram& program, const StepInstance& at) {
  const PhaseUse& use = step_of(program, at).phase_barrier;
  Text text("an arrival for ");
  text << names.with_role(at);
  bool signalled = false;
  for (int b = 0; b < program.roles.size(); ++b) {
    if (b == at.role || (use.present() && !signals(program, b, use.barrier))) continue;
    signalled = true;
    const Text differs = difference(program, at.role, b);
    if (differs.size() > 0) return text << ": " << differs;
  }
  if (use.present() && !signalled && !signals(program, at.role, use.barrier)) {
    return text << ": no step arrives at " << program.phase_barriers[use.barrier].name;
  }
  return text << ": it waits for more than all roles send there";
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

/// Of the awaits that wait for each other at fresh barriers, the one that should pass at first: that of the role that
/// fills a slot, rather than that of a role that uses it.
constexpr const Standing* first_to_pass(const WaveProgram& program, const Vector<Standing>& standings) {
  const Standing* found = nullptr;
  for (const Standing& standing : standings) {
    const StepInstance& at = standing.step;
    if (standing.waits() && (at.run > 0 || at.trip > 0)) return nullptr;  // they have made progress
    if (standing.cause != WaitCause::role || standing.parity != 0 || standing.complete > 0) continue;
    if (found == nullptr) found = &standing;
    const Vector<Step>& steps = program.roles[at.role].steps[at.section];
    for (int i = at.index + 1; i < steps.size(); ++i) {
      if (steps[i].action == Action::fetch && steps[i].counter == Counter::bytes) return &standing;
    }
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
  bool any = false;
  for (const Standing& standing : standings) {
    if (standing.cause != WaitCause::role) continue;
    const StepInstance& blocked = standings[standing.other.role].step;
    if (blocked.section != standing.other.section || blocked.moment() != standing.other.moment()) continue;
    text << (any ? ", or " : "") << names.with_role(standing.other) << " before " << names(blocked);
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

/// What to change about bytes that nobody waits for.
constexpr Text end_await_advice(const StepNames& names, const WaveProgram& program, const StepInstance& load) {
  const BudgetPlace place = budget_place(program, load);
  Text text("an await of ");
  text << place_words(program, place) << " after " << step_and_time(names, load);
  bool awaited = false;
  for (int a = 0; a < program.roles.size(); ++a) {
    if (!awaits(program, a, place.barrier)) continue;
    awaited = true;
    const Text differs = difference(program, load.role, a);
    if (differs.size() > 0) return text << ": " << differs;
  }
  if (!awaited) text << ": no step awaits " << program.phase_barriers[place.barrier].name;
  return text;
}

/// What to change about an operation that nothing waits for.
constexpr Text end_wait_advice(const StepNames& names, const WaveProgram& program, const StepInstance& last,
                               int count) {
  const Counter counter = step_of(program, last).counter;
  Text text;
  if (count < 0) text << "a commit of the group of " << names(last) << ", and then ";
  if (counter == Counter::tensor) {
    return text << "an arrival \"after\": \"tensor\" (tcgen05.commit) after " << names.with_role(last)
                << ", and an await of it before the end";
  }
  return text << "wait_" << name(counter) << "(0) in " << program.roles[last.role].name << " before the end";
}

/// What to change about a step that may come into the phase before its own.
constexpr Text phase_order_advice(const StepNames& names, const WaveProgram& program, const Hazard& hazard,
                                  const Counterexample& example) {
  const Role& role = program.roles[hazard.second.role];
  Text text("a wait in ");
  text << role.name << " before " << names(hazard.second);
  const Step& step = step_of(program, hazard.second);
  if (step.action == Action::await) {
    text << " that shows that the phase before is complete";
    if (role.run_period == 1) return text;
    return text << "; " << role.name << " does not wait for the phases of tiles in which it takes no part";
  }
  if (example.place.present()) {
    text << " that shows that the phase of " << step_and_time(names, example.place) << " is complete";
    for (int a = 0; a < program.roles.size(); ++a) {
      const bool waits = a != hazard.second.role && awaits(program, a, step.phase_barrier.barrier);
      const Text unawaited = waits ? unawaited_words(program, a) : Text();
      if (unawaited.size() > 0) return text << unawaited;
    }
    return text;
  }
  text << ", for a signal that " << program.roles[hazard.first.role].name << " sends after " << names(hazard.first);
  const bool ring = program.phase_barriers[step.phase_barrier.barrier].slots > 1;
  if (!ring || example.events.empty() || example.events[0].kind != EventKind::issues) return text;
  const StepInstance& own = example.events[0].step;
  if (own.section == hazard.second.section && own.index == hazard.second.index) return text;
  return text << "; or another slot, as it has arrived there in " << names(own) << " before";
}

/// A buffer that shares memory with another one; -1: there is none.
constexpr int overlapping(const WaveProgram& program, int buffer) {
  const Buffer& one = program.buffers[buffer];
  for (int b = 0; b < program.buffers.size(); ++b) {
    const Buffer& other = program.buffers[b];
    if (b == buffer || one.space != other.space || one.workgroup != other.workgroup) continue;
    if (one.offset < 0 || other.offset < 0) continue;
    const long one_end = one.offset + static_cast<long>(one.slots) * one.subtiles * one.bytes;
    const long other_end = other.offset + static_cast<long>(other.slots) * other.subtiles * other.bytes;
    if (one.offset < other_end && other.offset < one_end) return b;
  }
  return -1;
}

}  // namespace detail

/// What is missing, and where to add it.
constexpr Text missing_sentence(const StepNames& names, const WaveProgram& program, const Hazard& found,
                                const Counterexample& example) {
  Text text;
  const Hazard hazard = detail::in_program_order(program, found);
  if (!example.standings.empty() && example.budget.barrier < 0) {
    return detail::standstill_advice(names, program, example.standings);
  }
  switch (example.missing) {
    case Missing::nothing: return text;
    case Missing::wait: {
      // A bulk store accesses global memory until it is complete, not only until it has read its source.
      const Counter counter = detail::step_of(program, hazard.first).counter;
      const bool whole = counter == Counter::store && detail::lasts_until_stored(program, hazard);
      const Counter waited = counter == Counter::scalar ? Counter::lgkm : whole ? Counter::stored : counter;
      if (example.count < 0) text << "a commit of the group of " << names(hazard.first) << ", and then ";
      text << "wait_" << name(waited) << "(" << (example.count < 0 ? 0 : example.count) << ") or less in "
           << names.wave(example.first_wave) << " before " << names(example.place);
      if (example.first_wave == example.second_wave) return text;
      const Step& place = detail::step_of(program, example.place);
      const bool signal = place.action == Action::arrive;
      text << (signal ? ", the last signal the other wave waits on" : ", the last barrier that they share");
      const bool joins = signal && waited == Counter::copy && place.counter == Counter::none && example.count == 0;
      return joins ? text << "; or an arrival \"after\": \"copy\"" : text;
    }
    case Missing::barrier:
      text << "a barrier between " << names(hazard.first) << " of " << names.wave(example.first_wave) << " and "
           << names(hazard.second) << " of " << names.wave(example.second_wave);
      if (detail::step_of(program, hazard.first).counter == Counter::none) return text;
      text << ", with " << names(hazard.first) << " waited for before it";
      return text;
    case Missing::signal:
      if (example.first_wave == example.second_wave &&
          detail::step_of(program, hazard.first).counter == Counter::bytes) {
        const Text place = detail::place_words(program, detail::budget_place(program, hazard.first));
        return text << "a wait in " << names.wave(example.second_wave) << " before " << names(hazard.second)
                    << " that shows that " << detail::step_and_time(names, hazard.first) << " is complete: of " << place
                    << ", or of a signal from a role that awaits " << place;
      }
      text << "a signal from " << names.wave(example.first_wave) << ", sent when " << names(hazard.first)
           << " is complete, that " << names.wave(example.second_wave) << " awaits before " << names(hazard.second);
      return text << detail::unawaited_words(program, hazard.first.role);
    case Missing::order:
      if (hazard.kind == HazardKind::anti && program.buffers[hazard.buffer].slots > 1) {
        const Buffer& ring = program.buffers[hazard.buffer];
        return text << "one more slot in " << ring.name << ", which has " << ring.slots << "; or "
                    << names(hazard.second) << " after " << names(hazard.first) << " and a barrier";
      }
      text << "nothing that synchronisation could add; ";
      if (const int other = hazard.buffer < 0 ? -1 : detail::overlapping(program, hazard.buffer); other >= 0) {
        text << program.buffers[hazard.buffer].name << " overlaps " << program.buffers[other].name << ", or ";
      }
      return text << "the ops are in the wrong order, or access the wrong slot";
    case Missing::parity: return detail::parity_advice(names, program, example.place, example.seen, true);
    case Missing::fence:
      text << "a proxy fence in " << names.wave(example.first_wave) << ", after " << names(hazard.first);
      if (example.first_wave == example.second_wave) return text << " and before " << names(hazard.second);
      text << " and before the barrier or arrival that " << names.wave(example.second_wave) << " waits for";
      return text;
    case Missing::mma_fence:
      text << "wgmma.fence between " << names(hazard.first) << " and " << names(hazard.second);
      return text;
    case Missing::initialisation:
      if (!hazard.first.present()) return text << "an init step before " << names(hazard.second);
      if (!detail::fenced_in_setup(program, hazard.first)) {
        text << "a fence after " << names.with_role(hazard.first) << " (fence.mbarrier_init)";
        if (hazard.first.role == hazard.second.role) return text;
        return text << ", and then a barrier that " << program.roles[hazard.second.role].name << " passes, too";
      }
      return text << "a barrier after the fence that follows " << names.with_role(hazard.first) << ", which "
                  << program.roles[hazard.second.role].name << " passes before it uses the barrier";
    case Missing::acknowledgement: {
      const char* role = program.roles[hazard.first.role].name;
      if (hazard.first.section == Section::prologue && hazard.first.run > 0) {
        text << names.with_role(hazard.first)
             << " in setup, if it is meant once: the prologue repeats with each tile. Otherwise, ";
      }
      const bool known = hazard.second.role >= 0;
      text << "a signal back from " << (known ? program.roles[hazard.second.role].name : "the roles that wait")
           << ", sent after " << (example.place.present() ? names(example.place) : Text("that wait")) << ", that "
           << role << " awaits before " << names(hazard.first);
      return text << "; or a barrier for each slot";
    }
    case Missing::phase_order:
      if (hazard.first == hazard.second) {
        const bool awaits = detail::step_of(program, hazard.second).action == Action::await;
        return text << (awaits ? "an arrival" : "a wait") << " of " << program.roles[hazard.second.role].name << " at "
                    << program.phase_barriers[detail::step_of(program, hazard.second).phase_barrier.barrier].name
                    << " before " << names(hazard.second) << ": a wave arrives there and waits in turn";
      }
      return detail::phase_order_advice(names, program, hazard, example);
    case Missing::bytes:
      text << "a matching byte count: arrivals at " << program.phase_barriers[example.budget.barrier].name << " expect "
           << example.budget.expected << " bytes per phase, but loads deliver " << example.budget.sent;
      return text;
    case Missing::arrivals: {
      const PhaseBarrier& barrier = program.phase_barriers[example.budget.barrier];
      text << "a matching arrival count: a phase of " << barrier.name << " needs "
           << detail::counted(barrier.arrivals, "arrival") << ", but "
           << detail::counted(example.budget.arrivals, "wave")
           << (example.budget.arrivals == 1 ? " arrives" : " arrive");
      return text;
    }
    case Missing::write_signal:
      text << "a signal from " << program.roles[example.place.role].name << ", sent when "
           << names.with_role(example.place) << " is complete, that " << program.roles[hazard.second.role].name
           << " awaits before " << names(hazard.second);
      return text;
    case Missing::trips:
      text << "at least one trip: with 0 trips, no step writes " << program.buffers[hazard.buffer].name
           << "; set min_trips to 1, or write it before the loop";
      return text;
    case Missing::lifetime:
      text << "a barrier at the end that " << program.roles[hazard.first.role].name
           << " arrives at and the roles of the other workgroup wait for";
      return text;
    case Missing::slot: {
      const int slot = detail::written_slot(program, example.place, hazard.buffer, hazard.subtile);
      return text << "one slot in both: " << names.with_role(example.place) << ", which "
                  << program.roles[hazard.second.role].name << " waits for, writes "
                  << program.buffers[hazard.buffer].name << "[" << slot << "], but " << names(hazard.second)
                  << " reads " << names.place(hazard);
    }
    case Missing::later_arrival:
      text << names.with_role(example.place) << " after " << names(hazard.first);
      if (detail::step_of(program, hazard.first).counter != Counter::none &&
          detail::step_of(program, example.place).counter == Counter::none) {
        text << ", and after a wait for it";
      }
      return text << ": it comes before it now, and " << program.roles[hazard.second.role].name
                  << " takes it for the signal";
    case Missing::completion:
      return text << "\"after\": \"tensor\" in " << names.with_role(example.place)
                  << " (tcgen05.commit): it arrives at once, "
                  << "while " << names(hazard.first) << " is still in flight";
    case Missing::end_wait: return detail::end_wait_advice(names, program, hazard.first, example.count);
    case Missing::end_await: return detail::end_await_advice(names, program, hazard.first);
  }
  return text;
}

}  // namespace stretto
