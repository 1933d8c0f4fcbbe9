// Good input: exit status 0, the results, and nothing else.
#include <sstream>

#include <gtest/gtest.h>

#include "tool.hpp"

namespace stretto::cli {
namespace {

class GoodInput : public testing::TestWithParam<std::string> {};

TEST_P(GoodInput, GivesJsonWithTheReferenceResults) {
  const Outcome outcome = compile(reference_case(GetParam()));
  ASSERT_EQ(outcome.status, 0) << text(outcome);
  const Json result = Json::parse(outcome.out);
  const Json reference = Json::parse(read_file(reference_path(GetParam())));
  EXPECT_EQ(result["name"], GetParam());
  for (const char* key : {"schedule", "makespan", "order", "kernel", "prologue", "epilogue"}) {
    EXPECT_EQ(result[key], reference[key]) << key;
  }
  EXPECT_EQ(result["verified"], reference["schedule"] == "single_buffer" ? "proven" : "structural");
}

TEST_P(GoodInput, MayHoldResultsWhichAreIgnored) {
  const Outcome plain = compile(reference_case(GetParam()));
  const Outcome with_results = run_tool({"compile", reference_path(GetParam())});
  ASSERT_EQ(plain.status, 0) << text(plain);
  EXPECT_EQ(with_results.status, 0) << text(with_results);
  EXPECT_EQ(with_results.out, plain.out);
}

TEST_P(GoodInput, FedBackGivesTheSameOutput) {
  const Outcome first = compile(reference_case(GetParam()));
  ASSERT_EQ(first.status, 0) << text(first);
  const Outcome second = compile_text(first.out);
  EXPECT_EQ(second.status, 0) << text(second);
  EXPECT_EQ(second.out, first.out);
  EXPECT_EQ(second.err, first.err);
}

TEST_P(GoodInput, SaysOnStderrExactlyTheBrokenEdges) {
  const Outcome outcome = compile(reference_case(GetParam()));
  ASSERT_EQ(outcome.status, 0) << text(outcome);
  const Json result = Json::parse(outcome.out);
  std::istringstream lines(outcome.err);
  std::string line;
  if (!result["broken_edges"].empty() || !result["broken_edges_in_kernel"].empty()) {
    std::getline(lines, line);
    EXPECT_EQ(line, "stretto: note: " + GetParam() + ":");
  }
  for (const std::string list : {"broken_edges", "broken_edges_in_kernel"}) {
    const std::string culprit = list == "broken_edges" ? "the order" : "the emitted kernel";
    for (const Json& edge : result[list]) {
      ASSERT_TRUE(std::getline(lines, line)) << edge << " is not named\n" << text(outcome);
      const std::string begin =
          culprit + " violates the same-iteration " + edge[2].get<std::string>() + " edge " + edge[0].dump() + " (";
      EXPECT_EQ(line.find(begin), 0u) << line;
      EXPECT_NE(line.find(" -> " + edge[1].dump() + " ("), std::string::npos) << line;
    }
  }
  EXPECT_FALSE(std::getline(lines, line)) << "not in the result: " << line;
}

INSTANTIATE_TEST_SUITE_P(Files, GoodInput, testing::ValuesIn(reference_names()),
                         [](const auto& file) { return file.param; });

TEST(GoodInputs, AreAllHere) { EXPECT_EQ(reference_names().size(), 7u); }

TEST(BrokenEdges, OfThePingPongInDeclarationOrder) {
  const Outcome outcome = run_tool({"compile", reference_path("ping_pong_bf16_identity")});
  ASSERT_EQ(outcome.status, 0) << text(outcome);
  EXPECT_EQ(Json::parse(outcome.out)["broken_edges"], Json::parse(R"([[7, 5, "ANTI", 0], [19, 17, "ANTI", 0]])"));
  EXPECT_NE(outcome.err.find("edge 7 (MMA_LOAD_A stage 0 subtile 1) -> 5 (LOAD_A stage 0 subtile 0 @K0)\n"),
            std::string::npos)
      << text(outcome);
  EXPECT_NE(outcome.err.find("edge 19 (MMA_LOAD_A stage 1 subtile 1) -> 17 (LOAD_A stage 1 subtile 0 @K1)\n"),
            std::string::npos)
      << text(outcome);
}

TEST(Format, TextIsForAPerson) {
  const Outcome outcome = run_tool({"compile", reference_path("ping_pong_bf16_csp"), "--format", "text"});
  ASSERT_EQ(outcome.status, 0) << text(outcome);
  EXPECT_EQ(outcome.out.find("ping_pong_bf16_csp: ping_pong, depth 2"), 0u) << text(outcome);
  for (const char* part : {"makespan", "\nbody: 24 ops", "\nblocks:", "\nprologue:", "\nkernel:", "\nepilogue:"}) {
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part;
  }
  EXPECT_FALSE(Json::accept(outcome.out));
}

TEST(Format, TextOfEveryReference) {
  for (const std::string& name : reference_names()) {
    const Outcome outcome = run_tool({"compile", reference_path(name), "--format", "text"});
    EXPECT_EQ(outcome.status, 0) << text(outcome);
    EXPECT_EQ(outcome.out.find(name + ": "), 0u) << name;
  }
}

TEST(OutputFile, HoldsWhatStandardOutputWould) {
  const ScratchDir dir;
  const std::string input = reference_path("ping_pong_bf16_csp");
  const Outcome printed = run_tool({"compile", input});
  const Outcome written = run_tool({"compile", input, "-o", dir.path("result.json")});
  EXPECT_EQ(written.status, 0) << text(written);
  EXPECT_EQ(written.out, "");
  EXPECT_EQ(dir.files(), std::vector<std::string>{"result.json"});
  EXPECT_EQ(read_file(dir.path("result.json")), printed.out);
}

TEST(OutputFile, ReplacesAnOlderOne) {
  const ScratchDir dir;
  dir.write("result.json", std::string(1 << 20, 'x'));
  EXPECT_EQ(run_tool({"compile", reference_path("ping_pong_bf16_csp"), "-o", dir.path("result.json")}).status, 0);
  EXPECT_TRUE(Json::accept(read_file(dir.path("result.json"))));
}

TEST(OutputFile, IsNotMadeByARefusedCase) {
  const ScratchDir dir;
  Json input = ping_pong_case();
  at_path(input, "params.pipeline_overrides.depth") = 0;
  const std::string path = dir.write("case.json", input.dump());
  expect_refused(run_tool({"compile", path, "-o", dir.path("result.json")}), {"depth_below_one"});
  expect_refused(run_tool({"compile", dir.path("missing.json"), "-o", dir.path("result.json")}), {"missing.json"});
  EXPECT_EQ(dir.files(), std::vector<std::string>{"case.json"});
}

TEST(OutputFile, OfARefusedCaseStaysAsItWas) {
  const ScratchDir dir;
  dir.write("result.json", "before");
  const std::string path = dir.write("case.json", "{");
  expect_refused(run_tool({"compile", path, "-o", dir.path("result.json")}), {"case.json"});
  EXPECT_EQ(read_file(dir.path("result.json")), "before");
  EXPECT_EQ(dir.files(), (std::vector<std::string>{"case.json", "result.json"}));
}

TEST(OutputFile, ThatCannotBeWrittenIsAnError) {
  const ScratchDir dir;
  const std::string target = dir.path("missing/result.json");
  expect_refused(run_tool({"compile", reference_path("ping_pong_bf16_csp"), "-o", target}), {target});
  EXPECT_TRUE(dir.files().empty());
}

}  // namespace
}  // namespace stretto::cli
