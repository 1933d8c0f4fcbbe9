// verify: is a wave program safe, for every trip count that it admits?
//
// The proof is by induction over the trips. The run is taken through the prologue and then trip by trip, on an abstract
// state that holds everything the verifier knows: what is in flight, what each place holds, who still reads it, all
// relative to the trip. At the loop head after i trips the run for n = i parts from those for n > i, so the epilogue is
// run from a copy of the state there. When the state after i trips is as safe as the one after j < i, all that follows
// is a repetition: a run for n >= i finds at most what the run for n - (i - j) finds. The trip counts below i have all
// been looked at, the smallest included.
//
// A persistent program is run again from every end that its runs can have, until none is new. There are about
// slots * 2^(slots + 1) of them in a ring: which of the last tiles were the last of a run makes a difference in what
// agents know.
//
// Fails (verdict `invalid`) if the program cannot run, or if no state repeats within the limit.
#pragma once

#include <stretto/verify/abstract_run.hpp>
#include <stretto/verify/check_program.hpp>
#include <stretto/verify/relative_state.hpp>

namespace stretto {

namespace detail {

inline constexpr int max_trips_explored = 256;
inline constexpr int trips_after_a_race = 16;

/// Races, then what relies on latency, the smallest margin first, then what is proven; otherwise as they were found.
constexpr Vector<Hazard> worst_first(const Vector<Hazard>& found) {
  Vector<Hazard> sorted;
  sorted.reserve(found.size());
  for (const Hazard& hazard : found) {
    sorted.push_back(hazard);
    for (int i = sorted.size() - 1; i > 0; --i) {
      const Hazard& before = sorted[i - 1];
      const bool worse =
          hazard.verdict > before.verdict || (hazard.verdict == before.verdict && hazard.margin < before.margin);
      if (!worse) break;
      sorted[i] = before;
      sorted[i - 1] = hazard;
    }
  }
  return sorted;
}

/// The states that a run can begin in: the first, and in a persistent program every one that a run can end in.
class Starts {
 public:
  constexpr Starts(const AbstractRun& run, const WaveProgram& program) : run_(run), program_(program) {
    states_.push_back(run.start());
  }

  [[nodiscard]] constexpr int size() const { return states_.size(); }
  [[nodiscard]] constexpr const AbstractState& operator[](int i) const { return states_[i]; }

  constexpr void add_end(const AbstractState& end) {
    if (!program_.persistent) return;
    AbstractState next = end;
    run_.begin_again(next);
    const int period = turn_period(program_);
    const RelativeState here(next, program_);
    for (const AbstractState& known : states_) {
      if ((next.base - known.base) % period == 0 && here.as_safe_as(RelativeState(known, program_))) return;
    }
    states_.push_back(next);
  }

 private:
  const AbstractRun& run_;
  const WaveProgram& program_;
  Vector<AbstractState> states_;
};

inline constexpr int max_starts = 2048;

/// All runs from one state: the induction over the trips. False: nobody can go on.
constexpr bool explore_trips(const WaveProgram& program, const AbstractRun& run, const Findings& findings, int start,
                             Starts& starts, Verification& out) {
  AbstractState state = starts[start];
  const int period = turn_period(program);
  Vector<AbstractState> heads;
  if (!run.advance(state)) return false;
  for (int trip = 0;; ++trip) {
    int same = -1;
    if (trip >= period) {
      const RelativeState here(state, program);
      for (int j = trip - period; j >= 0 && same < 0; j -= period) {
        if (here.as_safe_as(RelativeState(heads[j], program))) same = j;
      }
    }
    if (start == 0) out.trips_explored = trip;
    // What repeats before the smallest trip count is no end: the epilogue has not been looked at yet.
    if (same >= program.min_trips) {
      if (start == 0) out.repeats_from = same;
      return true;
    }
    // With a race the verdict stands; a few more trips show what else there is.
    const int beyond = trip - program.min_trips;
    if (findings.verdict() == Verdict::race && beyond >= trips_after_a_race) return true;
    if (beyond >= max_trips_explored) {
      out.invalid = Diagnostic(Rule::no_repeating_state, trip, trip);
      return true;
    }
    if (trip >= program.min_trips) {
      AbstractState last = state;
      last.trips_final = true;
      if (!run.advance(last)) return false;
      starts.add_end(last);
    }
    heads.push_back(state);
    ++state.trips_allowed;
    if (!run.advance(state)) return false;
  }
}

}  // namespace detail

constexpr Verification verify(const WaveProgram& program, const VerifyOptions& options = {}) {
  Verification out;
  const auto refuse = [&](const Diagnostic& reason) {
    out.verdict = Verdict::invalid;
    out.invalid = reason;
  };
  if (const Diagnostic error = check_program(program)) {
    refuse(error);
    return out;
  }
  const detail::Cells cells(program);
  detail::Findings findings(cells, options.list_proven);
  const detail::AbstractRun run(program, cells, options.latency, findings);

  detail::Starts starts(run, program);
  for (int i = 0; i < starts.size() && starts.size() <= detail::max_starts; ++i) {
    if (!detail::explore_trips(program, run, findings, i, starts, out)) break;
    if (out.invalid || findings.verdict() == Verdict::race) break;
  }
  if (starts.size() > detail::max_starts && !out.invalid) {
    out.invalid = Diagnostic(Rule::no_repeating_state, starts.size(), detail::max_starts);
  }
  if (out.invalid) out.verdict = Verdict::invalid;
  out.hazards = detail::worst_first(findings.hazards());
  out.dead_reads = findings.dead_reads();
  out.pairs_checked = findings.pairs();
  if (out.verdict != Verdict::invalid) out.verdict = findings.verdict();
  for (const Hazard& hazard : out.hazards) {
    if (hazard.verdict != Verdict::relies_on_latency) continue;
    out.smallest_margin = hazard.margin;
    break;
  }
  return out;
}

}  // namespace stretto
