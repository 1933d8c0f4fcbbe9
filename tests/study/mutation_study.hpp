// Mutants of proven schedules: those that the verifier rejects must fail in the executor in the way that the verifier
// names; those that it accepts must not fail. The executor interprets the entries itself and shares no code with the
// verifier's reading of them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "mutations.hpp"
#include "proven_bases.hpp"

namespace stretto::study {

/// What a verdict predicts about the runs.
enum class Prediction : unsigned char {
  right,         // proven
  wrong_number,  // a race: flow, anti, output or content
  deadlock,
  unencodable,
  malformed,  // an unknown op or a place that nobody writes: cannot run
};
inline constexpr int predictions = 5;

[[nodiscard]] Prediction prediction_of(const Verification& verdict);

struct MutationOptions {
  std::uint64_t seeds_if_proven = 1000;
  std::uint64_t seeds_if_rejected = 5000;
  int every = 1;   // checks one mutant in this many; the others are not counted
  int offset = 0;  // which of them
  int twice = 0;   // mutants of mutants, in addition
};

struct MutationCounts {
  std::array<std::array<int, predictions>, mutation_kinds> by_kind{};
  std::uint64_t runs = 0;
  std::uint64_t hardest = 0;  // most seeds that a rejected mutant needed
  int late = 0;               // rejected mutants that needed more than a hundred seeds
  std::vector<std::string> disagreements;

  [[nodiscard]] int total(Prediction prediction) const;
  [[nodiscard]] int mutants() const;  // excluding malformed ones
  void add(const MutationCounts& other);
};

[[nodiscard]] MutationCounts study_mutants(const Base& base, const MutationOptions& options);

}  // namespace stretto::study
