// The derived program follows what the declaration says about waits and releases, and stays proven.
#include <gtest/gtest.h>

#include <stretto/gpu/a100.hpp>
#include <stretto/gpu/b200.hpp>
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/timed_pipeline.hpp>

namespace stretto {
namespace {

struct Said {
  bool synchronous = false;
  int lingers = 0;
};

Pipeline gemm_on(const Gpu& gpu, const Said& said) {
  Loop loop("gemm");
  const auto a = loop.shared("A", 128 * 64 * 2).parts(2).slots(4);
  const auto b = loop.shared("B", 256 * 64 * 2).slots(4);
  const auto c = loop.accumulator("C", 128 * 256 * 4);
  loop.load("load A").writes(a);
  loop.load("load B").writes(b);
  const auto multiply = loop.multiply("multiply", 128, 256, 64, DataType::bf16).reads(a).reads(b).accumulates(c);
  if (said.synchronous) multiply.synchronous();
  if (said.lingers != 0) multiply.lingers(said.lingers);
  const Result<Pipeline> made = make_pipeline(loop, gpu);
  EXPECT_TRUE(made.ok());
  return made.value;
}

/// One trip of the consumer as text.
std::string trip(const Pipeline& pipe) {
  std::string text;
  for (const Step& step : pipe.program.roles[1].steps.kernel) {
    if (step.action == Action::await) text += "await ";
    if (step.action == Action::consume) text += "multiply ";
    if (step.action == Action::wait) text += "wait" + std::to_string(step.count) + " ";
    if (step.action == Action::arrive) text += "release ";
  }
  return text;
}

TEST(DeclaredWaits, ByDefaultOneMultiplicationStaysPending) {
  const Pipeline pipe = gemm_on(targets::h200, {});
  EXPECT_EQ(pipe.verdict, Verdict::proven);
  EXPECT_EQ(pipe.schedule.ii, 1024);
  EXPECT_EQ(trip(pipe), "await multiply wait1 release ");
}

TEST(DeclaredWaits, ASynchronousMultiplicationIsWaitedForAtOnce) {
  const Pipeline pipe = gemm_on(targets::h200, {.synchronous = true});
  EXPECT_EQ(pipe.verdict, Verdict::proven);
  EXPECT_EQ(pipe.schedule.ii, 1024 + targets::h200.mma_latency + release_hold);
  EXPECT_EQ(trip(pipe), "await multiply wait0 release ");
  const Result<TimedReport> time = steady_time(pipe, Signals::free);
  ASSERT_TRUE(time.ok());
  EXPECT_EQ(time.value.cycles_per_trip(), static_cast<double>(pipe.schedule.ii));
}

TEST(DeclaredWaits, WhatLingersIsGivenBackATripLater) {
  const Pipeline pipe = gemm_on(targets::h200, {.lingers = 1024});
  EXPECT_EQ(pipe.verdict, Verdict::proven);
  EXPECT_EQ(pipe.schedule.ii, 1024);
  EXPECT_EQ(trip(pipe), "await multiply wait2 release ");
}

TEST(DeclaredWaits, SlotsThatLingerTooLongCostTime) {
  const Pipeline pipe = gemm_on(targets::h200, {.lingers = 4096});
  EXPECT_EQ(pipe.verdict, Verdict::proven);
  EXPECT_GT(pipe.schedule.ii, 1024);
}

TEST(DeclaredWaits, OtherTargetsStayProven) {
  for (const Gpu& gpu : {targets::b200, targets::a100}) {
    for (const Said& said : {Said{.synchronous = true}, Said{.lingers = 500}}) {
      SCOPED_TRACE(gpu.name);
      Loop loop = loops::gemm({.m = 64, .n = 64, .k = 32, .rows = 2, .columns = 1});
      for (LoopOp& op : loop.ops) {
        if (op.kind != WorkKind::multiply) continue;
        op.waited = said.synchronous;
        op.lingers = said.lingers;
      }
      const Result<Pipeline> made = make_pipeline(loop, gpu);
      ASSERT_TRUE(made.ok());
      EXPECT_EQ(made.value.verdict, Verdict::proven);
    }
  }
}

}  // namespace
}  // namespace stretto
