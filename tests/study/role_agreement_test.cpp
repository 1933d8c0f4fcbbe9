// A sample of role_agreement.hpp.
#include <gtest/gtest.h>

#include "../sample.hpp"
#include "expect_none.hpp"
#include "role_agreement.hpp"

namespace stretto::study {
namespace {

TEST(Roles, VerifierAndInterpreterAgree) {
  RoleStudyOptions options;
  options.programs = sample(400);
  options.max_states = 20'000;
  const RoleStudyCounts counts = study_roles(options);
  expect_none("proven, but not right", counts.unsound);
  expect_none("rejected, but never wrong", counts.never_seen_bad);
  expect_none("rejected for something else", counts.other_kind);
  expect_none("right before the change, but not proven", counts.bases);
  EXPECT_EQ(counts.missed_by_seeds, 0);
  EXPECT_GT(counts.proven, options.programs / 20);
  EXPECT_GT(counts.rejected, options.programs / 3);
}

}  // namespace
}  // namespace stretto::study
