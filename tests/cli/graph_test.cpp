// `stretto show`, `explain` and `diff` of a file of loop graphs: the modulo schedule of a graph.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "shown.hpp"

namespace stretto::cli {
namespace {

/// A recurrence of 9 cycles over 2 iterations, beside two loads on one port.
const char* const ring_loop =
    R"({"name": "ring", "resources": [{"name": "port", "limit": 1, "latency": 4, "occupancy": 2},
    {"name": "adder", "limit": 2, "latency": 3, "occupancy": 1}, {"name": "free", "limit": null, "latency": 2,
    "occupancy": 1}], "ops": [["load a", "port"], ["load b", "port"], ["add", "adder"], ["scale", "adder"],
    ["round", "adder"], ["constant", "free"]], "edges": [["load a", "add", 0, 0], ["load b", "add", 0, 0],
    ["add", "scale", 0, 0], ["scale", "round", 0, 0], ["round", "add", 2, 0], ["constant", "scale", 0, 0]]})";

/// The same with one adder that is held for 2 cycles: the unit is the bound.
std::string busy_loop() {
  Json loop = Json::parse(ring_loop);
  loop["name"] = "busy";
  loop["resources"][1] = {{"name", "adder"}, {"limit", 1}, {"latency", 3}, {"occupancy", 2}};
  return loop.dump();
}

class GraphTest : public testing::Test {
 protected:
  GraphTest() {
    ring_ = dir_.write("ring.jsonl", Json::parse(ring_loop).dump() + "\n");
    both_ = dir_.write("both.jsonl", Json::parse(ring_loop).dump() + "\n" + busy_loop() + "\n");
  }
  ScratchDir dir_;
  std::string ring_;
  std::string both_;
};

using Graph = GraphTest;

TEST_F(Graph, IsAModuloScheduleThatKeepsEveryConstraint) {
  const Json scene = shown_json({ring_});
  const Json scheduled = Json::parse(run_tool({"schedule", ring_}).out);
  EXPECT_EQ(scene["subject"], "graph");
  EXPECT_EQ(scene["verdict"], "valid");
  EXPECT_EQ(scene["title"], "ring");
  EXPECT_EQ(scene["interval"]["ii"], scheduled["ii"]);
  EXPECT_EQ(scene["interval"]["ii"], 5);
  EXPECT_TRUE(scene["interval"]["optimal"].get<bool>());
  EXPECT_TRUE(scene["roles"].empty());
  ASSERT_EQ(scene["steps"].size(), 6u);
  // Every edge holds between the executions that are drawn, and no unit serves more than its limit.
  const long ii = scene["interval"]["ii"];
  std::map<std::pair<int, int>, std::vector<std::pair<long, long>>> lanes;
  for (const Json& slice : scene["slices"]) {
    const Json& step = scene["steps"][slice["step"].get<std::size_t>()];
    EXPECT_EQ(slice["start"].get<long>(), step["start"].get<long>() + ii * slice["trip"].get<long>());
    if (slice["unit"] >= 0) {
      EXPECT_LT(slice["lane"].get<int>(), scene["units"][slice["unit"].get<std::size_t>()]["limit"].get<int>());
      lanes[{slice["unit"], slice["lane"]}].emplace_back(slice["start"], slice["end"]);
    }
  }
  for (auto& [lane, of] : lanes) {
    std::sort(of.begin(), of.end());
    for (std::size_t i = 1; i < of.size(); ++i) EXPECT_LE(of[i - 1].second, of[i].first);
  }
  int links = 0;
  for (const Json& step : scene["steps"]) {
    for (const Json& link : step.value("after", Json::array())) {
      ++links;
      const Json& to = scene["steps"][link["step"].get<std::size_t>()];
      EXPECT_GE(to["start"].get<long>() + ii * link["distance"].get<long>(),
                step["start"].get<long>() + link["delay"].get<long>());
    }
  }
  EXPECT_EQ(links, 6);
}

TEST_F(Graph, HasTheRecurrenceOrTheUnitOfItsBound) {
  const Json ring = shown_json({ring_});
  ASSERT_EQ(ring["recurrences"].size(), 1u);
  EXPECT_EQ(ring["recurrences"][0]["cycles"], 9.0);
  EXPECT_EQ(ring["recurrences"][0]["trips"], 2);
  EXPECT_EQ(ring["recurrences"][0]["text"], "recurrence add -> scale -> round -> add");
  const Json busy = shown_json({both_, "--loop", "busy"});
  ASSERT_EQ(busy["recurrences"].size(), 1u);
  EXPECT_EQ(busy["recurrences"][0]["text"], "unit adder");
  EXPECT_EQ(busy["recurrences"][0]["cycles"], 6.0);
  int iterations = 0;
  for (const Json& edge : busy["recurrences"][0]["edges"]) iterations += edge["distance"].get<int>();
  EXPECT_EQ(iterations, 1);
  EXPECT_EQ(busy["recurrences"][0]["edges"].size(), 3u);
}

TEST_F(Graph, IsChosenByNameOrNumber) {
  EXPECT_EQ(shown_json({both_, "--loop", "1"})["title"], "busy");
  EXPECT_EQ(shown_json({both_, "--loop", "ring"})["title"], "ring");
  expect_refused(run_tool({"show", both_}), {"--loop", "0 ring", "1 busy"});
  expect_refused(run_tool({"show", both_, "--loop", "2"}), {"unknown loop \"2\"", "0 ring", "1 busy"});
  expect_refused(run_tool({"show", both_, "--loop", "rign"}), {"unknown loop \"rign\"", "did you mean ring?"});
  expect_refused(run_tool({"show", STRETTO_LOOPS "/machsuite.jsonl"}), {"5 MachSuite/aes2/graph14, ..., 90"});
  expect_refused(run_tool({"show", ring_, "--slots", "3"}), {"--slots", "declared loops"});
  expect_refused(run_tool({"show", "gemm", "--loop", "0"}), {"--loop", "files of loop graphs"});
}

TEST_F(Graph, TakesStartsOfAFile) {
  const std::string starts = dir_.write("starts.jsonl", run_tool({"schedule", ring_}).out);
  EXPECT_EQ(shown_json({ring_, "--starts", starts})["verdict"], "valid");
  Json wrong = Json::parse(run_tool({"schedule", ring_}).out);
  wrong["starts"][2] = 0;
  const std::string broken = dir_.write("broken.jsonl", wrong.dump() + "\n");
  const Json scene = shown_json({ring_, "--starts", broken});
  EXPECT_EQ(scene["verdict"], "invalid");
  EXPECT_NE(scene["verdict_reason"].get<std::string>().find("to \"add\""), std::string::npos);
  const Outcome diff = run_tool({"diff", ring_, "--other-starts", broken});
  EXPECT_EQ(diff.status, 0) << text(diff);
  for (const std::string word : {"valid", "invalid  *", "add"}) {
    EXPECT_NE(diff.out.find(word), std::string::npos) << diff.out;
  }
  wrong["name"] = "another";
  expect_refused(run_tool({"show", ring_, "--starts", dir_.write("other.jsonl", wrong.dump() + "\n")}),
                 {"no schedule for loop \"ring\""});
  wrong["name"] = "ring";
  wrong["starts"][0] = 1L << 39;
  expect_refused(run_tool({"show", ring_, "--starts", dir_.write("far.jsonl", wrong.dump() + "\n")}), {"intervals"});
}

TEST_F(Graph, IsDrawnInEveryFormat) {
  const std::string grid = shown({ring_});
  for (const std::string word :
       {"ring: valid", "interval 5", "bound, 9 cycles in 2 trips: add -> scale -> round -> add", "\nport ", "\nadder ",
        "in flight", "kernel"}) {
    EXPECT_NE(grid.find(word), std::string::npos) << word << " in\n" << grid;
  }
  const std::string dot = shown({ring_, "--dot"});
  EXPECT_NE(dot.find("label=\"2\""), std::string::npos) << dot;
  EXPECT_NE(dot.find("color=red"), std::string::npos) << dot;
  EXPECT_NE(shown({ring_, "--svg"}).find(">port<"), std::string::npos);
  EXPECT_EQ(shown({ring_, "--html"}).rfind("<!", 0), 0u);
  const Json trace = Json::parse(shown({ring_, "--trace"}));
  EXPECT_GT(trace["traceEvents"].size(), 20u);
}

TEST_F(Graph, AnOpIsExplained) {
  const std::string add = explained({ring_, "add"});
  for (const std::string word :
       {"add, op 2: starts at ", "adder for 1 cycles", "on the critical recurrence of the bound", "round at ",
        "2 iterations earlier (3 cycles required, ", "can start up to "}) {
    EXPECT_NE(add.find(word), std::string::npos) << word << " in\n" << add;
  }
  expect_refused(run_tool({"explain", ring_, "subtract"}), {"unknown op \"subtract\"", "load a"});
}

TEST_F(Graph, ListsMovedOps) {
  const std::string diff = [&] {
    const Outcome outcome = run_tool({"diff", both_, "--loop", "ring", "--other-loop", "busy"});
    EXPECT_EQ(outcome.status, 0) << text(outcome);
    return outcome.out;
  }();
  for (const std::string word : {"- ring\n+ busy\n", "interval", "5", "6  *", "stages"}) {
    EXPECT_NE(diff.find(word), std::string::npos) << word << " in\n" << diff;
  }
}

}  // namespace
}  // namespace stretto::cli
