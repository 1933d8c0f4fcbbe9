#include "derived_sync.hpp"

#include <gtest/gtest.h>

#include "../sample.hpp"

namespace stretto::study {
namespace {

TEST(DerivedSync, IsProvenAndAllOfItIsNeeded) {
  DerivedSyncOptions options;
  options.loops = sample(1000);
  options.loops_weakened = sample(100);
  options.executor_seeds = 4;
  const DerivedSyncCounts counts = study_derived_sync(options);
  EXPECT_EQ(counts.proven, counts.loops);
  EXPECT_GT(counts.kernel_barriers, counts.loops);
  EXPECT_GT(counts.waits, counts.loops);
  for (const std::string& failure : counts.failures) ADD_FAILURE() << failure;
}

TEST(DerivedSync, FewerKernelBarriersNeverSuffice) {
  BarrierMinimumOptions options;
  options.loops = 200;
  const BarrierMinimumCounts counts = study_barrier_minimum(options);
  EXPECT_GT(counts.placements, 200U);
  EXPECT_GE(counts.most_barriers, 2);
  for (const std::string& failure : counts.failures) ADD_FAILURE() << failure;
}

}  // namespace
}  // namespace stretto::study
