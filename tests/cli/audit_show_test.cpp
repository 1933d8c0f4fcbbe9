// stretto show and explain of compiled kernels.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "shown.hpp"

namespace stretto::cli {
namespace {

const std::string kernel_file = std::string(STRETTO_SOURCE_DIR) + "/examples/audit/two_buffers.s";
const std::string broken_file = std::string(STRETTO_SOURCE_DIR) + "/examples/audit/two_buffers_broken.s";
const std::string drained_file = std::string(STRETTO_SOURCE_DIR) + "/examples/audit/two_buffers_drained.s";

Json kernel_json(const std::string& path) { return shown_json({path, "--arg", "count=8"}); }

/// two_buffers.s with a passage replaced, in a file.
struct Changed {
  Changed(const std::string& old, const std::string& other) {
    std::string text = read_file(kernel_file);
    const std::size_t at = text.find(old);
    EXPECT_NE(at, std::string::npos) << old;
    path = dir.write("kernel.s", text.replace(at, old.size(), other));
  }
  ScratchDir dir;
  std::string path;
};

const Json* step_with(const Json& scene, const std::string& words) {
  const auto found = std::ranges::find_if(scene["steps"], [&](const Json& step) {
    return step["label"].get<std::string>().find(words) != std::string::npos && step["section"] == "kernel";
  });
  EXPECT_NE(found, scene["steps"].end()) << words;
  return found == scene["steps"].end() ? nullptr : &*found;
}

TEST(AuditShow, DrawsWavesLoadsAndTheirLines) {
  const std::string grid = shown({kernel_file, "--arg", "count=8"});
  expect_words(
      grid,
      {"two_buffers on MI355X (gfx950): proven, ", " cycles per trip",
       "for 2, 4, 6, ... executions of the loop at line 31, in workgroup (0, 0, 0); a trip is 2 executions",
       "\nmemory ", "\nLDS ", "\nwaves 0 to 3", "  passes", "\nin flight",
       "buffer_load_dwordx4: v1, s[8:11], s13 offen lds, line 35", "work: 12 instructions, lines 42 to 49, 31 to 34"});
}

TEST(AuditShow, HasEveryFormat) {
  expect_words(shown({kernel_file, "--arg", "count=8", "--svg"}),
               {"LDS 0 to 4095", "LDS 4096 to 8191", "waves 0 to 3"});
  expect_words(shown({kernel_file, "--arg", "count=8", "--html"}), {"ds_read_b128: v[4:7], v3, line 39", "</html>"});
  expect_words(shown({kernel_file, "--arg", "count=8", "--dot"}), {"flow through LDS bytes 1024 to 2047"});
  const Json trace = Json::parse(shown({kernel_file, "--arg", "count=8", "--trace"}));
  EXPECT_TRUE(std::ranges::any_of(trace["traceEvents"], [](const Json& event) { return event["ph"] == "s"; }));
}

TEST(AuditShow, EachBufferOfTheLdsIsOneRow) {
  const Json scene = kernel_json(kernel_file);
  std::set<std::string> rows;
  for (const Json& one : scene["occupied"]) rows.insert(scene["buffers"][one["buffer"].get<std::size_t>()]["name"]);
  EXPECT_EQ(rows, (std::set<std::string>{"LDS 0 to 4095", "LDS 4096 to 8191"}));
  EXPECT_EQ(scene["shared_bytes"], 8192);
  ASSERT_EQ(scene["memory"].size(), 1U);
  EXPECT_EQ(scene["memory"][0]["most"], 8192);
  EXPECT_EQ(scene["memory"][0]["capacity"], 160 * 1024);
}

TEST(AuditShow, WaitsNameTheirPairsAndWhatIsStrict) {
  const Json scene = kernel_json(kernel_file);
  EXPECT_EQ(scene["verdict"], "proven");
  expect_words(scene["verdict_reason"], {"0 of 5 waits and barriers are stricter than needed"});
  const Json* wait = step_with(scene, "s_waitcnt: vmcnt(1), line 36");
  ASSERT_NE(wait, nullptr);
  EXPECT_FALSE((*wait)["redundant"]);
  expect_words((*wait)["needed_for"], {"with vmcnt(2), ", "may read LDS bytes 1024 to 2047 before"});
  const Json& pair = (*wait)["needed_pair"];
  EXPECT_EQ(pair["kind"], "flow");
  expect_words(scene["steps"][pair["first"].get<std::size_t>()]["label"], {"buffer_load_dwordx4"});
  expect_words(scene["steps"][pair["second"].get<std::size_t>()]["label"], {"ds_read_b128"});

  const Changed strict("s_waitcnt vmcnt(1)", "s_barrier\n\ts_waitcnt vmcnt(0)");
  const Json changed = kernel_json(strict.path);
  expect_words(changed["verdict_reason"], {"2 of 6 waits and barriers are stricter than needed"});
  const Json* barrier = step_with(changed, "s_barrier: line 36");
  ASSERT_NE(barrier, nullptr);
  EXPECT_TRUE((*barrier)["redundant"]);
  expect_words((*step_with(changed, "vmcnt(0), line 37"))["needed_for"], {"vmcnt(0) could be 1; with vmcnt(2), "});
}

TEST(AuditShow, ARaceComesWithItsRun) {
  const Json scene = kernel_json(broken_file);
  EXPECT_EQ(scene["verdict"], "race");
  const Json& hazard = scene["hazards"].at(0);
  EXPECT_EQ(hazard["kind"], "anti");
  expect_words(hazard["text"], {"may overwrite LDS bytes 0 to 1023 before", "ds_read_b128", "of wave 1 has read it"});
  EXPECT_TRUE(std::ranges::any_of(hazard["run"], [](const Json& event) { return event["wrong"].get<bool>(); }));
  for (const char* side : {"first", "second"}) {
    EXPECT_GE(hazard[side], 0);
    EXPECT_LT(hazard[side], scene["steps"].size());
  }
  expect_words((*step_with(scene, "s_barrier"))["needed_for"], {"not examined, because the kernel is not proven"});
}

TEST(AuditShow, BytesThatNothingWritesAreAHazard) {
  std::string text = read_file(kernel_file);
  for (const auto& [old, other] : {std::pair{"v[4:7], v3\n", "v[4:7], v3 offset:8192\n"},
                                   std::pair{"segment_fixed_size 8192", "segment_fixed_size 16384"},
                                   std::pair{"segment_fixed_size: 8192", "segment_fixed_size: 16384"}}) {
    text.replace(text.find(old), std::string(old).size(), other);
  }
  const ScratchDir dir;
  const Json scene = kernel_json(dir.write("kernel.s", text));
  EXPECT_EQ(scene["verdict"], "race");
  expect_words(scene["hazards"].at(0)["text"], {"reads LDS byte ", "which no instruction writes"});
}

TEST(AuditShow, WorkCostsWhatItsInstructionsDo) {
  const Json scene = kernel_json(kernel_file);
  const Json* work = step_with(scene, "work: 12 instructions");
  ASSERT_NE(work, nullptr);
  EXPECT_EQ((*work)["issue"], 12 * 4);
  EXPECT_EQ((*work)["latency"], (*work)["occupancy"]);  // it is not in flight
  // 4 waves of 64 lanes load 16 bytes each, at 64 bytes per cycle.
  EXPECT_EQ((*step_with(scene, "buffer_load_dwordx4"))["occupancy"], 64);
  for (const auto& [mnemonic, cycles] : {std::pair{"v_mfma_f32_16x16x32_bf16 v[20:23], v[4:7], v[4:7], 0", 16},
                                         std::pair{"v_mfma_f32_32x32x8_f16 v[12:27], v[4:5], v[4:5], 0", 16},
                                         std::pair{"v_mfma_f32_32x32x2_f32 v[12:27], v4, v4, 0", 64},
                                         std::pair{"v_mfma_f32_4x4x4_16b_f16 v[20:23], v[4:5], v[4:5], 0", 2}}) {
    const Changed matrix("\tv_add_f32_e32 v4, v4, v5\n", std::string("\t") + mnemonic + "\n");
    const Json changed = kernel_json(matrix.path);
    const Json* step = step_with(changed, "mfma: 1 of 12 instructions");
    ASSERT_NE(step, nullptr) << mnemonic;
    EXPECT_EQ((*step)["occupancy"], cycles) << mnemonic;
    EXPECT_EQ(changed["units"][(*step)["unit"].get<std::size_t>()]["name"], "matrix cores");
  }
}

TEST(AuditShow, OperationsOfOneKindAreOneStepUnlessAWaitSeparatesThem) {
  const std::string reads = "\tds_read_b64 v[4:5], v3\n\tds_read_b64 v[6:7], v3 offset:8\n";
  const Changed together("\tds_read_b128 v[4:7], v3\n", reads);
  EXPECT_NE(step_with(kernel_json(together.path), "ds_read_b64: 2 times, lines 39 to 40"), nullptr);
  const Changed apart("\tds_read_b128 v[4:7], v3\n", reads + "\ts_waitcnt lgkmcnt(1)\n");
  EXPECT_NE(step_with(kernel_json(apart.path), "ds_read_b64: v[4:5], v3, line 39"), nullptr);
}

TEST(AuditShow, NothingIsBetweenTheCountersOfOneWait) {
  const std::string grid = shown({drained_file, "--arg", "count=8"});
  expect_words(grid, {"work: 12 instructions, lines 41 to 48, 30 to 33"});
  EXPECT_EQ(grid.find("work: 18 instructions"), std::string::npos) << grid;
}

TEST(AuditShow, AKernelWithoutALoopIsDrawnAsAWhole) {
  const Changed straight("\ts_cbranch_scc1 .Lloop\n", "");
  const std::string grid = shown({straight.path});
  expect_words(grid, {"proven, ", " cycles\n", "for this launch", "cycles 0 to "});
  EXPECT_EQ(grid.find("per trip"), std::string::npos);
}

TEST(AuditShow, WhatCannotBeJudgedIsRefusedInTheWordsOfTheAudit) {
  const std::string audit = run_tool({"audit", kernel_file}).err;
  for (const char* command : {"show", "explain"}) EXPECT_EQ(run_tool({command, kernel_file}).err, audit) << command;
  expect_refused(run_tool({"show", kernel_file, "--arg", "cuont=8"}), {"the kernel has no argument \"cuont\""});
  expect_refused(run_tool({"show", "gemm", "--arg", "count=8"}),
                 {"--arg does not apply to gemm; it is an option of compiled AMD kernels"});
  expect_refused(run_tool({"show", kernel_file, "--sync", "derived"}), {"--sync does not apply to "});
}

TEST(AuditExplain, ListsWaitsAsTheAuditDoes) {
  const std::string audit = run_tool({"audit", kernel_file, "--arg", "count=8", "--waits"}).out;
  const std::string list = explained({kernel_file, "--arg", "count=8"});
  expect_words(list,
               {"0 of 5 waits and barriers are stricter than needed", "line 37 s_barrier: the barrier is needed"});
  EXPECT_NE(audit.find(list.substr(list.find("0 of 5"))), std::string::npos) << list;
}

TEST(AuditExplain, AWaitOfALine) {
  for (const char* place : {"36", "line 36", "kernel[36]"}) {
    const std::string wait = explained({kernel_file, place, "--arg", "count=8"});
    expect_words(wait, {"line 36 s_waitcnt vmcnt(1): vmcnt(1) is as loose as it can be", "  for flow, LDS bytes ",
                        "  with vmcnt(2): ", " may read LDS bytes 1024 to 2047 before "});
    EXPECT_EQ(wait.find("line 37"), std::string::npos);
  }
  const std::string barrier = explained({kernel_file, "41", "--arg", "count=8"});
  expect_words(barrier, {"line 41 s_barrier: the barrier is needed", "  without it: ", " may overwrite LDS bytes "});
}

TEST(AuditExplain, TwoCountersOfOneInstructionAreExplainedSeparately) {
  const std::string waits = explained({drained_file, "35", "--arg", "count=8"});
  expect_words(waits, {"line 35 s_waitcnt vmcnt(0) lgkmcnt(0): vmcnt(0) ", ": lgkmcnt(0) is not needed"});
}

TEST(AuditExplain, OtherPlacesAndKernelsAreRefused) {
  expect_refused(run_tool({"explain", kernel_file, "35", "--arg", "count=8"}),
                 {"line 35 buffer_load_dwordx4", "is not a wait or barrier", "at the lines 20, 36, 37, 40, 41"});
  expect_refused(run_tool({"explain", kernel_file, "kernel", "--arg", "count=8"}),
                 {"\"kernel\" is not the place of a wait or barrier"});
  expect_refused(run_tool({"explain", broken_file, "--arg", "count=8"}),
                 {"two_buffers_broken (gfx950): race; explain takes proven kernels"});
}

}  // namespace
}  // namespace stretto::cli
