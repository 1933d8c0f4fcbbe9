// `stretto pipeline`: what it lists, prints and refuses.
#include <gtest/gtest.h>

#include "tool.hpp"

namespace stretto::cli {
namespace {

TEST(Pipeline, WithoutALoopListsLoopsAndTargets) {
  const Outcome outcome = run_tool({"pipeline"});
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  const std::vector<std::string> words = {"gemm", "flash_attention", "reduction", "copy", "h200", "h100", "b200",
                                          "a100", "mi300x",          "mi355x"};
  expect_words(outcome.out, words);
  expect_words(run_tool({"list"}).out, words);
}

TEST(Pipeline, SaysWhatALoopIsWorth) {
  const Outcome outcome = run_tool({"pipeline", "gemm"});
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  EXPECT_EQ(outcome.err, "");
  expect_words(outcome.out,
               {"gemm 128x256x64 bf16 on H200 (sm_90a)", "II 1024 cycles, optimal: unit tensor", "verdict proven",
                "shared memory 147456 of 232448 bytes", "3 slots of 16384 bytes", "signals free    priced", "100%",
                "producer, 1 wave", "consumer, 2 waves", "  kernel\n", "  epilogue\n",
                "await empty(A, B)[i % 3], parity (i / 3 + 1) % 2", "arrive full(A, B)[i % 3], expecting 49152 bytes",
                "wait mma until 1 pending", "steady state, signals priced", "cycles/trip"});
}

TEST(Pipeline, EveryLoopOnEveryTargetByName) {
  for (const std::string target : {"h200", "H100", "b200", "a100", "mi300x", "MI355X"}) {
    for (const std::string loop : {"gemm", "reduction", "copy"}) {
      const Outcome outcome = run_tool({"pipeline", loop, "--target", target});
      EXPECT_EQ(outcome.status, 0) << text(outcome);
      expect_words(outcome.out, {"verdict proven", "optimal"});
    }
  }
}

TEST(Pipeline, TheSameFactsInJson) {
  const Outcome outcome = run_tool({"pipeline", "flash_attention", "--format", "json"});
  ASSERT_EQ(outcome.status, 0) << text(outcome);
  const Json out = Json::parse(outcome.out);
  EXPECT_EQ(out["loop"], "flash_attention");
  EXPECT_EQ(out["target"], "H200");
  EXPECT_EQ(out["verdict"], "proven");
  EXPECT_EQ(out["status"], "optimal");
  EXPECT_EQ(out["reason"], "recurrence");
  EXPECT_EQ(out["ii"], out["lower_bound"]);
  EXPECT_GE(out["time"]["priced"]["cycles"], out["time"]["free"]["cycles"]);
  EXPECT_GT(out["time"]["priced"]["utilisation"]["tensor"], 0.5);
  EXPECT_EQ(out["roles"].size(), 2u);
  const Json& consumer = out["roles"][1];
  EXPECT_EQ(consumer["name"], "consumer");
  EXPECT_EQ(consumer["waves"], 2);
  bool leaves_one = false;
  for (const Json& step : consumer["kernel"]) {
    leaves_one = leaves_one || (step["kind"] == "wait" && step["counter"] == "mma" && step["count"] == 1);
  }
  EXPECT_TRUE(leaves_one);
  EXPECT_FALSE(out["buffers"].empty());
  EXPECT_FALSE(out["phase_barriers"].empty());
}

TEST(Pipeline, TakesTileTypeSlotsAndPersistence) {
  const Outcome tile = run_tool({"pipeline", "gemm", "--tile", "128x128x64"});
  EXPECT_EQ(tile.status, 0) << text(tile);
  expect_words(tile.out, {"gemm 128x128x64 bf16", "II 512 cycles"});
  const Outcome type = run_tool({"pipeline", "gemm", "--type", "fp8", "--target", "b200"});
  EXPECT_EQ(type.status, 0) << text(type);
  expect_words(type.out, {" fp8 on B200", "verdict proven"});
  const Outcome slots = run_tool({"pipeline", "gemm", "--slots", "1"});
  EXPECT_EQ(slots.status, 0) << text(slots);
  expect_words(slots.out, {"1 slot of 16384 bytes", "verdict proven"});
  const Outcome persistent = run_tool({"pipeline", "gemm", "--persistent"});
  EXPECT_EQ(persistent.status, 0) << text(persistent);
  expect_words(persistent.out, {"persistent", "verdict proven"});
  const Outcome bytes = run_tool({"pipeline", "copy", "--tile", "8192"});
  EXPECT_EQ(bytes.status, 0) << text(bytes);
  expect_words(bytes.out, {"copy 8192"});
}

TEST(Pipeline, ClustersSayWhatGoesToTheOtherWorkgroup) {
  const Outcome outcome = run_tool({"pipeline", "gemm", "--cluster", "2"});
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  expect_words(outcome.out, {"clusters of 2", "II 1024 cycles", "verdict proven", "workgroup 0 of 2",
                             "writes part 0 of B[i % 3] (bytes)", "writes part 0 of B[i % 3] of workgroup 1 (bytes)",
                             "arrive empty(A, B)[i % 3] of workgroup 1", "1024"});
  const Outcome json = run_tool({"pipeline", "gemm", "--cluster", "2", "--format", "json"});
  ASSERT_EQ(json.status, 0) << text(json);
  const Json out = Json::parse(json.out);
  EXPECT_EQ(out["cluster"], 2);
  EXPECT_EQ(out["roles"].size(), 2u);
  EXPECT_EQ(out["phase_barriers"].size(), 2u);
  EXPECT_EQ(out["phase_barriers"][1]["arrivals"], 4);
}

TEST(Pipeline, WritesToAFile) {
  const ScratchDir scratch;
  const Outcome outcome = run_tool({"pipeline", "copy", "-o", scratch.path("out.txt")});
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  EXPECT_EQ(outcome.out, "");
  expect_words(read_file(scratch.path("out.txt")), {"verdict proven"});
}

TEST(PipelineRefuses, WhatItDoesNotKnow) {
  expect_refused(run_tool({"pipeline", "sort"}), {"sort", "gemm"});
  expect_refused(run_tool({"pipeline", "gemm", "--target", "z80"}), {"z80", "h200"});
  expect_refused(run_tool({"pipeline", "gemm", "--type", "int4"}), {"int4"});
  expect_refused(run_tool({"pipeline", "gemm", "--format", "yaml"}), {"yaml"});
  expect_refused(run_tool({"pipeline", "gemm", "--frobnicate"}), {"--frobnicate"});
  expect_refused(run_tool({"pipeline", "gemm", "copy"}), {"copy"});
}

TEST(PipelineRefuses, BadTilesAndSlots) {
  expect_refused(run_tool({"pipeline", "gemm", "--tile", "128"}), {"three numbers"});
  expect_refused(run_tool({"pipeline", "gemm", "--tile", "128x256"}), {"three numbers"});
  expect_refused(run_tool({"pipeline", "gemm", "--tile", "axbxc"}), {"axbxc"});
  expect_refused(run_tool({"pipeline", "gemm", "--tile", "128x256x"}), {"128x256x"});
  expect_refused(run_tool({"pipeline", "gemm", "--tile", "0x256x64"}), {"from 1"});
  expect_refused(run_tool({"pipeline", "gemm", "--tile", "99999999999x256x64"}), {"tile"});
  expect_refused(run_tool({"pipeline", "copy", "--tile", "1x2x3"}), {"one number"});
  expect_refused(run_tool({"pipeline", "gemm", "--slots", "0"}), {"slots"});
  expect_refused(run_tool({"pipeline", "gemm", "--slots", "100"}),
                 {"need at least 4915200 bytes of shared memory, and there are 232448", "\"B\" 3276800 in 100 slots",
                  "fewer slots (--slots"});
}

TEST(PipelineRefuses, WhatTheTargetCannotRun) {
  expect_refused(run_tool({"pipeline", "gemm", "--target", "a100", "--type", "fp8"}), {"target_lacks", "\"multiply\""});
  expect_refused(run_tool({"pipeline", "copy", "--type", "fp8"}), {"type", "copy"});
  expect_refused(run_tool({"pipeline", "gemm", "--target", "a100", "--cluster", "2"}), {"target_has_no_clusters"});
  expect_refused(run_tool({"pipeline", "gemm", "--cluster", "9"}), {"cluster"});
  expect_refused(run_tool({"pipeline", "gemm", "--tile", "512x512x32"}), {"registers_exceeded", "buffer \"C\""});
  expect_refused(run_tool({"pipeline", "flash_attention", "--target", "a100"}),
                 {"storage_exceeds_capacity", "bytes of registers per wave", "operands of \"scores\"",
                  "declare \"parts\": 0 for \"K\", \"V\""});
}

TEST(Pipeline, GroupsHaveTheSameNamesEverywhere) {
  const Outcome text_of = run_tool({"pipeline", "flash_attention", "--groups", "2"});
  EXPECT_EQ(text_of.status, 0) << text(text_of);
  expect_words(text_of.out,
               {"\nconsumer 0, ", "\nconsumer 1, ", "\nrole consumer 1: working", "\nrole consumer 0 waits "});
  const Json roles =
      Json::parse(run_tool({"pipeline", "flash_attention", "--groups", "2", "--format", "json"}).out)["roles"];
  EXPECT_EQ(roles[1]["name"], "consumer 0");
  const Outcome explained = run_tool({"explain", "flash_attention", "--groups", "2", "consumer 1:kernel[1]"});
  EXPECT_EQ(explained.status, 0) << text(explained);
  EXPECT_EQ(explained.out.find("steady state: consumer waits"), std::string::npos) << explained.out;
}

}  // namespace
}  // namespace stretto::cli
