// `stretto tune`: which points there are, what each is worth, and how they are ranked.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "tool.hpp"

namespace stretto::cli {
namespace {

Outcome tuned(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "tune");
  return run_tool(arguments);
}

std::string tuned_text(const std::vector<std::string>& arguments) {
  const Outcome outcome = tuned(arguments);
  if (outcome.status == 6) {
    EXPECT_EQ(outcome.err.rfind("stretto: error: no point was ranked", 0), 0U) << outcome.err;
    return outcome.out;
  }
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  EXPECT_EQ(outcome.err, "") << "nothing is drawn where there is no terminal";
  return outcome.out;
}

Json tuned_json(std::vector<std::string> arguments) {
  arguments.push_back("--json");
  return Json::parse(tuned_text(arguments));
}

/// Every point of the answer, ranked or not, by its number.
std::vector<Json> points_of(const Json& answer) {
  std::vector<Json> points(answer["points"].get<std::size_t>());
  for (const char* key : {"ranked", "unranked"}) {
    for (const Json& row : answer[key]) points.at(row["point"].get<std::size_t>()) = row;
  }
  return points;
}

TEST(Tune, PointsAreAllCombinationsInOrder) {
  const Json answer = tuned_json({"gemm", "--vary", "tile=128x128x64,64..128..64x256x64", "--vary", "slots=2..6..2"});
  const std::vector<Json> points = points_of(answer);
  ASSERT_EQ(points.size(), 9u);
  const std::vector<std::string> tiles = {"128x128x64", "64x256x64", "128x256x64"};
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_EQ(points[i]["knobs"]["tile"], tiles[i / 3]);
    EXPECT_EQ(points[i]["knobs"]["slots"], 2 + 2 * static_cast<int>(i % 3));
  }
  EXPECT_EQ(answer["vary"]["slots"], Json::parse("[2, 4, 6]"));
  EXPECT_EQ(answer["fixed"]["target"], "h200");
}

TEST(Tune, SaysWhatPipelineSays) {
  const Json answer = tuned_json({"gemm", "--vary", "tile=128x256x64,128x128x64", "--vary", "slots=2,3", "--vary",
                                  "target=h200,h100", "--vary", "persistent=false,true"});
  for (const Json& point : points_of(answer)) {
    const Json& knobs = point["knobs"];
    std::vector<std::string> command = {
        "pipeline",    "gemm",     "--format",      "json",    "--tile",
        knobs["tile"], "--target", knobs["target"], "--slots", std::to_string(knobs["slots"].get<int>())};
    if (knobs["persistent"].get<bool>()) command.emplace_back("--persistent");
    const Json said = Json::parse(run_tool(command).out);
    EXPECT_EQ(point["verdict"], said["verdict"]);
    EXPECT_EQ(point["ii"], said["ii"]);
    EXPECT_EQ(point["bound_by"], said["bound"]);
    EXPECT_EQ(point["shared_bytes"], said["shared_bytes"]);
    EXPECT_EQ(point["cycles_per_trip"].get<double>(), said["time"]["priced"]["cycles"].get<double>());
    const double busy = said["time"]["priced"]["utilisation"]["tensor"];
    EXPECT_NEAR(point["work_per_cycle"].get<double>(), 2048 * busy, 2) << "MACs of the tensor unit";
  }
}

TEST(Tune, SaysWhatShowSays) {
  for (const std::string what : {"ping_pong", "four_wave", "single_buffer"}) {
    const Json answer = tuned_json({what, "--vary", "sync=declared,derived"});
    for (const Json& point : points_of(answer)) {
      const Json scene =
          Json::parse(run_tool({"show", what, "--sync", point["knobs"]["sync"].get<std::string>(), "--json"}).out);
      EXPECT_EQ(point["verdict"], scene["verdict"]);
      EXPECT_EQ(point["cycles_per_trip"].get<double>(), scene["trip_cycles"].get<double>());
      EXPECT_EQ(point["shared_bytes"], scene["shared_bytes"]);
      EXPECT_NEAR(point["work_per_cycle"].get<double>(), scene["units"][0]["busy"].get<double>(), 1e-9);
    }
  }
}

TEST(Tune, EveryKnobOfAScheduleReachesTheCompiler) {
  // A case with the value in its JSON compiles to the cycles and the verdict of the point.
  const ScratchDir dir;
  const struct {
    std::string knob;
    std::string value;
    std::string path;
    Json json;
  } knobs[] = {{"order", "identity", "schedule_config.scheduling", "IDENTITY"},
               {"scheduling", "greedy", "schedule_config.scheduling", "GREEDY"},
               {"sched_barrier_mask", "0x0f", "schedule_config.sched_barrier_mask", 15},
               {"auto_waits", "false", "schedule_config.auto_waits", false},
               {"global_before_frag", "true", "schedule_config.global_before_frag", true},
               {"wait_vm_last", "2", "schedule_config.wait_vm_last", 2},
               {"max_globals", "0", "target.max_globals", 0},
               {"vm_per_load_b", "4", "target.vm_per_load_b", 4},
               {"lgkm_a", "4", "lgkm_a", 4}};
  Json base = ping_pong_case();
  base["params"].erase("kernel");  // its tile gives the counts that are varied here
  for (const auto& knob : knobs) {
    SCOPED_TRACE(knob.knob);
    Json changed = base;
    at_path(changed, "params." + knob.path) = knob.json;
    const Json answer = tuned_json({dir.write("base.json", base.dump()), "--vary", knob.knob + "=" + knob.value});
    const Json scene = Json::parse(run_tool({"show", dir.write("changed.json", changed.dump()), "--json"}).out);
    const Json point = points_of(answer).at(0);
    EXPECT_EQ(point["verdict"], scene["verdict"]);
    EXPECT_EQ(point["cycles_per_trip"].get<double>(), scene["trip_cycles"].get<double>());
  }
}

TEST(Tune, TheTileOfACaseSetsItsCounts) {
  // The built-in case has the counts that follow from its tile, so the same tile changes nothing.
  const Json plain = tuned_json({"four_wave", "--vary", "sync=derived"});
  const Json same = tuned_json({"four_wave", "--vary", "sync=derived", "--tile", "256x256x64"});
  EXPECT_EQ(plain["ranked"], same["ranked"]);
  const Json answer = tuned_json({"four_wave", "--sync", "derived", "--vary", "tile=256x256x64,256x256x32,100x64x64"});
  const std::vector<Json> points = points_of(answer);
  EXPECT_EQ(points[0]["work"].get<long>(), 2 * points[1]["work"].get<long>()) << "half of K, half of the MMAs";
  EXPECT_EQ(points[0]["shared_bytes"].get<long>(), 2 * points[1]["shared_bytes"].get<long>());
  EXPECT_NE(points[2]["refused"].get<std::string>().find("tile 100x64x64"), std::string::npos);
}

TEST(Tune, RanksWorkPerCycleThenMemory) {
  const Json answer = tuned_json({"gemm", "--vary", "tile=64..256..64x64..256..64x64", "--vary", "slots=1..5"});
  const Json& ranked = answer["ranked"];
  ASSERT_GT(ranked.size(), 10u);
  for (std::size_t i = 1; i < ranked.size(); ++i) {
    const double before = ranked[i - 1]["work_per_cycle"];
    const double after = ranked[i]["work_per_cycle"];
    EXPECT_GE(before, after);
    const bool memory_counts = before == after;
    EXPECT_TRUE(!memory_counts || ranked[i - 1]["shared_bytes"] <= ranked[i]["shared_bytes"]) << ranked[i];
  }
  EXPECT_EQ(answer["best"], ranked[0]["point"]);
  EXPECT_GT(answer["unranked"].size(), 0u);
  for (const Json& row : answer["unranked"]) {
    EXPECT_NE(row["refused"].get<std::string>().find("exceed"), std::string::npos) << row;
  }
}

TEST(Tune, NoUnitIsBusyBeyondAllCycles) {
  // With the fewest barriers, as declared, one group of waves ends its trips before the other begins.
  const Json answer = tuned_json(
      {"ping_pong", "--vary", "minimal_barriers=false,true", "--vary", "sync=declared,derived", "--require", "any"});
  ASSERT_EQ(answer["ranked"].size(), 4u);
  for (const Json& row : answer["ranked"]) EXPECT_LE(row["work_per_cycle"].get<double>(), 1) << row;
}

TEST(Tune, RequireSaysWhatIsRanked) {
  const std::vector<std::string> sweep = {"ping_pong", "--vary", "sync=declared,derived", "--vary", "max_globals=0,1"};
  const auto verdicts = [&](const std::string& require) {
    std::vector<std::string> command = sweep;
    command.insert(command.end(), {"--require", require});
    std::vector<std::string> out;
    const Json answer = tuned_json(command);
    for (const Json& row : answer["ranked"]) out.push_back(row["verdict"]);
    std::sort(out.begin(), out.end());
    return out;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(verdicts("proven"), (Names{"proven", "proven"}));
  EXPECT_EQ(verdicts("latency"), (Names{"proven", "proven", "relies_on_latency"}));
  EXPECT_EQ(verdicts("any"), (Names{"proven", "proven", "race", "relies_on_latency"}));
  const std::string none = tuned_text({"ping_pong", "--vary", "max_globals=1"});
  EXPECT_NE(none.find("no point has the required verdict"), std::string::npos) << none;
}

TEST(Tune, TableCsvAndJsonAgree) {
  const std::vector<std::string> sweep = {"gemm", "--vary", "slots=2..6"};
  const Json answer = tuned_json(sweep);
  std::vector<std::string> short_sweep = sweep;
  short_sweep.insert(short_sweep.end(), {"--top", "2"});
  const std::string table = tuned_text(short_sweep);
  EXPECT_EQ(table.rfind("gemm with target=h200, type=bf16: 5 points, 3 proven, 2 refused\n", 0), 0u) << table;
  EXPECT_NE(table.find("\n1  "), std::string::npos);
  EXPECT_NE(table.find("\n2  "), std::string::npos);
  EXPECT_EQ(table.find("\n3  "), std::string::npos);
  EXPECT_NE(table.find("best: slots=3\n"), std::string::npos) << table;
  EXPECT_NE(table.find("\n  2 points (such as slots=5): "), std::string::npos) << table;
  std::vector<std::string> csv_sweep = sweep;
  csv_sweep.emplace_back("--csv");
  const std::vector<std::string> csv = lines_of(tuned_text(csv_sweep));
  ASSERT_EQ(csv.size(), 6u);
  EXPECT_EQ(csv[0].rfind("rank,point,slots,verdict,MACs_per_cycle,", 0), 0u) << csv[0];
  for (std::size_t i = 0; i < answer["ranked"].size(); ++i) {
    const std::string place = std::to_string(i + 1) + "," + answer["ranked"][i]["point"].dump() + "," +
                              answer["ranked"][i]["knobs"]["slots"].dump() + ",proven,";
    EXPECT_EQ(csv[i + 1].rfind(place, 0), 0u) << csv[i + 1];
  }
}

TEST(Tune, PlotHasALineForEachValueOfTheSecondKnob) {
  const std::string plot =
      tuned_text({"gemm", "--vary", "slots=2..5", "--vary", "tile=128x128x64,128x256x64,64x64x64", "--svg"});
  EXPECT_EQ(plot.rfind("<svg xmlns=", 0), 0u);
  EXPECT_NE(plot.find("</svg>\n"), std::string::npos);
  std::size_t lines = 0;
  for (std::size_t at = plot.find("<polyline"); at != std::string::npos; at = plot.find("<polyline", at + 1)) ++lines;
  EXPECT_EQ(lines, 3u);
  EXPECT_NE(plot.find("best (ringed): slots=3 tile=128x256x64, 2048.0 MACs/cycle, proven"), std::string::npos) << plot;
  EXPECT_NE(plot.find("Not ranked"), std::string::npos);
  EXPECT_EQ(std::count(plot.begin(), plot.end(), '<'), std::count(plot.begin(), plot.end(), '>'));
}

TEST(Tune, JobsDoNotChangeTheAnswer) {
  const std::vector<std::string> sweep = {"flash_attention", "--vary",     "tile=64..192..64x64..128..32x128",
                                          "--vary",          "groups=1,2", "--csv"};
  std::vector<std::string> one = sweep;
  one.insert(one.end(), {"--jobs", "1"});
  std::vector<std::string> seven = sweep;
  seven.insert(seven.end(), {"--jobs", "7"});
  EXPECT_EQ(tuned_text(one), tuned_text(seven));
}

TEST(Tune, RefusesWhatItCannotSweep) {
  const struct {
    std::vector<std::string> arguments;
    std::vector<std::string> words;
  } refused[] = {
      {{"gemm"}, {"--vary"}},
      {{"gemm", "--vary", "slots"}, {"KNOB=VALUES"}},
      {{"gemm", "--vary", "slot=2"}, {"slot", "did you mean slots?", "persistent"}},
      {{"gemm", "--vary", "sync=derived"}, {"sync", "gemm"}},
      {{"gemm", "--vary", "slots=0"}, {"slots", "\"0\"", "1 to 1000"}},
      {{"gemm", "--vary", "slots=2,,3"}, {"slots", "1 to 1000"}},
      {{"gemm", "--vary", "slots=3..2"}, {"slots", "3..2", "smaller end"}},
      {{"gemm", "--vary", "slots=2..3..0"}, {"slots", "2..3..0"}},
      {{"gemm", "--vary", "slots=2,3,2"}, {"slots", "duplicate value 2"}},
      {{"gemm", "--vary", "slots=2", "--vary", "depth=3"}, {"slots", "varied twice"}},
      {{"gemm", "--vary", "slots=2", "--slots", "3"}, {"--slots cannot be combined with --vary slots"}},
      {{"gemm", "--vary", "tile=128x128"}, {"tile", "128x128", "3 numbers"}},
      {{"ping_pong", "--vary", "order=cps"}, {"order", "did you mean csp?", "identity, greedy or csp"}},
      {{"gemm", "--vary", "target=tpu"}, {"target", "tpu", "h200", "mi355x"}},
      {{"gemm", "--vary", "tile=1..4096x1..4096x1..4096"}, {"tile", "1000000"}},
      {{"gemm", "--vary", "slots=1..1000", "--vary", "tile=1..64x1..64x64"}, {"1000000"}},
      {{"gemm", "--vary", "slots=2", "--sync", "derived"}, {"--sync", "does not apply to gemm"}},
      {{"ping_pong", "--vary", "max_globals=1", "--target", "h200"}, {"--target", "ping_pong"}},
      {{"ping_pong", "--vary", "lgkm_per_load_a=1"}, {"lgkm_per_load_a", "always sets it to 8"}},
      {{"four_wave", "--vary", "minimal_barriers=true"}, {"minimal_barriers", "always sets it to true"}},
      {{"single_buffer", "--vary", "order=csp"}, {"order", "single_buffer", "num_k_tiles"}},
      {{"flash_attention", "--vary", "type=fp8"}, {"type", "bf16 only"}},
      {{"gemm", "--vary", "slots=2", "--csv", "--json"}, {"--csv", "--json"}},
      {{"gemm", "--vary", "slots=2", "--shard", "0/2"}, {"shard", "0/2"}},
      {{"gemm", "--vary", "slots=2", "--jobs", "0"}, {"--jobs"}},
      {{reference_path("ping_pong_bf16_csp"), "--vary", "sync=derived"},
       {"is a compiled schedule; `stretto tune` takes loop files and cases"}},
      {{"nothing_like_it", "--vary", "sync=derived"}, {"nothing_like_it"}},
      {{"pingpong", "--vary", "sync=derived"}, {"did you mean ping_pong?"}},
      {{STRETTO_LOOPS "/origami.jsonl", "--vary", "slots=2"},
       {"is a file of loop graphs", "`stretto schedule`, `show`"}},
      {{STRETTO_SOURCE_DIR "/examples/programs/hopper_gemm.json", "--vary", "slots=2"},
       {"is a program file", "`stretto verify`, `execute`, `show`, `explain` and `diff` take it"}},
      {{"gemm", "--vary", "slots=2", "--loop", "0"}, {"--loop", "does not apply to gemm"}},
  };
  for (const auto& bad : refused) {
    SCOPED_TRACE(testing::PrintToString(bad.arguments));
    expect_refused(tuned(bad.arguments), bad.words);
  }
}

// A sweep without a point to use has failed. The report still says why.
TEST(Tune, WithoutARankedPointFails) {
  const Outcome refused = tuned({"gemm", "--vary", "tile=100x64x64,100x128x64"});
  EXPECT_EQ(refused.status, 6);
  expect_words(refused.out, {"2 points, 2 refused", "every point was refused", "(such as tile=100x64x64): "});
  expect_words(refused.err,
               {"stretto: error: no point was ranked; gemm", "2 points, 2 refused; for example tile=100x64x64: "});
  const Outcome unproven = tuned({"ping_pong", "--vary", "sync=declared"});
  EXPECT_EQ(unproven.status, 6);
  expect_words(unproven.err, {"1 point, 1 race", "for example sync=declared: race"});
  EXPECT_EQ(tuned({"ping_pong", "--vary", "sync=declared", "--require", "any"}).status, 0);
}

// The points of another shard may be ranked.
TEST(Tune, OnlyAWholeSweepFails) {
  const ScratchDir dir;
  for (const std::string shard : {"1", "2"}) {
    const Outcome outcome = tuned({"gemm", "--vary", "tile=100x64x64,100x128x64", "--shard", shard + "/2", "--results",
                                   dir.path(shard + ".jsonl")});
    EXPECT_EQ(outcome.status, 0) << text(outcome);
  }
  const Outcome merged = run_tool({"merge", dir.path("1.jsonl"), dir.path("2.jsonl")});
  EXPECT_EQ(merged.status, 6);
  expect_words(merged.err, {"no point was ranked"});
}

}  // namespace
}  // namespace stretto::cli
