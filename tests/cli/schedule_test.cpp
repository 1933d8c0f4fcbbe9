// `stretto schedule`: schedules, checks of them, and what it refuses.
#include <sstream>

#include <gtest/gtest.h>

#include "tool.hpp"

namespace stretto::cli {
namespace {

/// Two ops of 2 cycles on one unit, 3 to II cycles apart: II 5, above both bounds.
Json small_loop() {
  return Json::parse(R"({"name": "small", "resources": [{"name": "unit", "limit": 1, "latency": 3, "occupancy": 2},
    {"name": "free", "limit": null, "latency": 0, "occupancy": 1}], "ops": [["a", "unit"], ["b", 0], ["c", "free"]],
    "edges": [["a", "b", 0, 0], [1, 0, 1, -3], ["b", "c", 0, 0]]})");
}

std::vector<Json> lines(const std::string& text) {
  std::vector<Json> values;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) values.push_back(Json::parse(line));
  return values;
}

Outcome schedule_text(const std::string& loops, const std::vector<std::string>& more = {}) {
  const ScratchDir scratch;
  std::vector<std::string> arguments{"schedule", scratch.write("loops.jsonl", loops)};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_tool(arguments);
}

Outcome schedule(const Json& loop) { return schedule_text(loop.dump() + "\n"); }

Outcome check(const std::string& loops, const std::string& results) {
  const ScratchDir scratch;
  return run_tool(
      {"schedule", scratch.write("loops.jsonl", loops), "--check", scratch.write("results.jsonl", results)});
}

TEST(Schedule, PrintsOneObjectALine) {
  Json second = small_loop();
  second["name"] = "second";
  second["edges"] = Json::array();
  const Outcome outcome = schedule_text(small_loop().dump() + "\n\n" + second.dump() + "\n");
  ASSERT_EQ(outcome.status, 0) << text(outcome);
  const std::vector<Json> results = lines(outcome.out);
  ASSERT_EQ(results.size(), 2u);
  const Json& small = results[0];
  EXPECT_EQ(small["name"], "small");
  EXPECT_EQ(small["ops"], 3);
  EXPECT_EQ(small["edges"], 3);
  EXPECT_EQ(small["res_mii"], 4);
  EXPECT_EQ(small["rec_mii"], 3);
  EXPECT_EQ(small["ii"], 5);
  EXPECT_EQ(small["lower_bound"], 5);
  EXPECT_EQ(small["status"], "optimal");
  EXPECT_EQ(small["reason"], "exhausted");
  EXPECT_EQ(small["saturated"], "unit");
  EXPECT_EQ(small["recurrence"].size(), 2u);
  EXPECT_TRUE(small.contains("nodes"));
  EXPECT_TRUE(small.contains("seconds"));
  EXPECT_EQ(small["starts"].size(), 3u);
  EXPECT_EQ(results[1]["ii"], 4);
  EXPECT_EQ(results[1]["reason"], "resource");
}

TEST(Schedule, ItsOutputChecks) {
  const ScratchDir scratch;
  for (const std::string file : {"machsuite.jsonl", "origami.jsonl"}) {
    const std::string loops = std::string(STRETTO_LOOPS) + "/" + file;
    const Outcome made = run_tool({"schedule", loops, "--budget", "5", "-o", scratch.path("results.jsonl")});
    ASSERT_EQ(made.status, 0) << text(made);
    EXPECT_EQ(made.out, "");
    const Outcome checked = run_tool({"schedule", loops, "--check", scratch.path("results.jsonl")});
    EXPECT_EQ(checked.status, 0) << text(checked);
    EXPECT_NE(checked.out.find("satisfies every constraint"), std::string::npos);
  }
}

TEST(ScheduleCheck, NamesABrokenEdge) {
  const Outcome outcome = check(small_loop().dump(), R"({"name": "small", "ii": 5, "starts": [0, 2, 5]})");
  EXPECT_EQ(outcome.status, 4) << text(outcome);
  for (const char* word : {"small", "edge 0", "\"a\"", "\"b\"", "II 5", "start 2"}) {
    EXPECT_NE(outcome.out.find(word), std::string::npos) << word << " in " << outcome.out;
  }
}

TEST(ScheduleCheck, NamesABrokenResource) {
  const Outcome outcome = check(small_loop().dump(), R"({"name": "small", "ii": 4, "starts": [0, 3, 9]})");
  EXPECT_EQ(outcome.status, 4) << text(outcome);
  for (const char* word : {"resource \"unit\"", "residue 0", "\"a\"", "\"b\"", "II 4"}) {
    EXPECT_NE(outcome.out.find(word), std::string::npos) << word << " in " << outcome.out;
  }
}

TEST(ScheduleCheck, RefusesResultsThatDoNotFitTheLoops) {
  const std::string loops = small_loop().dump();
  expect_refused(check(loops, R"({"name": "other", "ii": 5, "starts": [0]})"), {"other", "line 1"});
  expect_refused(check(loops, R"({"name": "small", "ii": 5, "starts": [0, 3]})"), {"starts", "3"});
  expect_refused(check(loops, R"({"name": "small", "ii": 0, "starts": [0, 3, 6]})"), {"ii"});
  expect_refused(check(loops, R"({"name": "small", "ii": 5, "starts": [0, 3, 1e3]})"), {"starts[2]"});
  expect_refused(check(loops, R"({"name": "small", "ii": 5})"), {"starts", "missing"});
  expect_refused(check(loops, ""), {"small"});
}

struct BadLoop {
  const char* path;  // of the value that is changed, as a JSON pointer
  const char* value;
  std::vector<std::string> words;
};

TEST(ScheduleRefuses, WhatIsNoLoop) {
  const std::vector<BadLoop> cases = {
      {"/resources/0/limit", "0", {"line 1", "resources[0].limit", "from 1"}},
      {"/resources/0/limit", "-3", {"resources[0].limit"}},
      {"/resources/0/limit", "1.5", {"resources[0].limit"}},
      {"/resources/0/latency", "-1", {"resources[0].latency"}},
      {"/resources/0/latency", "99999999999", {"resources[0].latency"}},
      {"/resources/0/occupancy", "-2", {"resources[0].occupancy"}},
      {"/resources/1/name", "\"unit\"", {"duplicate name \"unit\""}},
      {"/ops/1/1", "2", {"ops[1]", "no resource 2"}},
      {"/ops/1/1", "\"nowhere\"", {"ops[1]", "nowhere"}},
      {"/ops/1/0", "\"a\"", {"ops[1]", "duplicate name"}},
      {"/ops/1", "[\"b\"]", {"ops[1]", "2 values"}},
      {"/ops", "[]", {"no ops"}},
      {"/ops", "7", {"ops", "array"}},
      {"/edges/0/1", "3", {"edges[0]", "no op 3"}},
      {"/edges/0/1", "-1", {"edges[0]", "no op -1"}},
      {"/edges/0/1", "\"z\"", {"edges[0]", "z"}},
      {"/edges/0/2", "-1", {"edges[0][2]"}},
      {"/edges/0/3", "null", {"edges[0][3]"}},
      {"/edges/0", "[0, 1, 0]", {"edges[0]", "4 values"}},
      {"/edges/1/2", "0", {"same_iteration_cycle", "\"b\" -> \"a\" -> \"b\""}},
      {"/edges/1", "[\"c\", \"c\", 0, 1]", {"self_loop", "\"c\""}},
      {"/extra", "1", {"extra", "unknown key"}},
      {"/name", "4", {"name", "string"}},
  };
  for (const BadLoop& bad : cases) {
    Json loop = small_loop();
    if (std::string(bad.path) == "/edges/1/2") loop["edges"][1][3] = -2;
    loop[Json::json_pointer(bad.path)] = Json::parse(bad.value);
    SCOPED_TRACE(std::string(bad.path) + " = " + bad.value);
    expect_refused(schedule(loop), bad.words);
  }
}

TEST(ScheduleRefuses, FilesWithoutLoops) {
  expect_refused(schedule_text(small_loop().dump() + "\n{\"name\": \n"), {"line 2", "not valid JSON"});
  expect_refused(schedule_text("[]\n"), {"line 1", "object"});
  expect_refused(schedule_text(""), {"no loop"});
  expect_refused(schedule_text(small_loop().dump() + "\n" + small_loop().dump()),
                 {"line 2", "duplicate name \"small\""});
  expect_refused(schedule_text(small_loop().dump(), {"--budget", "0"}), {"budget"});
  expect_refused(run_tool({"schedule", "no such file"}), {"no such file"});
}

TEST(ScheduleRefuses, NothingIsWritten) {
  const ScratchDir scratch;
  Json bad = small_loop();
  bad["ops"] = Json::array();
  const std::string loops = scratch.write("loops.jsonl", small_loop().dump() + "\n" + bad.dump());
  expect_refused(run_tool({"schedule", loops, "-o", scratch.path("out.jsonl")}), {"line 2"});
  EXPECT_EQ(scratch.files().size(), 1u);
}

}  // namespace
}  // namespace stretto::cli
