// `stretto show`: pictures that agree with what the other commands say.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "shown.hpp"

namespace stretto::cli {
namespace {

/// Intervals of one track, which must not overlap.
void expect_apart(std::vector<std::pair<long, long>> of, const std::string& where) {
  std::sort(of.begin(), of.end());
  for (std::size_t i = 1; i < of.size(); ++i) EXPECT_LE(of[i - 1].second, of[i].first) << where;
}

TEST(Show, DrawsUnitsRolesAndWhatIsInFlight) {
  const std::string grid = shown({"ping_pong", "--width", "90"});
  for (const std::string word : {"ping_pong on MI355X: race", "cycles per trip", "\nMMA ", "\nLDS ", "\ngroup 0 ",
                                 "\ngroup 1 ", "\nin flight ", "MMA [0,0]", "LOAD_B stage 0 subtile 1 @K0",
                                 "critical recurrence of the steady state, 4362 cycles in 1 trip", "* MMA [0,0]"}) {
    EXPECT_NE(grid.find(word), std::string::npos) << word << " in\n" << grid;
  }
  EXPECT_EQ(grid.find('\033'), std::string::npos) << "colour in a pipe";
}

TEST(Show, NoLineIsWiderThanAsked) {
  for (const std::vector<std::string>& what : {std::vector<std::string>{"ping_pong"},
                                               {"flash_attention", "--groups", "2"},
                                               {"gemm", "--target", "mi300x"},
                                               {std::string(STRETTO_LOOPS) + "/origami.jsonl", "--loop", "0"}}) {
    for (const std::size_t width : {40u, 77u, 200u}) {
      std::vector<std::string> command = what;
      command.insert(command.end(), {"--width", std::to_string(width)});
      std::size_t longest = 0;
      for (const std::string& line : lines_of(shown(command))) {
        EXPECT_LE(line.size(), width) << line;
        longest = std::max(longest, line.size());
      }
      EXPECT_GT(longest, 33u) << what[0];
    }
  }
}

TEST(Show, MarksWaitsAndBarriers) {
  // Every cycle of one trip: each wait and barrier that is passed in it has its mark.
  const Json scene = shown_json({"flash_attention"});
  const long from = scene["kernel_from"].get<long>() + 3 * 2728;
  const std::vector<std::string> rows = lines_of(shown(
      {"flash_attention", "--from", std::to_string(from), "--to", std::to_string(from + 2728), "--width", "3000"}));
  std::map<int, std::string> passes;  // by role
  for (const std::string& row : rows) {
    if (row.rfind("  passes", 0) == 0) passes[static_cast<int>(passes.size())] = row;
  }
  ASSERT_EQ(passes.size(), 2u);
  const std::map<std::string, char> marks = {{"wait", '.'}, {"await", '?'}, {"arrive", '!'}, {"barrier", '|'}};
  std::map<std::pair<int, long>, int> at;  // role and cycle: how many
  for (const Json& sync : scene["syncs"]) ++at[{sync["role"], sync["passed"]}];
  int seen = 0;
  for (const Json& sync : scene["syncs"]) {
    const long cycle = sync["passed"].get<long>() - from;
    const int role = sync["role"];
    if (cycle < 0 || cycle >= 2728 || at[{role, sync["passed"]}] > 1) continue;
    const std::string kind = scene["steps"][sync["step"].get<std::size_t>()]["kind"];
    ASSERT_LT(static_cast<std::size_t>(cycle) + 15, passes[role].size());
    EXPECT_EQ(passes[role][static_cast<std::size_t>(cycle) + 15], marks.at(kind)) << sync;
    ++seen;
  }
  EXPECT_GT(seen, 5);
}

TEST(Show, ColoursWhenAsked) {
  EXPECT_NE(shown({"gemm", "--color", "always"}).find("\033["), std::string::npos);
  EXPECT_EQ(shown({"gemm", "--color", "never"}).find('\033'), std::string::npos);
}

TEST(Show, SaysWhatPipelineSays) {
  const Json scene = shown_json({"flash_attention"});
  const Json pipeline = Json::parse(run_tool({"pipeline", "flash_attention", "--format", "json"}).out);
  EXPECT_EQ(scene["verdict"], pipeline["verdict"]);
  EXPECT_EQ(scene["interval"]["ii"], pipeline["ii"]);
  EXPECT_EQ(scene["interval"]["bound"], pipeline["lower_bound"]);
  EXPECT_EQ(scene["trip_cycles"].get<double>(), pipeline["time"]["priced"]["cycles"].get<double>());
  EXPECT_TRUE(scene["hazards"].empty());
}

TEST(Show, OpsAreOnTheirUnitsOneAtATime) {
  for (const std::vector<std::string>& what :
       {std::vector<std::string>{"four_wave"}, {"gemm", "--target", "mi300x"}, {"flash_attention", "--groups", "2"}}) {
    const Json scene = shown_json(what);
    std::map<std::pair<int, int>, std::vector<std::pair<long, long>>> lanes;
    for (const Json& slice : scene["slices"]) {
      EXPECT_LE(slice["issued"], slice["start"]);
      EXPECT_LE(slice["start"], slice["end"]);
      EXPECT_LE(slice["start"], slice["done"]);
      EXPECT_LE(slice["done"], scene["cycles"]);
      if (slice["unit"] >= 0)
        lanes[{slice["unit"].get<int>(), slice["lane"].get<int>()}].emplace_back(slice["start"], slice["end"]);
    }
    EXPECT_FALSE(lanes.empty());
    for (const auto& [lane, of] : lanes) expect_apart(of, what[0] + ", unit " + std::to_string(lane.first));
  }
}

TEST(Show, SaysWhyEveryWaitIsThere) {
  // Derived synchronisation: every wait is needed, and so is every barrier but those that set the pace.
  const Json scene = shown_json({"ping_pong", "--sync", "derived"});
  EXPECT_EQ(scene["verdict"], "proven");
  int waits = 0;
  for (const Json& step : scene["steps"]) {
    if (step["kind"] != "wait" && step["kind"] != "barrier") continue;
    EXPECT_EQ(step["redundant"].get<bool>(), step["needed_for"].get<std::string>().empty());
    if (step["kind"] != "wait") continue;
    ++waits;
    EXPECT_FALSE(step["redundant"].get<bool>()) << step;
  }
  EXPECT_GT(waits, 10);
}

TEST(Show, AWaitOfARacyScheduleIsNeededWhereItOrdersWhatIsInOrder) {
  const Json scene = shown_json({"ping_pong"});
  EXPECT_EQ(scene["verdict"], "race");
  int needed = 0;
  for (const Json& step : scene["steps"]) {
    if (step["kind"] == "wait" && step["section"] == "kernel" && !step["redundant"].get<bool>()) ++needed;
  }
  EXPECT_GT(needed, 4);
}

TEST(Show, ARaceComesWithTheRunThatGoesWrong) {
  const std::string file = reference_path("ping_pong_bf16_csp");
  const Json scene = shown_json({file});
  const Json verified = Json::parse(run_tool({"verify", file, "--format", "json"}).out);
  EXPECT_EQ(scene["verdict"], verified["verdict"]);
  int races = 0;
  for (const Json& hazard : scene["hazards"]) {
    if (hazard["verdict"] != "race") continue;
    ++races;
    bool wrong = false;
    for (const Json& event : hazard["run"]) wrong = wrong || event["wrong"].get<bool>();
    EXPECT_TRUE(wrong) << hazard;
  }
  EXPECT_EQ(races, 2);
}

TEST(Show, TraceHasATrackForEverythingInFlight) {
  const Json trace = Json::parse(shown({"gemm", "--trace"}));
  std::map<std::pair<int, int>, std::vector<std::pair<long, long>>> tracks;
  std::map<int, int> arrows;
  std::set<std::pair<int, int>> named;
  for (const Json& event : trace["traceEvents"]) {
    const std::string kind = event["ph"];
    if (kind == "s") ++arrows[event["id"].get<int>()];
    if (kind == "f") --arrows[event["id"].get<int>()];
    if (!event.contains("tid")) continue;
    const std::pair<int, int> track{event["pid"].get<int>(), event["tid"].get<int>()};
    if (kind == "M") named.insert(track);
    if (kind != "X") continue;
    EXPECT_TRUE(named.count(track) > 0);
    const long from = event["ts"];
    tracks[track].emplace_back(from, from + event["dur"].get<long>());
  }
  EXPECT_GT(tracks.size(), 3u);
  for (const auto& [track, of] : tracks) expect_apart(of, "track " + std::to_string(track.second));
  EXPECT_FALSE(arrows.empty());
  for (const auto& [id, open] : arrows) EXPECT_EQ(open, 0) << id;
}

TEST(Show, ArrowsOfATraceBeginAndEndInSlices) {
  for (const std::string what : {"gemm", "four_wave", "flash_attention"}) {
    const Json trace = Json::parse(shown({what, "--trace"}));
    EXPECT_EQ(trace["otherData"]["command"], "stretto show " + what + " --trace");
    std::map<std::pair<int, int>, std::vector<std::pair<long, long>>> slices;
    for (const Json& event : trace["traceEvents"]) {
      if (event["ph"] != "X") continue;
      slices[{event["pid"], event["tid"]}].emplace_back(event["ts"],
                                                        event["ts"].get<long>() + event["dur"].get<long>());
    }
    std::map<int, long> from;
    int arrows = 0;
    for (const Json& event : trace["traceEvents"]) {
      if (event["ph"] != "s" && event["ph"] != "f") continue;
      const long time = event["ts"];
      const bool inside = std::ranges::any_of(slices[{event["pid"], event["tid"]}], [&](const auto& slice) {
        return slice.first <= time && time < slice.second;
      });
      EXPECT_TRUE(inside) << what << " " << event;
      if (event["ph"] == "s") from[event["id"]] = time;
      if (event["ph"] == "f") {
        ++arrows;
        EXPECT_EQ(event["bp"], "e");
        EXPECT_LE(from.at(event["id"]), time) << "an arrow goes on in time";
      }
    }
    EXPECT_GT(arrows, 5) << what;
  }
}

TEST(Show, DotHasTheKernelsDependences) {
  const std::string graph = shown({"four_wave", "--dot"});
  EXPECT_NE(graph.find("\ndigraph schedule {"), std::string::npos);
  EXPECT_NE(graph.find("label=\"MMA [0,0]\""), std::string::npos);
  EXPECT_NE(graph.find("style=dashed, label=\"1\""), std::string::npos) << "an anti dependence of the next trip";
  EXPECT_EQ(graph.rfind("// stretto show four_wave --dot\n", 0), 0u);
  for (std::size_t at = graph.find(" -> s"); at != std::string::npos; at = graph.find(" -> s", at + 1)) {
    const std::string node = graph.substr(at + 4, graph.find(' ', at + 4) - at - 4);
    EXPECT_NE(graph.find("  " + node + " [label="), std::string::npos) << node;
  }
}

TEST(Show, DotMarksTheCriticalRecurrence) {
  // scores, softmax and convert, all of the consumer.
  const std::string graph = shown({"flash_attention", "--dot"});
  int nodes = 0;
  int edges = 0;
  for (const std::string& line : lines_of(graph)) {
    if (line.find("color=red") == std::string::npos) continue;
    (line.find(" -> ") == std::string::npos ? nodes : edges) += 1;
  }
  EXPECT_EQ(nodes, 3) << graph;
  EXPECT_EQ(edges, 3) << graph;
  EXPECT_NE(graph.find("[label=\"load K"), std::string::npos) << "of the producer";
}

TEST(Show, SvgHasARowForEveryUnitAndSlot) {
  const std::string picture = shown({"gemm", "--svg"});
  EXPECT_EQ(picture.rfind("<!-- stretto show: gemm", 0), 0u);
  EXPECT_NE(picture.find("\n<svg xmlns="), std::string::npos);
  EXPECT_NE(picture.find("<desc>stretto show gemm --svg</desc>"), std::string::npos);
  EXPECT_NE(picture.find("</svg>\n"), std::string::npos);
  for (const std::string row :
       {">tensor<", ">memory<", ">producer<", ">consumer<", ">in flight<", ">A[0]<", ">B[2]<"}) {
    EXPECT_NE(picture.find(row), std::string::npos) << row;
  }
  // Every execution on the tensor unit is drawn there, on its role and in flight.
  const Json scene = shown_json({"gemm"});
  std::size_t multiplies = 0;
  for (const Json& slice : scene["slices"]) {
    multiplies += scene["units"][slice["unit"].get<std::size_t>()]["name"] == "tensor" ? 1u : 0u;
  }
  std::size_t drawn = 0;
  for (std::size_t at = picture.find("<title>multiply"); at != std::string::npos;
       at = picture.find("<title>multiply", at + 1)) {
    ++drawn;
  }
  EXPECT_GE(drawn, 3 * multiplies);
  EXPECT_EQ(std::count(picture.begin(), picture.end(), '<'), std::count(picture.begin(), picture.end(), '>'));
}

TEST(Show, RolesThatRunTheSameEntriesHaveTheSameLinks) {
  const Json scene = shown_json({"ping_pong"});
  const auto links = [&](const Json& step) {
    std::multiset<std::string> out;
    for (const char* const way : {"before", "after"}) {
      for (const Json& link : step.value(way, Json::array())) {
        const Json& other = scene["steps"][link["step"].get<std::size_t>()];
        const bool own = other["role"] == step["role"];
        out.insert(
            Json({way, link["kind"], link["place"], link["distance"], other["section"], other["entry"], own}).dump());
      }
    }
    return out;
  };
  std::map<std::string, std::multiset<std::string>> of_entry;
  int compared = 0;
  for (const Json& step : scene["steps"]) {
    if (step["kind"] != "op") continue;
    const auto [known, fresh] =
        of_entry.try_emplace(step["section"].get<std::string>() + step["entry"].dump(), links(step));
    EXPECT_FALSE(known->second.empty()) << step["label"];
    if (fresh) continue;
    EXPECT_EQ(links(step), known->second) << step["label"];
    ++compared;
  }
  EXPECT_EQ(compared, static_cast<int>(of_entry.size())) << "both groups run every entry";
}

TEST(Show, HtmlHoldsTheSceneAndNeedsNothingElse) {
  const std::string page = shown({"ping_pong", "--html"});
  const std::string open = "<script type=\"application/json\" id=\"scene\">";
  const std::size_t begin = page.find(open) + open.size();
  const std::size_t end = page.find("</script>", begin);
  ASSERT_NE(end, std::string::npos);
  EXPECT_EQ(Json::parse(page.substr(begin, end - begin)), shown_json({"ping_pong"}));
  for (const char* const outside : {"src=", "href=", "http:", "https:", "url(http", "@import"}) {
    EXPECT_EQ(page.find(outside), std::string::npos) << outside;
  }
  // Every part is in its place.
  for (const char* const mark : {"%scene%", ".js%", ".css%"}) EXPECT_EQ(page.find(mark), std::string::npos) << mark;
  EXPECT_NE(page.find("function makeTimeline("), std::string::npos);
}

TEST(Show, WritesAFileWholeOrNotAtAll) {
  const ScratchDir dir;
  EXPECT_EQ(run_tool({"show", "gemm", "--json", "-o", dir.path("scene.json")}).status, 0);
  EXPECT_EQ(run_tool({"show", "gemm", "--tile", "7", "-o", dir.path("refused")}).status, 2);
  EXPECT_EQ(dir.files(), std::vector<std::string>{"scene.json"});
}

TEST(Show, RefusesWhatIsNotThere) {
  for (const std::vector<std::string>& command : {std::vector<std::string>{"show", "nothing_like_it"},
                                                  {"show", "gemm", "--tile", "axb"},
                                                  {"show", "gemm", "--target", "tpu"},
                                                  {"show", reference_path("ping_pong_bf16_csp"), "--sync", "derived"},
                                                  {"explain", "ping_pong", "kernel[1000]"},
                                                  {"explain", "gemm", "nobody:kernel[0]"},
                                                  {"explain", "gemm", "12"}}) {
    const Outcome outcome = run_tool(command);
    EXPECT_EQ(outcome.status, 2) << text(outcome);
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find("stretto: error: "), std::string::npos);
  }
}

}  // namespace
}  // namespace stretto::cli
