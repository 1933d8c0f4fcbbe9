// Every loop on every target that is meant to run it: proven, at the smallest interval, for a reason that has a name,
// within the target's memory, and in time.
#include <gtest/gtest.h>

#include <stretto/pipeline/timed_pipeline.hpp>

#include "pipeline_report.hpp"

namespace stretto::tool {
namespace {

struct Expected {
  long ii;
  std::string bound;
};

long cycles(long amount, long per_cycle) { return (amount + per_cycle - 1) / per_cycle; }

/// From the target's figures alone: flops over the tensor units' rate, bytes over the memory's, or the chain that
/// cannot go round faster.
Expected expected_of(const PipelineRequest& request) {
  const Gpu& gpu = *request.target;
  const std::vector<int> tile = tile_of(request);
  if (request.loop == "gemm") return {cycles(2L * tile[0] * tile[1] * tile[2], gpu.flops(request.type)), "unit tensor"};
  if (request.loop == "flash_attention") {
    // Scores, softmax and conversion take turns on one set of registers.
    const long scores = 2L * 128 * 128 * 128 / gpu.flops_bf16 + gpu.mma_latency;
    const long softmax = 3L * 128 * 128 / gpu.lane_operations + 128L * 128 / gpu.exponentials;
    const long convert = 128L * 128 / gpu.lane_operations;
    return {scores + softmax + convert, "circuit scores -> softmax -> convert -> S free -> scores"};
  }
  const long moved = cycles(tile[0], gpu.global_per_cycle);
  if (request.loop == "copy") return {2 * moved, "unit memory"};
  const long chain = tile[0] / 4 / gpu.lane_operations + 32 * 8;
  return chain >= moved ? Expected{chain, "circuit add -> sum free -> add"} : Expected{moved, "unit memory"};
}

class Shipped : public testing::TestWithParam<PipelineRequest> {};

TEST_P(Shipped, IsProvenAndOptimalForANamedReason) {
  const Pipeline pipe = make_pipeline(GetParam());
  const Expected expected = expected_of(GetParam());
  EXPECT_EQ(pipe.verdict, Verdict::proven);
  EXPECT_EQ(pipe.schedule.status, ModuloStatus::optimal);
  EXPECT_EQ(pipe.schedule.lower_bound, pipe.schedule.ii);
  EXPECT_EQ(pipe.few.size(), pipe.peeled > 1 ? pipe.peeled - 1 : 0);
  const bool held = GetParam().loop == "gemm" && GetParam().target->multiplies == MmaKind::from_registers;
  if (pipe.schedule.miss.ii > 0) {
    // One slot of each tile is all that the memory holds.
    EXPECT_EQ(short_name(*GetParam().target), "mi300x");
    EXPECT_GT(pipe.schedule.ii, expected.ii);
    EXPECT_EQ(bound_text(pipe), "every smaller interval refuted");
  } else if (held) {
    // The waves are held by the multiplications, and by what they issue between them.
    EXPECT_EQ(bound_text(pipe), "agent waves");
    EXPECT_GE(pipe.schedule.ii, expected.ii);
    EXPECT_LE(pipe.schedule.ii, expected.ii + expected.ii / 100);
  } else {
    EXPECT_EQ(pipe.schedule.ii, expected.ii);
    EXPECT_EQ(bound_text(pipe), expected.bound);
  }
}

TEST_P(Shipped, FitsTheTargetsMemory) {
  const Pipeline pipe = make_pipeline(GetParam());
  long shared = 0;
  long registers = 0;
  long tensor = 0;
  for (int b = 0; b < pipe.slots.size(); ++b) {
    const long bytes = static_cast<long>(pipe.loop.buffers[b].bytes) * pipe.slots[b];
    const Space space = pipe.loop.buffers[b].space;
    (space == Space::shared ? shared : space == Space::tensor ? tensor : registers) += bytes;
    EXPECT_GE(pipe.slots[b], 1);
  }
  EXPECT_GT(shared, 0);
  EXPECT_EQ(shared, pipe.shared_bytes());
  EXPECT_LE(shared, pipe.loop.gpu.limits.shared_bytes);
  EXPECT_LE(registers, pipe.loop.register_bytes);
  EXPECT_LE(tensor, pipe.loop.gpu.limits.tensor_bytes);
}

/// Where a schedule is not followed to the cycle: docs/loops.md says why.
bool follows_its_schedule(const PipelineRequest& request) {
  const std::string target = short_name(*request.target);
  const bool late =
      (request.loop == "flash_attention" && target == "h200") || (request.loop != "copy" && target == "mi300x");
  return !late;
}

TEST_P(Shipped, TakesItsIntervalInTime) {
  const PipelineReport report = report_pipeline(GetParam());
  const double ii = static_cast<double>(report.pipe.schedule.ii);
  EXPECT_TRUE(report.free.exact);
  EXPECT_TRUE(report.priced.exact);
  if (follows_its_schedule(GetParam())) {
    EXPECT_EQ(report.free.cycles_per_trip(), ii);
  } else {
    EXPECT_GE(report.free.cycles_per_trip(), ii);
  }
  EXPECT_GE(report.priced.cycles_per_trip(), report.free.cycles_per_trip());
}

INSTANTIATE_TEST_SUITE_P(All, Shipped, testing::ValuesIn(shipped_pipelines()), [](const auto& shipped) {
  return shipped.param.loop + "_" + short_name(*shipped.param.target) + "_" + name(shipped.param.type);
});

TEST(ShippedList, HasEveryLoopAndTarget) { EXPECT_EQ(shipped_pipelines().size(), 11u + 1 + 2 * 6); }

}  // namespace
}  // namespace stretto::tool
