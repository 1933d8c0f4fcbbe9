// The public bugs through the tool: each broken file is refuted for its cause, each fixed one is proven.
#include <gtest/gtest.h>

#include "../public_bugs/public_bugs.hpp"
#include "program_json.hpp"

namespace stretto::cli {
namespace {

std::string path_of(const PublicBug& bug, const char* kind) {
  return std::string(STRETTO_SOURCE_DIR) + "/tests/public_bugs/" + bug.stem + "." + kind + ".json";
}

Json report_of(const Outcome& outcome) { return Json::parse(outcome.out, nullptr, false); }

/// Is one of these hazards the bug?
bool has(const Json& report, const PublicBug& bug) {
  for (const Json& hazard : report["hazards"]) {
    if (hazard["kind"] != bug.kind || hazard["verdict"] == "proven") continue;
    const std::string story = hazard["story"];
    const std::size_t second = story.find(bug.second);
    if (second != std::string::npos && story.find(bug.first, second) != std::string::npos) return true;
  }
  return false;
}

class PublicBugs : public testing::TestWithParam<PublicBug> {};

// A file that names a target whose latency bounds are known is judged with them: what is right only because a load
// takes longer than the reads before it is not proven either. Without a target there are no bounds.
TEST_P(PublicBugs, BrokenIsRefutedForItsCause) {
  const std::string path = path_of(GetParam(), "broken");
  const Outcome outcome = run_tool({"verify", "--format", "json", path});
  ASSERT_TRUE(outcome.status == 3 || outcome.status == 4) << text(outcome);
  EXPECT_TRUE(has(report_of(outcome), GetParam())) << text(outcome);

  Json without = Json::parse(read_file(path), nullptr, true, true);
  without.erase("target");
  const ScratchDir scratch;
  const Outcome alone = run_tool({"verify", "--format", "json", "--registers",
                                  report_of(outcome)["registers"] == "interlocked" ? "interlocked" : "explicit",
                                  scratch.write("program.json", without.dump())});
  EXPECT_EQ(alone.status, 4) << text(alone);
  EXPECT_TRUE(has(report_of(alone), GetParam())) << text(alone);
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
