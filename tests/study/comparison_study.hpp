// A study of the order of states: state_pairs.hpp on many programs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "state_pairs.hpp"

namespace stretto::study {

/// The program of a seed, in most cases a proven one: then what goes wrong is caused by what preceded the loop head.
[[nodiscard]] Histories drawn_histories(std::uint64_t seed);
/// Latency bounds that leave margins.
[[nodiscard]] LatencyBounds drawn_bounds(std::uint64_t seed);

struct ComparisonStudyCounts {
  long programs = 0;
  PairCounts pairs;
  std::vector<std::string> bad;  // seeds, and what was found
};

/// Every other seed with latencies, every fourth with shortened gaps.
[[nodiscard]] ComparisonStudyCounts study_comparison(std::uint64_t first_seed, std::uint64_t seeds);

}  // namespace stretto::study
