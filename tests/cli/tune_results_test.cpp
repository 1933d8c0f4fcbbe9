// Results files of `stretto tune`: gone on from, cut short, in shards, and merged.
#include <gtest/gtest.h>

#include "tool.hpp"

namespace stretto::cli {
namespace {

const std::vector<std::string> small_sweep = {"tune",   "gemm",      "--vary", "tile=64..256..64x128x64",
                                              "--vary", "slots=2..5"};  // 16 points, 3 of them refused

Outcome swept(const std::vector<std::string>& more, std::vector<std::string> command = small_sweep) {
  command.insert(command.end(), more.begin(), more.end());
  return run_tool(command);
}

long line_count(const std::string& of) { return std::count(of.begin(), of.end(), '\n'); }

TEST(TuneResults, HoldAHeadAndALineForEachPoint) {
  const ScratchDir dir;
  const Outcome outcome = swept({"--results", dir.path("r.jsonl"), "--jobs", "3"});
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  const std::string content = read_file(dir.path("r.jsonl"));
  ASSERT_EQ(line_count(content), 17);
  std::istringstream lines(content);
  std::string line;
  std::getline(lines, line);
  const Json head = Json::parse(line);
  EXPECT_EQ(head["stretto"], STRETTO_EXPECTED_VERSION);
  EXPECT_EQ(head["what"], "gemm");
  EXPECT_EQ(head["vary"]["slots"], Json::parse("[2, 3, 4, 5]"));
  for (int point = 0; std::getline(lines, line); ++point) EXPECT_EQ(Json::parse(line)["point"], point);
  EXPECT_EQ(dir.files(), std::vector<std::string>{"r.jsonl"});
}

TEST(TuneResults, AreGoneOnFrom) {
  const ScratchDir dir;
  const std::string whole = dir.path("whole.jsonl");
  const std::string table = swept({"--results", whole}).out;
  const std::string content = read_file(whole);
  // Whatever was cut off comes back, and nothing else is run: a figure that was changed by hand stays.
  for (const std::size_t kept : {std::size_t{0}, std::size_t{10}, content.find('\n') + 1, content.size() / 2,
                                 content.size() - 1, content.size()}) {
    SCOPED_TRACE(kept);
    const std::string part = dir.write("part.jsonl", content.substr(0, kept));
    const Outcome outcome = swept({"--results", part});
    EXPECT_EQ(outcome.status, 0) << text(outcome);
    EXPECT_EQ(outcome.out, table);
    EXPECT_EQ(read_file(part), content);
  }
  std::string changed = content;
  const std::size_t figure = changed.find("\"cycles\":512");
  ASSERT_NE(figure, std::string::npos);
  changed.replace(figure, 12, "\"cycles\":444");
  const std::string edited = dir.write("edited.jsonl", changed);
  EXPECT_EQ(swept({"--results", edited}).status, 0);
  EXPECT_EQ(read_file(edited), changed);
}

TEST(TuneResults, OfAnotherSweepAreRefusedAndKept) {
  const ScratchDir dir;
  const std::string file = dir.path("r.jsonl");
  ASSERT_EQ(swept({"--results", file}).status, 0);
  const std::string content = read_file(file);
  const struct {
    std::vector<std::string> command;
    std::vector<std::string> words;
  } others[] = {
      {{"tune", "gemm", "--vary", "tile=64..256..64x128x64", "--vary", "slots=2..6"},
       {"a different sweep", "vary.slots is [2,3,4,5], here [2,3,4,5,6]"}},
      {{"tune", "gemm", "--vary", "slots=2..5", "--vary", "tile=64..256..64x128x64"}, {"vary: in a different order"}},
      {{"tune", "gemm", "--vary", "tile=64..256..64x128x64", "--vary", "slots=2..5", "--target", "h100"},
       {"fixed.target is \"h200\", here \"h100\""}},
      {{"tune", "gemm", "--vary", "tile=64..256..64x128x64", "--vary", "slots=2..5", "--shard", "1/2"},
       {"shard is absent, here \"1/2\""}},
      {{"tune", "ping_pong", "--vary", "max_globals=0..1"}, {"what is \"gemm\", here \"ping_pong\""}},
  };
  for (const auto& other : others) {
    SCOPED_TRACE(testing::PrintToString(other.command));
    expect_refused(swept({"--results", file}, other.command), other.words);
    EXPECT_EQ(read_file(file), content);
  }
  // A target that is said and one that is meant are the same.
  EXPECT_EQ(swept({"--results", file, "--target", "h200"}).status, 0);
}

TEST(TuneResults, ThatNoSweepWroteAreRefusedAndKept) {
  const ScratchDir dir;
  const std::string whole = dir.path("whole.jsonl");
  ASSERT_EQ(swept({"--results", whole}).status, 0);
  const std::string content = read_file(whole);
  const std::string head = content.substr(0, content.find('\n') + 1);
  const struct {
    std::string content;
    std::string word;
  } wrong[] = {
      {"precious\n", "not a results file"},
      {"precious, without a newline", "not a results file"},
      {"{\"kernel\": []}\n", "is a compiled schedule"},
      {head + "garbage\n", "line 2"},
      {head + "{\"point\": 99}\n", "line 2"},
      {head + "{\"point\":0,\"knobs\":{\"tile\":\"64x128x64\",\"slots\":3},\"refused\":\"no\"}\n", "knobs"},
      {head + "{\"point\":0,\"knobs\":{\"tile\":\"64x128x64\",\"slots\":2},\"refused\":\"no\",\"x\":1}\n", "x"}};
  for (const auto& bad : wrong) {
    SCOPED_TRACE(bad.content.substr(bad.content.size() > 100 ? head.size() : 0));
    const std::string file = dir.write("bad.jsonl", bad.content);
    expect_refused(swept({"--results", file}), {bad.word});
    EXPECT_EQ(read_file(file), bad.content);
  }
  expect_refused(swept({"--results", dir.path("no/such/folder.jsonl")}), {"folder.jsonl"});
}

// The first line bounds the rest.
TEST(TuneResults, LargerThanTheirSweepAreRefusedWithoutReadingThem) {
  const ScratchDir dir;
  const std::vector<std::string> command = {"tune", "copy", "--vary", "slots=2..3"};
  const std::string file = dir.path("r.jsonl");
  EXPECT_EQ(swept({"--results", file}, command).status, 0);
  std::filesystem::resize_file(file, 200'000'000);
  for (const Outcome& outcome : {run_tool({"merge", file}), swept({"--results", file}, command)}) {
    expect_refused(outcome, {"r.jsonl", "larger than the sweep in its first line allows"});
  }
}

TEST(TuneMerge, RefusesAHeadThatDoesNotDescribeASweep) {
  const ScratchDir dir;
  const std::string file = dir.path("r.jsonl");
  EXPECT_EQ(swept({"--results", file}, {"tune", "copy", "--vary", "slots=2..3"}).status, 0);
  const std::string content = read_file(file);
  const std::size_t end = content.find('\n');
  const Json head = Json::parse(content.substr(0, end));
  const auto merge_with = [&](const std::string& key, const Json& value) {
    Json changed = head;
    changed[key] = value;
    const std::string path = dir.write("changed.jsonl", changed.dump() + content.substr(end));
    return run_tool({"merge", path, "--svg", "--results", dir.path("merged.jsonl")});
  };
  expect_refused(merge_with("vary", Json::object()), {"changed.jsonl", "vary", "no knob"});
  expect_refused(merge_with("vary", Json::array({1})), {"changed.jsonl", "vary"});
  expect_refused(merge_with("vary", {{"slots", 2}}), {"changed.jsonl", "vary.slots", "array"});
  expect_refused(merge_with("fixed", 3), {"changed.jsonl", "fixed"});
  expect_refused(merge_with("what", "cpoy"), {"changed.jsonl", "what", "did you mean copy?"});
  expect_refused(merge_with("what", "\u001b"), {"changed.jsonl", "what", "control character"});
  expect_refused(merge_with("shard", 3), {"changed.jsonl", "shard"});
  expect_refused(merge_with("loop", 3), {"changed.jsonl", "loop"});
  EXPECT_EQ(dir.files(), (std::vector<std::string>{"changed.jsonl", "r.jsonl"}));
}

TEST(TuneMerge, OfAllShardsIsTheWholeSweep) {
  const ScratchDir dir;
  const std::string whole = dir.path("whole.jsonl");
  const Outcome unsharded = swept({"--results", whole});
  std::vector<std::string> merge = {"merge", "--results", dir.path("merged.jsonl")};
  long lines = 0;
  for (const std::string shard : {"3", "1", "2"}) {
    const std::string file = dir.path("shard" + shard + ".jsonl");
    EXPECT_EQ(swept({"--results", file, "--shard", shard + "/3"}).status, 0);
    lines += line_count(read_file(file)) - 1;
    merge.push_back(file);
  }
  EXPECT_EQ(lines, 16) << "each point is in one shard";
  const Outcome merged = run_tool(merge);
  EXPECT_EQ(merged.status, 0) << text(merged);
  EXPECT_EQ(merged.out, unsharded.out);
  EXPECT_EQ(read_file(dir.path("merged.jsonl")), read_file(whole));
  for (const std::string format : {"--csv", "--json", "--svg"}) {
    EXPECT_EQ(run_tool({"merge", dir.path("merged.jsonl"), format}).out, swept({format}).out) << format;
  }
  // Points that are there twice and agree are one.
  EXPECT_EQ(run_tool({"merge", whole, dir.path("shard2.jsonl")}).out, unsharded.out);
}

TEST(TuneMerge, OverwritesNothingElse) {
  const ScratchDir dir;
  const std::string first = dir.path("first.jsonl");
  const std::string second = dir.path("second.jsonl");
  ASSERT_EQ(swept({"--results", first, "--shard", "1/2"}).status, 0);
  ASSERT_EQ(swept({"--results", second, "--shard", "2/2"}).status, 0);
  const std::string notes = dir.write("notes.txt", "mine\n");
  expect_refused(run_tool({"merge", first, second, "--results", notes}), {"notes.txt: not a results file"});
  EXPECT_EQ(read_file(notes), "mine\n");
  expect_refused(run_tool({"merge", first, second, "--results", first}), {"first.jsonl: contains a different sweep"});
  const std::string all = dir.path("all.jsonl");
  for (int again = 0; again < 2; ++again) EXPECT_EQ(run_tool({"merge", first, second, "--results", all}).status, 0);
  expect_refused(run_tool({"merge", first, "--results", all}), {"all.jsonl: has results for point", "merge it, too"});
  expect_refused(run_tool({"merge", first, second, "--results", all, "-o", all}), {"--results and -o name the same"});
  expect_refused(swept({"--results", dir.path("x"), "-o", dir.path("x")}), {"--results and -o name the same"});
}

TEST(TuneResults, OnlyTheTableHasRowsToCount) {
  for (const std::string format : {"--csv", "--json", "--svg"}) {
    expect_refused(swept({"--top", "1", format}), {"--top", format});
  }
  expect_refused(run_tool({"show", "gemm", "--dot", "--trips", "3"}), {"--trips", "--dot"});
}

TEST(TuneMerge, SaysWhichPointsAreMissing) {
  const ScratchDir dir;
  const std::string first = dir.path("first.jsonl");
  ASSERT_EQ(swept({"--results", first, "--shard", "1/3"}).status, 0);
  const Outcome merged = run_tool({"merge", first, "--results", dir.path("merged.jsonl")});
  EXPECT_EQ(merged.status, 5) << text(merged);
  EXPECT_NE(merged.err.find("10 of 16 points are missing, for example point 1 (tile=64x128x64 slots=3)"),
            std::string::npos)
      << merged.err;
  EXPECT_NE(merged.out.find("6 of 16 points"), std::string::npos) << merged.out;
  // What is merged so far is a sweep that can be gone on with.
  const Outcome rest = swept({"--results", dir.path("merged.jsonl")});
  EXPECT_EQ(rest.status, 0) << text(rest);
  EXPECT_EQ(rest.out, swept({}).out);
}

TEST(TuneMerge, RefusesWhatDoesNotBelongTogether) {
  const ScratchDir dir;
  const std::string one = dir.path("one.jsonl");
  const std::string two = dir.path("two.jsonl");
  ASSERT_EQ(swept({"--results", one, "--shard", "1/2"}).status, 0);
  ASSERT_EQ(run_tool({"tune", "gemm", "--vary", "slots=2,3", "--results", two}).status, 0);
  expect_refused(run_tool({"merge", one, two}), {"two.jsonl", "a different sweep than", "one.jsonl", "vary"});
  std::string changed = read_file(one);
  changed.replace(changed.find("\"cycles\":"), 9, "\"cycles\":1");
  expect_refused(run_tool({"merge", one, dir.write("changed.jsonl", changed)}), {"different results for point 0"});
  changed.replace(changed.find("\"point\":2"), 9, "\"point\":3");
  expect_refused(run_tool({"merge", dir.write("changed.jsonl", changed)}), {"line 3", "point 3"});
  expect_refused(run_tool({"merge", dir.path("nowhere.jsonl")}), {"nowhere.jsonl"});
  expect_refused(run_tool({"merge"}), {"files"});
  expect_refused(run_tool({"merge", reference_path("ping_pong_bf16_csp")}), {"takes results files of `tune`"});
}

}  // namespace
}  // namespace stretto::cli
