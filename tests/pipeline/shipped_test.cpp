// Every loop on every target that is meant to run it: proven, at the smallest interval, for a reason that has a name,
// within the target's memory, and in time.
#include <gtest/gtest.h>

#include <stretto/pipeline/timed_pipeline.hpp>

#include "pipeline_report.hpp"

namespace stretto::tool {
namespace {

struct Expected {
  const char* loop;
  const char* target;
  DataType type;
  long ii;
  const char* bound;
  int groups = 1;
};

constexpr DataType bf16 = DataType::bf16;
constexpr DataType fp8 = DataType::fp8;

// 2 * M * N * K flops over the tensor units' rate, plus what else the waves issue if the unit is held by them; bytes
// over the memory's rate; or the recurrence.
const Expected expectations[] = {
    {"gemm", "h200", bf16, 1024, "unit tensor"},
    {"gemm", "h100", bf16, 1024, "unit tensor"},
    {"gemm", "b200", bf16, 512, "unit tensor"},
    {"gemm", "a100", bf16, 1030, "role waves"},
    {"gemm", "mi300x", bf16, 2054, "role waves"},
    {"gemm", "mi355x", bf16, 2054, "role waves"},
    {"gemm", "h200", fp8, 1024, "unit tensor"},
    {"gemm", "h100", fp8, 1024, "unit tensor"},
    {"gemm", "b200", fp8, 512, "unit tensor"},
    {"gemm", "mi300x", fp8, 2054, "role waves"},
    {"gemm", "mi355x", fp8, 2054, "role waves"},
    {"gemm", "mi300x", bf16, 2048, "unit tensor", 2},
    {"gemm", "mi355x", bf16, 2048, "unit tensor", 2},
    {"flash_attention", "h200", bf16, 2691, "recurrence scores -> softmax -> convert -> S free -> scores"},
    {"flash_attention", "h200", bf16, 2048, "unit tensor", 2},
    {"reduction", "h200", bf16, 288, "recurrence add -> sum free -> add"},
    {"reduction", "h100", bf16, 288, "recurrence add -> sum free -> add"},
    {"reduction", "b200", bf16, 288, "recurrence add -> sum free -> add"},
    {"reduction", "a100", bf16, 349, "unit memory"},
    {"reduction", "mi300x", bf16, 310, "unit memory"},
    {"reduction", "mi355x", bf16, 288, "recurrence add -> sum free -> add"},
    {"copy", "h200", bf16, 482, "unit memory"},
    {"copy", "h100", bf16, 482, "unit memory"},
    {"copy", "b200", bf16, 482, "unit memory"},
    {"copy", "a100", bf16, 698, "unit memory"},
    {"copy", "mi300x", bf16, 620, "unit memory"},
    {"copy", "mi355x", bf16, 512, "unit memory"},
};

const Expected* expected_of(const PipelineRequest& request) {
  for (const Expected& each : expectations) {
    const bool same = request.loop == each.loop && short_name(*request.target) == each.target &&
                      request.type == each.type && request.groups == each.groups;
    if (same) return &each;
  }
  return nullptr;
}

class Shipped : public testing::TestWithParam<PipelineRequest> {};

TEST_P(Shipped, IsProvenAndOptimalForANamedReason) {
  const Pipeline pipe = make_pipeline(GetParam());
  const Expected* expected = expected_of(GetParam());
  ASSERT_NE(expected, nullptr);
  EXPECT_EQ(pipe.verdict, Verdict::proven);
  EXPECT_EQ(pipe.schedule.status, ModuloStatus::optimal);
  EXPECT_EQ(pipe.schedule.ii, expected->ii);
  EXPECT_EQ(pipe.schedule.lower_bound, expected->ii);
  EXPECT_EQ(bound_text(pipe), expected->bound);
  EXPECT_EQ(pipe.few.size(), pipe.peeled > 0 ? pipe.peeled - 1 : 0);
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

/// Schedules that the timed run does not follow to the cycle; docs/loops.md says why.
bool follows_its_schedule(const PipelineRequest& request) {
  // Groups of waves fill lgkmcnt; loads of 4 bytes per lane fill vmcnt.
  const bool full = request.groups > 1 && request.loop == "gemm";
  return !full && (request.loop == "gemm" || short_name(*request.target) != "mi300x");
}

TEST_P(Shipped, TakesItsIntervalInTime) {
  const PipelineReport report = report_pipeline(loaded(GetParam()));
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
  return shipped.param.loop + "_" + short_name(*shipped.param.target) + "_" + name(shipped.param.type) +
         (shipped.param.groups > 1 ? "_groups" : "");
});

TEST(ShippedList, HasEveryExpectation) { EXPECT_EQ(shipped_pipelines().size(), std::size(expectations)); }

}  // namespace
}  // namespace stretto::tool
