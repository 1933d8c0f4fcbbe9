// The exact scheduler on random bodies: nodes, time, and the share proven optimal within one second.
// Usage: exact_search [bodies per shape] [node budget]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "random_body.hpp"

namespace {

double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

void measure(const stretto::bench::BodyShape& shape, int bodies, long budget) {
  std::vector<double> seconds;
  std::vector<double> nodes;
  int proven_in_time = 0;
  int by_seed = 0;
  double worst_gap = 0;
  for (int seed = 1; seed <= bodies; ++seed) {
    stretto::bench::RandomProblem problem = stretto::bench::random_problem(shape, static_cast<unsigned>(seed));
    problem.limits.node_budget = budget;
    const std::clock_t begin = std::clock();
    const stretto::SearchResult result = stretto::exact_schedule(problem.body, problem.limits);
    const double took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    seconds.push_back(took);
    nodes.push_back(static_cast<double>(result.nodes));
    const bool proven = result.status == stretto::SearchStatus::optimal;
    proven_in_time += proven && took <= 1.0 ? 1 : 0;
    by_seed += result.nodes == 0 ? 1 : 0;
    if (!proven) {
      worst_gap = std::max(worst_gap, static_cast<double>(result.cost.makespan) / result.lower_bound - 1);
      std::printf("  seed %d: %s, makespan %d, bound %d, %ld nodes, %.2f s\n", seed,
                  result.status == stretto::SearchStatus::infeasible ? "no order" : "best found", result.cost.makespan,
                  result.lower_bound, result.nodes, took);
    }
  }
  std::printf(
      "%dx%d grid, %d ops, %d bodies: %.1f%% proven optimal within 1 s (%d by the greedy seed alone); "
      "nodes median %.0f, 90%% %.0f, most %.0f; seconds median %.6f, 90%% %.6f, most %.3f; worst gap %.1f%%\n",
      shape.m, shape.n, shape.ops(), bodies, 100.0 * proven_in_time / bodies, by_seed, quantile(nodes, 0.5),
      quantile(nodes, 0.9), quantile(nodes, 1), quantile(seconds, 0.5), quantile(seconds, 0.9), quantile(seconds, 1),
      100 * worst_gap);
}

}  // namespace

int main(int argc, char** argv) {
  const int bodies = argc > 1 ? std::atoi(argv[1]) : 200;
  const long budget = argc > 2 ? std::atol(argv[2]) : stretto::SearchLimits{}.node_budget;
  std::printf(
      "method: bodies by seed 1 to %d; per tag, load latency 100-800, fragment 16-128, MMA 8-128; max_globals 0-2; "
      "penalty 0-40; one thread, processor seconds\n",
      bodies);
  measure({2, 2, 0}, bodies, budget);
  measure({2, 4, 2}, bodies, budget);
}
