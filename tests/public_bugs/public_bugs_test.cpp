// Each bug of docs/public_bugs.md: the broken program is refuted for the stated cause, the fixed one is proven, and
// the page shows the counterexample.
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "../judged.hpp"
#include "program/execute_program.hpp"
#include "public_bugs.hpp"

namespace stretto::tool {
namespace {

std::string path_of(const PublicBug& bug, const char* kind) {
  return std::string("tests/public_bugs/") + bug.stem + "." + kind + ".json";
}

std::string whole_file(const std::string& path) {
  const std::ifstream file(std::string(STRETTO_SOURCE_DIR) + "/" + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The hazard that the table names; null: there is none.
const Hazard* named_hazard(const Judged& broken, const PublicBug& bug) {
  for (const Hazard& hazard : broken.verification.hazards) {
    if (std::string(name(hazard.kind)) != bug.kind || hazard.verdict != Verdict::race) continue;
    const std::string sentence = broken.sentence(hazard);
    const std::size_t second = sentence.find(bug.second);
    if (second != std::string::npos && sentence.find(bug.first, second) != std::string::npos) return &hazard;
  }
  return nullptr;
}

class PublicBugs : public ::testing::TestWithParam<PublicBug> {};

TEST_P(PublicBugs, BrokenIsRefutedForItsCause) {
  const Judged broken = judged(path_of(GetParam(), "broken"));
  ASSERT_EQ(broken.verification.verdict, Verdict::race);
  const Hazard* named = named_hazard(broken, GetParam());
  std::string found;
  for (const Hazard& hazard : broken.verification.hazards) found += broken.story(hazard);
  ASSERT_NE(named, nullptr) << found;
  EXPECT_NE(broken.story(*named).find("\n  missing: "), std::string::npos) << broken.story(*named);
  EXPECT_NE(whole_file("docs/public_bugs.md").find(broken.sentence(*named)), std::string::npos)
      << "docs/public_bugs.md does not show: " << broken.sentence(*named);
}

TEST_P(PublicBugs, FixedIsProven) {
  const Judged fixed = judged(path_of(GetParam(), "fixed"));
  std::string found;
  for (const Hazard& hazard : fixed.verification.hazards) found += fixed.story(hazard);
  EXPECT_EQ(fixed.verification.verdict, Verdict::proven) << found;
}

/// The interpreter shares no code with the verifier.
TEST_P(PublicBugs, ExecutionsAgree) {
  const std::vector<int> trips = {0, 1, 2, 3, 4, 5, 6, 7};
  constexpr long seeds = 300;
  const ProgramExecution fixed = execute_program(judged(path_of(GetParam(), "fixed")).file, trips, seeds / 10);
  EXPECT_TRUE(fixed.right) << fixed.text;
  const ProgramExecution broken = execute_program(judged(path_of(GetParam(), "broken")).file, trips, seeds);
  EXPECT_FALSE(broken.right) << broken.text;
}

TEST_P(PublicBugs, FilesSayWhereTheBugIsFrom) {
  for (const char* kind : {"broken", "fixed"}) {
    EXPECT_EQ(whole_file(path_of(GetParam(), kind)).substr(0, 3), "// ") << kind;
  }
}

INSTANTIATE_TEST_SUITE_P(All, PublicBugs, ::testing::ValuesIn(public_bugs),
                         [](const auto& chosen) { return std::string("bug_") + chosen.param.stem; });

TEST(PublicBugs, EveryFileIsInTheTable) {
  std::set<std::string> known;
  for (const PublicBug& bug : public_bugs) {
    for (const char* kind : {"broken", "fixed"}) known.insert(path_of(bug, kind));
  }
  std::set<std::string> there;
  const std::string folder = "tests/public_bugs";
  for (const auto& file : std::filesystem::directory_iterator(std::string(STRETTO_SOURCE_DIR) + "/" + folder)) {
    if (file.path().extension() == ".json") there.insert(folder + "/" + file.path().filename().string());
  }
  EXPECT_EQ(there, known);
}

}  // namespace
}  // namespace stretto::tool
