// Arbitrary programs: the verifier against two checkers that know every execution of a few runs.
//
// What the verifier proves must be right in all of them. What it rejects need not go wrong, since the verifier may be
// careful; but that should be rare, and is counted by its reason. What is bad is reduced to the smallest program that
// still is, and reported as the C++ that builds it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <stretto/program/wave_program.hpp>

#include "extension.hpp"

namespace stretto::study {

enum class ProgramKind : unsigned char { arbitrary, nearly_right, changed, all };
inline constexpr int program_kinds = 4;  // `all` included: each seed is of one of the others

[[nodiscard]] const char* name(ProgramKind kind);

/// The program of a seed.
[[nodiscard]] WaveProgram program_of(ProgramKind kind, std::uint64_t seed, Features features = Features::plain);

struct ArbitraryStudyOptions {
  std::uint64_t first_seed = 0;
  std::uint64_t seeds = 10'000;
  ProgramKind kind = ProgramKind::all;
  Features features = Features::plain;
  long max_states = 20'000;  // of a program, over all run lengths; beyond, it is undecided
  int threads = 1;
  int second_checker_every = 10;  // and of every proven program that is quickly explored
  std::size_t max_reported = 10;  // of each list; the others are only counted
};

struct ArbitraryStudyCounts {
  long programs = 0;
  long invalid = 0;  // refused by check_program; nothing more is asked of them
  long proven = 0;
  long rejected_and_wrong = 0;
  long rejected_undecided = 0;  // too many states to know
  long proven_undecided = 0;
  long relies_on_latency = 0;       // of the programs verified with bounds
  long with_latency = 0;            // so many
  long undecided_with_latency = 0;  // no state repeats when bounds are known; otherwise one does
  long second_checker = 0;          // programs that it has looked at
  long refused = 0;                 // by a checker, though check_program admits them
  long states = 0;
  double seconds = 0;
  double slowest = 0;  // call of verify(), in seconds
  std::uint64_t slowest_seed = 0;
  std::map<std::string, long> never_wrong;  // rejected: by kind of the first hazard, or by the rule
  std::map<std::string, long> wrong_by;     // rejected rightly: the same
  long unsound_count = 0;
  long disagreement_count = 0;
  long latency_count = 0;
  long gaps_count = 0;
  std::vector<std::string> unsound;        // proven, but wrong
  std::vector<std::string> disagreements;  // of the checkers
  std::vector<std::string> latency;        // another verdict with bounds, and not because they tell more
  std::vector<std::string> gaps;           // another verdict if gaps of clocks are shortened
  std::vector<std::string> refusals;       // by a checker
  std::vector<std::string> slow;           // calls of verify() that take longer than a test should
  std::vector<std::string> careful;        // rejected and never wrong, the first of each reason

  [[nodiscard]] long never_wrong_count() const;
  void add(const ArbitraryStudyCounts& other, std::size_t max_reported);
};

[[nodiscard]] ArbitraryStudyCounts study_arbitrary(const ArbitraryStudyOptions& options);

}  // namespace stretto::study
