// Memory is a constraint: if the slots that the latency requires do not fit, II rises and the result names the reason.
#include <gtest/gtest.h>

#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>

#include "weakened.hpp"

namespace stretto {
namespace {

Loop tall(int k) {
  loops::GemmShape shape;
  shape.k = k;
  return loops::gemm(shape);
}

Gpu with(int latency, long shared) {
  Gpu gpu = targets::h200;
  gpu.global_latency = latency;
  gpu.limits.shared_bytes = shared;
  return gpu;
}

TEST(Capacity, RaisesTheIntervalAndSaysWhy) {
  const Result<Pipeline> made = make_pipeline(tall(64), with(4000, targets::h200.limits.shared_bytes));
  ASSERT_TRUE(made.ok());
  const Pipeline& pipe = made.value;
  EXPECT_EQ(pipe.verdict, Verdict::proven);
  EXPECT_GT(pipe.schedule.ii, 1024);
  EXPECT_LE(pipe.shared_bytes(), 232448);
  const std::string why = describe_miss(pipe.problem, pipe.schedule).c_str();
  const std::string from = "II " + std::to_string(pipe.schedule.ii) + " instead of 1024: ";
  EXPECT_EQ(why.find(from), 0u) << why;
  EXPECT_NE(why.find(" slots of 16384 bytes (A) and "), std::string::npos) << why;
  EXPECT_NE(why.find(" slots of 32768 bytes (B) exceed 232448 bytes of shared memory"), std::string::npos) << why;
  EXPECT_EQ(pipelines::first_failure(pipe.program, 6, 50), "");
}

TEST(Capacity, SaysNothingWhereNothingIsMissing) {
  const Result<Pipeline> made = make_pipeline(tall(64), targets::h200);
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made.value.schedule.miss.ii, 0);
  EXPECT_EQ(describe_miss(made.value.problem, made.value.schedule).size(), 0);
}

TEST(Capacity, RefusesWhatFitsAtNoInterval) {
  const Result<Pipeline> made = make_pipeline(tall(64), with(479, 40000));
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error.rule, Rule::storage_exceeds_capacity);
  EXPECT_EQ(made.error.value, 49152);
  EXPECT_EQ(made.error.limit, 40000);
}

TEST(FixedSlots, AreKept) {
  long before = 0;
  for (const int slots : {4, 3, 2, 1}) {
    Loop loop = tall(64);
    for (LoopBuffer& buffer : loop.buffers) {
      if (buffer.space == LoopSpace::shared) buffer.slots = slots;
    }
    const Result<Pipeline> made = make_pipeline(loop, targets::h200);
    ASSERT_TRUE(made.ok()) << slots;
    EXPECT_EQ(made.value.slots[0], slots);
    EXPECT_EQ(made.value.slots[1], slots);
    EXPECT_EQ(made.value.verdict, Verdict::proven);
    EXPECT_GE(made.value.schedule.ii, before) << "fewer slots are no faster";
    before = made.value.schedule.ii;
    EXPECT_EQ(pipelines::first_failure(made.value.program, 6, 50), "");
  }
  EXPECT_GT(before, 2 * 1024);
}

TEST(FixedSlots, MustFit) {
  Loop loop = tall(64);
  loop.buffers[0].slots = 20;
  const Result<Pipeline> made = make_pipeline(loop, targets::h200);
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error.rule, Rule::storage_exceeds_capacity);
}

TEST(FixedInterval, IsKeptOrRefused) {
  PipelineOptions options;
  options.modulo.fixed_ii = 1500;
  const Result<Pipeline> made = make_pipeline(tall(64), targets::h200, options);
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made.value.schedule.ii, 1500);
  EXPECT_EQ(made.value.schedule.reason, ModuloReason::fixed);
  EXPECT_EQ(made.value.verdict, Verdict::proven);
  EXPECT_EQ(pipelines::first_failure(made.value.program, 6, 50), "");
  options.modulo.fixed_ii = 1000;
  const Result<Pipeline> refused = make_pipeline(tall(64), targets::h200, options);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error.rule, Rule::interval_below_bound);
  EXPECT_EQ(refused.error.limit, 1024);
}

}  // namespace
}  // namespace stretto
