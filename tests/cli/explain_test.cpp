// `stretto explain`: one entry in words.
#include <gtest/gtest.h>

#include "shown.hpp"

namespace stretto::cli {
namespace {

TEST(Explain, AnOp) {
  const std::string load = explained({"ping_pong", "kernel[12]"});
  for (const std::string word :
       {"LOAD_B stage 0 subtile 0", "result after 650", "slack: ", "comes before", "MMA_LOAD_B", "flow through B[0]",
        "race: kernel[12] LOAD_B stage 0 subtile 0 @K0 may overwrite B[0] part 0 before kernel[11]"}) {
    EXPECT_NE(load.find(word), std::string::npos) << word << " in\n" << load;
  }
}

TEST(Explain, AWait) {
  const std::string wait = explained({"flash_attention", "consumer:kernel[7]"});
  for (const std::string word : {"wait mma until 1 pending", "without it: kernel[8] softmax", "may read S before",
                                 "could move 0 places up, 0 places down, and stay proven"}) {
    EXPECT_NE(wait.find(word), std::string::npos) << word << " in\n" << wait;
  }
}

}  // namespace
}  // namespace stretto::cli
