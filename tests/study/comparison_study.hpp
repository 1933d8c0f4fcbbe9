// The order of states, studied: state_pairs.hpp on many programs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "state_pairs.hpp"

namespace stretto::study {

/// What a seed stands for: mostly a program that is proven, so that what goes wrong does so because of what was before.
[[nodiscard]] Histories drawn_histories(std::uint64_t seed);
/// Latencies under which there are margins.
[[nodiscard]] LatencyBounds drawn_bounds(std::uint64_t seed);

struct ComparisonStudyCounts {
  long programs = 0;
  PairCounts pairs;
  std::vector<std::string> bad;  // seeds, and what was found
};

/// Every other seed with latencies, every fourth with shortened gaps.
[[nodiscard]] ComparisonStudyCounts study_comparison(std::uint64_t first_seed, std::uint64_t seeds);

}  // namespace stretto::study
