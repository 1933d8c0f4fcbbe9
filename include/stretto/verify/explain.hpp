// Explains a hazard in words: what can go wrong, the run in which it does, step by step, and what is missing.
#pragma once

#include <stretto/verify/counterexample.hpp>
#include <stretto/verify/step_names.hpp>

namespace stretto {

namespace detail {

constexpr const Step& step_of(const WaveProgram& program, const StepInstance& at) {
  return program.roles[at.role].steps[at.section][at.index];
}

/// " K tile 3", or nothing if it is not known which.
constexpr Text tile_words(int tile) {
  Text text;
  if (tile != no_tile) text << " K tile " << tile;
  return text;
}

constexpr Text progress_sentence(const StepNames& names, const WaveProgram& program, const Hazard& hazard) {
  Text text;
  if (!hazard.second.present()) {
    text << "the phase after " << names.with_role(hazard.first) << " may complete before ";
    const bool known = hazard.second.role >= 0;
    text << (known ? program.roles[hazard.second.role].name : "every role that waits for the previous phase");
    text << " has passed its wait for the phase before" << (known ? "" : " it");
    return text;
  }
  const Action action = step_of(program, hazard.second).action;
  if (!hazard.first.present()) {
    text << names.with_role(hazard.second);
    if (action == Action::fetch) return text << " may send its bytes before the previous phase is complete";
    if (action == Action::arrive) return text << " may arrive before the previous phase is complete";
    return text << " waits forever";
  }
  text << names.with_role(hazard.second);
  if (hazard.first == hazard.second) {
    const bool asynchronous = step_of(program, hazard.second).counter != Counter::none;
    if (asynchronous) return text << " arrives while a group of its counter is open, so it may never arrive";
    if (action == Action::await) return text << " waits, but its wave has not arrived since its last wait there";
    return text << " arrives, but its wave has not waited since its last arrival there";
  }
  if (action == Action::await) {
    text << " may observe the previous phase: it";
  } else if (action == Action::fetch) {
    text << " may send its bytes to the previous phase, or its phase may get more bytes than it expects: it";
  } else {
    text << " may arrive in the previous phase: it";
  }
  return text << " is not ordered after " << names.with_role(hazard.first) << ", which completes that phase";
}

}  // namespace detail

/// A hazard in one sentence: the two steps, the place, and what can happen.
constexpr Text hazard_sentence(const StepNames& names, const WaveProgram& program, const Hazard& hazard) {
  Text text;
  const bool safe = hazard.verdict == Verdict::proven;
  const Text tile = detail::tile_words(hazard.tile_due);
  const bool known_tile = tile.size() > 0;
  switch (hazard.kind) {
    case HazardKind::flow:
      text << names.with_role(hazard.second) << (safe ? " reads " : " may read ") << names.place(hazard)
           << (safe ? " after " : " before ") << names.with_role(hazard.first) << " has written";
      return known_tile ? text << tile : text << " it";
    case HazardKind::anti:
      text << names.with_role(hazard.second) << (safe ? " overwrites " : " may overwrite ") << names.place(hazard)
           << (safe ? " after " : " before ") << names.with_role(hazard.first) << " has read";
      return known_tile ? text << tile : text << " it";
    case HazardKind::output:
      text << names.with_role(hazard.second) << (safe ? " writes " : " may write ") << names.place(hazard)
           << (safe ? " after " : " before ") << names.with_role(hazard.first) << " has finished writing ";
      if (detail::accesses(program, hazard.first, hazard.buffer)) return text << "it";
      return text << "memory that it overlaps";
    case HazardKind::content:
      if (!hazard.second.present()) {
        text << "an accumulator takes " << hazard.tile_found << " K tiles where it should take " << hazard.tile_due;
        return text;
      }
      text << names.with_role(hazard.second) << " reads ";
      if (hazard.tile_found < 0) {
        text << "uninitialised data, or a mix of K tiles,";
      } else {
        text << "K tile " << hazard.tile_found;
      }
      text << " from " << names.place(hazard);
      return known_tile ? text << " where" << tile << " is due" : text;
    case HazardKind::progress: return detail::progress_sentence(names, program, hazard);
    case HazardKind::encodable:
      text << names.with_role(hazard.second) << " expects more bytes in a phase than the barrier can count";
      return text;
    case HazardKind::unfinished:
      text << names.with_role(hazard.first)
           << " may still be in flight when the workgroup ends; wait for it, or await its phase, "
           << "before the end";
      return text;
    case HazardKind::fence: {
      const bool reads = detail::writes_place(program, hazard);
      text << names.with_role(hazard.second);
      if (program.buffers[hazard.buffer].per_wave()) {
        text << " may not see " << names.place(hazard) << " as " << names.with_role(hazard.first)
             << " left it: no wgmma.fence is between them";
      } else if (reads) {
        text << " may not see what " << names.with_role(hazard.first) << " wrote to " << names.place(hazard)
             << ": no proxy fence covers the write";
      } else {
        text << " may overwrite " << names.place(hazard) << " before " << names.with_role(hazard.first)
             << " has read it: no proxy fence covers the read";
      }
      return text;
    }
    case HazardKind::uninitialised:
      text << names.with_role(hazard.second) << " may use its barrier before ";
      if (hazard.first.present()) return text << names.with_role(hazard.first) << " is visible to it";
      return text << "it is initialised";
    case HazardKind::gone:
      text << names.with_role(hazard.first) << " may reach a workgroup that has ended";
      return text;
  }
  return text;
}

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

/// What to change so that no role waits forever.
constexpr Text standstill_advice(const StepNames& names, const WaveProgram& program,
                                 const Vector<Standing>& standings) {
  Text text;
  for (const Standing& standing : standings) {
    if (standing.cause == WaitCause::too_late) {
      return text << "a parity of " << names.with_role(standing.step)
                  << " that follows the phases, or a signal back from " << program.roles[standing.step.role].name
                  << " before the next phase may complete";
    }
  }
  for (const Standing& standing : standings) {
    if (standing.cause == WaitCause::nobody) {
      return text << "an arrival for " << names.with_role(standing.step)
                  << "; do all roles make the same number of trips?";
    }
    if (standing.cause == WaitCause::bytes) return text << "as many bytes from loads as arrivals expect";
    if (standing.cause == WaitCause::registers) return text << "roles that give up registers before others take them";
  }
  for (const Standing& standing : standings) {
    if (standing.cause == WaitCause::role && standing.parity == 0 && standing.complete == 0) {
      return text << "an await that passes at the start: each waits for the other, and a fresh barrier lets only "
                  << "parity 1 pass";
    }
    if (standing.cause == WaitCause::role) {
      return text << "an order in which one of them signals before it waits: each waits for the other";
    }
  }
  return text;
}

}  // namespace detail

/// What is missing, and where to add it.
constexpr Text missing_sentence(const StepNames& names, const WaveProgram& program, const Hazard& hazard,
                                const Counterexample& example) {
  Text text;
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
      const bool signal = detail::step_of(program, example.place).action == Action::arrive;
      text << (signal ? ", the last signal the other wave waits on" : ", the last barrier that they share");
      return text;
    }
    case Missing::barrier:
      text << "a barrier between " << names(hazard.first) << " of " << names.wave(example.first_wave) << " and "
           << names(hazard.second) << " of " << names.wave(example.second_wave);
      if (detail::step_of(program, hazard.first).counter == Counter::none) return text;
      text << ", with " << names(hazard.first) << " waited for before it";
      return text;
    case Missing::signal:
      text << "a signal from " << names.wave(example.first_wave) << ", sent when " << names(hazard.first)
           << " is complete, that " << names.wave(example.second_wave) << " awaits before " << names(hazard.second);
      return text;
    case Missing::order:
      if (hazard.kind == HazardKind::anti && program.buffers[hazard.buffer].slots > 1) {
        const Buffer& ring = program.buffers[hazard.buffer];
        return text << "one more slot in " << ring.name << ", which has " << ring.slots << "; or "
                    << names(hazard.second) << " after " << names(hazard.first) << " and a barrier";
      }
      text << "no wait or barrier; the ops are in the wrong order, or name the wrong place";
      return text;
    case Missing::parity:
      text << "a parity of " << names(example.place) << " that changes with each phase of its barrier";
      if (program.persistent) text << ", also from tile to tile: count with i or t, not with k or a constant";
      return text;
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
      const bool known = hazard.second.role >= 0;
      text << "a signal back from " << (known ? program.roles[hazard.second.role].name : "the roles that wait")
           << ", sent after that wait, that " << program.roles[hazard.first.role].name
           << " awaits before it arrives again; or a barrier for each slot";
      return text;
    }
    case Missing::phase_order:
      if (hazard.first == hazard.second) {
        const bool awaits = detail::step_of(program, hazard.second).action == Action::await;
        return text << (awaits ? "an arrival" : "a wait") << " of " << program.roles[hazard.second.role].name << " at "
                    << program.phase_barriers[detail::step_of(program, hazard.second).phase_barrier.barrier].name
                    << " before " << names(hazard.second) << ": a wave arrives there and waits in turn";
      }
      text << "a wait in " << program.roles[hazard.second.role].name << " before " << names(hazard.second)
           << ", for something that comes after " << names.with_role(hazard.first);
      return text;
    case Missing::bytes:
      text << "as many bytes as loads deliver: arrivals at " << program.phase_barriers[example.budget.barrier].name
           << " expect " << example.budget.expected << " bytes per phase, and loads deliver " << example.budget.sent;
      return text;
    case Missing::arrivals:
      text << "as many arrivals as come: a phase of " << program.phase_barriers[example.budget.barrier].name
           << " counts " << program.phase_barriers[example.budget.barrier].arrivals << ", and "
           << example.budget.arrivals << (example.budget.arrivals == 1 ? " wave arrives" : " waves arrive");
      return text;
    case Missing::write_signal:
      text << "a signal from " << program.roles[example.place.role].name << ", sent when "
           << names.with_role(example.place) << " is complete, that " << program.roles[hazard.second.role].name
           << " awaits before " << names(hazard.second);
      return text;
    case Missing::trips:
      text << "a trip: with 0 trips no step writes " << program.buffers[hazard.buffer].name
           << ". Let the program make at least one (min_trips), or write it before the loop";
      return text;
    case Missing::lifetime:
      text << "a barrier at the end that " << program.roles[hazard.first.role].name
           << " arrives at and the roles of the other workgroup wait for";
      return text;
  }
  return text;
}

namespace detail {

/// "with 2 trips", "with tiles of 1 and 2 trips".
constexpr Text runs_words(const Counterexample& example) {
  Text text("with ");
  if (example.runs.size() < 2) return text << example.trips << (example.trips == 1 ? " trip" : " trips");
  const int last = example.runs.size() - 1;
  bool same = true;
  for (int r = 1; r < last; ++r) same = same && example.runs[r] == example.runs[0];
  const bool all_same = same && example.runs[last] == example.runs[0];
  if (all_same || (same && last > 2)) {
    text << (all_same ? last + 1 : last) << " tiles of " << example.runs[0]
         << (example.runs[0] == 1 ? " trip" : " trips");
    return all_same ? text : text << " and then one of " << example.runs[last];
  }
  text << "tiles of ";
  for (int r = 0; r <= last; ++r) {
    if (r > 0) text << (r == last ? " and " : ", ");
    text << example.runs[r];
  }
  return text << " trips";
}

constexpr Text event_words(const StepNames& names, const WaveProgram& program, const Hazard& hazard,
                           const Event& event) {
  const bool reads = hazard.kind == HazardKind::flow || hazard.kind == HazardKind::content ||
                     (hazard.kind == HazardKind::fence && writes_place(program, hazard));
  Text text;
  switch (event.kind) {
    case EventKind::issues: return text << "begins";
    case EventKind::leaves:
      if (event.pending < 0) return text << "passes with that still in flight: its group is not committed yet";
      return text << "passes with that still in flight, " << event.pending << " newer";
    case EventKind::barrier:
      return text << (hazard.kind == HazardKind::fence ? "passed" : "passed; no wave has waited for it");
    case EventKind::hears: return text << "the last phase that it sees complete";
    case EventKind::stale: {
      const PhaseUse& use = step_of(program, event.step).phase_barrier;
      text << "passes at once: it waits for parity "
           << use.awaited_parity(event.step.moment(), program.phase_barriers[use.barrier].slots)
           << ", which has been complete since ";
      const Text when = names.when(event.other);
      return when.size() > 0 ? text << when : text << names(event.other);
    }
    case EventKind::goes_wrong:
      if (hazard.kind == HazardKind::fence) {
        return text << (reads ? "reads, and may not see the write" : "begins to write, before the reads are over");
      }
      if (hazard.kind == HazardKind::content) return text << "reads the wrong data";
      return text << (reads ? "reads data that is not there yet" : "begins to write");
    case EventKind::too_late: return text << (reads ? "begins only now" : "reads afterwards, or is still reading");
  }
  return text;
}

/// The step at which a role is blocked, and why.
constexpr Text standing_words(const StepNames& names, const WaveProgram& program, const Standing& standing) {
  Text text;
  if (!standing.waits()) return text << "at its end";
  const Step& step = step_of(program, standing.step);
  text << names(standing.step) << ": waits";
  if (standing.parity >= 0) text << " for parity " << standing.parity;
  const auto phases = [&] {
    text << standing.complete << (standing.complete == 1 ? " phase is" : " phases are") << " complete";
  };
  switch (standing.cause) {
    case WaitCause::none: return text;
    case WaitCause::too_late:
      text << ", but ";
      phases();
      return text << ": the phase that it waits for is over, and the next one with that parity never completes";
    case WaitCause::nobody:
      if (!step.phase_barrier.present()) return text << " for roles that pass fewer barriers";
      text << "; ";
      phases();
      text << ", " << standing.arrived << " of " << program.phase_barriers[step.phase_barrier.barrier].arrivals
           << " arrivals have come, and no role arrives there any more";
      return text;
    case WaitCause::role:
      if (standing.arrived > 0 && standing.parity >= 0) {
        text << "; " << standing.arrived << " of " << program.phase_barriers[step.phase_barrier.barrier].arrivals
             << " arrivals have come";
      }
      text << (standing.parity >= 0 ? "; the next arrival there is " : " for ") << names.with_role(standing.other);
      return text << (standing.other.role == standing.step.role ? ", which comes only after it" : ", which waits, too");
    case WaitCause::bytes: return text << " for bytes that no load delivers";
    case WaitCause::registers:
      return text << " for " << step.count * program.roles[standing.step.role].waves << " registers; the pool has "
                  << standing.complete;
  }
  return text;
}

}  // namespace detail

namespace detail {

/// The hazard of a deadlock, at the step where its role is blocked in the example: another interleaving may end
/// elsewhere.
constexpr Hazard where_it_stands(const Hazard& hazard, const Counterexample& example) {
  Hazard out = hazard;
  const Standing* first = nullptr;
  for (const Standing& standing : example.standings) {
    if (!standing.waits()) continue;
    if (first == nullptr || standing.step.role == hazard.second.role) first = &standing;
  }
  if (first != nullptr) out.second = first->step;
  return out;
}

}  // namespace detail

/// The whole explanation of a hazard, in several lines.
constexpr Text explain(const StepNames& names, const WaveProgram& program, const Hazard& hazard) {
  Text text;
  text << name(hazard.kind) << ", " << name(hazard.verdict);
  if (hazard.verdict == Verdict::relies_on_latency) text << " by " << hazard.margin << " cycles";
  if (hazard.verdict == Verdict::proven) return text << ": " << hazard_sentence(names, program, hazard) << "\n";
  const Counterexample example = counterexample(program, hazard);
  text << ": " << hazard_sentence(names, program, detail::where_it_stands(hazard, example)) << "\n";
  text << "  " << detail::runs_words(example);
  if (example.steps > 0) text << ", " << example.steps << " steps in all waves from the start";
  if (!example.standings.empty()) text << ", deadlock";
  text << (example.events.empty() && example.standings.empty() ? "\n" : ":\n");
  int wave_column = 22;
  int when_width = 7;
  const auto widen = [](int& width, int needed) { width = needed > width ? needed : width; };
  for (const Event& event : example.events) {
    widen(wave_column, 4 + names.wave(event.wave).size() + 1);
    widen(when_width, names.when(event.step).size() + 1);
  }
  for (const Standing& standing : example.standings) {
    const Role& role = program.roles[standing.step.role];
    widen(wave_column, 4 + Text(role.name).size() + 1);
    if (standing.waits()) widen(when_width, names.when(standing.step).size() + 1);
  }
  for (const Event& event : example.events) {
    text << "    " << names.wave(event.wave);
    text.pad_to(wave_column) << names.when(event.step);
    text.pad_to(wave_column + when_width)
        << names(event.step) << ": " << detail::event_words(names, program, hazard, event) << "\n";
  }
  for (const Standing& standing : example.standings) {
    text << "    " << program.roles[standing.step.role].name;
    text.pad_to(wave_column);
    if (standing.waits()) text << names.when(standing.step);
    text.pad_to(wave_column + when_width) << detail::standing_words(names, program, standing) << "\n";
  }
  const Text missing = missing_sentence(names, program, hazard, example);
  if (missing.size() > 0) text << "  missing: " << missing << "\n";
  return text;
}

}  // namespace stretto
