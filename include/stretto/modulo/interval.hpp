// A problem at one initiation interval: edges become differences of starts, and occupancies become arcs on each
// resource's circle of `period` cycles (the modulo reservation table).
#pragma once

#include <stretto/modulo/components.hpp>

namespace stretto::detail {

/// t(to) >= t(from) + weight.
struct Difference {
  int from = 0;
  int to = 0;
  long weight = 0;
};

/// The op covers `length` cycles of the resource's circle, 0 < length < period: whole periods reduce the limit instead.
struct CircleUse {
  int op = 0;
  int resource = 0;
  long length = 0;
};

struct Circle {
  long period = 1;
  int limit = 0;        // how many arcs may cover one point
  Vector<int> uses;     // that contend; empty if all of them always fit
  bool all_one = true;  // every arc has length 1
};

struct IntervalProblem {
  long ii = 1;
  int ops = 0;
  Vector<Difference> edges;
  Vector<CircleUse> uses;  // of contended resources, grouped by op
  Vector<int> first_use;   // index of each op's first use, and the end
  Vector<Circle> circles;
  int overfull = -1;  // a resource that is too small wherever the ops start; -1: none

  [[nodiscard]] constexpr bool limited(int op) const { return first_use[op] < first_use[op + 1]; }
};

/// Sets the uses, grouped by op, without the resources that always suffice.
constexpr void place_uses(const ModuloProblem& problem, IntervalProblem& at) {
  Vector<int> arcs(problem.resources.size(), 0);
  for (const ModuloResource& resource : problem.resources) {
    Circle circle;
    circle.period = at.ii / resource.turns;
    circle.limit = resource.limit;
    at.circles.push_back(circle);
  }
  for (const ModuloUse& use : problem.uses) {
    Circle& circle = at.circles[use.resource];
    if (circle.limit >= unlimited) continue;
    const long periods = use.occupancy / circle.period;
    circle.limit = periods > circle.limit ? -1 : circle.limit - static_cast<int>(periods);
    if (use.occupancy % circle.period != 0) ++arcs[use.resource];
    if (circle.limit < 0) at.overfull = use.resource;
  }
  Vector<int> by_op(problem.size() + 1, 0);
  for (const ModuloUse& use : problem.uses) {
    if (arcs[use.resource] > at.circles[use.resource].limit && use.occupancy % at.circles[use.resource].period != 0) {
      ++by_op[use.op + 1];
    }
  }
  for (int i = 0; i < problem.size(); ++i) by_op[i + 1] += by_op[i];
  at.first_use = by_op;
  at.uses.resize(by_op[problem.size()]);
  for (const ModuloUse& use : problem.uses) {
    const Circle& circle = at.circles[use.resource];
    if (arcs[use.resource] > circle.limit && use.occupancy % circle.period != 0) {
      at.uses[by_op[use.op]++] = {use.op, use.resource, use.occupancy % circle.period};
    }
  }
  for (int u = 0; u < at.uses.size(); ++u) {
    Circle& circle = at.circles[at.uses[u].resource];
    circle.uses.push_back(u);
    circle.all_one = circle.all_one && at.uses[u].length == 1;
    if (circle.limit == 0) at.overfull = at.uses[u].resource;
  }
}

constexpr IntervalProblem at_interval(const ModuloProblem& problem, const Vector<LoopArc>& arcs, long ii) {
  IntervalProblem at;
  at.ii = ii;
  at.ops = problem.size();
  at.edges.reserve(arcs.size());
  for (const LoopArc& arc : arcs) at.edges.push_back({arc.from, arc.to, arc.delay - ii * arc.distance});
  place_uses(problem, at);
  return at;
}

/// Keeps only the edges within components. They decide whether there is a schedule: given starts that satisfy them and
/// the circles, a component can be moved by a multiple of II, far enough to satisfy the edges that enter it, and no op
/// changes its place on a circle. No path leads back to an earlier component, so this works for one component after
/// another.
constexpr IntervalProblem without_crossing_edges(const IntervalProblem& at, const Components& components) {
  IntervalProblem inner = at;
  inner.edges.clear();
  for (const Difference& edge : at.edges) {
    if (components.of[edge.from] == components.of[edge.to]) inner.edges.push_back(edge);
  }
  return inner;
}

/// Moves components until all edges are satisfied, each as early as its predecessors allow. The smallest start becomes
/// 0.
constexpr void join_components(const IntervalProblem& at, const Components& components, Vector<long>& starts) {
  Vector<long> shift(components.count, 0);
  Vector<int> count(components.count + 1, 0);
  for (const Difference& edge : at.edges) ++count[components.of[edge.from] + 1];
  for (int c = 0; c < components.count; ++c) count[c + 1] += count[c];
  Vector<int> by_component(at.edges.size(), 0);
  Vector<int> next = count;
  for (int e = 0; e < at.edges.size(); ++e) by_component[next[components.of[at.edges[e].from]]++] = e;
  for (int c = components.count - 1; c >= 0; --c) {
    for (int k = count[c]; k < count[c + 1]; ++k) {
      const Difference& edge = at.edges[by_component[k]];
      const int to = components.of[edge.to];
      if (to == c) continue;
      const long late = starts[edge.from] + shift[c] * at.ii + edge.weight - starts[edge.to];
      const long turns = ceil_quotient(late, at.ii);
      if (turns > shift[to]) shift[to] = turns;
    }
  }
  long smallest = starts[0] + shift[components.of[0]] * at.ii;
  for (int i = 0; i < at.ops; ++i) {
    starts[i] += shift[components.of[i]] * at.ii;
    if (starts[i] < smallest) smallest = starts[i];
  }
  for (long& start : starts) start -= smallest;
}

}  // namespace stretto::detail
