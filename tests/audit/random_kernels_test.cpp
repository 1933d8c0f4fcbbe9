// Kernels at random: what the audit proves, the emulator never sees go wrong.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "audit/audit.hpp"
#include "emulator/workgroup.hpp"
#include "random_kernels/random_kernel.hpp"

namespace stretto::audit {
namespace {

/// STRETTO_RANDOM_KERNELS sets another number of kernels, STRETTO_RANDOM_SEED the first one.
long setting(const char* name, long otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtol(text, nullptr, 10);
}

constexpr int seeds_of_proven = 48;
constexpr int seeds_of_races = 24;

struct Counts {
  int proven = 0;
  int race_seen = 0;
  int race_unseen = 0;
  int refused = 0;
};

TEST(RandomKernels, WhatIsProvenNeverGoesWrong) {
  const long kernels = setting("STRETTO_RANDOM_KERNELS", 400);
  const long first = setting("STRETTO_RANDOM_SEED", 1);
  Counts counts;
  for (long i = first; i < first + kernels; ++i) {
    const std::string text = random_kernel(static_cast<std::uint64_t>(i));
    const assembly::Kernel kernel = assembly::read_kernel(text);
    const Audit found = audit(kernel, {});
    if (!found.judged() || found.uneven) {
      ++counts.refused;
      continue;
    }
    const emulator::Workgroup workgroup(kernel, {});
    ASSERT_EQ(workgroup.problem, "") << text;
    const emulator::Outcome right = emulator::run_at_once(workgroup);
    bool wrong = !right.failure.empty();
    const int seeds = found.proven() ? seeds_of_proven : seeds_of_races;
    for (int seed = 0; seed < seeds && !wrong; ++seed) {
      wrong = emulator::run_seed(workgroup, static_cast<std::uint64_t>(seed)) != right;
    }
    if (found.proven()) {
      ++counts.proven;
      EXPECT_FALSE(wrong) << "kernel " << i << "\n" << text;
    } else {
      ++(wrong ? counts.race_seen : counts.race_unseen);
      if (!wrong && std::getenv("STRETTO_RANDOM_SHOW") != nullptr) printf("unseen: kernel %ld\n", i);
    }
  }
  printf("%d proven, %d races seen to go wrong, %d never, %d not judged\n", counts.proven, counts.race_seen,
         counts.race_unseen, counts.refused);
  // The kernels must be such that the test means something.
  EXPECT_GE(counts.proven * 20, kernels);
  EXPECT_GE(counts.race_seen * 5, kernels);
}

}  // namespace
}  // namespace stretto::audit
