// Each bug of docs/public_bugs.md: the broken program is refuted for the stated cause, the fixed one is proven, and
// the page shows the counterexample.
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "../judged_pair.hpp"
#include "public_bugs.hpp"

namespace stretto::tool {
namespace {

std::string path_of(const ProgramPair& bug, const char* kind) {
  return std::string("tests/public_bugs/") + bug.stem + "." + kind + ".json";
}

std::string whole_file(const std::string& path) {
  const std::ifstream file(std::string(STRETTO_SOURCE_DIR) + "/" + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class PublicBugs : public ::testing::TestWithParam<ProgramPair> {};

TEST_P(PublicBugs, BrokenIsRefutedForItsCause) {
  const Judged broken = judged(path_of(GetParam(), "broken"));
  ASSERT_NO_FATAL_FAILURE(expect_refuted(broken, GetParam()));
  const std::string sentence = broken.sentence(*named_hazard(broken, GetParam()));
  EXPECT_NE(whole_file("docs/public_bugs.md").find(sentence), std::string::npos)
      << "docs/public_bugs.md does not show: " << sentence;
}

TEST_P(PublicBugs, FixedIsProven) { expect_proven(judged(path_of(GetParam(), "fixed"))); }

TEST_P(PublicBugs, ExecutionsAgree) {
  expect_executions_agree(judged(path_of(GetParam(), "fixed")), judged(path_of(GetParam(), "broken")));
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
  for (const ProgramPair& bug : public_bugs) {
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
