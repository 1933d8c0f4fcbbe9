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

TEST(Show, DrawsUnitsAgentsAndWhatIsInFlight) {
  const std::string grid = shown({"ping_pong", "--width", "90"});
  for (const std::string word : {"ping_pong on MI355X: race", "cycles a trip", "\nMMA ", "\nLDS ", "\ngroup 0 ",
                                 "\ngroup 1 ", "\nin flight ", "MMA [0,0]", "LOAD_B stage 0 subtile 1 @K0"}) {
    EXPECT_NE(grid.find(word), std::string::npos) << word << " in\n" << grid;
  }
  EXPECT_EQ(grid.find('\033'), std::string::npos) << "colour in a pipe";
  std::size_t longest = 0;
  std::size_t begin = grid.find("\nMMA ") + 1;
  for (std::size_t end = grid.find('\n', begin); grid.substr(begin, 2) != "  "; end = grid.find('\n', begin)) {
    longest = std::max(longest, end - begin);
    begin = end + 1;
  }
  EXPECT_LE(longest, 90u);
  EXPECT_GT(longest, 60u);
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
    if (step["kind"] == "wait" && step["phase"] == "kernel" && !step["redundant"].get<bool>()) ++needed;
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
    if (track.first != 2) tracks[track].emplace_back(from, from + event["dur"].get<long>());
  }
  EXPECT_GT(tracks.size(), 3u);
  for (const auto& [track, of] : tracks) expect_apart(of, "track " + std::to_string(track.second));
  EXPECT_FALSE(arrows.empty());
  for (const auto& [id, open] : arrows) EXPECT_EQ(open, 0) << id;
}

TEST(Show, DotHasTheKernelsDependences) {
  const std::string graph = shown({"four_wave", "--dot"});
  EXPECT_EQ(graph.rfind("digraph schedule {", 0), 0u);
  EXPECT_NE(graph.find("label=\"MMA [0,0]\""), std::string::npos);
  EXPECT_NE(graph.find("style=dashed, label=\"1\""), std::string::npos) << "an anti dependence of the next trip";
  for (std::size_t at = graph.find(" -> s"); at != std::string::npos; at = graph.find(" -> s", at + 1)) {
    const std::string node = graph.substr(at + 4, graph.find(' ', at + 4) - at - 4);
    EXPECT_NE(graph.find("  " + node + " [label="), std::string::npos) << node;
  }
}

TEST(Show, SvgHasARowForEveryUnitAndSlot) {
  const std::string picture = shown({"gemm", "--svg"});
  EXPECT_EQ(picture.rfind("<svg xmlns=", 0), 0u);
  EXPECT_NE(picture.find("</svg>\n"), std::string::npos);
  for (const std::string row :
       {">tensor<", ">memory<", ">producer<", ">consumer<", ">in flight<", ">A[0]<", ">B[2]<"}) {
    EXPECT_NE(picture.find(row), std::string::npos) << row;
  }
  // Every execution on the tensor unit is drawn there, on its agent and in flight.
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

TEST(Show, AgentsThatRunTheSameEntriesHaveTheSameLinks) {
  const Json scene = shown_json({"ping_pong"});
  const auto links = [&](const Json& step) {
    std::multiset<std::string> out;
    for (const char* const way : {"before", "after"}) {
      for (const Json& link : step.value(way, Json::array())) {
        const Json& other = scene["steps"][link["step"].get<std::size_t>()];
        const bool own = other["agent"] == step["agent"];
        out.insert(
            Json({way, link["kind"], link["place"], link["distance"], other["phase"], other["entry"], own}).dump());
      }
    }
    return out;
  };
  std::map<std::string, std::multiset<std::string>> of_entry;
  int compared = 0;
  for (const Json& step : scene["steps"]) {
    if (step["kind"] != "op") continue;
    const auto [known, fresh] =
        of_entry.try_emplace(step["phase"].get<std::string>() + step["entry"].dump(), links(step));
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
