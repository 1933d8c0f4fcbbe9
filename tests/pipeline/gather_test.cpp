// Loads that read a buffer: a gather takes the addresses of its rows from a tile of indices.
#include <gtest/gtest.h>

#include <stretto/stretto.hpp>

#include "weakened.hpp"

namespace stretto {
namespace {

Loop gathered_gemm(bool multicast) {
  Loop loop("gather");
  loop.cluster = multicast ? 2 : 1;
  loop.fragment_steps = 1;
  const auto rows = loop.shared("rows", 128 * 4);
  const auto a = loop.shared("A", 128 * 64 * 2).parts(4);
  const auto b = loop.shared("B", 128 * 64 * 2).parts(2);
  const auto c = loop.accumulator("C", 128 * 128 * 4);
  loop.load("load rows").writes(rows);
  loop.load("gather A").reads(rows).writes(a);
  const auto load_b = loop.load("load B").writes(b);
  if (multicast) load_b.multicast();
  loop.multiply("multiply", 128, 128, 64, DataType::bf16).reads(a).reads(b).accumulates(c);
  return loop;
}

void expect_gathered(const Loop& loop, const Gpu& gpu) {
  PipelineOptions options;
  options.modulo.budget.nodes = 2000;
  const Result<Pipeline> made = make_pipeline(loop, gpu, options);
  ASSERT_TRUE(made.ok()) << rule_text(made.error.rule).name;
  EXPECT_EQ(made.value.verdict, Verdict::proven);
  EXPECT_EQ(pipelines::first_failure(made.value.program, 6, 100), "");
  for (const WaveProgram& few : made.value.few) EXPECT_EQ(pipelines::first_failure(few, 0, 100), "") << few.tiles;
}

TEST(Gather, RightOnEveryTarget) {
  for (const Gpu& gpu : {targets::h200, targets::b200, targets::a100, targets::mi300x, targets::mi355x}) {
    SCOPED_TRACE(gpu.name);
    expect_gathered(gathered_gemm(false), gpu);
  }
  expect_gathered(gathered_gemm(true), targets::h200);
}

TEST(Gather, ExpectsOnlyTheBytesThatItWrites) {
  const Result<TargetLoop> target = on_target(gathered_gemm(false), targets::h200);
  ASSERT_TRUE(target.ok());
  int loads = 0;
  for (const TargetOp& op : target.value.ops) {
    if (op.action != Action::fetch || op.source != 1) continue;
    EXPECT_EQ(op.bytes, 128 * 64 * 2);
    ++loads;
  }
  EXPECT_EQ(loads, 1);
}

/// The indices are in registers when the load is issued, so their slot is free for the next ones after the issue,
/// before the rows arrive.
TEST(Gather, IndicesAreReadAtTheIssue) {
  const Result<Pipeline> made = make_pipeline(gathered_gemm(false), targets::h200);
  ASSERT_TRUE(made.ok());
  EXPECT_LT(made.value.schedule.ii, targets::h200.global_latency);
}

}  // namespace
}  // namespace stretto
