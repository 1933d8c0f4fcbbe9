// `stretto explain`: one entry in words.
#include <gtest/gtest.h>

#include "shown.hpp"

namespace stretto::cli {
namespace {

TEST(Explain, AnOp) {
  const std::string load = explained({"ping_pong", "kernel[12]"});
  for (const std::string word :
       {"LOAD_B stage 0 subtile 0", "result after 650", "slack: ", "must come before", "MMA_LOAD_B",
        "flow through B[0]",
        "race: kernel[12] LOAD_B stage 0 subtile 0 @K0 may overwrite B[0] part 0 before kernel[11]"}) {
    EXPECT_NE(load.find(word), std::string::npos) << word << " in\n" << load;
  }
}

TEST(Explain, AWait) {
  const std::string wait = explained({"flash_attention", "consumer:kernel[9]"});
  for (const std::string word : {"wait mma until 1 pending", "without it: kernel[10] softmax", "may read S before",
                                 "can move 0 steps up and 0 steps down; the verdict stays proven"}) {
    EXPECT_NE(wait.find(word), std::string::npos) << word << " in\n" << wait;
  }
}

TEST(Explain, SaysWhoWaitsThroughWhatAndHowFar) {
  const std::string load = explained({"gemm", "producer:kernel[2]"});
  for (const std::string word : {"op of role producer (1 wave)", ", of consumer (flow through A", " cycles to spare)",
                                 "3 trips later", "the verdict stays proven"}) {
    EXPECT_NE(load.find(word), std::string::npos) << word << " in\n" << load;
  }
  const std::string softmax = explained({"flash_attention", "consumer:kernel[10]"});
  for (const std::string word : {"on the critical recurrence of the bound, 1408 of its 2691 cycles, before convert",
                                 "on the critical recurrence of the steady state", "a trip would take 2728 to "}) {
    EXPECT_NE(softmax.find(word), std::string::npos) << word << " in\n" << softmax;
  }
}

TEST(Explain, AWaitNamesItsPairAndWhatItCosts) {
  const std::string wait = explained({"flash_attention", "consumer:kernel[9]"});
  for (const std::string word : {"it orders kernel[2] scores of i + 2 of consumer and kernel[10] softmax",
                                 "(flow through S)", "steady state: role consumer waits 820 cycles/trip"}) {
    EXPECT_NE(wait.find(word), std::string::npos) << word << " in\n" << wait;
  }
}

TEST(Explain, AsksWhichRoleWhereEachHasItsOwn) {
  expect_refused(run_tool({"explain", "flash_attention", "kernel[3]"}),
                 {"\"producer:kernel[3]\"", "\"consumer:kernel[3]\""});
  EXPECT_NE(explained({"ping_pong", "kernel[3]"}).find("of role group 0"), std::string::npos) << "groups share entries";
  EXPECT_NE(explained({"gemm", "consumer 1:kernel[1]", "--groups", "2"}).find("of role consumer 1 "),
            std::string::npos);
}

}  // namespace
}  // namespace stretto::cli
