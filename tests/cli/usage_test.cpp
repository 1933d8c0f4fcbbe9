// The command line itself.
#include <gtest/gtest.h>

#include "tool.hpp"

namespace stretto::cli {
namespace {

TEST(Usage, HelpNamesTheSubcommands) {
  const Outcome outcome = run_tool({"--help"});
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  EXPECT_EQ(outcome.err, "");
  for (const char* word : {"compile", "verify", "execute", "list", "--version", "Exit status: 0 "})
    EXPECT_NE(outcome.out.find(word), std::string::npos) << word;
}

TEST(Usage, HelpOfCompileNamesItsOptions) {
  const Outcome outcome = run_tool({"compile", "--help"});
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  for (const char* word : {"--output", "--format", "--verify", "--sync", "--node-budget", "Example", "Exit status"}) {
    EXPECT_NE(outcome.out.find(word), std::string::npos) << word;
  }
}

TEST(Usage, HelpOfVerifyAndExecuteNamesTheirOptions) {
  const Outcome verify = run_tool({"verify", "--help"});
  for (const char* word : {"--output", "--format", "--registers", "--pairs", "Example", "3 relies on latency"}) {
    EXPECT_NE(verify.out.find(word), std::string::npos) << word;
  }
  const Outcome execute = run_tool({"execute", "--help"});
  for (const char* word : {"--seeds", "--trips", "--registers", "Example", "4 a race"}) {
    EXPECT_NE(execute.out.find(word), std::string::npos) << word;
  }
}

TEST(Usage, Version) {
  const Outcome outcome = run_tool({"--version"});
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  EXPECT_EQ(outcome.out, "stretto " STRETTO_EXPECTED_VERSION "\n");
}

TEST(Usage, ListNamesSchedulesAndTargets) {
  const Outcome outcome = run_tool({"list"});
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  for (const char* word :
       {"single_buffer", "ping_pong", "four_wave", "mi355x", "relies_on_latency", "--sync derived"}) {
    EXPECT_NE(outcome.out.find(word), std::string::npos) << word;
  }
}

TEST(BadUsage, IsRefusedAndNamed) {
  const std::string input = reference_path("ping_pong_bf16_csp");
  struct {
    std::vector<std::string> arguments;
    std::string word;
  } const cases[] = {
      {{}, "subcommand"},
      {{"frobnicate"}, "frobnicate"},
      {{"compile"}, "case"},
      {{"compile", input, "second.json"}, "second.json"},
      {{"compile", input, "--frobnicate"}, "--frobnicate"},
      {{"compile", input, "--format", "yaml"}, "yaml"},
      {{"compile", input, "--verify", "hope"}, "hope"},
      {{"compile", input, "--node-budget", "0"}, "--node-budget"},
      {{"compile", input, "--node-budget", "many"}, "--node-budget"},
      {{"compile", input, "-o"}, "--output"},
  };
  for (const auto& bad : cases) {
    SCOPED_TRACE(testing::PrintToString(bad.arguments));
    expect_refused(run_tool(bad.arguments), {bad.word});
  }
}

TEST(BadFile, ThatDoesNotExist) { expect_refused(run_tool({"compile", "no_such_file.json"}), {"no_such_file.json"}); }

TEST(BadFile, ThatIsADirectory) {
  const ScratchDir dir;
  expect_refused(run_tool({"compile", dir.path("")}), {dir.path("")});
}

}  // namespace
}  // namespace stretto::cli
