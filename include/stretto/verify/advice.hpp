// What is missing, in words: the change that would have prevented a hazard, and where.
#pragma once

#include <stretto/verify/phase_advice.hpp>

namespace stretto {

namespace detail {

/// Does a fence that makes it visible follow an init step in the setup of its role?
constexpr bool fenced_in_setup(const WaveProgram& program, const StepInstance& init) {
  const Vector<Step>& setup = program.roles[init.role].steps.setup;
  for (int i = init.index + 1; i < setup.size(); ++i) {
    if (setup[i].action == Action::init_fence) return true;
    if (setup[i].action == Action::fence && setup[i].counter == Counter::none) return true;
  }
  return false;
}

/// What to change about bytes that nobody waits for.
constexpr Text end_await_advice(const StepNames& names, const WaveProgram& program, const StepInstance& load) {
  const BudgetPlace place = budget_place(program, load);
  Text text("an await of ");
  text << place_words(program, place) << " after " << step_and_time(names, load);
  bool rotate = false;
  const bool alike = all_alike(program, place.barrier, rotate);
  bool awaited = false;
  for (int a = 0; a < program.roles.size(); ++a) {
    if (!awaits(program, a, place.barrier)) continue;
    awaited = true;
    const Text tiles = other_tiles(program, load.role, a);
    if (tiles.size() > 0) return text << ": " << tiles;
    const int more = more_trips(program, load.role, a);
    if (alike && more > phase_counts(program, place, rotate, false).waits) {
      return text << ": " << more_trips_words(program, load.role, a);
    }
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
    return text << R"(an arrival "after": "tensor" (tcgen05.commit) after )" << names.with_role(last)
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
      return joins ? text << R"(; or an arrival "after": "copy")" : text;
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
      return text << R"("after": "tensor" in )" << names.with_role(example.place)
                  << " (tcgen05.commit): it arrives at once, "
                  << "while " << names(hazard.first) << " is still in flight";
    case Missing::end_wait: return detail::end_wait_advice(names, program, hazard.first, example.count);
    case Missing::end_await: return detail::end_await_advice(names, program, hazard.first);
  }
  return text;
}

}  // namespace stretto
