// The worked example of docs/howto/check_a_program.md is proven, and each of its planted bugs is found.
#include <fstream>

#include <gtest/gtest.h>

#include "../judged.hpp"

namespace stretto::tool {
namespace {

TEST(WorkedExample, IsProvenInSixtyLines) {
  const std::string path = "examples/programs/hopper_gemm.json";
  EXPECT_EQ(judged(path).verification.verdict, Verdict::proven);
  std::ifstream file(std::string(STRETTO_SOURCE_DIR) + "/" + path);
  int lines = 0;
  for (std::string line; std::getline(file, line);) ++lines;
  EXPECT_LE(lines, 60);
}

TEST(WorkedExample, PingPongRestsOnTheTurns) {
  EXPECT_EQ(judged("examples/programs/ping_pong_attention.json").verification.verdict, Verdict::proven);
  EXPECT_EQ(judged("examples/programs/ping_pong_gemm.json").verification.verdict, Verdict::proven);
}

/// A planted bug: its kind, and what its story must say.
struct PlantedBug {
  const char* name;
  HazardKind kind;
  const char* says;
};

class PlantedBugs : public ::testing::TestWithParam<PlantedBug> {};

TEST_P(PlantedBugs, IsFound) {
  const Judged found = judged(std::string("examples/programs/") + GetParam().name + ".json");
  ASSERT_EQ(found.verification.verdict, Verdict::race);
  std::string stories;
  bool said = false;
  for (const Hazard& hazard : found.verification.hazards) {
    const std::string story = found.story(hazard);
    said = said || (hazard.kind == GetParam().kind && story.find(GetParam().says) != std::string::npos);
    stories += story;
  }
  EXPECT_TRUE(said) << stories;
}

INSTANTIATE_TEST_SUITE_P(
    Six, PlantedBugs,
    ::testing::Values(
        PlantedBug{"bug_no_proxy_fence", HazardKind::fence, "missing: a proxy fence in wave 1 of consumer 0"},
        PlantedBug{"bug_parity_restarts", HazardKind::progress,
                   "also from tile to tile: count with i or t, not with k"},
        PlantedBug{"bug_released_too_early", HazardKind::anti, "missing: wait_mma(1) or less in wave 0 of consumer 0"},
        PlantedBug{"bug_staging_overwritten", HazardKind::anti, "missing: wait_store(0) or less"},
        PlantedBug{"bug_no_init_fence", HazardKind::uninitialised, "(fence.mbarrier_init)"},
        PlantedBug{"bug_wrong_start_phase", HazardKind::progress,
                   "missing: parity 1 in kernel[0] await empty[0] of producer (^1)"}),
    [](const auto& chosen) { return std::string(chosen.param.name); });

}  // namespace
}  // namespace stretto::tool
