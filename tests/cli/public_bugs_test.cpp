// The public bugs through the tool: each broken file is refuted for its cause, each fixed one is proven.
#include <gtest/gtest.h>

#include "../public_bugs/public_bugs.hpp"
#include "program_json.hpp"

namespace stretto::cli {
namespace {

std::string path_of(const ProgramPair& bug, const char* kind) {
  return std::string(STRETTO_SOURCE_DIR) + "/tests/public_bugs/" + bug.stem + "." + kind + ".json";
}

Json report_of(const Outcome& outcome) { return Json::parse(outcome.out, nullptr, false); }

/// Is one of these hazards the bug?
bool has(const Json& report, const ProgramPair& bug) {
  for (const Json& hazard : report["hazards"]) {
    if (hazard["kind"] != bug.kind || hazard["verdict"] != "race") continue;
    const std::string story = hazard["story"];
    const std::size_t second = story.find(bug.second);
    if (second != std::string::npos && story.find(bug.first, second) != std::string::npos) return true;
  }
  return false;
}

class PublicBugs : public testing::TestWithParam<ProgramPair> {};

TEST_P(PublicBugs, BrokenIsRefutedForItsCause) {
  const Outcome outcome = run_tool({"verify", "--format", "json", path_of(GetParam(), "broken")});
  ASSERT_EQ(outcome.status, 4) << text(outcome);
  EXPECT_TRUE(has(report_of(outcome), GetParam())) << text(outcome);
}

// With the latency bounds of the GPU, a refill that takes longer than the reads before it relies on latency.
TEST(PublicBugsOnTheirGpu, RefillsRelyOnLatency) {
  for (const char* stem : {"04_refill_before_reads_land", "05_next_tile_over_reads", "07_three_buffers_no_barrier"}) {
    Json program =
        Json::parse(read_file(std::string(STRETTO_SOURCE_DIR) + "/tests/public_bugs/" + stem + ".broken.json"), nullptr,
                    true, true);
    program["target"] = "mi355x";
    EXPECT_EQ(verify_json(program).status, 3) << stem;
  }
}

TEST_P(PublicBugs, FixedIsProven) {
  const Outcome outcome = run_tool({"verify", path_of(GetParam(), "fixed")});
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  expect_words(outcome.out, {"proven for every trip count"});
}

INSTANTIATE_TEST_SUITE_P(All, PublicBugs, testing::ValuesIn(public_bugs),
                         [](const auto& chosen) { return std::string("bug_") + chosen.param.stem; });

}  // namespace
}  // namespace stretto::cli
