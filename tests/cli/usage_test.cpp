// The command line itself.
#include <gtest/gtest.h>

#include "tool.hpp"

namespace stretto::cli {
namespace {

TEST(Usage, HelpNamesCommandsOptionsValuesRangesAndDefaults) {
  struct {
    std::vector<std::string> arguments;
    std::vector<std::string> words;
  } const cases[] = {
      {{"--help"}, {"compile", "verify", "execute", "list", "--version", "Exit status:\n  0  "}},
      {{"compile", "--help"}, {"--output", "--format", "--verify", "--sync", "--node-budget", "Examples:\n  stretto "}},
      {{"verify", "--help"}, {"--output", "--format", "--registers", "--pairs", "the schedule relies on latency"}},
      {{"execute", "--help"}, {"--seeds", "--trips", "--registers", "a race, an incorrect run"}},
      {{"show", "--help"},
       {"-o, --output FILE", "--color auto|always|never", "(default: auto)", "(1 to 4;", "h200, h100,", "WHAT"}},
  };
  for (const auto& help : cases) {
    const Outcome outcome = run_tool(help.arguments);
    EXPECT_EQ(outcome.status, 0) << text(outcome);
    EXPECT_EQ(outcome.err, "");
    for (const std::string& word : help.words) EXPECT_NE(outcome.out.find(word), std::string::npos) << word;
  }
}

TEST(Usage, WithoutACommandPrintsUsageToStandardError) {
  const Outcome outcome = run_tool({});
  EXPECT_EQ(outcome.status, 2) << text(outcome);
  EXPECT_EQ(outcome.out, "");
  for (const char* word : {"Usage: stretto COMMAND", "  compile ", "  list ", "stretto --help"}) {
    EXPECT_NE(outcome.err.find(word), std::string::npos) << word;
  }
}

TEST(Usage, Version) {
  const Outcome outcome = run_tool({"--version"});
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  EXPECT_EQ(outcome.out, "stretto " STRETTO_EXPECTED_VERSION "\n");
  EXPECT_EQ(run_tool({"-V"}).out, outcome.out);
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
  const BadCommand cases[] = {
      {{"frobnicate"}, "frobnicate"},
      {{"compile"}, "missing argument CASE"},
      {{"compile", input, "second.json"}, "second.json"},
      {{"compile", input, "--frobnicate"}, "--frobnicate"},
      {{"compile", input, "--format", "yaml"}, "yaml"},
      {{"compile", input, "--verify", "hope"}, "hope"},
      {{"compile", input, "--node-budget", "0"}, "--node-budget"},
      {{"compile", input, "--node-budget", "many"}, "--node-budget"},
      {{"compile", input, "-o"}, "--output FILE"},
      {{"compile", input, "--format", "json", "--format", "text"}, "--format is given more than once"},
      {{"list", "-o", "a", "-o", "b"}, "--output is given more than once"},
      {{"show", "gemm", "--svg", "--json"}, "--svg and --json cannot be used together"},
      {{"show", "gemm", "--html", "--trace"}, "--html and --trace cannot be used together"},
      {{"show", "gemm", "--svg=no"}, "--svg"},
      {{"show", "gemm", "--slots", "0"}, "invalid value \"0\": must be a number from 1 to 1000"},
      {{"show", "gemm", "--trips", "99999999999999999999"}, "must be a number from 1 to 100"},
      {{"show", "gemm", "--trips", "1e400"}, "must be a number from 1 to 100"},
      {{"show", "gemm", "--from", "10", "--to", "5"}, "--to 5"},
      {{"show", "copy", "--from", "99999999999999999999"}, "must be less than the"},
      {{"show", "copy", "--svg", "--from", "5"}, "--from does not apply to --svg"},
      {{"show", "copy", "--json", "--to", "5"}, "--to does not apply to --json"},
      {{"show", "copy", "--html", "--width", "80"}, "--width does not apply to --html"},
      {{"show", "copy", "--dot", "--color", "always"}, "--color does not apply to --dot"},
      {{"diff", "copy", "--other-persistent", "1x"}, "invalid value \"1x\": must be true or false"},
      {{"diff", "copy", "--other-persistent", "-1"}, "invalid value \"-1\": must be true or false"},
      {{"plan", "copy", "--name", std::string(201, 'x')}, "at most 200 characters"},
      {{"show", "gemm", "extra"}, "unexpected argument \"extra\""},
      {{"schedule", STRETTO_LOOPS "/origami.jsonl", "--budget", "nan"}, "invalid value \"nan\": must be a number"},
      {{"schedule", STRETTO_LOOPS "/origami.jsonl", "--budget", "1e300"}, "invalid value \"1e300\": must be a number"},
      {{"list", "too much"}, "list takes no arguments"},
      {{"completion"}, "missing argument SHELL"},
      {{"--"}, "--"},
      {{""}, "command"},
  };
  for (const BadCommand& bad : cases) expect_refused(bad);
}

TEST(BadUsage, SuggestsCloseNames) {
  struct {
    std::vector<std::string> arguments;
    std::string meant;
  } const cases[] = {
      {{"shwo", "gemm"}, "show"},
      {{"comp", "gemm"}, "compile"},
      {{"--hlep"}, "--help"},
      {{"help", "lits"}, "list"},
      {{"show", "gemm", "--htlm"}, "--html"},
      {{"compile", "a", "--foramt=json"}, "--format"},
      {{"compile", "--outptu", "a"}, "--output"},
      {{"show", "gemm", "--sync", "drived"}, "derived"},
      {{"show", "gemm", "--target", "h20"}, "h200"},
      {{"pipeline", "gem"}, "gemm"},
      {{"show", "pingpong"}, "ping_pong"},
      {{"diff", "gemm", "cpoy"}, "copy"},
      {{"completion", "bsh"}, "bash"},
  };
  for (const auto& bad : cases) {
    SCOPED_TRACE(testing::PrintToString(bad.arguments));
    expect_refused(run_tool(bad.arguments), {"; did you mean " + bad.meant + "?\n"});
  }
}

TEST(BadUsage, NoSuggestionForDistantNames) {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"frobnicate"}, {"x"}, {"show", "nothing.json"}, {"show", "gemm", "--zzz"}, {std::string(5000, 's')}}) {
    const Outcome outcome = run_tool(arguments);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err.find("did you mean"), std::string::npos) << outcome.err;
  }
}

TEST(BadFile, ThatDoesNotExist) { expect_refused(run_tool({"compile", "no_such_file.json"}), {"no_such_file.json"}); }

TEST(BadFile, ThatIsADirectory) {
  const ScratchDir dir;
  expect_refused(run_tool({"compile", dir.path("")}), {dir.path("")});
}

}  // namespace
}  // namespace stretto::cli
