// verify: is a wave program safe, for every trip count that it admits?
//
// The proof is by induction over the trips. The run is taken through the prologue and then trip by trip, on an abstract
// state that holds everything the verifier knows: what is in flight, what each place holds, who still reads it, all
// relative to the trip. At the loop head after i trips the run for n = i parts from those for n > i, so the epilogue is
// run from a copy of the state there. When the state after i trips equals the one after j < i, all that follows is a
// repetition: a run for n >= i finds what the run for n - (i - j) finds. The trip counts below i have all been looked
// at, the smallest included.
//
// Fails (verdict `invalid`) if the program cannot run, or if no state repeats within the limit.
#pragma once

#include <stretto/verify/abstract_run.hpp>
#include <stretto/verify/check_program.hpp>

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

  detail::AbstractState state = run.start();
  Vector<detail::AbstractState> heads;
  bool meets = run.advance(state);
  for (int trip = 0; meets; ++trip) {
    int same = -1;
    const detail::RelativeState here(state, trip, program.tiles_per_trip);
    for (int j = heads.size() - 1; j >= 0 && same < 0; --j) {
      if (here.equals(detail::RelativeState(heads[j], j, program.tiles_per_trip))) same = j;
    }
    out.trips_explored = trip;
    // What repeats before the smallest trip count is no end: the epilogue has not been looked at yet.
    if (same >= program.min_trips) {
      out.repeats_from = same;
      break;
    }
    // With a race the verdict stands; a few more trips show what else there is.
    const int beyond = trip - program.min_trips;
    if (findings.verdict() == Verdict::race && beyond >= detail::trips_after_a_race) break;
    if (beyond >= detail::max_trips_explored) {
      refuse(Diagnostic(Rule::no_repeating_state, trip, trip));
      break;
    }
    if (trip >= program.min_trips) {
      detail::AbstractState last = state;
      last.trips_final = true;
      meets = run.advance(last);
      if (!meets) break;
    }
    heads.push_back(state);
    ++state.trips_allowed;
    meets = run.advance(state);
  }
  if (!meets) refuse(Diagnostic(Rule::barrier_counts_differ, 0, 0));
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
