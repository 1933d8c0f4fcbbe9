// Bounds and their proofs.
#include <gtest/gtest.h>

#include "brute_force.hpp"

namespace stretto::modulo_test {
namespace {

ModuloProblem chain(int ops) {
  ModuloProblem problem;
  problem.resources = {{"unit", 1, 1}};
  for (int i = 0; i < ops; ++i) problem.ops.push_back({"op"});
  return problem;
}

TEST(Bounds, TheFirstSaturatedUnitIsNamed) {
  ModuloProblem problem = chain(3);
  problem.resources.push_back({"pair", 2, 1});
  problem.uses = {{0, 0, 4}, {1, 0, 3}, {0, 1, 7}, {1, 1, 5}, {2, 1, 5}};
  EXPECT_EQ(resource_bound(problem).ii, 9);
  EXPECT_EQ(resource_bound(problem).resource, 1);
  problem.resources[0].turns = 2;  // two groups with the same ops
  EXPECT_EQ(resource_bound(problem).ii, 14);
  EXPECT_EQ(resource_bound(problem).resource, 0);
}

TEST(Bounds, NothingLimitedMeansOne) {
  ModuloProblem problem = chain(2);
  problem.resources[0].limit = unlimited;
  problem.uses = {{0, 0, 4}, {1, 0, 3}};
  EXPECT_EQ(resource_bound(problem).ii, 1);
  EXPECT_EQ(resource_bound(problem).resource, -1);
}

// Each load holds the memory and its role from the same cycle on; the next one waits for both.
TEST(Bounds, OpsThatHoldTwoUnitsWaitForTheLongerOne) {
  ModuloProblem problem = chain(3);
  problem.resources.push_back({"role", 1, 1});
  problem.uses = {{0, 0, 10}, {0, 1, 4}, {1, 0, 10}, {1, 1, 4}, {2, 0, 1}, {2, 1, 4}};
  EXPECT_EQ(resource_bound(problem).ii, 21);
  EXPECT_EQ(detail::paired_bound(problem), 24);
  ModuloOptions options;
  options.only_interval = true;
  const ModuloResult result = modulo_schedule(problem, options).value;
  EXPECT_EQ(result.ii, 24);
  EXPECT_EQ(result.lower_bound, 24);
  EXPECT_EQ(result.status, ModuloStatus::optimal);
  EXPECT_EQ(result.nodes, 0);
  EXPECT_FALSE(best_costs(problem, 23, 60));
  problem.resources[1].limit = 2;  // it no longer orders them
  EXPECT_EQ(detail::paired_bound(problem), 1);
  problem.resources[1].limit = 1;
  problem.resources[1].turns = 2;  // the units turn at different rates
  EXPECT_EQ(detail::paired_bound(problem), 1);
  problem.resources[0].turns = 2;
  EXPECT_EQ(detail::paired_bound(problem), 48);
}

TEST(Bounds, TheCriticalRecurrenceIsNamed) {
  ModuloProblem problem = chain(3);
  problem.edges = {{0, 1, 0, 4}, {1, 0, 1, 3}, {1, 2, 0, 10}, {2, 1, 2, 5}};
  const RecurrenceBound bound = recurrence_bound(problem).value;
  EXPECT_EQ(bound.ii, 8);  // 15 cycles over 2 iterations
  std::vector<int> recurrence = plain(bound.edges);
  ASSERT_EQ(recurrence.size(), 2u);
  EXPECT_EQ(recurrence[0] + recurrence[1], 5);
}

TEST(Bounds, ADepthLimitIsARecurrence) {
  ModuloProblem problem = chain(2);
  problem.edges = {{0, 1, 0, 500}};
  ModuloStorage storage;
  storage.write = 0;
  storage.ends = {{1, 0, 100}};
  storage.fixed_slots = 3;
  problem.storages.push_back(storage);
  EXPECT_EQ(recurrence_bound(problem).value.ii, 200);  // 600 cycles of lifetime over 3 slots
}

TEST(Bounds, AZeroDistanceRecurrenceHasNoInterval) {
  ModuloProblem problem = chain(3);
  problem.edges = {{0, 1, 0, 1}, {1, 2, 0, 1}, {2, 0, 0, -1}};
  const Diagnostic refused = modulo_schedule(problem).error;
  EXPECT_EQ(refused.rule, Rule::same_iteration_cycle);
  EXPECT_EQ(refused.op_count, 3);
  problem.edges[2].delay = -2;
  EXPECT_TRUE(modulo_schedule(problem).ok());
}

// One op of 6 cycles on two recurrences' ends: II 5 is impossible and 6 is not, although both bounds are below 5.
TEST(Exact, AnOccupancyBeyondHalfOfTheIntervalPacks) {
  ModuloProblem problem = chain(2);
  problem.uses = {{0, 0, 2}, {1, 0, 2}};
  problem.edges = {{0, 1, 0, 3}, {1, 0, 1, 0}};  // 3 <= t(1) - t(0) <= II
  const ModuloResult result = modulo_schedule(problem).value;
  EXPECT_EQ(result.resource.ii, 4);
  EXPECT_EQ(result.recurrence.ii, 3);
  EXPECT_EQ(result.ii, 5);
  EXPECT_EQ(result.reason, ModuloReason::exhausted);
  EXPECT_FALSE(best_costs(problem, 4, 12));
}

TEST(Exact, TheReasonIsTheLargerBound) {
  ModuloProblem problem = chain(2);
  problem.uses = {{0, 0, 7}, {1, 0, 2}};
  EXPECT_EQ(modulo_schedule(problem).value.reason, ModuloReason::resource);
  problem.edges = {{0, 0, 1, 30}};
  EXPECT_EQ(modulo_schedule(problem).value.reason, ModuloReason::recurrence);
  EXPECT_EQ(modulo_schedule(problem).value.ii, 30);
}

TEST(Exact, AnOccupancyBeyondTheIntervalWraps) {
  ModuloProblem problem = chain(2);
  problem.resources[0].limit = 3;
  problem.uses = {{0, 0, 7}, {1, 0, 2}};
  const ModuloResult result = modulo_schedule(problem).value;
  EXPECT_EQ(result.ii, 3);
  EXPECT_EQ(complaint(problem, result.ii, plain(result.starts), {}), "");
}

// If the heuristic fails and the search has no budget, the result is the best found, with a bound below it.
TEST(Exact, ABudgetOfNothingSaysSo) {
  int open = 0;
  for (unsigned seed = 0; seed < 500; ++seed) {
    const ModuloProblem problem = random_problem(70'000 + seed, 8, false);
    ModuloOptions options;
    options.only_interval = true;
    const Result<ModuloResult> proven = modulo_schedule(problem, options);
    options.budget.nodes = 0;
    const Result<ModuloResult> hasty = modulo_schedule(problem, options);
    if (!proven.ok() || !hasty.ok()) continue;
    EXPECT_LE(hasty.value.lower_bound, proven.value.ii) << "seed " << seed;
    EXPECT_GE(hasty.value.ii, proven.value.ii) << "seed " << seed;
    EXPECT_EQ(hasty.value.status == ModuloStatus::best, hasty.value.reason == ModuloReason::open) << "seed " << seed;
    if (hasty.value.status == ModuloStatus::optimal) {
      EXPECT_EQ(hasty.value.ii, proven.value.ii) << "seed " << seed;
    } else {
      ++open;
    }
    EXPECT_EQ(complaint(problem, hasty.value.ii, plain(hasty.value.starts), {}), "") << "seed " << seed;
  }
  EXPECT_GT(open, 0);
}

}  // namespace
}  // namespace stretto::modulo_test
