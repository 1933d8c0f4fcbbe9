#include "changed_loops.hpp"

#include <gtest/gtest.h>

#include "../sample.hpp"
#include "expect_none.hpp"

namespace stretto::study {
namespace {

TEST(ChangedLoops, FailExactlyWhenTheVerifierRejectsThem) {
  const int loops = sample(100);
  const ChangedLoopCounts counts = study_changed_loops({.loops = loops, .variants = 4, .seeds_if_proven = 20});
  EXPECT_GT(counts.proven, loops / 2);
  EXPECT_GT(counts.rejected, loops);
  expect_none("proven, but wrong", counts.unsound);
  expect_none("rejected, but never wrong", counts.never_seen_bad);
}

}  // namespace
}  // namespace stretto::study
