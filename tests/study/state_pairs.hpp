// The order of states that the induction rests on: if one state is as safe as another, whatever goes wrong from the
// first also goes wrong from the other. This study continues from both and compares the hazards.
//
// Most loop heads of one program resemble the previous ones. So the states come from programs that differ in what
// precedes the loop head (state_histories.hpp): many pairs differ in a single fact.
#pragma once

#include <string>
#include <vector>

#include <stretto/verify/verify.hpp>

#include "state_histories.hpp"

namespace stretto::study {

/// The classes under test: those of the verifier, or of a changed copy.
struct VerifierClasses {
  using Cells = detail::Cells;
  using Findings = detail::Findings;
  using AbstractRun = detail::AbstractRun;
  using AbstractState = detail::AbstractState;
  using Frame = detail::Frame;
  using RelativeState = detail::RelativeState;
  static constexpr auto at_the_head = detail::Stop::head;
};

struct PairCounts {
  long states = 0;
  long pairs = 0;
  long as_safe = 0;     // of those
  long telling = 0;     // of those, pairs whose other state goes wrong
  long apart = 0;       // not as safe, and correctly so: one goes wrong, the other does not
  long unsafe = 0;      // as safe, but it goes wrong and the other does not
  long not_kept = 0;    // no longer as safe one trip later, although nothing goes wrong
  long not_itself = 0;  // not as safe as itself
  std::string first;    // the first finding

  void add(const PairCounts& other) {
    states += other.states;
    pairs += other.pairs;
    as_safe += other.as_safe;
    telling += other.telling;
    apart += other.apart;
    unsafe += other.unsafe;
    not_kept += other.not_kept;
    not_itself += other.not_itself;
    if (first.empty()) first = other.first;
  }
};

template <class Classes>
class StatePairs {
 public:
  /// `shortens_gaps`: the states are compared with long gaps of their clocks shortened.
  StatePairs(const Histories& histories, const LatencyBounds& latency, bool shortens_gaps = false)
      : histories_(histories),
        program_(histories.program),
        cells_(program_),
        latency_(latency),
        now_(cells_, false),
        run_(program_, cells_, latency, now_),
        frame_(program_, run_.layout(), shortens_gaps) {}

  PairCounts compare() {
    collect(program_, -1);
    for (std::size_t i = 0; i < histories_.changed.size(); ++i) collect(histories_.changed[i], static_cast<int>(i));
    PairCounts counts;
    counts.states = static_cast<long>(states_.size());
    for (std::size_t x = 0; x < states_.size(); ++x) {
      for (std::size_t y = 0; y < states_.size(); ++y) compare(x, y, counts);
    }
    return counts;
  }

 private:
  using State = typename Classes::AbstractState;
  using Seen = typename Classes::RelativeState;

  static constexpr int trips_before = 2;
  static constexpr int trips_after = 6;

  /// The worst verdict within this many further trips.
  struct Found {
    Verdict verdict = Verdict::proven;
    int margin = 1 << 20;
    bool by_chance = false;

    [[nodiscard]] bool worse_than(const Found& other) const {
      if (verdict != other.verdict) return verdict > other.verdict;
      return verdict == Verdict::relies_on_latency && margin < other.margin;
    }
  };
  struct Reached {
    State state;
    int history;
    bool start;  // of a run, or a loop head
    Seen seen;
    std::vector<Found> found;  // by number of further trips
    std::vector<Seen> later;
  };

  [[nodiscard]] static std::string words(const char* what, const Reached& x, const Reached& y, std::size_t n) {
    const auto said = [&](const Reached& each) {
      return "history " + std::to_string(each.history) + " after " + std::to_string(each.state.trips_allowed) +
             " trips (" + name(each.found[n].verdict) + ", margin " + std::to_string(each.found[n].margin) + ")";
    };
    return std::string(what) + ": " + said(x) + " against " + said(y) + ", and " + std::to_string(n) + " trips more";
  }

  [[nodiscard]] Seen seen(const State& state) const {
    return Seen({state, frame_, run_.layout(), cells_, run_.timed()});
  }

  void collect(const WaveProgram& before, int history) {
    if (check_program(before)) return;
    typename Classes::Findings findings(cells_, false);
    // The facts in the clocks, and the barriers that roles wait at, are those of the program that continues.
    WaveProgram walked = program_;
    const typename Classes::AbstractRun run(walked, cells_, latency_, findings);
    State state = run.start();
    walked.roles = before.roles;
    if (!run.advance(state)) return;
    for (int trips = 0;; ++trips) {
      if (findings.verdict() != Verdict::proven || findings.coincidences() != 0) return;
      if (trips >= program_.min_trips) {
        if (program_.persistent) {
          State next = state;
          next.trips_final = true;
          if (!run.advance(next) || findings.verdict() != Verdict::proven || findings.coincidences() != 0) return;
          run.begin_again(next);
          add(next, history, true);
          typename Classes::Findings further(cells_, false);
          const typename Classes::AbstractRun again(program_, cells_, latency_, further);
          if (again.advance(next) && further.verdict() == Verdict::proven && program_.min_trips == 0) {
            add(next, history, false);
          }
        } else {
          add(state, history, false);
        }
      }
      if (trips == program_.min_trips + trips_before) return;
      ++state.trips_allowed;
      if (!run.advance(state)) return;
    }
  }

  void add(const State& state, int history, bool start) {
    states_.push_back({state, history, start, seen(state), {}, {}});
    follow(states_.back());
  }

  void follow(Reached& from) {
    typename Classes::Findings findings(cells_, false);
    const typename Classes::AbstractRun run(program_, cells_, latency_, findings);
    bool stuck = false;
    const auto note = [&] {
      Found found;
      found.verdict = stuck ? Verdict::race : findings.verdict();
      found.by_chance = findings.coincidences() != 0;
      for (const Hazard& hazard : findings.hazards()) {
        if (hazard.verdict == Verdict::relies_on_latency && hazard.margin < found.margin) found.margin = hazard.margin;
      }
      from.found.push_back(found);
    };
    State state = from.state;
    if (from.start && !run.advance(state)) stuck = true;
    for (int n = 0; n <= trips_after && !stuck; ++n) {
      if (n > 0) {
        ++state.trips_allowed;
        stuck = !run.advance(state);
        if (!stuck && !from.start) from.later.push_back(seen(state));
      }
      if (!stuck && state.trips_allowed >= program_.min_trips) {
        State last = state;
        for (int again = 0; again < (program_.persistent ? 3 : 1) && !stuck; ++again) {
          last.trips_final = true;
          stuck = !run.advance(last);
          if (stuck || !program_.persistent) break;
          run.begin_again(last);
          last.trips_allowed = program_.min_trips + again;
        }
      }
      note();
      if (from.found.back().verdict == Verdict::race) break;
    }
    while (from.found.size() <= trips_after) {
      if (from.found.empty() || stuck) {
        note();
      } else {
        from.found.push_back(from.found.back());
      }
    }
  }

  /// If runs do not follow each other, a loop head is compared only with earlier ones. Heads of the same trip serve as
  /// well, unless some role is still in its prologue: then it is at other steps than those that the order considers.
  static bool comes_later(const State& x, const State& y) {
    if (x.trips_allowed != y.trips_allowed) return x.trips_allowed > y.trips_allowed;
    for (const auto& role : x.roles) {
      if (role.section == Section::prologue && role.stop != Classes::at_the_head) return false;
    }
    return true;
  }

  void compare(std::size_t i, std::size_t j, PairCounts& counts) const {
    const Reached& x = states_[i];
    const Reached& y = states_[j];
    if (i == j) {
      if (!x.seen.as_safe_as(y.seen, frame_.periods())) ++counts.not_itself;
      return;
    }
    if (x.start != y.start) return;
    if (!program_.persistent && !comes_later(x.state, y.state)) return;
    ++counts.pairs;
    if (!x.seen.as_safe_as(y.seen, frame_.periods())) {
      for (std::size_t n = 0; n <= trips_after; ++n) {
        if (!x.found[n].worse_than(y.found[n])) continue;
        ++counts.apart;
        break;
      }
      return;
    }
    ++counts.as_safe;
    bool tells = false;
    bool kept = true;
    for (std::size_t n = 0; n <= trips_after; ++n) {
      const Found& here = x.found[n];
      const Found& there = y.found[n];
      if (there.by_chance) return;
      tells = tells || there.verdict != Verdict::proven;
      if (here.worse_than(there)) {
        ++counts.unsafe;
        if (counts.first.empty()) counts.first = words("unsafe", x, y, n);
        return;
      }
      if (there.verdict == Verdict::race) break;
      if (!kept || n == 0 || x.start || here.verdict != Verdict::proven || there.verdict != Verdict::proven) continue;
      const bool followed = n <= x.later.size() && n <= y.later.size();
      kept = !followed || x.later[n - 1].as_safe_as(y.later[n - 1], frame_.periods());
      if (!kept) ++counts.not_kept;
    }
    if (tells) ++counts.telling;
  }

  const Histories& histories_;
  const WaveProgram& program_;
  typename Classes::Cells cells_;
  LatencyBounds latency_;
  typename Classes::Findings now_;
  typename Classes::AbstractRun run_;
  typename Classes::Frame frame_;
  std::vector<Reached> states_;
};

}  // namespace stretto::study
