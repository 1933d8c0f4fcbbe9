#include "seed_checker.hpp"

namespace stretto::study {

using executor::Outcome;

SeedChecker::SeedChecker(const executor::Machine& machine, TripRange trips) {
  for (int count = trips.first; count <= trips.last; ++count) runners_.emplace_back(machine, count);
}

Outcome SeedChecker::look(std::uint64_t seeds) {
  for (const std::uint64_t end = next_seed_ + seeds; next_seed_ < end;) {
    const std::uint64_t seed = next_seed_++;
    for (executor::Runner& runner : runners_) {
      ++runs_;
      if (const Outcome outcome = runner.outcome(seed); outcome != Outcome::right) return outcome;
    }
  }
  return Outcome::right;
}

bool SeedChecker::finds(Outcome wanted, std::uint64_t seeds) {
  for (const std::uint64_t end = next_seed_ + seeds; next_seed_ < end;) {
    const std::uint64_t seed = next_seed_++;
    for (executor::Runner& runner : runners_) {
      ++runs_;
      if (runner.outcome(seed) == wanted) return true;
    }
  }
  return false;
}

}  // namespace stretto::study
