// The scheduler against brute force on small random loops, and its two exact searches against each other on larger
// ones.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "brute_force.hpp"

namespace stretto::modulo_test {
namespace {

// Problems for brute force must stay small.
constexpr double most_schedules = 2e6;

class Random : public testing::TestWithParam<int> {};

// Post-conditions: 1. the schedule is valid; 2. no smaller II has one; 3. no schedule at that II is better in (shared
// bytes, register bytes, stages, sum of starts); 4. what is refused has no schedule.
TEST_P(Random, AgreesWithBruteForce) {
  int compared = 0;
  for (int k = 0; k < 200; ++k) {
    const unsigned seed = static_cast<unsigned>(200 * GetParam() + k);
    const ModuloProblem problem = random_problem(seed, 2 + k % 4, true);
    const Result<ModuloResult> scheduled = modulo_schedule(problem);
    if (!scheduled.ok()) {
      for (long ii = 1; ii <= 10; ++ii) EXPECT_FALSE(best_costs(problem, ii, 10)) << "seed " << seed << ", II " << ii;
      continue;
    }
    const ModuloResult& result = scheduled.value;
    const std::vector<long> starts = plain(result.starts);
    EXPECT_EQ(complaint(problem, result.ii, starts, plain(result.slots)), "") << "seed " << seed;
    EXPECT_EQ(*std::min_element(starts.begin(), starts.end()), 0) << "seed " << seed;
    EXPECT_FALSE(check_modulo_schedule(problem, result.ii, result.starts, result.slots)) << "seed " << seed;
    const long span = *std::max_element(starts.begin(), starts.end()) + 2;
    if (std::pow(static_cast<double>(span + 1), problem.size()) > most_schedules) continue;
    ++compared;
    EXPECT_EQ(result.status, ModuloStatus::optimal) << "seed " << seed;
    for (long ii = 1; ii < result.ii; ++ii) {
      EXPECT_FALSE(best_costs(problem, ii, span)) << "seed " << seed << ", II " << ii << " below " << result.ii;
    }
    const std::optional<ModuloCosts> best = best_costs(problem, result.ii, span);
    ASSERT_TRUE(best) << "seed " << seed;
    EXPECT_EQ(result.costs.shared, best->shared) << "seed " << seed;
    EXPECT_EQ(result.costs.registers, best->registers) << "seed " << seed;
    EXPECT_EQ(result.costs.stages, best->stages) << "seed " << seed;
    EXPECT_EQ(result.costs.starts, best->starts) << "seed " << seed;
    EXPECT_EQ(result.starts_status, ModuloStatus::optimal) << "seed " << seed;
  }
  EXPECT_GT(compared, 100);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Random, testing::Range(0, 8));

/// At one II, by each search alone. What they find is put together and checked.
struct Answers {
  detail::Answer windows = detail::Answer::unknown;
  detail::Answer orders = detail::Answer::unknown;
};

Answers ask_both(const ModuloProblem& problem, long ii, unsigned seed) {
  const Vector<detail::LoopArc> arcs = detail::all_arcs(problem, detail::slot_limits(problem));
  const detail::Components components = detail::find_components(arcs, problem.size());
  const detail::IntervalProblem at = detail::at_interval(problem, arcs, ii);
  if (at.overfull >= 0) return {detail::Answer::no, detail::Answer::no};
  const detail::IntervalProblem inner = detail::without_crossing_edges(at, components);
  const detail::WindowProblem windows = detail::WindowBuilder(inner, components).result();
  const auto check = [&](const Vector<long>& of_windows) {
    Vector<long> starts = detail::complete_starts(inner, components, windows, of_windows);
    detail::join_components(at, components, starts);
    EXPECT_EQ(complaint(problem, ii, plain(starts), {}), "") << "seed " << seed << ", II " << ii;
  };
  Answers answers;
  detail::WindowSearch by_windows(inner, windows);
  answers.windows = by_windows.run({100'000, nullptr});
  if (answers.windows == detail::Answer::yes) {
    Vector<long> found;
    for (int w = 0; w < windows.windows.size(); ++w) found.push_back(by_windows.start(w));
    check(found);
  }
  const detail::OrderProblem order = detail::order_problem(inner, windows);
  detail::OrderSearch by_order(order);
  answers.orders = by_order.run(detail::OrderGoal::any, {5'000, nullptr});
  if (answers.orders == detail::Answer::yes) check(by_order.best());
  return answers;
}

TEST(ExactSearches, AgreeWithEachOtherAndWithBruteForce) {
  int answered = 0;
  int refuted = 0;
  for (unsigned seed = 0; seed < 600; ++seed) {
    const ModuloProblem problem = random_problem(50'000 + seed, 3 + static_cast<int>(seed % 8), false);
    const Result<RecurrenceBound> recurrence = recurrence_bound(problem);
    if (!recurrence.ok()) continue;
    const long step = interval_step(problem);
    const long bound = std::max(recurrence.value.ii, resource_bound(problem).ii);
    const long first = (bound + step - 1) / step * step;
    for (long ii = first; ii < first + 4 * step; ii += step) {
      const Answers answers = ask_both(problem, ii, seed);
      ASSERT_NE(answers.windows, detail::Answer::unknown) << "seed " << seed << ", II " << ii;
      if (answers.orders == detail::Answer::unknown) continue;  // it does not learn
      ++answered;
      EXPECT_EQ(answers.windows, answers.orders) << "seed " << seed << ", II " << ii;
      if (answers.windows == detail::Answer::no) ++refuted;
      if (problem.size() > 3) continue;
      EXPECT_EQ(answers.windows == detail::Answer::yes, best_costs(problem, ii, 40).has_value())
          << "seed " << seed << ", II " << ii;
    }
  }
  EXPECT_GT(answered, 2000);
  EXPECT_GT(refuted, 50);
}

}  // namespace
}  // namespace stretto::modulo_test
