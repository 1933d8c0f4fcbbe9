// Derived synchronisation on random loops: it exists, it is safe, and all of it is needed. If any single place is
// weakened, the verifier rejects the program and the executor fails.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stretto::study {

struct DerivedSyncOptions {
  std::uint64_t first_seed = 0;
  int loops = 1000;
  int loops_weakened = 1000;  // of these loops, how many are also weakened in every single place
  std::uint64_t executor_seeds = 40;
  std::uint64_t seeds_if_weakened = 2000;  // the executor must fail within this many
};

struct DerivedSyncCounts {
  int loops = 0;
  int proven = 0;
  int kernel_barriers = 0;  // derived
  int outer_barriers = 0;
  int waits = 0;
  std::uint64_t runs = 0;  // of the executor
  int waits_dropped = 0;   // each rejected
  int waits_loosened = 0;
  int barriers_dropped = 0;
  std::uint64_t hardest = 0;  // most seeds that a weakened loop needed to fail
  std::vector<std::string> failures;
};

DerivedSyncCounts study_derived_sync(const DerivedSyncOptions& options);

struct BarrierMinimumOptions {
  std::uint64_t first_seed = 0;
  int loops = 300;  // with at least one derived barrier per trip
};

struct BarrierMinimumCounts {
  int drawn = 0;
  int loops = 0;
  int most_barriers = 0;
  std::uint64_t placements = 0;  // with one barrier fewer; all must be rejected
  std::vector<std::string> failures;
};

/// Small loops: every placement of one kernel barrier fewer than derived must be rejected, even with complete waits
/// everywhere and spare barriers in prologue and epilogue.
BarrierMinimumCounts study_barrier_minimum(const BarrierMinimumOptions& options);

}  // namespace stretto::study
