// `stretto diff`: two schedules side by side.
#include <gtest/gtest.h>

#include "tool.hpp"

namespace stretto::cli {
namespace {

std::string difference(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "diff");
  const Outcome outcome = run_tool(arguments);
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  return outcome.out;
}

TEST(Diff, OfAScheduleWithItselfIsNothing) {
  const std::string same = difference({"four_wave"});
  EXPECT_EQ(same.find('*'), std::string::npos) << same;
  EXPECT_EQ(same.find(", kernel"), std::string::npos) << same;
  EXPECT_NE(same.find("cycles per trip"), std::string::npos);
}

TEST(Diff, SaysWhatTheProvenVariantChanges) {
  const std::string changes = difference({"ping_pong", "--other-sync", "derived"});
  for (const std::string word : {"- ping_pong on MI355X\n+ ping_pong, derived synchronisation on MI355X", "race",
                                 "proven  *", "group 0, kernel", "(moved)", "    + WAIT_VM 8", "    - WAIT_LGKM 8"}) {
    EXPECT_NE(changes.find(word), std::string::npos) << word << " in\n" << changes;
  }
}

TEST(Diff, OfALoopOnTwoTargets) {
  const std::string targets = difference({"gemm", "--other-target", "mi355x"});
  for (const std::string word : {"on H200", "on MI355X", "interval", "A 3, B 3", "A 2, B 2", "producer and waves"}) {
    EXPECT_NE(targets.find(word), std::string::npos) << word << " in\n" << targets;
  }
  EXPECT_EQ(run_tool({"diff", "gemm", "nothing_like_it"}).status, 2);
}

TEST(Diff, IdenticalGroupsAreListedOnce) {
  const std::string diff = difference({"ping_pong", "--other-sync", "derived"});
  EXPECT_NE(diff.find("group 0, kernel\n"), std::string::npos) << diff;
  EXPECT_NE(diff.find("group 1, kernel: same changes\n"), std::string::npos) << diff;
}

TEST(Diff, TensorMemoryIsNotSharedMemory) {
  const std::string targets = difference({"gemm", "--other-target", "b200"});
  EXPECT_NE(targets.find("shared memory, bytes    147456                  163840  *"), std::string::npos) << targets;
  EXPECT_NE(targets.find("tensor memory, bytes    -                       262144  *"), std::string::npos) << targets;
}

}  // namespace
}  // namespace stretto::cli
