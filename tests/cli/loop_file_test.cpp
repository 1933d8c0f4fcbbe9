// Loop files: what is written is read back, every command takes them, and every mistake is named with its path.
#include <gtest/gtest.h>

#include "tool.hpp"

namespace stretto::cli {
namespace {

const std::vector<std::string> all_targets = {"h200", "h100", "b200", "a100", "mi300x", "mi355x"};

/// A GEMM with parameters.
const char* const gemm_file = R"({
  // one K step
  "name": "my gemm",
  "target": "h200",
  "parameters": {"bm": 128, "bn": 256, "bk": 64, "b_bytes": "bn*bk*2"},
  "buffers": [
    {"name": "A", "space": "shared", "bytes": "bm*bk*2", "parts": 2},
    {"name": "B", "space": "shared", "bytes": "b_bytes"},
    {"name": "C", "space": "accumulator", "bytes": "bm*bn*4"}
  ],
  "ops": [
    {"name": "load A", "kind": "load", "writes": ["A"]},
    {"name": "load B", "kind": "load", "writes": ["B"]},
    {"name": "multiply", "kind": "multiply", "m": "bm", "n": "bn", "k": "bk", "dtype": "bf16",
     "reads": ["A", "B"], "accumulates": ["C"]}
  ]
})";

Json gemm_json() { return Json::parse(gemm_file, nullptr, true, true); }

Outcome pipeline_of(const Json& file, std::vector<std::string> options = {}) {
  const ScratchDir dir;
  options.insert(options.begin(), {"pipeline", dir.write("loop.json", file.dump())});
  return run_tool(options);
}

TEST(LoopFile, EveryBuiltInLoopIsWrittenAndReadBack) {
  const ScratchDir dir;
  for (const std::string& target : all_targets) {
    for (const std::string loop : {"gemm", "flash_attention", "reduction", "copy"}) {
      SCOPED_TRACE(loop + " on " + target);
      const Outcome direct = run_tool({"pipeline", loop, "--target", target, "--format", "json"});
      const std::string file = dir.path("loop.json");
      ASSERT_EQ(run_tool({"pipeline", loop, "--target", target, "--format", "loop", "-o", file}).status, 0);
      const Outcome read_back = run_tool({"pipeline", file, "--format", "json"});
      EXPECT_EQ(read_back.status, direct.status);  // attention does not fit every target
      EXPECT_EQ(read_back.out, direct.out);
      // A refusal also names the file.
      std::string refused = read_back.err;
      const std::size_t name = refused.find(file + ": ");
      if (name != std::string::npos) refused.erase(name, file.size() + 2);
      EXPECT_EQ(refused, direct.err);
    }
  }
}

TEST(LoopFile, OptionsOfTheCommandAreWritten) {
  const ScratchDir dir;
  for (const std::vector<std::string>& options : std::vector<std::vector<std::string>>{
           {"--persistent"}, {"--slots", "4"}, {"--cluster", "2"}, {"--type", "fp8"}, {"--tile", "128x128x64"}}) {
    std::vector<std::string> command = {"pipeline", "gemm", "--format", "json"};
    command.insert(command.end(), options.begin(), options.end());
    const Outcome direct = run_tool(command);
    command[3] = "loop";
    const std::string file = dir.write("loop.json", run_tool(command).out);
    EXPECT_EQ(run_tool({"pipeline", file, "--format", "json"}).out, direct.out) << options.front();
  }
}

TEST(LoopFile, IsRefusedWithItsNamesWhereTheTargetAddsOps) {
  // On the target a gather is two ops: it reads its indices into registers first.
  const Json file = Json::parse(R"({
    "name": "gather", "target": "h200", "threads": 256,
    "roles": [{"name": "p", "waves": 1}, {"name": "c1", "waves": 1}, {"name": "c2", "waves": 1}],
    "buffers": [
      {"name": "idx", "space": "shared", "bytes": 1024},
      {"name": "tile", "space": "shared", "bytes": 16384},
      {"name": "x", "space": "registers", "bytes": 16384},
      {"name": "y", "space": "registers", "bytes": 16384}
    ],
    "ops": [
      {"name": "load idx", "kind": "load", "writes": ["idx"], "role": "p"},
      {"name": "gather", "kind": "load", "reads": ["idx"], "writes": ["tile"], "role": "p"},
      {"name": "first", "kind": "compute", "operations": 4096, "reads": ["tile"], "writes": ["x"], "role": "c1"},
      {"name": "second", "kind": "compute", "operations": 4096, "reads": ["x", {"buffer": "y", "distance": 1}], "writes": ["y"], "role": "c2"}
    ]
  })");
  expect_refused(pipeline_of(file), {"registers_of_another_role", R"(op "second"; buffer "x")"});
}

TEST(LoopFile, IsPlannedWithItsParameters) {
  const ScratchDir dir;
  const std::string file = dir.write("gemm.json", gemm_file);
  const Outcome whole = run_tool({"pipeline", file});
  EXPECT_EQ(whole.status, 0) << text(whole);
  EXPECT_NE(whole.out.find("my gemm on H200 (sm_90a)\nII 1024 cycles, optimal"), std::string::npos) << whole.out;
  const Outcome half = run_tool({"pipeline", file, "--set", "bn=128"});
  EXPECT_NE(half.out.find("my gemm bn=128 on H200 (sm_90a)\nII 512 cycles"), std::string::npos) << text(half);
  const Outcome elsewhere = run_tool({"pipeline", file, "--target", "b200"});
  EXPECT_NE(elsewhere.out.find("on B200"), std::string::npos) << text(elsewhere);
}

TEST(LoopFile, EveryCommandTakesIt) {
  const ScratchDir dir;
  const std::string file = dir.write("gemm.json", gemm_file);
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"show", file},
                                             {"show", file, "--set", "bn=128", "--svg"},
                                             {"explain", file, "consumer:kernel[1]"},
                                             {"diff", file, "--other-set", "bn=128"},
                                             {"diff", file, "gemm"},
                                             {"diff", file, "--other-persistent", "true", "--other-cluster", "1"},
                                             {"tune", file, "--vary", "bn=128,256", "--vary", "slots=2..3"},
                                             {"tune", file, "--vary", "slots=2,3", "--set", "bn=128"}}) {
    const Outcome outcome = run_tool(command);
    EXPECT_EQ(outcome.status, 0) << text(outcome);
    EXPECT_EQ(outcome.err, "");
  }
}

TEST(LoopFile, ShardsOfASweepAreMergedWithoutTheFile) {
  const ScratchDir dir;
  std::vector<std::string> shards;
  {
    const ScratchDir files;
    const std::string file = files.write("gemm.json", gemm_file);
    for (const std::string shard : {"1/2", "2/2"}) {
      shards.push_back(dir.path("shard" + shard.substr(0, 1) + ".jsonl"));
      const Outcome outcome =
          run_tool({"tune", file, "--vary", "bn=64,128,256", "--shard", shard, "--results", shards.back()});
      EXPECT_EQ(outcome.status, 0) << text(outcome);
    }
  }
  const Outcome merged = run_tool({"merge", shards[0], shards[1], "--json"});
  EXPECT_EQ(merged.status, 0) << text(merged);
  EXPECT_EQ(Json::parse(merged.out)["ranked"].size(), 3U) << merged.out;
}

TEST(LoopFile, ExplainListsTheEntries) {
  const ScratchDir dir;
  const Outcome outcome = run_tool({"explain", dir.write("gemm.json", gemm_file)});
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  for (const char* words : {"producer\n", "consumer\n", "  kernel[0] await", "epilogue[0]"}) {
    EXPECT_NE(outcome.out.find(words), std::string::npos) << words << " in\n" << outcome.out;
  }
}

TEST(LoopFile, PipelineSaysWhatWouldLowerTheInterval) {
  const Outcome outcome = run_tool({"pipeline", "copy", "--slots", "1", "--format", "json"});
  const Json changes = Json::parse(outcome.out)["changes"];
  ASSERT_FALSE(changes.empty());
  EXPECT_EQ(changes[0]["kind"], "slot");
  EXPECT_LT(changes[0]["ii"], Json::parse(outcome.out)["ii"]);
  EXPECT_NE(run_tool({"pipeline", "copy", "--slots", "1"}).out.find("one more slot of \"tile\": II "),
            std::string::npos);
}

TEST(LoopFile, SeveralLoopsInOne) {
  Json other = gemm_json();
  other["name"] = "other";
  const ScratchDir dir;
  const std::string file = dir.write("two.json", Json{{"loops", {gemm_json(), other}}}.dump());
  for (const std::string which : {"other", "1"}) {
    const Outcome outcome = run_tool({"pipeline", file, "--loop", which});
    EXPECT_NE(outcome.out.find("other on H200"), std::string::npos) << text(outcome);
    EXPECT_EQ(run_tool({"show", file, "--loop", which}).status, 0);
  }
  expect_refused(run_tool({"pipeline", file}), {"two.json", "--loop", "my gemm", "other"});
  expect_refused(run_tool({"pipeline", file, "--loop", "othr"}), {"two.json", "othr", "did you mean other?"});
  expect_refused(run_tool({"pipeline", dir.write("same.json", Json{{"loops", {other, other}}}.dump())}),
                 {"same.json: loops[1].name", "duplicate"});
}

TEST(LoopFile, TargetsAreNamesObjectsAndFiles) {
  Json file = gemm_json();
  file["target"] = {{"like", "h200"}, {"flops_bf16", "4096/2"}, {"limits", {{"shared_bytes", "200*1024"}}}};
  const Outcome object = pipeline_of(file);
  EXPECT_NE(object.out.find("on modified H200 (sm_90a)\nII 2048 cycles"), std::string::npos) << text(object);
  EXPECT_NE(object.out.find("of 204800 bytes"), std::string::npos) << object.out;
  const Outcome in_json = pipeline_of(file, {"--format", "json"});
  EXPECT_EQ(Json::parse(in_json.out)["declaration"]["target"].dump(),
            R"({"like":"h200","name":"modified H200","flops_bf16":2048,"limits":{"shared_bytes":204800}})");
  const ScratchDir dir;
  dir.write("gpu.json", file["target"].dump());
  file["target"] = "gpu.json";
  const Outcome other_file = run_tool({"pipeline", dir.write("loop.json", file.dump())});
  EXPECT_EQ(other_file.out, object.out) << text(other_file);
}

TEST(LoopFile, WhatPipelineWritesIsReadBack) {
  const ScratchDir dir;
  const std::string file = dir.path("pipe.json");
  ASSERT_EQ(run_tool({"pipeline", "flash_attention", "--format", "json", "-o", file}).status, 0);
  const Outcome shown = run_tool({"show", file});
  EXPECT_EQ(shown.status, 0) << text(shown);
  EXPECT_EQ(run_tool({"explain", file, "consumer:kernel[1]"}).status, 0);
  EXPECT_EQ(run_tool({"diff", file, "flash_attention"}).status, 0);
  const Outcome verified = run_tool({"verify", file});
  EXPECT_EQ(verified.status, 0) << text(verified);
  EXPECT_NE(verified.out.find("flash_attention on H200 (sm_90a): proven"), std::string::npos) << verified.out;
  EXPECT_EQ(Json::parse(run_tool({"verify", file, "--format", "json"}).out)["verdict"], "proven");
  // A change of anything but the declaration is noticed.
  Json changed = Json::parse(read_file(file));
  changed["roles"][1]["kernel"][0]["parity"] = "1";
  expect_refused(run_tool({"show", dir.write("changed.json", changed.dump())}),
                 {"changed.json", "differs from what its declaration produces", "roles[1].kernel[0].parity"});
  // So is a file of another version, by what is old in it.
  changed = Json::parse(read_file(file));
  changed["stretto"] = "0.0.1";
  expect_refused(run_tool({"show", dir.write("version.json", changed.dump())}),
                 {"version.json: written by version \"0.0.1\"; this is version", "stretto pipeline"});
  changed.erase("stretto");
  expect_refused(run_tool({"show", dir.write("no_version.json", changed.dump())}), {"does not name its version"});
  changed.erase("declaration");
  expect_refused(run_tool({"show", dir.write("bare.json", changed.dump())}),
                 {"has no \"declaration\"", "older version"});
  changed["agents"] = changed["roles"];
  expect_refused(run_tool({"verify", dir.write("agents.json", changed.dump())}),
                 {"agents: unknown key; it is called \"roles\" now: an older version wrote the file"});
  expect_refused(run_tool({"show", file, "--target", "h100"}), {"--target does not apply"});
}

struct Mistake {
  const char* pointer;  // where the file is changed
  const char* value;    // JSON; empty: removed
  std::vector<std::string> words;
};

const std::vector<Mistake>& mistakes() {
  static const std::vector<Mistake> all = {
      {"/name", "", {"name: required key is missing"}},
      {"/name", R"("a\u001bb")", {"name:", "\\u001b", "control character"}},
      {"/name", R"("")", {"name: must not be empty"}},
      {"/ops", "{}", {"ops: must be an array"}},
      {"/agents", "[]", {"agents: unknown key; it is called \"roles\" now"}},
      {"/ops/0/agent", R"("producer")", {"ops[0].agent: unknown key; it is called \"role\" now"}},
      {"/threds", "256", {"threds: unknown key; did you mean threads?"}},
      {"/threads", "0", {"threads: 0 is not from 1"}},
      {"/threads", "1.5", {"threads: must be a whole number"}},
      {"/threads", R"("2*")", {"threads:", "missing at the end", "2*"}},
      {"/threads", R"("7/2")", {"threads:", "7 / 2 is not a whole number"}},
      {"/threads", R"("1/0")", {"threads:", "division by zero"}},
      {"/threads", R"("9223372036854775807*2")", {"threads:", "does not fit 64 bits"}},
      {"/threads", R"("99999999999999999999")", {"threads:", "does not fit 64 bits"}},
      {"/threads", R"("bnn")", {"threads:", "unknown parameter \"bnn\"; did you mean bn?"}},
      {"/threads", R"x("((((((((((((((((((1))))))))))))))))))")x", {"threads:", "too many parentheses"}},
      {"/parameters", "[]", {"parameters: must be an object"}},
      {"/parameters/2x", "1", {"parameters.2x:", "does not begin with a digit"}},
      {"/parameters/late", R"("later")", {"parameters.late:", "unknown parameter \"later\""}},
      {"/parameters/spare", "3", {"parameters.spare: no expression uses this parameter; use it, or remove it"}},
      {"/target", R"("H20")", {"target: unknown target \"H20\"; did you mean h200?"}},
      {"/target", "3", {"target: must be the name"}},
      {"/target", R"({"flops_bf16": 1})", {"target.like: required key is missing"}},
      {"/target", R"({"like": "h200", "flops_bf61": 1})", {"target.flops_bf61: unknown key; did you mean flops_bf16?"}},
      {"/target", R"({"like": "h200", "wave_lanes": 0})", {"target.wave_lanes: 0 is not from 1"}},
      {"/target", R"({"like": "h200", "limits": {"x": 1}})", {"target.limits.x: unknown key"}},
      {"/target", R"({"like": "h200", "copies": "bulky"})", {"target.copies:", "did you mean bulk?"}},
      {"/target", R"("none.json")", {"none.json: cannot open"}},
      {"/options", R"({"persistant": true})", {"options.persistant: unknown key; did you mean persistent?"}},
      {"/options", R"({"barriers": "few"})", {"options.barriers:", "fewest"}},
      {"/options", R"({"persistent": 1})", {"options.persistent: must be true or false"}},
      {"/roles", R"([{"name": "r"}])", {"roles[0].waves: required key is missing"}},
      {"/roles", R"([{"name": "r", "waves": 1}, {"name": "r", "waves": 1}])", {"roles[1].name: duplicate name"}},
      {"/buffers/0/space", R"("shard")", {"buffers[0].space:", "did you mean shared?"}},
      {"/buffers/0/bytes", "", {"buffers[0].bytes: required key is missing"}},
      {"/buffers/0/bytes", R"("bm*100000000")", {"buffers[0].bytes:", "= 12800000000 is not from 1"}},
      {"/buffers/1/name", R"("A")", {"buffers[1].name: duplicate name \"A\""}},
      {"/buffers/0/in_place_of", R"("X")", {"buffers[0].in_place_of: no buffer \"X\""}},
      {"/buffers/1", R"({"name": "B", "in_place_of": "A", "bytes": 4})", {"buffers[1].bytes: does not apply"}},
      {"/ops/0/kind", R"("loda")", {"ops[0].kind:", "did you mean load?"}},
      {"/ops/0/m", "64", {"ops[0].m: applies only to an op of kind multiply"}},
      {"/ops/0/synchronous", "true", {"ops[0].synchronous: applies only to an op of kind multiply or store"}},
      {"/ops/2/multicast", "true", {"ops[2].multicast: applies only to an op of kind load"}},
      {"/ops/2/operations", "1", {"ops[2].operations: applies only to an op of kind compute"}},
      {"/ops/2/dtype", "", {"ops[2].dtype: required key is missing"}},
      {"/ops/2/dtype", R"("fp16")", {"ops[2].dtype:", "bf16, fp8"}},
      {"/ops/2/reads/1", R"("BB")", {"ops[2].reads[1]: no buffer \"BB\"; did you mean B?"}},
      {"/ops/2/reads/1", "7", {"ops[2].reads[1]: must be the name of a buffer, or"}},
      {"/ops/2/reads/1", R"({"buffer": "B"})", {"ops[2].reads[1].distance: required key is missing"}},
      {"/ops/0/writes/0", R"({"buffer": "A", "distance": 1})", {"ops[0].writes[0]: must be the name of a buffer"}},
      {"/ops/0/role", R"("producer")", {"ops[0].role: no role \"producer\"", "under \"roles\""}},
      {"/ops/0/tag", "200", {"ops[0].tag: 200 is not from 0 to 127"}},
      {"/ops/1/name", R"("load A")", {"ops[1].name: duplicate name"}},
  };
  return all;
}

TEST(LoopFile, EveryMistakeIsNamedWithItsPath) {
  for (const Mistake& mistake : mistakes()) {
    SCOPED_TRACE(std::string(mistake.pointer) + " " + mistake.value);
    Json file = gemm_json();
    const Json::json_pointer pointer(mistake.pointer);
    if (*mistake.value == '\0') {
      file[pointer.parent_pointer()].erase(pointer.back());
    } else {
      file[pointer] = Json::parse(mistake.value);
    }
    expect_refused(pipeline_of(file), mistake.words);
  }
}

TEST(LoopFile, AMisspeltKeyIsNamedRatherThanTheMissingOne) {
  Json file = gemm_json();
  file["buffer"] = file["buffers"];
  file.erase("buffers");
  expect_refused(pipeline_of(file), {"buffer: unknown key; did you mean buffers?"});
  Json extra = gemm_json();
  extra["colour"] = 1;
  expect_refused(pipeline_of(extra), {"colour: unknown key; valid keys: $schema, buffers, cluster,", "threads"});
}

TEST(LoopFile, ParametersThatNothingUsesAreNotVaried) {
  Json file = gemm_json();
  file["parameters"]["spare"] = 3;
  const ScratchDir dir;
  const std::string path = dir.write("loop.json", file.dump());
  expect_refused(run_tool({"tune", path, "--vary", "spare=1,2"}), {"loop.json: parameters.spare: no expression uses"});
}

TEST(LoopFile, AReplacedParameterStillUsesThoseOfItsDefault) {
  Json file = gemm_json();
  file["parameters"] = {{"bk", 64}, {"bm", 128},       {"bn", "bk*4"}, {"b_bytes", "bn*bk*2"},
                        {"one", 1}, {"waves", "one*4"}};
  file["threads"] = "waves*32";
  const Outcome outcome = pipeline_of(file, {"--set", "waves=8"});
  EXPECT_EQ(outcome.status, 0) << text(outcome);
}

TEST(LoopFile, OptionsThatAreVariedAreNamedAsTyped) {
  const ScratchDir dir;
  const std::string path = dir.write("loop.json", gemm_json().dump());
  expect_refused(run_tool({"tune", path, "--set", "bn=64", "--vary", "bn=64,128"}),
                 {"--set bn=64 cannot be combined with --vary bn"});
}

TEST(LoopFile, WhatTheTargetCannotRunIsRefusedByRule) {
  Json file = gemm_json();
  file["ops"].erase(1);
  expect_refused(pipeline_of(file), {"my gemm on H200", "buffer \"B\""});
}

}  // namespace
}  // namespace stretto::cli
