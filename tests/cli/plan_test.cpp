// `stretto plan`: what the header contains, and what is refused. tests/pipeline compiles such headers.
#include <gtest/gtest.h>

#include "tool.hpp"

namespace stretto::cli {
namespace {

TEST(Plan, IsAHeaderWithTheLoopAndItsSchedule) {
  const Outcome outcome = run_tool({"plan", "gemm", "--target", "h200"});
  ASSERT_EQ(outcome.status, 0) << text(outcome);
  EXPECT_EQ(outcome.err, "");
  expect_words(
      outcome.out,
      {"// A plan of \"gemm\" on H200", "II 1024 cycles, proven minimal; 3 stages", "//   3 of \"A\", 3 of \"B\"",
       "#pragma once", "#include <stretto/gpu/h200.hpp>", "#include <stretto/pipeline/planned_pipeline.hpp>",
       "struct GemmLoop {", "loop.shared(\"A\", 16384).parts(2)", "loop.load(\"load A\").writes(",
       "return stretto::targets::h200;", "stretto::GivenSchedule<4, 2> plan{", ".ii = 1024",
       ".starts = {0, 241, 1617, 2772}", ".slots = {3, 3}", "struct GemmPlan {", "stretto::pipeline<GemmLoop>()"});
  EXPECT_EQ(outcome.out.find("options()"), std::string::npos) << "no option differs from its default";
  for (const std::string& line : lines_of(outcome.out)) EXPECT_LE(line.size(), 120u) << line;
}

TEST(Plan, ContainsTheOptionsThatWereGiven) {
  const Outcome outcome =
      run_tool({"plan", "flash_attention", "--groups", "2", "--persistent", "--target", "h100", "--name", "Attention"});
  ASSERT_EQ(outcome.status, 0) << text(outcome);
  expect_words(outcome.out,
               {"struct AttentionLoop {", "struct AttentionPlan {", "loop.groups = 2;", "options.persistent = true;",
                "loop.in_place_of(", "stretto::targets::h100", ".exponentials(16384)", "reads(buffer7, 1)"});
}

TEST(Plan, ContainsTheTargetOfALoopFile) {
  const ScratchDir dir;
  const std::string file = dir.write("copy.json", R"({
    "name": "a \"copy\"", "target": {"like": "h200", "global_per_cycle": 50, "limits": {"shared_bytes": 100000}},
    "buffers": [{"name": "tile", "space": "shared", "bytes": 16384}],
    "ops": [{"name": "load", "kind": "load", "writes": ["tile"]}, {"name": "store", "kind": "store", "reads": ["tile"]}]
  })");
  const Outcome outcome = run_tool({"plan", file});
  ASSERT_EQ(outcome.status, 0) << text(outcome);
  expect_words(outcome.out, {"stretto::Loop loop(\"a \\\"copy\\\"\");", "struct ACopyLoop {",
                             "stretto::Gpu gpu = stretto::targets::h200;", "gpu.name = \"modified H200\";",
                             "gpu.global_per_cycle = 50;", "gpu.limits.shared_bytes = 100000;"});
}

TEST(Plan, IsTheSameEachTime) {
  const std::vector<std::string> command = {"plan", "copy", "--target", "mi300x"};
  EXPECT_EQ(run_tool(command).out, run_tool(command).out);
}

TEST(Plan, OfALoopThatWasWrittenToAFileIsTheSame) {
  const ScratchDir dir;
  for (const std::string target : {"h200", "h100", "b200", "a100", "mi300x", "mi355x"}) {
    for (const std::string loop : {"gemm", "flash_attention", "reduction", "copy"}) {
      SCOPED_TRACE(loop + " on " + target);
      const std::string file = dir.path("loop.json");
      ASSERT_EQ(run_tool({"pipeline", loop, "--target", target, "--format", "loop", "-o", file}).status, 0);
      const Outcome direct = run_tool({"plan", loop, "--target", target});
      const Outcome from_file = run_tool({"plan", file});
      EXPECT_EQ(from_file.status, direct.status);
      EXPECT_EQ(from_file.out, direct.out);
    }
  }
}

TEST(Plan, RefusesNamesThatAreNotIdentifiers) {
  for (const char* name : {"2gemm", "my gemm", "a::b", "x-y", "a{}"}) {
    expect_refused(run_tool({"plan", "gemm", "--name", name}), {"--name", name, "C++ identifier"});
  }
}

TEST(Plan, RefusesWhatTheTargetCannotRun) {
  expect_refused(run_tool({"plan", "flash_attention", "--target", "b200"}), {"flash_attention on B200"});
  expect_refused(run_tool({"plan"}), {"loop"});
}

}  // namespace
}  // namespace stretto::cli
