#include "changed_loops.hpp"

#include <gtest/gtest.h>

#include "../sample.hpp"

namespace stretto::study {
namespace {

TEST(ChangedLoops, FailExactlyWhenTheVerifierRejectsThem) {
  ChangedLoopOptions options;
  options.loops = sample(100);
  options.variants = 4;
  options.seeds_if_proven = 20;
  const ChangedLoopCounts counts = study_changed_loops(options);
  EXPECT_GT(counts.proven, options.loops / 2);
  EXPECT_GT(counts.rejected, options.loops);
  for (const std::string& program : counts.unsound) ADD_FAILURE() << program;
  for (const std::string& program : counts.never_seen_bad) ADD_FAILURE() << program;
}

}  // namespace
}  // namespace stretto::study
