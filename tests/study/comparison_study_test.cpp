// A sample of comparison_study.hpp, and the cases that the study has found.
#include "comparison_study.hpp"

#include <cctype>

#include <gtest/gtest.h>

#include "../sample.hpp"
#include "expect_none.hpp"
#include "program_builder.hpp"
#include "state_pair_programs.hpp"

namespace stretto::study {
namespace {

TEST(StateOrder, AsSafeStatesHaveNoFurtherHazards) {
  const long seeds = sample(20'000);
  const ComparisonStudyCounts counts = study_comparison(0, static_cast<std::uint64_t>(seeds));
  expect_none("as safe as another, but not", counts.bad);
  EXPECT_GT(counts.programs, seeds * 9 / 10);
  // Most pairs of states of one program are not ordered. Of those that are, many must lead to hazards, or the test
  // shows little.
  EXPECT_GT(counts.pairs.as_safe, 10 * seeds);
  EXPECT_LT(counts.pairs.as_safe, counts.pairs.pairs);
  EXPECT_GT(counts.pairs.telling, seeds);
}

class StatePairTest : public testing::TestWithParam<StatePairProgram> {};

TEST_P(StatePairTest, TellsRightFromWrong) {
  const StatePairProgram& pair = GetParam();
  ASSERT_FALSE(check_program(pair.histories.program));
  const PairCounts counts = StatePairs<VerifierClasses>(pair.histories, pair.latency).compare();
  EXPECT_GT(counts.apart, 0) << "the states do not differ in what goes wrong";
  EXPECT_EQ(counts.unsafe, 0) << counts.first;
  EXPECT_EQ(verify(pair.histories.changed[1]).verdict, Verdict::race);
}

INSTANTIATE_TEST_SUITE_P(StateOrder, StatePairTest, testing::ValuesIn(state_pair_programs()),
                         [](const testing::TestParamInfo<StatePairProgram>& pair) {
                           std::string name;
                           for (const char c : pair.param.name) name += std::isalnum(c) != 0 ? c : '_';
                           return name;
                         });

/// A load into a register may complete before or after a read that expects the old content. The old content is garbage
/// in one history and version 0 in the other; a latency bound helps only with version 0.
TEST(StateOrder, TellsGarbageFromVersionZeroBelowAMargin) {
  ProgramBuilder b;
  b.program.tiles = 1;
  b.program.tiles_per_trip = 1;
  const int a = b.buffer("a", Space::registers);
  const int shared = b.buffer("b", Space::shared);
  b.role("one");
  b.prologue(fetch(0, 1).write(a));
  b.prologue(fetch(1, 1).in(Counter::lgkm).write(a));
  b.prologue(move().read(a).write(a).write(shared));
  b.kernel(work(0, 0).read(shared));
  Histories histories{b.program, {b.program}};
  Step& left_out = histories.changed[0].roles[0].steps.prologue[0];
  left_out = nothing().step;
  LatencyBounds latency;
  latency.global_min = 193;
  latency.read_max = 35;
  latency.read_cycles = 4;
  latency.issue_max = 3;
  latency.compute_max = 2;
  const PairCounts counts = StatePairs<VerifierClasses>(histories, latency).compare();
  EXPECT_GT(counts.pairs, 0);
  EXPECT_EQ(counts.unsafe, 0) << counts.first;
}

}  // namespace
}  // namespace stretto::study
