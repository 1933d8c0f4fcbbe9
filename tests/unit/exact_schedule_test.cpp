// The exact scheduler against brute force on small random bodies: cost, ties, caps, register budget.
#include <algorithm>
#include <numeric>
#include <optional>
#include <random>

#include <gtest/gtest.h>

#include <stretto/stretto.hpp>

#include "../sample.hpp"
#include "kernel_op.hpp"

namespace stretto {
namespace {

struct Problem {
  LoopBody body;
  SearchLimits limits;
};

Problem random_problem(unsigned seed) {
  std::mt19937 random(seed);
  const auto draw = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  Problem problem;
  problem.limits.parts = draw(1, 2);
  problem.limits.fits_blocks = draw(0, 3) != 0;
  problem.limits.max_globals = draw(0, 2);
  problem.limits.contention_penalty = draw(0, 1) * draw(1, 30);
  problem.limits.max_vgpr = draw(0, 3) == 0 ? draw(10, 40) : 999999;
  const int n = problem.limits.parts * draw(2, 4);
  const OpCost kinds[] = {
      {ResourceKind::global_mem, 0, OpRole::global_load}, {ResourceKind::lds, 0, OpRole::fragment_load},
      {ResourceKind::mma_unit, 0, OpRole::compute},       {ResourceKind::mma_unit, 0, OpRole::compute},
      {ResourceKind::valu, 0, OpRole::fragment_load},  // role and unit need not go together
      {ResourceKind::valu, 0, OpRole::valu_compute}};
  const bool alike = draw(0, 2) == 0;  // many ops that cannot be told apart
  for (int i = 0; i < n; ++i) {
    OpCost cost = kinds[draw(0, problem.limits.fits_blocks ? 4 : 5)];
    cost.latency = alike ? 24 : draw(1, 6) * 8;
    cost.vgpr_def = alike ? 8 : draw(0, 12);
    cost.vgpr_kill = alike ? 2 : draw(0, 6);
    problem.body.ops.push_back(kernel_op(i, cost));
  }
  for (int producer = 0; producer < n; ++producer) {
    for (int consumer = producer + 1; consumer < n; ++consumer) {
      if (draw(0, alike ? 6 : 3) == 0) problem.body.edges.push_back({producer, consumer, DepKind::flow, 0});
    }
  }
  return problem;
}

bool respects(const Problem& problem, const std::vector<int>& order, bool with_cap) {
  const int n = problem.body.size();
  std::vector<int> position(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) position[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])] = i;
  for (const DepEdge& edge : problem.body.edges) {
    if (position[static_cast<std::size_t>(edge.producer)] > position[static_cast<std::size_t>(edge.consumer)])
      return false;
  }
  int loads = 0;
  int fragments = 0;
  for (int i = 0; i < n; ++i) {
    const int op = order[static_cast<std::size_t>(i)];
    if (op * problem.limits.parts / n != i * problem.limits.parts / n) return false;
    const OpRole role = problem.body.ops[op].role;
    loads = role == OpRole::compute ? 0 : loads + (role == OpRole::global_load);
    fragments = role == OpRole::compute ? 0 : fragments + (role == OpRole::fragment_load);
    if (problem.limits.fits_blocks && (loads > 2 || fragments > 2)) return false;
    if (with_cap && problem.limits.max_globals > 0 && loads > problem.limits.max_globals) return false;
    const bool part_ends = (i + 1) % (n / problem.limits.parts) == 0;
    if (problem.limits.fits_blocks && part_ends && role != OpRole::compute) return false;
  }
  return true;
}

Vector<int> to_vector(const std::vector<int>& order) {
  Vector<int> result;
  for (int i : order) result.push_back(i);
  return result;
}

/// The lexicographically first permutation of minimal cost.
std::optional<std::pair<OrderCost, Vector<int>>> brute_force(const Problem& problem) {
  std::vector<int> order(static_cast<std::size_t>(problem.body.size()));
  std::iota(order.begin(), order.end(), 0);
  std::optional<std::pair<OrderCost, Vector<int>>> best;
  do {
    if (!respects(problem, order, true)) continue;
    const Vector<int> candidate = to_vector(order);
    const OrderCost cost = evaluate_order(problem.body, candidate, problem.limits.contention_penalty);
    if (cost.vgpr_peak > problem.limits.max_vgpr) continue;
    if (!best || cost < best->first) best = {cost, candidate};
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

TEST(ExactSchedule, AgreesWithBruteForce) {
  int searched = 0;
  int infeasible = 0;
  int seed_kept = 0;
  for (unsigned seed = 1; seed <= static_cast<unsigned>(sample(3000)); ++seed) {
    const Problem problem = random_problem(seed);
    const SearchResult result = exact_schedule(problem.body, problem.limits);
    const auto expected = brute_force(problem);
    const Vector<int> greedy = greedy_schedule(problem.body, problem.limits.parts);
    const OrderCost greedy_cost = evaluate_order(problem.body, greedy, problem.limits.contention_penalty);
    std::vector<int> seed_order(greedy.begin(), greedy.end());
    const bool seed_counts = greedy_cost.vgpr_peak <= problem.limits.max_vgpr && respects(problem, seed_order, false);
    const int bound = makespan_lower_bound(problem.body, problem.limits.contention_penalty);
    if (seed_counts && (greedy_cost.makespan <= bound || !expected || !(expected->first < greedy_cost))) {
      // The seed is returned when it meets the bound, and wins ties.
      ASSERT_EQ(result.order, greedy) << "seed " << seed;
      ++seed_kept;
    } else if (!expected) {
      ASSERT_EQ(result.status, SearchStatus::infeasible) << "seed " << seed;
      ASSERT_TRUE(result.error.rule == Rule::register_budget || result.error.rule == Rule::no_order_fits_blocks);
      ++infeasible;
    } else {
      ASSERT_EQ(result.cost, expected->first) << "seed " << seed;
      ASSERT_EQ(result.order, expected->second) << "seed " << seed;
      ASSERT_EQ(result.status, SearchStatus::optimal) << "seed " << seed;
      ++searched;
    }
    // Whatever was returned: a claim of optimality comes with a bound that proves it, and no bound is above a cost.
    if (result.status == SearchStatus::optimal) {
      ASSERT_EQ(result.lower_bound, result.cost.makespan) << "seed " << seed;
    }
    if (expected) {
      ASSERT_LE(result.lower_bound, std::max(expected->first.makespan, result.cost.makespan)) << "seed " << seed;
    }
  }
  EXPECT_GT(searched, sample(200));
  EXPECT_GT(infeasible, sample(100));
  EXPECT_GT(seed_kept, sample(500));
}

TEST(ExactSchedule, SaysBestFoundWithBoundWhenTheBudgetEnds) {
  Problem problem;
  for (unsigned seed = 1;; ++seed) {
    problem = random_problem(seed);
    if (exact_schedule(problem.body, problem.limits).nodes > 30) break;
  }
  problem.limits.node_budget = 15;
  const SearchResult result = exact_schedule(problem.body, problem.limits);
  EXPECT_EQ(result.nodes, 15);
  if (result.status == SearchStatus::infeasible) {
    EXPECT_EQ(result.error.rule, Rule::node_budget);
  } else {
    EXPECT_EQ(result.status, SearchStatus::best_found);
    EXPECT_LE(result.lower_bound, result.cost.makespan);
  }
}

// The search itself in a constant expression: the penalty makes the greedy seed miss the bound.
constexpr SearchResult small_search() {
  LoopBody body;
  const OpCost load{ResourceKind::global_mem, 100, OpRole::global_load};
  const OpCost read{ResourceKind::lds, 20, OpRole::fragment_load};
  const OpCost multiply{ResourceKind::mma_unit, 16, OpRole::compute};
  for (const OpCost& cost : {read, read, load, multiply, multiply}) body.ops.push_back(kernel_op(1, cost));
  body.edges.push_back({0, 3, DepKind::flow, 0});
  body.edges.push_back({1, 4, DepKind::flow, 0});
  SearchLimits limits;
  limits.parts = 1;
  limits.contention_penalty = 10;
  return exact_schedule(body, limits);
}
static_assert(small_search().status == SearchStatus::optimal);
static_assert(small_search().cost.makespan == 100);
static_assert(small_search().order[0] == 0 || small_search().order[0] == 2);

}  // namespace
}  // namespace stretto
