// What is shown, as data: `stretto show --json`.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "shown.hpp"

namespace stretto::cli {
namespace {

const std::vector<std::vector<std::string>>& many_subjects() {
  static const std::vector<std::vector<std::string>> all = {
      {"ping_pong"},
      {"ping_pong", "--sync", "derived"},
      {"four_wave"},
      {"single_buffer"},
      {"gemm"},
      {"gemm", "--slots", "2"},
      {"gemm", "--groups", "2"},
      {"gemm", "--cluster", "2"},
      {"gemm", "--target", "b200"},
      {"gemm", "--target", "mi300x"},
      {"flash_attention"},
      {"flash_attention", "--groups", "2"},
      {"reduction"},
      {"copy", "--target", "a100"},
  };
  return all;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += word + " ";
  return out;
}

/// A recurrence closes, spans its trips and accounts for its cycles.
void expect_recurrence(const Json& scene, const Json& recurrence) {
  const Json& edges = recurrence["edges"];
  ASSERT_FALSE(edges.empty()) << recurrence;
  int trips = 0;
  double cycles = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    EXPECT_EQ(edges[i]["to"], edges[(i + 1) % edges.size()]["from"]);
    EXPECT_LT(edges[i]["from"].get<std::size_t>(), scene["steps"].size());
    EXPECT_EQ(scene["steps"][edges[i]["from"].get<std::size_t>()]["section"], "kernel");
    EXPECT_FALSE(edges[i]["why"].get<std::string>().empty());
    trips += edges[i]["distance"].get<int>();
    cycles += edges[i]["cycles"].get<double>();
  }
  EXPECT_EQ(trips, recurrence["trips"].get<int>()) << recurrence;
  EXPECT_DOUBLE_EQ(cycles, recurrence["cycles"].get<double>()) << recurrence;
}

TEST(Scene, TheSteadyStateHasARecurrenceThatAccountsForEveryCycle) {
  for (const std::vector<std::string>& what : many_subjects()) {
    SCOPED_TRACE(joined(what));
    const Json scene = shown_json(what);
    const Json* found = nullptr;
    for (const Json& recurrence : scene["recurrences"]) {
      expect_recurrence(scene, recurrence);
      if (recurrence["of"] == "steady state") found = &recurrence;
    }
    ASSERT_NE(found, nullptr);
    EXPECT_DOUBLE_EQ((*found)["cycles"].get<double>(),
                     scene["trip_cycles"].get<double>() * (*found)["trips"].get<double>());
  }
}

TEST(Scene, TheBoundIsARecurrenceOrAUnit) {
  const auto bound = [](const std::vector<std::string>& what) {
    const Json scene = shown_json(what);
    for (const Json& recurrence : scene["recurrences"]) {
      if (recurrence["of"] != "bound") continue;
      EXPECT_EQ(recurrence["text"], scene["interval"]["bound_by"]);
      EXPECT_DOUBLE_EQ(recurrence["cycles"].get<double>(), scene["interval"]["bound"].get<double>());
      return recurrence["edges"].size();
    }
    return std::size_t{0};
  };
  EXPECT_EQ(bound({"flash_attention"}), 3u);  // scores, softmax, convert
  EXPECT_EQ(bound({"gemm"}), 1u);             // the tensor unit, with one op
  EXPECT_EQ(bound({"copy"}), 2u);             // memory, with two
  EXPECT_EQ(bound({"gemm", "--slots", "2"}), 0u) << "neither: every smaller interval is refuted";
}

TEST(Scene, MemoryIsUsedWithinItsCapacity) {
  for (const std::vector<std::string>& what : many_subjects()) {
    SCOPED_TRACE(joined(what));
    const Json scene = shown_json(what);
    EXPECT_FALSE(scene["memory"].empty());
    for (const Json& memory : scene["memory"]) {
      EXPECT_LE(memory["most"], memory["capacity"]);
      long before = -1;
      long most = 0;
      for (const Json& point : memory["points"]) {
        EXPECT_LT(before, point[0].get<long>());
        before = point[0];
        EXPECT_GE(point[1].get<long>(), 0);
        most = std::max(most, point[1].get<long>());
      }
      EXPECT_EQ(most, memory["most"].get<long>());
      EXPECT_EQ(memory["points"].back()[1], 0) << "everything is read in the end";
      EXPECT_EQ(memory["role"].is_null(), memory["space"] != "registers of a wave");
    }
  }
}

TEST(Scene, SharedMemoryIsWhatPipelineSays) {
  for (const std::vector<std::string>& what : std::vector<std::vector<std::string>>{
           {"gemm"}, {"gemm", "--target", "b200"}, {"gemm", "--cluster", "2"}, {"flash_attention"}}) {
    SCOPED_TRACE(joined(what));
    std::vector<std::string> command = what;
    command.insert(command.begin(), "pipeline");
    command.insert(command.end(), {"--format", "json"});
    const Json pipeline = Json::parse(run_tool(command).out);
    const Json scene = shown_json(what);
    EXPECT_EQ(scene["shared_bytes"], pipeline["shared_bytes"]);
    for (const Json& memory : scene["memory"]) {
      if (memory["space"] != "shared memory") continue;
      EXPECT_EQ(memory["unit"], "bytes");
      EXPECT_EQ(memory["capacity"], pipeline["shared_capacity"]);
      EXPECT_EQ(memory["most"], pipeline["shared_bytes"]) << "every slot is used";
    }
  }
}

TEST(Scene, EveryWaitThatIsNeededNamesItsPair) {
  const Json scene = shown_json({"flash_attention"});
  int pairs = 0;
  for (const Json& step : scene["steps"]) {
    if (!step.contains("redundant")) continue;
    if (step["redundant"].get<bool>()) {
      EXPECT_TRUE(step["needed_pair"].is_null());
      continue;
    }
    EXPECT_FALSE(step["needed_for"].get<std::string>().empty());
    if (step["needed_pair"].is_null()) {
      EXPECT_EQ(step["needed_for"].get<std::string>().rfind("the program cannot run", 0), 0u) << step;
      continue;
    }
    ++pairs;
    const Json& second = scene["steps"][step["needed_pair"]["second"].get<std::size_t>()];
    EXPECT_NE(step["needed_for"].get<std::string>().find(second["label"].get<std::string>()), std::string::npos);
  }
  EXPECT_GT(pairs, 10);
}

TEST(Scene, RolesWithProgramsOfTheirOwnHaveReasonsOfTheirOwn) {
  // Entry 3 of the producer waits for V to be empty, entry 3 of the consumer gives V back.
  const Json scene = shown_json({"flash_attention"});
  std::map<std::string, std::string> reasons;
  for (const Json& step : scene["steps"]) {
    if (step["section"] != "kernel" || step.value("entry", -1) != 3) continue;
    reasons[scene["roles"][step["role"].get<std::size_t>()]["name"]] = step["needed_for"];
  }
  EXPECT_NE(reasons["producer"].find("kernel[4] arrive full(V)"), std::string::npos) << reasons["producer"];
  EXPECT_NE(reasons["consumer"].find("kernel[3] await empty(V)"), std::string::npos) << reasons["consumer"];
}

TEST(Scene, AComputeEntryCostsWhatItStandsFor) {
  // 256x256x64: of eight waves each quadrant is 16 MFMAs of 16 cycles, of four waves 32. A trip is two K tiles.
  const auto multiply = [](const Json& scene) {
    for (const Json& step : scene["steps"]) {
      if (step["label"] == "MMA [0,0]") return step["occupancy"].get<int>();
    }
    return 0;
  };
  EXPECT_EQ(multiply(shown_json({"ping_pong"})), 256);
  const Json four_wave = shown_json({"four_wave"});
  EXPECT_EQ(multiply(four_wave), 512);
  EXPECT_EQ(four_wave["trip_cycles"], 2 * 2272.0) << "of a K tile, as docs/cdna.md has it";
  EXPECT_EQ(multiply(shown_json({reference_path("four_wave_fp8_256x256x128")})), 512) << "32 cycles each, of k 128";
  Json half = four_wave_case();
  half["params"]["geometry"]["BN"] = 128;
  const ScratchDir dir;
  EXPECT_EQ(multiply(shown_json({dir.write("half.json", half.dump())})), 256);
}

TEST(Scene, IterationsBetweenStepsDoNotDependOnTheTripsOfTheirRoles) {
  // The consumer is two iterations behind the producer, which fills two slots.
  const Json scene = shown_json({"flash_attention"});
  int flows = 0;
  int antis = 0;
  for (const Json& step : scene["steps"]) {
    if (step["section"] != "kernel" || step["label"].get<std::string>().rfind("load ", 0) != 0) continue;
    for (const Json& link : step.value("after", Json::array())) {
      if (link["kind"] != "flow") continue;
      ++flows;
      EXPECT_EQ(link["iterations"], 0) << link;
    }
    for (const Json& link : step.value("before", Json::array())) {
      if (link["kind"] != "anti") continue;
      ++antis;
      EXPECT_EQ(link["iterations"], 2) << link;
    }
  }
  EXPECT_GT(flows, 1);
  EXPECT_GT(antis, 1);
}

TEST(Scene, StallsOfTheSteadyStateAreOfASteadyStep) {
  const Json scene = shown_json({"ping_pong"});
  ASSERT_FALSE(scene["stall_sums"].empty());
  for (const Json& sum : scene["stall_sums"]) {
    const Json& step = scene["steps"][sum["step"].get<std::size_t>()];
    EXPECT_EQ(step["role"], sum["role"]);
    EXPECT_EQ(step["section"], "kernel");
    EXPECT_NE(sum["text"].get<std::string>().find("step " + std::to_string(step["index"].get<int>()) + " "),
              std::string::npos);
  }
}

TEST(Scene, ARoleDoesOneThingAtATime) {
  for (const std::vector<std::string>& what : many_subjects()) {
    SCOPED_TRACE(joined(what));
    const Json scene = shown_json(what);
    std::map<int, std::vector<std::pair<long, long>>> held;
    for (const Json& slice : scene["slices"]) held[slice["role"]].emplace_back(slice["issued"], slice["passed"]);
    for (const Json& sync : scene["syncs"]) held[sync["role"]].emplace_back(sync["came"], sync["passed"]);
    EXPECT_EQ(held.size(), scene["roles"].size());
    for (auto& [role, of] : held) {
      std::sort(of.begin(), of.end());
      for (std::size_t i = 1; i < of.size(); ++i) EXPECT_LE(of[i - 1].second, of[i].first) << role;
    }
  }
}

TEST(Scene, ARunThatGoesWrongNamesWavesAndSteps) {
  const Json scene = shown_json({reference_path("ping_pong_bf16_csp")});
  int wrong = 0;
  for (const Json& hazard : scene["hazards"]) {
    for (const Json& event : hazard["run"]) {
      wrong += event["kind"] == "goes_wrong" ? 1 : 0;
      EXPECT_EQ(event["wrong"].get<bool>(), event["kind"] == "goes_wrong" || event["kind"] == "too_late");
      if (event["wave"] < 0) continue;
      const Json& step = scene["steps"][event["step"].get<std::size_t>()];
      EXPECT_EQ(step["role"], event["role"]);
      EXPECT_NE(event["text"].get<std::string>().find(step["label"].get<std::string>()), std::string::npos);
      EXPECT_GE(event["trip"], 0);
    }
  }
  EXPECT_GE(wrong, 2);
}

TEST(Scene, InapplicableOptionsAreRefused) {
  for (const char* command : {"show", "explain"}) {
    const auto refused = [&](std::vector<std::string> arguments, const std::vector<std::string>& words) {
      arguments.insert(arguments.begin(), command);
      if (arguments[0] == "explain") arguments.push_back("kernel[0]");
      expect_refused(run_tool(arguments), words);
    };
    refused({"ping_pong", "--slots", "3"}, {"--slots does not apply to ping_pong", "declared loops"});
    refused({"ping_pong", "--persistent"}, {"--persistent does not apply to ping_pong"});
    refused({"gemm", "--sync", "derived"}, {"--sync does not apply to gemm", "schedules"});
    refused({reference_path("ping_pong_bf16_csp"), "--tile", "7"}, {"--tile does not apply to"});
    refused({"nothing_like_it", "--slots", "3"}, {"\"nothing_like_it\" is neither a built-in name nor a file"});
  }
  expect_refused(run_tool({"diff", "ping_pong", "--other-slots", "3"}), {"--other-slots does not apply to ping_pong"});
  expect_refused(run_tool({"diff", "ping_pong", "four_wave", "--slots", "3"}), {"--slots", "ping_pong or four_wave"});
  EXPECT_EQ(run_tool({"diff", "ping_pong", "gemm", "--slots", "3"}).status, 0) << "it applies to the second";
}

TEST(Scene, SaysWhyItIsInvalid) {
  const ScratchDir dir;
  Json compiled = Json::parse(read_file(reference_path("ping_pong_bf16_csp")));
  for (Json& entry : compiled["kernel"]) {
    if (entry["op"].value("tag", "") == "WAIT_VM") entry["op"]["wait_value"] = 63;
  }
  const Json scene = shown_json({dir.write("invalid.json", compiled.dump())});
  EXPECT_EQ(scene["verdict"], "invalid");
  EXPECT_NE(scene["verdict_reason"].get<std::string>().find("kernel["), std::string::npos) << scene["verdict_reason"];
  EXPECT_EQ(shown_json({"ping_pong"})["verdict_reason"], "");
}

TEST(Scene, WorkgroupsOfAClusterTouchTheirOwnBuffers) {
  // Each loads its own A; what its load waits for are its own readers.
  const Json scene = shown_json({"gemm", "--cluster", "2"});
  int loads = 0;
  for (const Json& step : scene["steps"]) {
    std::set<int> readers;
    for (const Json& link : step.value("before", Json::array())) {
      const bool of_a = link["kind"] == "anti" && link["place"].get<std::string>().starts_with("A[");
      if (of_a) readers.insert(scene["steps"][link["step"].get<std::size_t>()]["role"].get<int>());
    }
    EXPECT_LE(readers.size(), 1U) << step;
    loads += readers.empty() ? 0 : 1;
  }
  EXPECT_GT(loads, 0);
}

}  // namespace
}  // namespace stretto::cli
