// Explains a hazard in words: what can go wrong, the run in which it does, step by step, and what is missing.
#pragma once

#include <stretto/verify/advice.hpp>

namespace stretto {

namespace detail {

/// " K tile 3", or nothing if it is not known which.
constexpr Text tile_words(int tile) {
  Text text;
  if (tile != no_tile) text << " K tile " << tile;
  return text;
}

/// Is a missing proxy fence about a read of what the first step wrote? Else it is about a write over what it read.
constexpr bool sees_write(const WaveProgram& program, const Hazard& hazard) {
  return accesses(program, hazard.first, hazard.buffer, AccessMode::write) &&
         accesses(program, hazard.second, hazard.buffer, AccessMode::read);
}

/// The first buffer in registers that a step writes; -1: there is none.
constexpr int written_registers(const WaveProgram& program, const StepInstance& at) {
  const Step& step = step_of(program, at);
  for (int i = 0; i < step.access_count; ++i) {
    const StepAccess& access = program.accesses[step.first_access + i];
    if (access.mode == AccessMode::write && program.buffers[access.buffer].per_wave()) return access.buffer;
  }
  return -1;
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
    return text << " may pass at an older phase with the same parity: nothing orders it after the phase before that of "
                << names.with_role(hazard.first);
  }
  if (action == Action::fetch) {
    text << " may send its bytes to the previous phase, or its phase may get more bytes than it expects: it";
  } else {
    text << " may arrive in the previous phase: it";
  }
  return text << " is not ordered after " << names.with_role(hazard.first) << ", which completes that phase";
}

}  // namespace detail

/// A hazard in one sentence: the two steps, the place, and what can happen.
constexpr Text hazard_sentence(const StepNames& names, const WaveProgram& program, const Hazard& found) {
  Text text;
  const Hazard hazard = detail::in_program_order(program, found);
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
      text << names.with_role(hazard.first) << " may still be in flight when the workgroup ends";
      return text;
    case HazardKind::fence:
      text << names.with_role(hazard.second);
      if (program.buffers[hazard.buffer].per_wave()) {
        text << " may not see " << names.place(hazard) << " as " << names.with_role(hazard.first) << " left it";
        const int written = detail::written_registers(program, hazard.first);
        if (written >= 0 && !detail::accesses(program, hazard.first, hazard.buffer, AccessMode::write)) {
          text << ", which writes " << program.buffers[written].name << " in the same registers";
        }
        text << ": no wgmma.fence is between them";
      } else if (detail::sees_write(program, hazard)) {
        text << " may not see what " << names.with_role(hazard.first) << " wrote to " << names.place(hazard)
             << ": no proxy fence covers the write";
      } else {
        text << " may overwrite " << names.place(hazard) << " before " << names.with_role(hazard.first)
             << " has read it: no proxy fence covers the read";
      }
      return text;
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

/// "with 2 trips", "with tiles of 1 and 2 trips". Empty if the program has no loop.
constexpr Text runs_words(const StepNames& names, const Counterexample& example) {
  Text text("with ");
  if (example.runs.size() < 2) {
    const Text length = names.length(example.trips);
    return length.size() > 0 ? text << length : length;
  }
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

/// What an await does that passes at once.
constexpr Text at_once_words(const StepNames& names, const WaveProgram& program, const Event& event) {
  const PhaseUse& use = step_of(program, event.step).phase_barrier;
  const int parity = use.awaited_parity(event.step.moment(), program.phase_barriers[use.barrier].slots);
  Text text("passes at once: it waits for parity ");
  text << parity << ", which ";
  if (!event.other.present()) return text << "a fresh barrier lets pass";
  text << "has been complete since ";
  const Text when = names.when(event.other);
  return text << (when.size() > 0 ? when : names(event.other));
}

/// An event of a hazard about phases of a barrier.
constexpr Text phase_event_words(const WaveProgram& program, const Hazard& hazard, const Event& event) {
  Text text;
  const Step& step = step_of(program, event.step);
  const bool lap = !hazard.second.present();
  switch (event.kind) {
    case EventKind::issues: return text << "arrives" << (lap ? " and completes the phase before" : "");
    case EventKind::too_late: {
      if (!lap) {
        const bool awaited = step_of(program, hazard.second).action == Action::await;
        return text << "arrives only now, and completes the phase " << (awaited ? "that is meant" : "before");
      }
      const PhaseUse& use = step.phase_barrier;
      return text << "looks only now: it waits for parity "
                  << use.awaited_parity(event.step.moment(), program.phase_barriers[use.barrier].slots)
                  << ", and its phase is over";
    }
    default: break;
  }
  if (lap) return text << "completes the next phase";
  if (step.action == Action::await) return text << "may pass at once, before the phase that it means has begun";
  if (hazard.first == hazard.second) return text << "arrives or waits out of turn";
  return text << (step.action == Action::fetch ? "sends its bytes" : "arrives") << " while the phase before is open";
}

constexpr Text event_words(const StepNames& names, const WaveProgram& program, const Hazard& hazard,
                           const Event& event) {
  Text text;
  const bool fence = hazard.kind == HazardKind::fence;
  const bool reads =
      hazard.kind == HazardKind::flow || hazard.kind == HazardKind::content || (fence && sees_write(program, hazard));
  if (event.kind == EventKind::stale) return at_once_words(names, program, event);
  if (hazard.kind == HazardKind::progress) return phase_event_words(program, hazard, event);
  switch (event.kind) {
    case EventKind::issues:
      if (hazard.kind == HazardKind::uninitialised) return text << "initialises it";
      if (hazard.kind != HazardKind::content || hazard.first.present()) return text << "begins";
      text << "writes " << program.buffers[hazard.buffer].name << "[";
      return text << written_slot(program, event.step, hazard.buffer, hazard.subtile) << "]";
    case EventKind::leaves:
      if (event.pending < 0) return text << "passes with that still in flight: its group is not committed yet";
      return text << "passes with that still in flight, " << event.pending << " newer";
    case EventKind::barrier: return text << (fence ? "passed" : "passed; no wave has waited for it");
    case EventKind::hears:
      text << "the last phase that it sees complete";
      return event.other.present() ? text << ", by " << names.with_role(event.other) : text;
    case EventKind::goes_wrong:
      switch (hazard.kind) {
        case HazardKind::fence:
          if (program.buffers[hazard.buffer].per_wave()) return text << "accesses it, and may not see the write";
          return text << (reads ? "reads, and may not see the write" : "begins to write, before the reads are over");
        case HazardKind::content: return text << "reads the wrong data";
        case HazardKind::unfinished: return text << "begins, and nothing waits for it before the end";
        case HazardKind::uninitialised: return text << "uses it, and may not see that";
        case HazardKind::gone: return text << "comes when the workgroup that it reaches may have ended";
        default: return text << (reads ? "reads data that is not there yet" : "begins to write");
      }
    case EventKind::too_late:
      if (reads) return text << "begins only now";
      return text << (hazard.kind == HazardKind::output ? "writes afterwards, or is still writing"
                                                        : "reads afterwards, or is still reading");
    case EventKind::stale: break;
  }
  return text;
}

/// The step at which a role is blocked, and why.
constexpr Text standing_words(const StepNames& names, const WaveProgram& program, const Standing& standing) {
  Text text;
  if (!standing.waits()) return text << "has finished";
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
      return text << (standing.other.role == standing.step.role ? ", which comes only after it"
                                                                : ", which is blocked as well");
    case WaitCause::bytes: return text << ", for bytes that no load delivers";
    case WaitCause::registers:
      return text << " for " << step.count * program.roles[standing.step.role].waves << " registers; the pool has "
                  << standing.complete;
  }
  return text;
}

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

/// The verdict on a hazard as a story begins: a wrong phase, or a role that waits forever, is no race of two accesses.
constexpr const char* verdict_words(const WaveProgram& program, const Hazard& hazard) {
  if (hazard.kind != HazardKind::progress || hazard.verdict != Verdict::race) return name(hazard.verdict);
  if (!hazard.second.present()) return "deadlock";
  const Action action = step_of(program, hazard.second).action;
  const bool waits = action != Action::arrive && action != Action::fetch;
  return waits && !hazard.first.present() ? "deadlock" : "wrong phase";
}

}  // namespace detail

/// The whole explanation of a hazard, in several lines.
constexpr Text explain(const StepNames& names, const WaveProgram& program, const Hazard& found) {
  Text text;
  const Hazard hazard = detail::in_program_order(program, found);
  text << name(hazard.kind) << ", " << detail::verdict_words(program, hazard);
  if (hazard.verdict == Verdict::relies_on_latency) text << " by " << hazard.margin << " cycles";
  if (hazard.verdict == Verdict::proven) return text << ": " << hazard_sentence(names, program, hazard) << "\n";
  const Counterexample example = counterexample(program, hazard);
  text << ": " << hazard_sentence(names, program, detail::where_it_stands(hazard, example)) << "\n";
  Text run = detail::runs_words(names, example);
  if (example.steps > 0) {
    run << (run.size() > 0 ? ", " : "") << example.steps << " steps in all waves from the start";
  }
  if (!example.standings.empty()) run << (run.size() > 0 ? ", " : "") << "deadlock";
  const bool told = !example.events.empty() || !example.standings.empty();
  if (run.size() > 0) text << "  " << run << (told ? ":\n" : "\n");
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
