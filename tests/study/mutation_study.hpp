// Mutants of proven schedules: what the verifier rejects must fail in the executor, in the way that the verifier names;
// what it accepts must not. The executor reads the entries itself; nothing of the verifier's reading is shared.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "mutations.hpp"
#include "proven_bases.hpp"

namespace stretto::study {

/// What a verdict predicts of the runs.
enum class Prediction : unsigned char {
  right,         // proven
  wrong_number,  // a race: flow, anti, output or content
  deadlock,
  unencodable,
  malformed,  // an op that does not exist, a place that nobody writes: nothing to run
};
inline constexpr int predictions = 5;

[[nodiscard]] Prediction prediction_of(const Verification& verdict);

struct MutationOptions {
  std::uint64_t seeds_if_proven = 1000;
  std::uint64_t seeds_if_rejected = 5000;
  int every = 1;   // of so many mutants one is looked at; the others are not counted
  int offset = 0;  // which
  int twice = 0;   // mutants of mutants besides
};

struct MutationCounts {
  std::array<std::array<int, predictions>, mutation_kinds> by_kind{};
  std::uint64_t runs = 0;
  std::uint64_t hardest = 0;  // most seeds that a rejected mutant needed
  int late = 0;               // rejected mutants that needed more than a hundred seeds
  std::vector<std::string> disagreements;

  [[nodiscard]] int total(Prediction prediction) const;
  [[nodiscard]] int mutants() const;  // without the malformed ones
  void add(const MutationCounts& other);
};

[[nodiscard]] MutationCounts study_mutants(const Base& base, const MutationOptions& options);

}  // namespace stretto::study
