// Schedules of equal II can differ in other costs, which the timed executor shows.
#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include <stretto/gpu/a100.hpp>
#include <stretto/gpu/mi355x.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/loops/streaming.hpp>
#include <stretto/pipeline/timed_pipeline.hpp>

namespace stretto {
namespace {

double priced(const Loop& loop, const Gpu& gpu, const PipelineOptions& options, long& ii) {
  const Result<Pipeline> made = make_pipeline(loop, gpu, options);
  EXPECT_TRUE(made.ok());
  EXPECT_EQ(made.value.verdict, Verdict::proven);
  ii = made.value.schedule.ii;
  const Result<TimedReport> time = steady_time(made.value, Signals::priced);
  EXPECT_TRUE(time.ok());
  return static_cast<double>(time.value.cycles) / time.value.period;
}

/// Options that do not change II make the slowest pipeline at least this much slower than the fastest.
void expect_difference(const Loop& loop, const Gpu& gpu, double least) {
  std::vector<double> cycles;
  std::set<long> intervals;
  for (const BarrierPlacement barriers : {BarrierPlacement::on_time, BarrierPlacement::fewest}) {
    for (const bool earliest : {true, false}) {
      PipelineOptions options;
      options.barriers = barriers;
      options.earliest_starts = earliest;
      long ii = 0;
      cycles.push_back(priced(loop, gpu, options, ii));
      intervals.insert(ii);
    }
  }
  EXPECT_EQ(intervals.size(), 1U);
  const auto [fastest, slowest] = std::ranges::minmax(cycles);
  EXPECT_GE(slowest / fastest, least);
}

TEST(Ties, FewestBarriersMayWaitForLoads) {
  expect_difference(loops::reduction(16384, 128, 4, 256), targets::a100, 1.5);
  expect_difference(loops::copy(32768, 256), targets::mi355x, 1.5);
}

TEST(Ties, StartsMatterToGroupsThatTakeTurns) {
  Loop loop = loops::gemm({.m = 256, .n = 256, .k = 32, .threads = 512, .rows = 2, .columns = 4});
  loop.groups = 2;
  expect_difference(loop, targets::mi300x, 1.01);
}

}  // namespace
}  // namespace stretto
