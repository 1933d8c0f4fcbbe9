// Explains a hazard in words: what can go wrong, the run in which it does, step by step, and what is missing.
#pragma once

#include <stretto/core/text.hpp>
#include <stretto/verify/counterexample.hpp>

namespace stretto {

/// The names of steps, places and waves in messages. A front end that knows more about an entry overrides `op`.
class StepNames {
 public:
  /// The program must outlive this object.
  constexpr explicit StepNames(const WaveProgram& program) : program_(program) {}
  constexpr virtual ~StepNames() = default;

  /// "kernel[12] LOAD_B stage 0 subtile 0 @K0".
  [[nodiscard]] constexpr Text operator()(const StepInstance& step) const {
    Text text(section_word(step.section));
    if (step.entry < 0) {
      text << ", the kernel's own barrier";
      return text;
    }
    text << "[" << step.entry << "] " << op(step);
    return text;
  }

  /// "B stage 0 subtile 1", "A fragments subtile 0".
  [[nodiscard]] constexpr Text place(const Hazard& hazard) const {
    const Buffer& buffer = program_.buffers[hazard.buffer];
    Text text(buffer.name);
    if (!buffer.per_wave()) text << " stage " << hazard.slot;
    text << " subtile " << hazard.subtile;
    return text;
  }

  /// "wave 4 (group 1)".
  [[nodiscard]] constexpr Text wave(int number) const {
    if (number < 0) return Text("all waves");
    Text text("wave ");
    text << number;
    if (program_.roles.size() < 2) return text;
    for (const Role& role : program_.roles) {
      if (number >= role.first_wave && number < role.first_wave + role.waves) text << " (" << role.name << ")";
    }
    return text;
  }

 protected:
  /// The name of the op of a step that has an entry.
  [[nodiscard]] constexpr virtual Text op(const StepInstance& step) const {
    return Text(name(program_.roles[step.role].steps[step.section][step.index].action));
  }

 private:
  const WaveProgram& program_;
};

/// A hazard in one sentence: the two steps, the place, and what can happen.
constexpr Text hazard_sentence(const StepNames& names, const Hazard& hazard) {
  Text text;
  const bool safe = hazard.verdict == Verdict::proven;
  switch (hazard.kind) {
    case HazardKind::flow:
      text << names(hazard.second) << (safe ? " reads " : " may read ") << names.place(hazard)
           << (safe ? " after " : " before ") << names(hazard.first) << " has written K tile " << hazard.tile_due;
      return text;
    case HazardKind::anti:
      text << names(hazard.second) << (safe ? " overwrites " : " may overwrite ") << names.place(hazard)
           << (safe ? " after " : " before ") << names(hazard.first) << " has read K tile " << hazard.tile_due;
      return text;
    case HazardKind::output:
      text << names(hazard.second) << (safe ? " writes " : " may write ") << names.place(hazard)
           << (safe ? " after " : " before ") << names(hazard.first) << " has finished writing it";
      return text;
    case HazardKind::content:
      if (!hazard.second.present()) {
        text << "an accumulator takes " << hazard.tile_found << " K tiles where it should take " << hazard.tile_due;
        return text;
      }
      text << names(hazard.second) << " takes ";
      if (hazard.tile_found < 0) {
        text << "nothing that was ever loaded, or parts of different K tiles,";
      } else {
        text << "K tile " << hazard.tile_found;
      }
      text << " from " << names.place(hazard) << " where K tile " << hazard.tile_due << " is due";
      return text;
    case HazardKind::progress:
      if (!hazard.second.present()) {
        text << "the phase after " << names(hazard.first) << " may complete before every role that waits for the "
             << "previous phase has passed its wait";
      } else if (!hazard.first.present()) {
        text << names(hazard.second) << " waits forever";
      } else {
        text << names(hazard.second) << " may observe the previous phase: it is not ordered after "
             << names(hazard.first) << ", which completes that phase";
      }
      return text;
    case HazardKind::encodable:
      text << names(hazard.second) << " expects more bytes in a phase than the barrier can count";
      return text;
    case HazardKind::unfinished:
      text << names(hazard.first)
           << " may still be in flight when the workgroup ends; wait for it, or await its phase, "
           << "before the end";
      return text;
  }
  return text;
}

/// What is missing, and where to add it.
constexpr Text missing_sentence(const StepNames& names, const WaveProgram& program, const Hazard& hazard,
                                const Counterexample& example) {
  Text text;
  switch (example.missing) {
    case Missing::nothing: return text;
    case Missing::wait: {
      const Step& first = program.roles[hazard.first.role].steps[hazard.first.section][hazard.first.index];
      text << "wait_" << name(first.counter) << "(" << example.count << ") or less in "
           << names.wave(example.first_wave) << " before " << names(example.place);
      if (example.first_wave != example.second_wave) text << ", the last barrier that they share";
      return text;
    }
    case Missing::barrier:
      text << "a barrier between " << names(hazard.first) << " of " << names.wave(example.first_wave) << " and "
           << names(hazard.second) << " of " << names.wave(example.second_wave) << ", with " << names(hazard.first)
           << " waited for before it";
      return text;
    case Missing::signal:
      text << "a signal from " << names.wave(example.first_wave) << ", sent when " << names(hazard.first)
           << " is complete, that " << names.wave(example.second_wave) << " awaits before " << names(hazard.second);
      return text;
    case Missing::order:
      text << "no wait or barrier; the ops are in the wrong order, or name the wrong place";
      return text;
  }
  return text;
}

/// The whole explanation of a hazard, in several lines.
constexpr Text explain(const StepNames& names, const WaveProgram& program, const Hazard& hazard) {
  Text text;
  text << name(hazard.kind) << ", " << name(hazard.verdict);
  if (hazard.verdict == Verdict::relies_on_latency) text << " by " << hazard.margin << " cycles";
  text << ": " << hazard_sentence(names, hazard) << "\n";
  if (hazard.verdict == Verdict::proven) return text;
  const Counterexample example = counterexample(program, hazard);
  text << "  with " << example.trips << (example.trips == 1 ? " trip" : " trips");
  if (example.steps > 0) text << ", " << example.steps << " steps in all waves from the start";
  text << (example.events.empty() ? "\n" : ":\n");
  for (const Event& event : example.events) {
    text << "    " << names.wave(event.wave);
    text.pad_to(22);
    if (event.step.section == Section::kernel) text << "trip " << event.step.trip << " ";
    text.pad_to(29) << names(event.step);
    switch (event.kind) {
      case EventKind::issues: text << ": begins"; break;
      case EventKind::leaves: text << ": passes with that still in flight, " << event.pending << " newer"; break;
      case EventKind::barrier: text << ": passed; no wave has waited for it"; break;
      case EventKind::hears: text << ": the last phase that it sees complete"; break;
      case EventKind::goes_wrong:
        text << (hazard.kind == HazardKind::flow ? ": reads data that is not there yet" : ": begins to write");
        break;
      case EventKind::too_late:
        text << (hazard.kind == HazardKind::flow ? ": begins only now" : ": reads only now, or still");
        break;
    }
    text << "\n";
  }
  const Text missing = missing_sentence(names, program, hazard, example);
  if (missing.size() > 0) text << "  missing: " << missing << "\n";
  return text;
}

}  // namespace stretto
