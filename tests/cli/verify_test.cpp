// `stretto verify` on good files: verdict, exit status, and what the report holds.
#include <algorithm>

#include <gtest/gtest.h>

#include "compiled_file.hpp"

namespace stretto::cli {
namespace {

/// "anti kernel[11] -> kernel[12] race", "... relies_on_latency 175".
std::vector<std::string> pairs_of(const Json& hazards) {
  std::vector<std::string> pairs;
  const auto step = [](const Json& of) {
    return of["section"].get<std::string>() + "[" + std::to_string(of["index"].get<int>()) + "]";
  };
  for (const Json& hazard : hazards) {
    std::string text = hazard["kind"].get<std::string>() + " " + step(hazard["first"]) + " -> " +
                       step(hazard["second"]) + " " + hazard["verdict"].get<std::string>();
    if (hazard.contains("margin")) text += " " + std::to_string(hazard["margin"].get<int>());
    pairs.push_back(text);
  }
  return pairs;
}

std::vector<std::string> sorted(std::vector<std::string> pairs) {
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

/// The hazard of entries with these two indices.
Json hazard_of(const Json& hazards, int first, int second) {
  for (const Json& hazard : hazards) {
    if (hazard["first"]["index"] == first && hazard["second"]["index"] == second) return hazard;
  }
  ADD_FAILURE() << "no hazard " << first << " -> " << second;
  return {};
}

Json report(const std::string& path, std::vector<std::string> options = {}) {
  options.insert(options.begin(), {"verify", path, "--format", "json"});
  const Outcome outcome = run_tool(options);
  EXPECT_EQ(outcome.err, "");
  return Json::parse(outcome.out);
}

struct Expected {
  std::string reference;
  int status;
  std::string verdict;
  std::vector<std::string> pairs;  // empty: not compared
  int trips = 2;                   // after which a state repeats, or no hazard is new

  friend void PrintTo(const Expected& e, std::ostream* out) { *out << e.reference; }
};

std::vector<Expected> expected_verdicts() {
  // The two halves of a four-wave kernel, by the wave's fragments (flow) and the load that overwrites them (anti); the
  // epilogue waits for nothing.
  const auto four_wave_pairs = [](std::vector<int> kernel) {
    std::vector<std::string> pairs;
    const auto entry = [&](std::size_t i) { return "kernel[" + std::to_string(kernel[i]) + "]"; };
    for (int i = 0; i < 6; ++i) {
      pairs.push_back("flow prologue[" + std::to_string(2 + i) + "] -> epilogue[" + std::to_string(1 + 4 * i) +
                      "] race");
    }
    pairs.push_back("flow prologue[13] -> " + entry(0) + " race");
    pairs.push_back("anti prologue[13] -> " + entry(1) + " relies_on_latency 175");
    pairs.push_back("flow " + entry(2) + " -> " + entry(3) + " race");
    pairs.push_back("anti " + entry(2) + " -> " + entry(4) + " relies_on_latency 175");
    for (std::size_t i = 0; i < 6; ++i) {
      pairs.push_back("flow " + entry(5 + i) + " -> epilogue[" + std::to_string(1 + 4 * i) + "] race");
    }
    pairs.push_back("flow " + entry(11) + " -> " + entry(0) + " race");
    pairs.push_back("anti " + entry(11) + " -> " + entry(1) + " relies_on_latency 175");
    return pairs;
  };
  const std::vector<std::string> ping_pong_pairs = {
      "anti kernel[11] -> kernel[12] race", "anti kernel[19] -> kernel[20] relies_on_latency 175",
      "anti kernel[46] -> kernel[47] race", "anti kernel[54] -> kernel[55] relies_on_latency 175"};
  return {
      {"ping_pong_bf16_csp", 4, "race", ping_pong_pairs},
      {"ping_pong_bf16_greedy", 4, "race", ping_pong_pairs},
      {"ping_pong_bf16_identity",
       4,
       "race",
       {"anti kernel[11] -> kernel[20] relies_on_latency 303", "anti kernel[19] -> kernel[12] race",
        "anti kernel[46] -> kernel[55] relies_on_latency 303", "anti kernel[54] -> kernel[47] race"}},
      {"ping_pong_fp8_csp_max_globals0",
       3,
       "relies_on_latency",
       {"anti kernel[11] -> kernel[20] relies_on_latency 303", "anti kernel[18] -> kernel[19] relies_on_latency 175",
        "anti kernel[46] -> kernel[55] relies_on_latency 303", "anti kernel[53] -> kernel[54] relies_on_latency 175"}},
      {"four_wave_bf16_256x256x64", 4, "race", four_wave_pairs({8, 14, 25, 40, 46, 23, 27, 39, 46, 55, 59, 57}), 3},
      {"four_wave_fp8_256x256x128", 4, "race", {}, 3},
      {"single_buffer_k2_4x4x2_16x16", 0, "proven", {}, 1},
  };
}

class Verdicts : public testing::TestWithParam<Expected> {};

TEST_P(Verdicts, OfTheReferenceFiles) {
  const Expected& expected = GetParam();
  const Outcome outcome = run_tool({"verify", reference_path(expected.reference), "--format", "json"});
  EXPECT_EQ(outcome.status, expected.status) << text(outcome);
  const Json found = Json::parse(outcome.out);
  EXPECT_EQ(found["name"], expected.reference);
  EXPECT_EQ(found["verdict"], expected.verdict);
  if (!expected.pairs.empty()) {
    EXPECT_EQ(sorted(pairs_of(found["hazards"])), sorted(expected.pairs));
  }
  EXPECT_GT(found["pairs_checked"], 0);
  EXPECT_EQ(found["trips_explored"], expected.trips);
  EXPECT_EQ(found["repeats_from"], expected.trips - 1);
  const bool single = expected.verdict == "proven";
  EXPECT_EQ(found["registers"], single ? "interlocked" : "explicit");
  EXPECT_EQ(found["other_reading"]["registers"], single ? "explicit" : "interlocked");
  EXPECT_EQ(found["hazards"].empty(), single);
}

TEST_P(Verdicts, AsText) {
  const Outcome outcome = run_tool({"verify", reference_path(GetParam().reference)});
  EXPECT_EQ(outcome.status, GetParam().status) << text(outcome);
  EXPECT_EQ(outcome.out.find(GetParam().reference + ": " + GetParam().verdict), 0u) << text(outcome);
  const int trips = GetParam().trips;
  EXPECT_NE(outcome.out.find("every trip count: the state at the loop head after " + std::to_string(trips) +
                             (trips == 1 ? " trip" : " trips") + " is as safe as the one after " +
                             std::to_string(trips - 1) + "\n"),
            std::string::npos);
  EXPECT_NE(outcome.out.find(" pairs checked\n"), std::string::npos);
  EXPECT_NE(outcome.out.find("\nwith registers "), std::string::npos);
  EXPECT_EQ(outcome.err, "");
}

INSTANTIATE_TEST_SUITE_P(References, Verdicts, testing::ValuesIn(expected_verdicts()),
                         [](const auto& file) { return file.param.reference; });

TEST(VerifyReport, AHazardOfThePingPong) {
  const Json hazard = hazard_of(report(reference_path("ping_pong_bf16_csp"))["hazards"], 11, 12);
  EXPECT_EQ(hazard["first"],
            Json::parse(R"({"section": "kernel", "index": 11, "trip": 0, "op": "MMA_LOAD_B stage 0 subtile 1"})"));
  EXPECT_EQ(hazard["second"]["op"], "LOAD_B stage 0 subtile 0 @K0");
  EXPECT_EQ(hazard["buffer"], "B");
  EXPECT_EQ(hazard["stage"], 0);
  EXPECT_EQ(hazard["subtile"], 0);
  EXPECT_EQ(hazard["tile_due"], 0);
  EXPECT_EQ(hazard["waves"], Json::parse("[4, 0]"));
  EXPECT_FALSE(hazard.contains("margin"));
  EXPECT_EQ(hazard["missing"].get<std::string>().find("a barrier between kernel[11] "), 0u);
  const Json& example = hazard["counterexample"];
  EXPECT_EQ(example["trips"], 1);
  EXPECT_GT(example["steps"], 0);
  ASSERT_EQ(example["events"].size(), 2u);
  EXPECT_EQ(example["events"][0]["wave"], 0);
  EXPECT_EQ(example["events"][0]["what"], "goes_wrong");
  EXPECT_EQ(example["events"][1]["index"], 11);
  EXPECT_EQ(example["events"][1]["what"], "too_late");
}

TEST(VerifyReport, EventsOfARunWithAWaitTooWeak) {
  const Json hazard = hazard_of(report(reference_path("four_wave_bf16_256x256x64"))["hazards"], 2, 1);
  std::vector<std::string> what;
  for (const Json& event : hazard["counterexample"]["events"]) what.push_back(event["what"]);
  EXPECT_EQ(what,
            (std::vector<std::string>{"issues", "leaves_in_flight", "leaves_in_flight", "barrier", "goes_wrong"}));
  EXPECT_TRUE(hazard["counterexample"]["events"][3]["wave"].is_null());
}

TEST(VerifyReport, DeadReadsOfTheFourWave) {
  const Json dead = report(reference_path("four_wave_bf16_256x256x64"))["dead_reads"];
  ASSERT_EQ(dead.size(), 2u);
  EXPECT_EQ(dead[0]["section"], "epilogue");
  EXPECT_EQ(dead[0]["index"], 25);
  EXPECT_EQ(dead[1]["index"], 29);
  const Outcome words = run_tool({"verify", reference_path("four_wave_bf16_256x256x64")});
  EXPECT_NE(words.out.find("dead read: no op consumes the data that epilogue[25] MMA_LOAD_A"), std::string::npos);
}

TEST(VerifyReport, TextTellsTheStory) {
  const Outcome outcome = run_tool({"verify", reference_path("ping_pong_bf16_csp")});
  for (const char* part :
       {"2 races, 2 pairs separated by latency alone, by 175 cycles",
        "anti, race: kernel[12] LOAD_B stage 0 subtile 0 @K0 may overwrite B stage 0 subtile 0", "wave 4 (group 1)",
        "missing: a barrier between kernel[11]", "anti, relies_on_latency by 175 cycles: kernel[20] LOAD_A",
        "with registers interlocked: race"}) {
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part;
  }
}

// With explicit waits, nothing makes the single buffer's stores wait for its loads.
TEST(Registers, OfTheSingleBuffer) {
  const std::string path = reference_path("single_buffer_k2_4x4x2_16x16");
  const std::vector<std::pair<std::string, int>> readings = {{"interlocked", 0}, {"explicit", 4}, {"both", 4}};
  for (const auto& [reading, status] : readings) {
    EXPECT_EQ(run_tool({"verify", path, "--registers", reading}).status, status) << reading;
  }
  EXPECT_EQ(report(path, {"--registers", "explicit"})["other_reading"]["verdict"], "proven");
  const Json both = report(path, {"--registers", "both"});
  EXPECT_EQ(both["registers"], "explicit");
  EXPECT_EQ(both["other_reading"]["hazards"], Json::array());
  EXPECT_EQ(report(path)["other_reading"]["hazard_count"], both["hazards"].size());
}

TEST(Pairs, ListsThoseInOrderToo) {
  const std::string path = reference_path("single_buffer_k2_4x4x2_16x16");
  const Json hazards = report(path, {"--pairs"})["hazards"];
  EXPECT_GT(hazards.size(), 10u);
  for (const Json& pair : hazards) EXPECT_EQ(pair["verdict"], "proven");
  const Outcome outcome = run_tool({"verify", path, "--pairs"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.out.find("flow, proven: prologue[0] LOAD_DRAM"), std::string::npos) << outcome.out;
}

TEST(VerifyOutput, GoesToTheFile) {
  const ScratchDir dir;
  const Outcome outcome = run_tool({"verify", reference_path("ping_pong_bf16_csp"), "-o", dir.path("report.txt")});
  EXPECT_EQ(outcome.status, 4);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(read_file(dir.path("report.txt")), run_tool({"verify", reference_path("ping_pong_bf16_csp")}).out);
  expect_refused(run_tool({"verify", reference_path("ping_pong_bf16_csp"), "-o", dir.path("no/report.txt")}),
                 {"cannot write"});
}

// The params would compile to something better.
TEST(Verify, ChecksTheEntriesAsGiven) {
  Json file = reference_file("ping_pong_fp8_csp_max_globals0");
  for (Json& entry : file["kernel"]) {
    if (entry["op"]["tag"] == "WAIT_VM") entry["op"]["wait_value"] = 62;
  }
  const Outcome outcome = verify(file);
  EXPECT_EQ(outcome.status, 4) << text(outcome);
  EXPECT_NE(outcome.out.find("flow, race: "), std::string::npos) << text(outcome);
}

// A kernel goes by the tags, so what an entry leaves out is not missed.
TEST(Verify, TakesRoleAndChannelFromTheTag) {
  Json file = reference_file("ping_pong_bf16_csp");
  const Outcome whole = verify(file);
  for (const char* section : {"prologue", "kernel", "epilogue"}) {
    for (Json& entry : file[section]) {
      entry["op"]["role"] = "NONE";
      entry["op"]["channel"] = -1;
    }
  }
  EXPECT_EQ(verify(file).out, whole.out);
}

}  // namespace
}  // namespace stretto::cli
