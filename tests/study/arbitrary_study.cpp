#include "arbitrary_study.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include <stretto/core/rule_text.hpp>
#include <stretto/verify/verify.hpp>

#include "../dice.hpp"
#include "arbitrary_program.hpp"
#include "nearly_right_program.hpp"
#include "program_builder.hpp"
#include "program_reducer.hpp"
#include "program_source.hpp"
#include "run_lengths.hpp"
#include "verdict_words.hpp"

namespace stretto::study {

namespace {

constexpr double slow_seconds = 0.2;
constexpr long quickly_explored = 500;  // states: the second checker checks the program as well
constexpr long cheap_to_go_on = 300;    // states: longer runs, with a few times as many, are explored as well
constexpr std::uint64_t chunk = 64;     // seeds that a thread takes at a time

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// Why a program is not proven: the first hazard, or the rule that it breaks.
std::string reason(const Verification& verdict) {
  if (verdict.invalid) return rule_text(verdict.invalid.rule).name;
  return verdict.hazards.empty() ? "nothing" : stretto::name(verdict.hazards[0].kind);
}

LatencyBounds small_bounds(Dice& dice) {
  LatencyBounds bounds;
  bounds.global_min = dice.from(1, 200);
  bounds.read_max = dice.from(0, 40);
  bounds.read_cycles = dice.from(0, 4);
  bounds.issue_max = dice.from(0, 8);
  bounds.compute_max = dice.from(0, 40);
  return bounds;
}

class SeedRange {
 public:
  explicit SeedRange(const ArbitraryStudyOptions& options) : options_(options) {}

  ArbitraryStudyCounts counts;

  void look(std::uint64_t seed) {
    seed_ = seed;
    const WaveProgram program = program_of(options_.kind, seed, options_.features);
    ++counts.programs;
    if (check_program(program)) {
      ++counts.invalid;
      return;
    }
    const Verification verdict = timed_verify(program);
    const Truth usual = usual_truth(program, verdict);
    const Truth truth = further_truth(program, verdict, usual);
    if (truth.refused) {
      ++counts.refused;
      note(counts.refusals, "interpreter: " + truth.what, program);
      return;
    }
    count(program, verdict, truth);
    const bool cheap = verdict.proven() && usual.states <= quickly_explored && !truth.wrong;
    const auto every = static_cast<std::uint64_t>(std::max(options_.second_checker_every, 1));
    if (cheap || seed % every == 0) compare_checkers(program, usual);
    if (seed % 8 == 0) verify_with_bounds(program, verdict);
    if (seed % 4 == 1) verify_with_short_gaps(program, verdict);
  }

 private:
  Verification timed_verify(const WaveProgram& program) {
    const double start = now();
    Verification verdict = verify(program);
    const double seconds = now() - start;
    if (seconds > counts.slowest) {
      counts.slowest = seconds;
      counts.slowest_seed = seed_;
    }
    if (seconds > slow_seconds) note(counts.slow, std::to_string(seconds) + " s in verify()", program);
    return verdict;
  }

  /// Most rejected programs go wrong soon, so few states are enough.
  [[nodiscard]] long most_states(const Verification& verdict) const {
    return verdict.proven() ? options_.max_states : options_.max_states / 10;
  }

  Truth usual_truth(const WaveProgram& program, const Verification& verdict) {
    const Truth truth = interpreted(program, Reach::usual, most_states(verdict));
    counts.states += truth.states;
    return truth;
  }

  /// A program that is right in the usual runs is explored in longer ones as well if it was rejected, or if that is
  /// cheap.
  Truth further_truth(const WaveProgram& program, const Verification& verdict, const Truth& usual) {
    if (usual.wrong || usual.refused || usual.undecided) return usual;
    if (verdict.proven() && usual.states > cheap_to_go_on) return usual;
    Truth truth = interpreted(program, Reach::beyond, options_.max_states / 10);
    counts.states += truth.states;
    if (verdict.proven()) truth.undecided = false;  // the usual runs were explored completely
    return truth;
  }

  void count(const WaveProgram& program, const Verification& verdict, const Truth& truth) {
    if (verdict.proven()) {
      ++counts.proven;
      counts.proven_undecided += !truth.wrong && truth.undecided ? 1 : 0;
      if (truth.wrong) report_unsound(program, truth.rule);
    } else if (truth.wrong) {
      ++counts.rejected_and_wrong;
      ++counts.wrong_by[reason(verdict)];
    } else if (truth.undecided) {
      ++counts.rejected_undecided;
    } else {
      const std::string why = reason(verdict);
      if (++counts.never_wrong[why] == 1) report_careful(program, why);
    }
  }

  /// Reduces the program while it stays wrong in the same way; another cause would hide this one.
  void report_unsound(const WaveProgram& program, const std::string& rule) {
    ++counts.unsound_count;
    if (counts.unsound.size() >= options_.max_reported) return;
    const long states = options_.max_states;
    const WaveProgram least = reduced(program, [&](const WaveProgram& candidate) {
      if (!verify(candidate).proven()) return false;
      const Truth truth = first_wrong(candidate, states);
      return truth.wrong && truth.rule == rule;
    });
    note(counts.unsound, "proven, but " + first_wrong(least, states).what, least);
  }

  static Truth first_wrong(const WaveProgram& program, long max_states) {
    const Truth usual = interpreted(program, Reach::usual, max_states);
    return usual.wrong || usual.undecided ? usual : interpreted(program, Reach::beyond, max_states);
  }

  void report_careful(const WaveProgram& program, const std::string& why) {
    const long states = options_.max_states / 4;
    const WaveProgram least = reduced(program, [&](const WaveProgram& candidate) {
      const Verification verdict = verify(candidate);
      if (verdict.proven() || reason(verdict) != why) return false;
      for (const Reach reach : {Reach::usual, Reach::beyond}) {
        const Truth truth = interpreted(candidate, reach, states);
        if (truth.wrong || truth.undecided || truth.refused) return false;
      }
      return true;
    });
    note(counts.careful, "never wrong, but " + words(verify(least)), least);
  }

  /// Both checkers explore the same runs, up to the first that the interpreter finds wrong.
  void compare_checkers(const WaveProgram& program, const Truth& usual) {
    ++counts.second_checker;
    const long most = options_.max_states;
    const std::optional<std::string> apart = disagreement(program, usual, most);
    if (!apart) return;
    ++counts.disagreement_count;
    if (counts.disagreements.size() >= options_.max_reported) return;
    const auto again = [&](const WaveProgram& candidate) {
      return disagreement(candidate, interpreted(candidate, Reach::usual, most), most);
    };
    const WaveProgram least =
        reduced(program, [&](const WaveProgram& candidate) { return again(candidate).has_value(); });
    note(counts.disagreements, again(least).value_or(*apart), least);
  }

  static std::optional<std::string> disagreement(const WaveProgram& program, const Truth& first, long max_states) {
    for (const Vector<int>& trips : run_lengths(program, Reach::usual)) {
      const bool wrong = first.wrong && trips == first.trips;
      const Truth second = model_checked(program, trips, max_states);
      if (second.refused != first.refused) return "only one checker refuses: " + first.what + second.what;
      // If the first checker did not explore everything, the second may find more.
      if (second.wrong && !wrong && !first.undecided) {
        return "interpreter: right (trips " + words(trips) + ")\nmodel checker: " + second.what;
      }
      if (wrong && !second.wrong && !second.undecided) {
        return "interpreter: " + first.what + "\nmodel checker: right (trips " + words(trips) + ")";
      }
      if (wrong || first.refused || second.undecided) break;
    }
    return std::nullopt;
  }

  /// Latency bounds may turn a race into relies_on_latency. They may change nothing else.
  void verify_with_bounds(const WaveProgram& program, const Verification& without) {
    Dice dice(seed_);
    VerifyOptions options;
    options.latency = small_bounds(dice);
    const Verification with = verify(program, options);
    ++counts.with_latency;
    counts.relies_on_latency += with.verdict == Verdict::relies_on_latency ? 1 : 0;
    const bool told_more = without.verdict == Verdict::race && with.verdict == Verdict::relies_on_latency;
    if (with.verdict == without.verdict || told_more) return;
    // With bounds a state contains more, so it may be that none repeats.
    if (with.invalid && with.invalid.rule == Rule::no_repeating_state) {
      if (++counts.undecided_with_latency == 1) note(counts.careful, "with bounds only: " + words(with), program);
      return;
    }
    ++counts.latency_count;
    note(counts.latency, "without bounds: " + words(without) + "\nwith bounds: " + words(with), program);
  }

  /// The verifier shortens gaps only where no state repeats otherwise. Elsewhere they must not change the verdict.
  void verify_with_short_gaps(const WaveProgram& program, const Verification& usual) {
    const Verification shortened = detail::explore(program, {}, true);
    if (shortened.verdict == usual.verdict || shortened.invalid || usual.invalid) return;
    ++counts.gaps_count;
    note(counts.gaps, "usually: " + words(usual) + "\nwith shortened gaps: " + words(shortened), program);
  }

  void note(std::vector<std::string>& list, const std::string& what, const WaveProgram& program) const {
    if (list.size() >= options_.max_reported) return;
    list.push_back("seed " + std::to_string(seed_) + " (" + name(options_.kind) + "): " + what + "\n" +
                   cpp_source(program));
  }

  const ArbitraryStudyOptions& options_;
  std::uint64_t seed_ = 0;
};

void append(std::vector<std::string>& list, const std::vector<std::string>& more, std::size_t most) {
  for (const std::string& text : more) {
    if (list.size() < most) list.push_back(text);
  }
}

}  // namespace

const char* name(ProgramKind kind) {
  constexpr std::array<const char*, program_kinds> names = {"arbitrary", "nearly_right", "changed", "all"};
  return names[static_cast<std::size_t>(kind)];
}

WaveProgram program_of(ProgramKind kind, std::uint64_t seed, Features features) {
  if (kind == ProgramKind::all) kind = static_cast<ProgramKind>(seed % (program_kinds - 1));
  if (kind == ProgramKind::arbitrary) return arbitrary_program(seed, features);
  return kind == ProgramKind::nearly_right ? nearly_right_program(seed, features) : changed_program(seed, features);
}

long ArbitraryStudyCounts::never_wrong_count() const {
  long total = 0;
  for (const auto& [why, count] : never_wrong) total += count;
  return total;
}

void ArbitraryStudyCounts::add(const ArbitraryStudyCounts& other, std::size_t max_reported) {
  programs += other.programs;
  invalid += other.invalid;
  proven += other.proven;
  rejected_and_wrong += other.rejected_and_wrong;
  rejected_undecided += other.rejected_undecided;
  proven_undecided += other.proven_undecided;
  relies_on_latency += other.relies_on_latency;
  with_latency += other.with_latency;
  second_checker += other.second_checker;
  refused += other.refused;
  states += other.states;
  if (other.slowest > slowest) {
    slowest = other.slowest;
    slowest_seed = other.slowest_seed;
  }
  for (const auto& [why, count] : other.never_wrong) never_wrong[why] += count;
  for (const auto& [why, count] : other.wrong_by) wrong_by[why] += count;
  unsound_count += other.unsound_count;
  disagreement_count += other.disagreement_count;
  latency_count += other.latency_count;
  gaps_count += other.gaps_count;
  undecided_with_latency += other.undecided_with_latency;
  append(unsound, other.unsound, max_reported);
  append(disagreements, other.disagreements, max_reported);
  append(latency, other.latency, max_reported);
  append(gaps, other.gaps, max_reported);
  append(refusals, other.refusals, max_reported);
  append(slow, other.slow, max_reported);
  append(careful, other.careful, max_reported);
}

ArbitraryStudyCounts study_arbitrary(const ArbitraryStudyOptions& options) {
  const double start = now();
  std::atomic<std::uint64_t> next = 0;
  const auto threads = static_cast<std::size_t>(std::max(options.threads, 1));
  std::vector<SeedRange> ranges(threads, SeedRange(options));
  const auto work = [&](SeedRange& range) {
    for (std::uint64_t begin = next.fetch_add(chunk); begin < options.seeds; begin = next.fetch_add(chunk)) {
      const std::uint64_t end = std::min(begin + chunk, options.seeds);
      for (std::uint64_t i = begin; i < end; ++i) range.look(options.first_seed + i);
    }
  };
  std::vector<std::thread> running;
  for (std::size_t t = 1; t < threads; ++t) running.emplace_back([&, t] { work(ranges[t]); });
  work(ranges[0]);
  for (std::thread& thread : running) thread.join();
  ArbitraryStudyCounts all;
  for (const SeedRange& range : ranges) all.add(range.counts, options.max_reported);
  all.seconds = now() - start;
  return all;
}

}  // namespace stretto::study
