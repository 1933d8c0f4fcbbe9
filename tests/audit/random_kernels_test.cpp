// Kernels at random: what the audit proves, the emulator never sees go wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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
  int every_count = 0;
  int race_seen = 0;
  int race_unseen = 0;
  int refused = 0;
};

constexpr std::size_t workgroups = 2;

KernelLaunch launch_with(int count) {
  KernelLaunch out;
  out.grid = {static_cast<int>(workgroups), 1, 1};
  out.by_number = {std::nullopt, std::nullopt, count};
  return out;
}

/// With some seed a workgroup stores something else than if every operation takes effect at once.
bool goes_wrong(const assembly::Kernel& kernel, int count, const std::array<int, 3>& number, int seeds) {
  KernelLaunch launch = launch_with(count);
  launch.workgroup = number;
  const emulator::Workgroup workgroup(kernel, launch);
  EXPECT_EQ(workgroup.problem, "");
  const emulator::Outcome right = emulator::run_at_once(workgroup);
  bool wrong = !right.failure.empty();
  for (int seed = 0; seed < seeds && !wrong; ++seed) {
    wrong = emulator::run_seed(workgroup, static_cast<std::uint64_t>(seed)) != right;
  }
  return wrong;
}

/// Some workgroup of those that the audit is about.
bool goes_wrong(const assembly::Kernel& kernel, int count, const Audit& found, int seeds) {
  return std::ranges::any_of(found.workgroups,
                             [&](const auto& number) { return goes_wrong(kernel, count, number, seeds); });
}

TEST(RandomKernels, WhatIsProvenNeverGoesWrong) {
  const long kernels = setting("STRETTO_RANDOM_KERNELS", 400);
  const long first = setting("STRETTO_RANDOM_SEED", 1);
  Counts counts;
  for (long i = first; i < first + kernels; ++i) {
    const std::string text = random_kernel(static_cast<std::uint64_t>(i));
    const assembly::Kernel kernel = assembly::read_kernel(text);
    const int count = 3 + static_cast<int>(i % 4);
    const Audit found = audit(kernel, launch_with(count));
    if (!found.judged() || found.uneven) {
      ++counts.refused;
      continue;
    }
    const bool wrong = goes_wrong(kernel, count, found, found.proven() ? seeds_of_proven : seeds_of_races);
    EXPECT_EQ(found.workgroups.size(), found.proven() ? workgroups : 1);
    if (!found.proven()) {
      ++(wrong ? counts.race_seen : counts.race_unseen);
      continue;
    }
    ++counts.proven;
    EXPECT_FALSE(wrong) << "kernel " << i << "\n" << text;
    const Audit::Trips trips = found.trips();
    if (trips.period == 0 || !trips.same_branches.empty() || trips.left_at > 0) continue;
    ++counts.every_count;
    for (const int other : {trips.first, trips.first + trips.period, count + trips.period, count + 7 * trips.period}) {
      EXPECT_FALSE(goes_wrong(kernel, other, found, seeds_of_races)) << "kernel " << i << " with " << other << "\n"
                                                                     << text;
    }
  }
  printf("%d proven, %d of them for other counts too, %d races seen to go wrong, %d never, %d not judged\n",
         counts.proven, counts.every_count, counts.race_seen, counts.race_unseen, counts.refused);
  // The kernels must be such that the test means something.
  EXPECT_GE(counts.proven * 20, kernels);
  EXPECT_GE(counts.every_count * 50, kernels);
  EXPECT_GE(counts.race_seen * 5, kernels);
}

}  // namespace
}  // namespace stretto::audit
