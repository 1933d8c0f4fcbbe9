// verify: is a wave program safe, for every trip count that it allows?
//
// The proof is by induction over the trips. The verifier runs the prologue and then trip after trip on an abstract
// state. The state holds everything that it knows, relative to the trip: what is in flight, what each place holds,
// which reads may still be in progress. At the loop head after i trips, the run for n = i leaves the loop and the runs
// for n > i continue. So the verifier runs the epilogue from a copy of the state there. If the state after i trips is
// as safe as the state after j < i trips, everything that follows is a repetition: a run for n >= i has no hazard that
// the run for n - (i - j) does not have. All trip counts below i have been run, the smallest included.
//
// A persistent program is run again from every state in which its runs can end, until each is as safe as one that it
// was run from. A loop head is not explored if it is as safe as one that was explored, in any run.
//
// Fails (verdict `invalid`) if the program cannot run, or if no state repeats within the limit.
#pragma once

#include <stretto/verify/abstract_run.hpp>
#include <stretto/verify/check_program.hpp>
#include <stretto/verify/relative_state.hpp>

namespace stretto {

namespace detail {

inline constexpr int max_trips_explored = 256;
inline constexpr int trips_after_a_race = 16;  // also the limit if no state can repeat
// Limits of a persistent program. Most programs that repeat do so after a few runs. If the numbers of epochs keep
// states apart, as with deep rings, their order does not (verify/epoch_order.hpp): the first limit is for numbers, the
// second one for their order.
inline constexpr int max_starts_by_number = 64;
inline constexpr int max_starts = 1024;
inline constexpr int max_heads = 2048;
inline constexpr long max_numbers = 1L << 22;  // of the states that are kept to be compared

/// Sorts hazards: races, then those that rely on latency with the smallest margin first, then proven ones. Hazards that
/// are equal in this order stay in the order in which they were found.
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

/// Explores all runs: from the first state and, in a persistent program, from every state in which a run can end.
class Exploration {
 public:
  constexpr Exploration(const WaveProgram& program, const AbstractRun& run, const Cells& cells,
                        const Findings& findings, Verification& out, bool shortens_gaps)
      : program_(program),
        run_(run),
        cells_(cells),
        findings_(findings),
        out_(out),
        frame_(program, run.layout(), shortens_gaps),
        most_starts_(shortens_gaps ? max_starts : max_starts_by_number) {}

  constexpr void explore() {
    add_start(run_.start());
    if (program_.persistent && !follow_shortest()) {
      // The verdict is decided. Runs from the first state find the other hazards.
      explore_trips(0);
      return;
    }
    for (int s = next_start(); s >= 0; s = next_start()) {
      if (!explore_trips(s) || ended()) return;
      if (starts_.size() > most_starts_ || heads_.size() > max_heads || numbers_ > max_numbers) {
        return give_up(Rule::too_many_starts, starts_.size(), starts_.size());
      }
      if (starts_.back().state.base > max_index) return give_up(Rule::no_repeating_state, max_index, max_index);
    }
  }

 private:
  /// A state that a run can begin in.
  struct Start {
    AbstractState state;
    RelativeState seen;
    bool explored = false;
    bool left_out = false;  // as safe as an explored one
  };
  /// A loop head from which the epilogue and the next trip are run.
  struct Head {
    RelativeState seen;
    int trip;
  };

  [[nodiscard]] constexpr bool ended() const { return out_.invalid || findings_.verdict() == Verdict::race; }
  constexpr void give_up(Rule rule, int looked_at, int limit) { out_.invalid = Diagnostic(rule, looked_at, limit); }
  [[nodiscard]] constexpr RelativeState seen_from_its_trip(const AbstractState& state) const {
    return RelativeState({state, frame_, run_.layout(), cells_, run_.timed()});
  }

  /// The last start that has to be explored; -1: none.
  constexpr int next_start() {
    for (int s = starts_.size() - 1; s >= 0; --s) {
      if (starts_[s].explored || starts_[s].left_out) continue;
      for (int e = starts_.size() - 1; e >= 0 && !starts_[s].left_out; --e) {
        if (starts_[e].explored) starts_[s].left_out = starts_[s].seen.as_safe_as(starts_[e].seen, frame_.periods());
      }
      if (!starts_[s].left_out) return s;
    }
    return -1;
  }

  /// Runs with the smallest trip count, one after another, until their end states repeat. Roles know least after these
  /// runs, so most other end states will be as safe as the last of these. Nothing counts as explored here.
  constexpr bool follow_shortest() {
    AbstractState state = starts_[0].state;
    const bool stands = program_.tiles == 0 && program_.min_trips == 0;
    do {
      state.trips_allowed = stands ? 1 : program_.min_trips;
      state.trips_final = true;
      if (!run_.advance(state) || ended()) return false;
      run_.begin_again(state);
    } while (add_start(AbstractState(state)) && starts_.size() <= most_starts_ && numbers_ <= max_numbers &&
             state.base <= max_index);
    return true;
  }

  /// Adds a start. False: it is as safe as a known one.
  constexpr bool add_start(AbstractState&& state) {
    RelativeState seen = seen_from_its_trip(state);
    for (int s = starts_.size() - 1; s >= 0; --s) {
      if (seen.as_safe_as(starts_[s].seen, frame_.periods())) return false;
    }
    numbers_ += seen.size();
    starts_.take({static_cast<AbstractState&&>(state), static_cast<RelativeState&&>(seen)});
    return true;
  }

  /// The induction over the trips, from one start. False: deadlock.
  constexpr bool explore_trips(int start) {
    AbstractState state = static_cast<AbstractState&&>(starts_[start].state);
    starts_[start].explored = true;
    ++out_.starts_explored;
    if (!run_.advance(state)) return false;
    for (int trip = 0;; ++trip) {
      if (start == 0) out_.trips_explored = trip;
      heed_coincidences();
      // A repetition below the smallest trip count does not count: the epilogue has not been run yet.
      if (trip >= program_.min_trips) {
        RelativeState seen = seen_from_its_trip(state);
        const int same = same_head(seen);
        // A list of pairs must contain those between trips, too, so continue until a trip adds none.
        const int listed = findings_.hazards().size();
        const bool all_listed = listed == 0 || listed == listed_;
        listed_ = listed;
        if (same >= 0 && all_listed) {
          if (start == 0) out_.repeats_from = heads_[same].trip;
          return true;
        }
        // After a race the verdict is decided. A few more trips find other hazards.
        const int beyond = trip - program_.min_trips;
        if (findings_.verdict() == Verdict::race && beyond >= trips_after_a_race) return true;
        const int waiting = before_its_loop(state);
        const bool can_repeat = waiting < 0 && comparable_;
        if (beyond >= (can_repeat ? max_trips_explored : trips_after_a_race)) {
          give_up(Rule::no_repeating_state, trip, trip);
          if (waiting >= 0) out_.invalid = Diagnostic(Rule::waits_before_its_loop, 0, 0).with_role(waiting);
          return true;
        }
        if (program_.persistent) numbers_ += seen.size();
        heads_.take({static_cast<RelativeState&&>(seen), trip});
        ++out_.heads_explored;
        if (run_.has_teardown() || !program_.persistent) {
          AbstractState last = state;
          last.trips_final = true;
          last.last_run = true;
          if (!run_.advance(last)) return false;
        }
        if (program_.persistent) {
          AbstractState next = state;
          next.trips_final = true;
          if (!run_.advance(next)) return false;
          run_.begin_again(next);
          add_start(static_cast<AbstractState&&>(next));
        }
      }
      ++state.trips_allowed;
      if (!run_.advance(state)) return false;
    }
  }

  /// A role that waits in its setup or prologue; -1: none. The state does not repeat meanwhile: each trip of the others
  /// takes the role further behind.
  [[nodiscard]] static constexpr int before_its_loop(const AbstractState& state) {
    for (int a = 0; a < state.roles.size(); ++a) {
      const RoleState& role = state.roles[a];
      const bool before = role.section == Section::setup || role.section == Section::prologue;
      if (before && role.stop != Stop::head) return a;
    }
    return -1;
  }

  /// A version that was due by chance is not due when the same steps follow in another trip. So no earlier loop head
  /// represents a later one. In a persistent program, starts may have been left out already, so nothing is compared any
  /// more.
  constexpr void heed_coincidences() {
    if (findings_.coincidences() == coincidences_) return;
    coincidences_ = findings_.coincidences();
    heads_.clear();
    if (program_.persistent) comparable_ = false;
  }

  [[nodiscard]] constexpr int same_head(const RelativeState& seen) const {
    for (int i = heads_.size() - 1; i >= 0 && comparable_; --i) {
      if (seen.as_safe_as(heads_[i].seen, frame_.periods())) return i;
    }
    return -1;
  }

  const WaveProgram& program_;
  const AbstractRun& run_;
  const Cells& cells_;
  const Findings& findings_;
  int listed_ = -1;  // number of listed pairs at the last loop head
  Verification& out_;
  Frame frame_;
  int most_starts_;
  long numbers_ = 0;
  int coincidences_ = 0;
  bool comparable_ = true;
  Vector<Start> starts_;
  Vector<Head> heads_;
};

/// Verifies a program that can run.
constexpr Verification explore(const WaveProgram& program, const VerifyOptions& options, bool shortens_gaps) {
  Verification out;
  const Cells cells(program);
  Findings findings(cells, options.list_proven);
  const AbstractRun run(program, cells, options.latency, findings);

  Exploration(program, run, cells, findings, out, shortens_gaps).explore();
  if (out.invalid) out.verdict = Verdict::invalid;
  out.hazards = worst_first(findings.hazards());
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

}  // namespace detail

/// Is the program safe for every trip count? The verdict is `invalid`, with the reason, if the program cannot run or
/// if no state repeats within the limit.
constexpr Verification verify(const WaveProgram& program, const VerifyOptions& options = {}) {
  if (const Diagnostic error = check_program(program)) {
    Verification refused;
    refused.verdict = Verdict::invalid;
    refused.invalid = error;
    return refused;
  }
  Verification out = detail::explore(program, options, false);
  // Times may keep a state from repeating that otherwise would. Then verify without latency bounds.
  if (out.invalid && options.latency.known()) out = detail::explore(program, {{}, options.list_proven}, false);
  // So may the numbers in clocks. Only then their order is written instead, because that takes longer.
  const bool undecided = out.invalid.rule == Rule::no_repeating_state || out.invalid.rule == Rule::too_many_starts;
  if (undecided) out = detail::explore(program, {{}, options.list_proven}, true);
  return out;
}

}  // namespace stretto
