// Random loops, synchronised and then changed at random: verifier and executor must agree on each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stretto::study {

struct ChangedLoopOptions {
  std::uint64_t first_seed = 0;
  int loops = 1000;
  int variants = 10;  // per loop, each with one to three changes
  std::uint64_t seeds_if_proven = 100;
  std::uint64_t seeds_if_rejected = 1000;
};

struct ChangedLoopCounts {
  int variants = 0;  // excluding malformed ones
  int proven = 0;
  int rejected = 0;
  int malformed = 0;
  std::uint64_t runs = 0;
  std::uint64_t hardest = 0;                // most seeds that a rejected one needed
  std::vector<std::string> unsound;         // proven, but the executor fails
  std::vector<std::string> never_seen_bad;  // rejected, but the executor does not fail
};

ChangedLoopCounts study_changed_loops(const ChangedLoopOptions& options);

}  // namespace stretto::study
