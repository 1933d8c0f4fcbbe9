// Hostile input: large, deep, with control characters, or with values that would be ignored.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>

#include "compiled_file.hpp"
#include "tool.hpp"

namespace stretto::cli {
namespace {

TEST(Limits, ALargeFileIsRefusedWithoutReadingIt) {
  const ScratchDir dir;
  for (const std::string name : {"large.json", "large.jsonl"}) {
    const std::string file = dir.write(name, "{");
    std::filesystem::resize_file(file, 200'000'000);
    std::vector<std::vector<std::string>> commands = {{"show", file}};
    if (name == "large.json") {
      commands = {{"pipeline", file}, {"compile", file}, {"verify", file}, {"execute", file},
                  {"show", file},     {"explain", file}, {"diff", file},   {"tune", file, "--vary", "slots=2"},
                  {"plan", file},     {"audit", file}};
    } else {
      commands = {{"schedule", file}, {"show", file}, {"merge", file}};
    }
    for (const std::vector<std::string>& command : commands) {
      const Outcome outcome = run_tool(command);
      expect_refused(outcome, {file, command.front() == "merge" ? "not a results file" : "larger than 64 MiB"});
      EXPECT_LT(outcome.seconds, 1.0) << command.front();
    }
  }
}

TEST(Limits, EveryCommandRefusesEveryBrokenInput) {
  const ScratchDir dir;
  const std::vector<std::string> files = {
      dir.write("empty", ""),
      dir.write("blank", " \n\t\n"),
      dir.write("truncated.json", R"({"name": "x", "ops": [)"),
      dir.write("binary", std::string("\x7f\x00\xff\xfe\x01{}", 7)),
      dir.write("latin.json", "{\"name\": \"\xe9\xff\"}"),
      dir.write("twice.json", R"({"name": "x", "name": "y"})"),
      dir.write("number.json", "12345"),
      dir.write("null.json", "null"),
      dir.write("list.json", "[1, 2]"),
      dir.write("overflow.json", R"({"name": 1e400})"),
      dir.path(""),
      dir.path("missing.json"),
  };
  for (const std::string& file : files) {
    for (const std::vector<std::string>& command :
         std::vector<std::vector<std::string>>{{"compile", file},
                                               {"verify", file},
                                               {"execute", file},
                                               {"audit", file},
                                               {"schedule", file},
                                               {"pipeline", file},
                                               {"plan", file},
                                               {"show", file},
                                               {"explain", file},
                                               {"diff", file, "gemm"},
                                               {"diff", "gemm", file},
                                               {"tune", file, "--vary", "slots=2"},
                                               {"merge", file}}) {
      SCOPED_TRACE(command.front() + " " + file);
      const std::string out = dir.path("out");
      std::vector<std::string> written = command;
      written.insert(written.end(), {"-o", out});
      const Outcome outcome = run_tool(written);
      expect_refused(outcome, {file});
      EXPECT_EQ(outcome.out, "");
      EXPECT_FALSE(std::filesystem::exists(out));
      EXPECT_LT(outcome.seconds, 1.0);
    }
  }
}

TEST(Limits, DeepNestingIsRefused) {
  const ScratchDir dir;
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "{\"a\":[";
  expect_refused(run_tool({"pipeline", dir.write("deep.json", deep)}), {"deep.json", "nested deeper than 64"});
}

constexpr double soon = sanitized ? 50.0 : 5.0;

/// The seconds of CPU time that the tool takes to refuse a file of this text.
double seconds_to_refuse(const std::string& content, const std::vector<std::string>& words,
                         const std::string& command) {
  const ScratchDir dir;
  const Outcome outcome = run_tool({command, dir.write("many.json", content)});
  expect_refused(outcome, words);
  return outcome.seconds;
}

// Each of these is read, or refused, in a time that is proportional to its size.
TEST(Limits, AFileWithManyValuesIsRefusedSoon) {
  constexpr int many = sample(300'000);
  std::string keys = "{\"name\": \"x\"";
  std::string roles = R"({"roles": [{"name": "r", "kernel": [)";
  std::string parameters = R"({"roles": [], "parameters": {"a": 1)";
  std::string places = R"({"roles": [{"name": "r", "kernel": [{"consume": "x", "reads": [")";
  for (int i = 0; i < many; ++i) {
    const std::string number = std::to_string(i);
    keys += ", \"k" + number + "\": 0";
    roles += R"({"consume": "x", "reads": "b)" + number + "\"}, ";
    parameters += ", \"p" + number + "\": 0";
    places += "b" + number + "\", \"";
  }
  const struct {
    std::string content;
    std::vector<std::string> words;
  } files[] = {{keys + "}", {"many.json"}},
               {keys + ", \"k7\": 1}", {"many.json: k7: duplicate key"}},
               {roles + "{}]}]}", {"many.json: roles[0].kernel[0].reads: unknown buffer"}},
               {parameters + "}}", {"many.json: roles: must contain at least one role"}},
               {places + "\"]}]}]}",
                {"many.json: roles[0].kernel[0].reads", std::to_string(many + 1) + " values; at most 1024"}}};
  for (const auto& file : files) {
    EXPECT_LT(seconds_to_refuse(file.content, file.words, "verify"), soon) << file.content.substr(0, 60);
  }
}

TEST(Limits, AFileWithTooManyValuesIsRefused) {
  std::string zeros = "[";
  for (int i = 0; i < sample(20'000'000); ++i) zeros += "0,";
  for (const std::string command : {"verify", "pipeline", "schedule"}) {
    EXPECT_LT(seconds_to_refuse(zeros + "0]", {"many.json", "more than 1000000 values"}, command), soon);
  }
  std::string lines;
  for (int i = 0; i < 1'100'000; ++i) lines += "0\n";
  EXPECT_LT(seconds_to_refuse(lines, {"many.json line 1000001: more than 1000000 values"}, "schedule"), soon);
}

TEST(Limits, ADuplicateKeyIsNamedByItsPlace) {
  const ScratchDir dir;
  expect_refused(run_tool({"pipeline", dir.write("twice.json", R"({"ops": [0, {"a": [[], {"b": 1, "b": 2}]}]})")}),
                 {"twice.json: ops[1].a[1].b: duplicate key"});
}

TEST(Limits, MessagesAreShortAndPrintable) {
  const ScratchDir dir;
  const std::string key = "a\\u001b[31m" + std::string(100'000, 'x');
  const Outcome outcome = run_tool({"pipeline", dir.write("key.json", "{\"ops\": [], \"" + key + "\": 1}")});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_LT(outcome.err.size(), 5000U);
  EXPECT_EQ(outcome.err.find('\x1b'), std::string::npos);
  const Outcome not_json = run_tool({"compile", dir.write("bad.json", "{\"" + std::string(100'000, 'y') + "\x1b")});
  EXPECT_EQ(not_json.status, 2);
  EXPECT_LT(not_json.err.size(), 5000U);
  EXPECT_EQ(not_json.err.find('\x1b'), std::string::npos);
  const Outcome path = run_tool({"pipeline", dir.path("no\x1b[2Jfile")});
  EXPECT_EQ(path.err.find('\x1b'), std::string::npos) << path.err;
}

TEST(Limits, MessagesAboutTheCommandLineAreShortAndPrintable) {
  const std::string strange = "\x1b[31m\xff" + std::string(100'000, 'x');
  const std::string file = reference_path("single_buffer_k2_4x4x2_16x16");
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{strange},
                                             {"show", "--" + strange},
                                             {"show", "gemm", "--target", strange},
                                             {"show", "gemm", "--tile", strange},
                                             {"help", strange},
                                             {"list", strange},
                                             {"execute", file, "--trips", strange},
                                             {"tune", "gemm", "--vary", strange}}) {
    const Outcome outcome = run_tool(command);
    expect_refused(outcome, {"stretto: error: "});
    EXPECT_LT(outcome.err.size(), 5000U) << command.front();
    EXPECT_EQ(outcome.err.find('\x1b'), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.err.find('\xff'), std::string::npos) << outcome.err;
  }
}

TEST(Limits, ARefusedNameIsPrintable) {
  const ScratchDir dir;
  const Outcome outcome = run_tool({"verify", dir.write("name.json", R"({"name": "a\u001b[31m", "kernel": []})")});
  expect_refused(outcome, {"name.json", "\\u001b"});
  EXPECT_EQ(outcome.err.find('\x1b'), std::string::npos) << outcome.err;
}

// A path is part of every picture.
TEST(Limits, PathsArePrintableInPictures) {
  const ScratchDir dir;
  const std::string file = dir.path("a\xff\x1b[31m.json");
  std::filesystem::copy_file(std::string(STRETTO_EXAMPLE_CASES) + "/single_buffer.json", file);
  for (const std::string format : {"--json", "--svg", "--html", "--dot", "--trace"}) {
    const Outcome outcome = run_tool({"show", file, format});
    EXPECT_EQ(outcome.status, 0) << format << text(outcome);
    EXPECT_EQ(outcome.out.find('\x1b'), std::string::npos) << format;
    EXPECT_EQ(outcome.out.find('\xff'), std::string::npos) << format;
  }
}

TEST(Limits, EveryRefusalNamesTheFile) {
  const ScratchDir dir;
  Json changed = ping_pong_case();
  at_path(changed, "params.pipeline_overrides.depth") = 0;
  expect_refused(run_tool({"compile", dir.write("case.json", changed.dump())}), {"case.json: ", "depth_below_one"});
  Json loop = Json::parse(run_tool({"pipeline", "gemm", "--format", "loop"}).out);
  loop["buffers"][0]["bytes"] = 1'000'000'000;
  const std::string file = dir.write("loop.json", loop.dump());
  for (const std::string command : {"pipeline", "plan", "show", "explain", "diff"}) {
    expect_refused(run_tool({command, file}), {"loop.json: ", "gemm on H200"});
  }
  const std::string graphs = std::string(STRETTO_LOOPS) + "/origami.jsonl";
  expect_refused(run_tool({"explain", graphs, "nothing", "--loop", "0"}), {"origami.jsonl: ", "unknown op"});
}

/// A loop graph whose op has a control character in its name.
const char* const strange_names = R"({"name": "strange", "resources": [{"name": "r\u001b[31m", "limit": 1, "latency": 1,
 "occupancy": 1}], "ops": [["a\u0007\u009bb", 0]], "edges": []})";

/// `show` draws the file in every form, and none of them has one of these characters.
template <class Characters>
void expect_no_picture_has(const std::string& file, const Characters& characters) {
  for (const std::vector<std::string>& format :
       std::vector<std::vector<std::string>>{{}, {"--svg"}, {"--html"}, {"--dot"}, {"--json"}, {"--trace"}}) {
    std::vector<std::string> command = {"show", file};
    command.insert(command.end(), format.begin(), format.end());
    const Outcome outcome = run_tool(command);
    EXPECT_EQ(outcome.status, 0) << text(outcome);
    for (const auto& one : characters) {
      EXPECT_EQ(outcome.out.find(one), std::string::npos) << testing::PrintToString(command);
    }
  }
}

TEST(Limits, ControlCharactersAreEscapedInEveryPicture) {
  const ScratchDir dir;
  std::string line = strange_names;
  std::erase(line, '\n');
  const std::string file = dir.write("strange.jsonl", line);
  expect_no_picture_has(file, std::array{"\x1b", "\x07", "\xc2\x9b"});
}

/// Characters that change the direction of text, or have no width. A name with them may look like another one.
TEST(Limits, InvisibleCharactersAreEscapedInEveryPicture) {
  const ScratchDir dir;
  const std::string invisible[] = {"\u202e", "\u2066", "\u200e", "\u200f", "\u200b",     "\u061c",
                                   "\u2028", "\ufeff", "\u00ad", "\u2060", "\U000e0041", "\U0001d173"};
  std::string name;
  for (const std::string& one : invisible) name += "a" + one;
  const std::string line = R"({"name": "graph", "resources": [{"name": ")" + name +
                           R"(", "limit": 1, "latency": 1, "occupancy": 1}], "ops": [[")" + name +
                           R"(", 0]], "edges": []})";
  const std::string file = dir.write("strange" + invisible[0] + ".jsonl", line);
  expect_no_picture_has(file, invisible);
  const Outcome refused = run_tool(
      {"pipeline", dir.write("loop.json", "{\"name\": \"x\", \"ops\": [], \"buffers\": [], \"" + name + "\": 1}")});
  expect_refused(refused, {"a\\u202ea\\u2066a\\u200e"});
  for (const std::string& one : invisible) EXPECT_EQ(refused.err.find(one), std::string::npos) << refused.err;
  expect_refused(run_tool({"pipeline", dir.write("named.json", R"({"ops": [], "name": "a\u202eb"})")}),
                 {"named.json: name: \"a\\u202eb\"", "cannot be seen"});
}

TEST(Limits, EmptyNumbersOfAListAreRefused) {
  const std::string file = reference_path("single_buffer_k2_4x4x2_16x16");
  for (const std::string trips : {"1,,2", ",1", "1,", "", "-1", "1;2", "1001", "99999999999"}) {
    expect_refused(run_tool({"execute", file, "--trips", trips, "--seeds", "1"}), {"--trips"});
  }
  EXPECT_EQ(run_tool({"execute", file, "--trips", "1,2", "--seeds", "1"}).status, 0);
}

TEST(Limits, AnEntryOutOfItsSlotIsRefused) {
  Json file = reference_file("single_buffer_k2_4x4x2_16x16");
  std::swap(file["kernel"][1]["slot"], file["kernel"][2]["slot"]);
  expect_refused(verify(file), {"kernel[2].slot", "order of the list"});
}

TEST(Limits, TheTileOfACaseMustGiveItsCounts) {
  Json file = reference_file("ping_pong_bf16_csp");
  const Json input = {{"name", file["name"]}, {"schedule", file["schedule"]}, {"params", file["params"]}};
  EXPECT_EQ(run_on(input, {"compile"}).status, 0);
  Json changed = input;
  changed["params"]["kernel"]["block"][0] = 512;
  expect_refused(run_on(changed, {"compile"}), {"params.kernel", "gives target.vm_per_load_b 1, not 2"});
  changed = input;
  changed["params"]["kernel"]["blok"] = 1;
  expect_refused(run_on(changed, {"compile"}), {"params.kernel.blok", "did you mean block?"});
}

// A large interval takes no longer than a small one.
TEST(Limits, AnOpOfALongIntervalIsExplained) {
  const ScratchDir dir;
  const std::string file = dir.write(
      "long.jsonl", R"({"name": "long", "resources": [{"name": "r", "limit": 1, "latency": 0, "occupancy": 1048576}], )"
                    R"("ops": [["a", 0], ["b", 0], ["c", 0]], "edges": []})");
  const std::string starts =
      dir.write("starts.jsonl", R"({"name": "long", "ii": 1073741824, "starts": [0, 1048576, 2097152]})");
  const Outcome outcome = run_tool({"explain", file, "a", "--starts", starts});
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  expect_words(outcome.out, {"can start up to 1070596096 cycles earlier or 1073741823 later"});
}

TEST(Limits, OpsOfOneIterationThatWaitForEachOtherAreRefused) {
  const ScratchDir dir;
  const std::string file = dir.write(
      "cycle.jsonl",
      R"({"name": "cycle", "resources": [{"name": "r", "limit": null, "latency": 0, "occupancy": 0}], )"
      R"("ops": [["a", 0], ["b", 0], ["c", 0]], "edges": [["a", "b", 0, 0], ["b", "c", 0, 0], ["c", "b", 0, 0]]})");
  for (const std::string command : {"schedule", "show"}) {
    expect_refused(run_tool({command, file}),
                   {"cycle.jsonl line 1", "same_iteration_cycle", "\"b\" -> \"c\" -> \"b\""});
  }
}

}  // namespace
}  // namespace stretto::cli
