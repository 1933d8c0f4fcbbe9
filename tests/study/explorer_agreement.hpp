// Verifier, explorer and executor on the same small random programs.
//
// The explorer visits every interleaving, so it knows the truth up to a few trips. The verifier must prove exactly the
// safe programs; the executor must succeed on every seed of a safe program and fail on some seed of any other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stretto::study {

struct AgreementOptions {
  std::uint64_t first_seed = 0;
  int programs = 300;
  std::uint64_t seeds_if_safe = 60;
  std::uint64_t seeds_if_unsafe = 400;
};

struct AgreementCounts {
  int programs = 0;
  int safe = 0;
  int wrong = 0;
  int deadlock = 0;
  int undecided = 0;          // too many states to explore
  std::uint64_t runs = 0;     // of the executor
  std::uint64_t hardest = 0;  // most seeds that an unsafe program needed
  std::vector<std::string> disagreements;
};

AgreementCounts compare_with_explorer(const AgreementOptions& options);

}  // namespace stretto::study
