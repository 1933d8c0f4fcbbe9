// The executor as a checker: many seeds over several trip counts.
#pragma once

#include <cstdint>
#include <vector>

#include "executor/run.hpp"

namespace stretto::study {

struct TripRange {
  int first = 0;
  int last = 4;
};

/// Runs one machine on seed after seed, each with every trip count, so that a few seeds already cover all trip counts.
class SeedChecker {
 public:
  SeedChecker(const executor::Machine& machine, TripRange trips);

  /// The outcome of the first failing run among the next `seeds` seeds; `right` if none fails.
  executor::Outcome look(std::uint64_t seeds);

  /// The same, until a run ends with the wanted outcome: a program may fail in several ways.
  bool finds(executor::Outcome wanted, std::uint64_t seeds);

  [[nodiscard]] std::uint64_t seeds() const { return next_seed_; }  // used so far
  [[nodiscard]] std::uint64_t runs() const { return runs_; }

 private:
  std::vector<executor::Runner> runners_;
  std::uint64_t next_seed_ = 0;
  std::uint64_t runs_ = 0;
};

}  // namespace stretto::study
