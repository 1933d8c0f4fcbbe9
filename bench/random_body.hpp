// Random double-buffer bodies for the exact scheduler: the ping-pong table over an m x n grid, optionally with two
// auxiliary operands per half (scales, a bias) that some MMAs after the first need. Latencies, load cap, contention
// penalty and the readers of the auxiliary operands are drawn by seed.
#pragma once

#include <random>

#include <stretto/stretto.hpp>

namespace stretto::bench {

struct RandomProblem {
  LoopBody body;
  SearchLimits limits;
};

struct BodyShape {
  int m = 2;
  int n = 2;
  int auxiliary = 0;  // further operands per half, each with a load and a fragment

  [[nodiscard]] int ops() const { return 2 * (m * n + 2 * (m + n + auxiliary)); }
};

inline RandomProblem random_problem(const BodyShape& shape, unsigned seed) {
  std::mt19937 random(seed);
  const auto draw = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  enum : int { load_a, load_b, frag_a, frag_b, mma, load_aux, frag_aux };
  TargetCostModel costs;
  const auto load = [&] { return OpCost{ResourceKind::global_mem, draw(100, 800), OpRole::global_load, 0, 0}; };
  const auto frag = [&] { return OpCost{ResourceKind::lds, draw(16, 128), OpRole::fragment_load, 8, 0}; };
  costs.set(load_a, load()).set(load_b, load()).set(load_aux, load());
  costs.set(frag_a, frag()).set(frag_b, frag()).set(frag_aux, frag());
  costs.set(mma, {ResourceKind::mma_unit, draw(8, 128), OpRole::compute, 4, 0});

  PipelineConfig config = mi355x_double_buffer({.max_globals = draw(0, 2)});
  config.m_mmas = shape.m;
  config.n_mmas = shape.n;
  BodyBuilder declared;
  for (int half = 0; half < 2; ++half) {
    const KOffsetKind ahead = half == 0 ? KOffsetKind::k0 : KOffsetKind::k1;
    declared.load(load_a, {1 - half, shape.m - 1, 0, half == 0 ? KOffsetKind::k_prev : KOffsetKind::k0});
    for (int i = 0; i + 1 < shape.m; ++i) declared.load(load_a, {half, i, 0, ahead});
    for (int i = 0; i < shape.n; ++i) declared.load(load_b, {half, i, 1, ahead});
    for (int channel = 2; channel < 2 + shape.auxiliary; ++channel) declared.load(load_aux, {half, 0, channel, ahead});
    for (int i = 0; i < shape.m; ++i) declared.frag(frag_a, {half, i, 0});
    for (int i = 0; i < shape.n; ++i) declared.frag(frag_b, {half, i, 1});
    for (int channel = 2; channel < 2 + shape.auxiliary; ++channel) declared.frag(frag_aux, {half, 0, channel});
    for (int i = 0; i < shape.m * shape.n; ++i) declared.compute(mma, {i / shape.n, i % shape.n});
  }

  RandomProblem problem;
  problem.body.ops = annotate_ops(declared.ops(), costs).value;
  problem.body.edges = double_buffer_edges(problem.body.ops, config);
  const int half = problem.body.size() / 2;
  // The default rules treat an auxiliary fragment as a B operand; draw its readers instead.
  Vector<DepEdge> edges;
  for (const DepEdge& edge : problem.body.edges) {
    const bool to_compute = problem.body.ops[edge.consumer].tag == mma;
    if (problem.body.ops[edge.producer].tag != frag_aux || !to_compute) edges.push_back(edge);
  }
  for (int f = 0; f < problem.body.size(); ++f) {
    if (problem.body.ops[f].tag != frag_aux) continue;
    const int last = (f / half + 1) * half - 1;
    for (int c = last - shape.m * shape.n + 2; c <= last; ++c) {
      if (c == last || draw(0, 1) == 1) edges.push_back({f, c, DepKind::flow, 0});
    }
  }
  problem.body.edges = edges;
  problem.limits.max_globals = config.block_sizing.max_globals;
  problem.limits.contention_penalty = draw(0, 40);
  return problem;
}

}  // namespace stretto::bench
