#include "explorer_agreement.hpp"

#include <gtest/gtest.h>

namespace stretto::study {
namespace {

TEST(ExplorerAgreement, VerifierExplorerAndExecutorAgree) {
  const AgreementCounts counts = compare_with_explorer({});
  EXPECT_EQ(counts.programs, 300);
  EXPECT_EQ(counts.undecided, 0);
  EXPECT_GE(counts.safe, counts.programs * 30 / 100);
  EXPECT_GE(counts.wrong, counts.programs * 20 / 100);
  EXPECT_GE(counts.deadlock, 1);
  for (const std::string& disagreement : counts.disagreements) ADD_FAILURE() << disagreement;
}

}  // namespace
}  // namespace stretto::study
