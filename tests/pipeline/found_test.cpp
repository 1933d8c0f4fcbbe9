// What is found in two well-known loops, step by step.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <stretto/pipeline/timed_pipeline.hpp>
#include <stretto/targets/h200.hpp>

#include "pipeline_listing.hpp"
#include "pipeline_report.hpp"

namespace stretto::tool {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const Pipeline& pipe, int agent, Phase phase) {
  Lines lines;
  for (const ListedStep& step : listed_steps(pipe, pipe.program, agent, phase)) lines.push_back(text(step));
  return lines;
}

PipelineRequest on_h200(const char* loop, bool persistent = false) {
  PipelineRequest request;
  request.loop = loop;
  request.target = &targets::h200;
  request.persistent = persistent;
  return request;
}

/// The overlap of FlashAttention-3: softmax of i + 1 between the issue of `values` of i and the wait for it.
TEST(FlashAttention, SoftmaxRunsUnderTheValuesOfTheIterationBefore) {
  const Pipeline pipe = make_pipeline(on_h200("flash_attention"));
  const Lines expected = {
      "await full(K), parity (i + 1) % 2",
      "scores of i + 1: reads K, writes S (mma)",
      "rescale of i: reads O of i - 1, maximum, writes scaled O",
      "await full(V), parity i % 2",
      "values of i: reads V, P, scaled O, writes O (mma)",
      "wait mma until 1 pending",
      "arrive empty(K)",
      "softmax of i + 1: reads S, maximum of i, writes exp S, maximum",
      "wait mma until 0 pending",
      "arrive empty(V)",
      "convert of i + 1: reads S, exp S, writes P",
  };
  EXPECT_EQ(lines_of(pipe, 1, Phase::kernel), expected);
}

TEST(FlashAttention, TheyOverlapInTime) {
  const Pipeline pipe = make_pipeline(on_h200("flash_attention"));
  for (const Signals signals : {Signals::free, Signals::priced}) {
    const Result<TimedTrace> trace = timed_run(pipe.program, timed_costs(pipe.loop, signals), 32, KeepTimeline::yes);
    ASSERT_TRUE(trace.ok());
    const auto slice = [&](const std::string& op, int trip) {
      for (const TimedSlice& each : trace.value.timeline) {
        if (each.op >= 0 && pipe.loop.ops[each.op].name == op && each.phase == Phase::kernel && each.trip == trip) {
          return each;
        }
      }
      ADD_FAILURE() << op;
      return TimedSlice{};
    };
    for (int trip = 16; trip < 24; ++trip) {
      // Both stand in trip i: softmax of iteration i + 1, values of iteration i.
      const TimedSlice softmax = slice("softmax", trip);
      const TimedSlice values = slice("values", trip);
      EXPECT_LT(softmax.start, values.end);
      EXPECT_LT(values.start, softmax.end);
      const long overlap = std::min(softmax.end, values.end) - std::max(softmax.start, values.start);
      EXPECT_GT(overlap, (values.end - values.start) * 3 / 4);
    }
  }
}

TEST(Gemm, LeavesOneMultiplicationPendingWhenItReleasesASlot) {
  const Pipeline pipe = make_pipeline(on_h200("gemm"));
  const Lines producer = {
      "await empty(A, B)[i % 3], parity (i / 3 + 1) % 2",
      "arrive full(A, B)[i % 3], expecting 49152 bytes",
      "load B of i: writes B[i % 3] (bytes)",
      "load A of i: writes A[i % 3] (bytes)",
  };
  EXPECT_EQ(lines_of(pipe, 0, Phase::kernel), producer);
  const Lines consumer = {
      "await full(A, B)[(i + 1) % 3], parity ((i + 1) / 3) % 2",
      "multiply of i + 1: reads A[(i + 1) % 3], B[(i + 1) % 3], C of i, writes C (mma)",
      "wait mma until 1 pending",
      "arrive empty(A, B)[i % 3]",
  };
  EXPECT_EQ(lines_of(pipe, 1, Phase::kernel), consumer);
}

TEST(Gemm, IsProvenPersistentToo) {
  for (const char* loop : {"gemm", "flash_attention"}) {
    const Pipeline pipe = make_pipeline(on_h200(loop, true));
    EXPECT_TRUE(pipe.program.persistent);
    EXPECT_EQ(pipe.verdict, Verdict::proven) << loop;
    EXPECT_EQ(make_pipeline(on_h200(loop)).schedule.ii, pipe.schedule.ii);
  }
}

}  // namespace
}  // namespace stretto::tool
