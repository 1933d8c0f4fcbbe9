// Arbitrary programs: the verifier compared with two checkers that explore every execution of a few runs.
//
// A program that the verifier proves must be right in all of them. A program that it rejects need not go wrong, because
// the verifier may be conservative; such cases should be rare, and are counted by reason. A bad program is reduced to
// the smallest that is still bad, and reported as the C++ that builds it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <stretto/program/wave_program.hpp>

#include "extension.hpp"

namespace stretto::study {

enum class ProgramKind : unsigned char { arbitrary, nearly_right, changed, all };
inline constexpr int program_kinds = 4;  // including `all`, which picks one of the other kinds for each seed

[[nodiscard]] const char* name(ProgramKind kind);

/// The program of a seed.
[[nodiscard]] WaveProgram program_of(ProgramKind kind, std::uint64_t seed, Features features = Features::plain);

struct ArbitraryStudyOptions {
  std::uint64_t first_seed = 0;
  std::uint64_t seeds = 10'000;
  ProgramKind kind = ProgramKind::all;
  Features features = Features::plain;
  long max_states = 20'000;  // per program, over all run lengths; with more it is undecided
  int threads = 1;
  int second_checker_every = 10;  // it also checks every proven program that is quickly explored
  std::size_t max_reported = 10;  // of each list; the others are only counted
};

struct ArbitraryStudyCounts {
  long programs = 0;
  long invalid = 0;  // refused by check_program, and not checked further
  long proven = 0;
  long rejected_and_wrong = 0;
  long rejected_undecided = 0;  // too many states to decide
  long proven_undecided = 0;
  long relies_on_latency = 0;       // of `with_latency`
  long with_latency = 0;            // programs verified with bounds
  long undecided_with_latency = 0;  // no state repeats with bounds, but one does without
  long second_checker = 0;          // programs that it checked
  long refused = 0;                 // by a checker, although check_program accepts them
  long states = 0;
  double seconds = 0;
  double slowest = 0;  // call of verify(), in seconds
  std::uint64_t slowest_seed = 0;
  std::map<std::string, long> never_wrong;  // rejected: by kind of the first hazard, or by the rule
  std::map<std::string, long> wrong_by;     // rejected and wrong, by the same
  long unsound_count = 0;
  long disagreement_count = 0;
  long latency_count = 0;
  long gaps_count = 0;
  std::vector<std::string> unsound;        // proven, but wrong
  std::vector<std::string> disagreements;  // of the checkers
  std::vector<std::string> latency;        // a verdict that bounds change, not because they give more information
  std::vector<std::string> gaps;           // a verdict that changes if gaps between clocks are shortened
  std::vector<std::string> refusals;       // by a checker
  std::vector<std::string> slow;           // calls of verify() that take longer than a test should
  std::vector<std::string> careful;        // rejected but never wrong: the first for each reason

  [[nodiscard]] long never_wrong_count() const;
  void add(const ArbitraryStudyCounts& other, std::size_t max_reported);
};

[[nodiscard]] ArbitraryStudyCounts study_arbitrary(const ArbitraryStudyOptions& options);

}  // namespace stretto::study
