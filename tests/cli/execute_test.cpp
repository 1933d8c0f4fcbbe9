// `stretto execute`: the numbers that come out, and the words for those that are wrong.
#include <algorithm>

#include <gtest/gtest.h>

#include "compiled_file.hpp"

namespace stretto::cli {
namespace {

TEST(Execute, TheSingleBufferIsRight) {
  const Outcome outcome = run_tool({"execute", reference_path("single_buffer_k2_4x4x2_16x16"), "--seeds", "50"});
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  for (const char* part : {"registers interlocked, 0 trips: correct with 50 seeds\n", ", 3 trips: correct"}) {
    EXPECT_NE(outcome.out.find(part), std::string::npos) << text(outcome);
  }
}

TEST(Execute, TheRaceOfThePingPongShows) {
  const Outcome outcome = run_tool({"execute", reference_path("ping_pong_bf16_csp"), "--trips", "0,1"});
  EXPECT_EQ(outcome.status, 4) << text(outcome);
  EXPECT_NE(outcome.out.find("0 trips: correct"), std::string::npos) << text(outcome);
  EXPECT_NE(outcome.out.find("1 trip: wrong result with seed "), std::string::npos) << text(outcome);
  EXPECT_NE(outcome.out.find("first wrong at wave "), std::string::npos) << text(outcome);
}

TEST(Execute, TripsMayPrecedeTheFile) {
  const Outcome outcome = run_tool({"execute", "--trips", "2", reference_path("single_buffer_k2_4x4x2_16x16")});
  EXPECT_EQ(outcome.status, 0) << text(outcome);
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1) << text(outcome);
}

TEST(Execute, BothReadings) {
  const std::string path = reference_path("single_buffer_k2_4x4x2_16x16");
  EXPECT_EQ(run_tool({"execute", path, "--registers", "interlocked"}).status, 0);
  EXPECT_EQ(run_tool({"execute", path, "--registers", "explicit"}).status, 4);
  const Outcome both = run_tool({"execute", path, "--registers", "both"});
  EXPECT_EQ(both.status, 4) << text(both);
  EXPECT_NE(both.out.find("registers explicit, 0 trips: wrong result"), std::string::npos) << text(both);
}

TEST(Execute, WavesThatWaitForEachOther) {
  Json file = reference_file("ping_pong_bf16_csp");
  file["warp_stagger_index"] = 1000;
  const Outcome outcome = run_on(file, {"execute"});
  EXPECT_EQ(outcome.status, 4) << text(outcome);
  EXPECT_NE(outcome.out.find("deadlock with seed 0: wave 0, "), std::string::npos) << text(outcome);
}

TEST(Execute, WhatIsTooLargeToRun) {
  Json file = reference_file("four_wave_bf16_256x256x64");
  for (const char* section : {"prologue", "kernel", "epilogue"}) {
    for (Json& entry : file[section]) {
      if (entry["op"]["tag"] == "LOAD_A") entry["op"]["vm_cost"] = 30000;
    }
  }
  expect_refused(run_on(file, {"execute"}), {"too large"});
}

TEST(Execute, BadUsage) {
  const std::string input = reference_path("ping_pong_bf16_csp");
  const BadCommand cases[] = {
      {{"execute"}, "file"},
      {{"execute", input, "--seeds", "0"}, "--seeds"},
      {{"execute", input, "--trips", "-1"}, "--trips"},
      {{"execute", input, "--trips", "1,many"}, "--trips"},
      {{"execute", input, "--registers", "magic"}, "magic"},
      {{"verify"}, "file"},
      {{"verify", input, "--registers", "magic"}, "magic"},
      {{"verify", input, "--format", "yaml"}, "yaml"},
      {{"compile", input, "--sync", "magic"}, "magic"},
      {{"compile", input, "--verify", "as_declared"}, "as_declared"},
  };
  for (const BadCommand& bad : cases) expect_refused(bad);
}

}  // namespace
}  // namespace stretto::cli
