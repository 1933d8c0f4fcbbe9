// Is there a schedule at one II? The heuristic runs first, with all edges and then with the edges within components. If
// it fails, two exact searches alternate with growing budgets until one has the answer: the window search, which learns
// from conflicts, and the order search, whose cost does not depend on the length of II. The heuristic either succeeds
// early or tries for long. So a short exact search in between refutes small problems in less time.
#pragma once

#include <stretto/modulo/order_search.hpp>

namespace stretto::detail {

struct Feasibility {
  Answer answer = Answer::unknown;
  Vector<long> starts;
  long nodes = 0;
};

/// Starts ops without a window as early as the ops with a window allow, component by component.
constexpr Vector<long> complete_starts(const IntervalProblem& inner, const Components& components,
                                       const WindowProblem& problem, const Vector<long>& of_windows) {
  Vector<long> starts(inner.ops, no_path);
  Vector<int> anchored(components.count, 0);
  for (int w = 0; w < problem.windows.size(); ++w) {
    starts[problem.windows[w].op] = of_windows[w];
    anchored[problem.windows[w].component] = 1;
  }
  for (int i = 0; i < inner.ops; ++i) {
    if (anchored[components.of[i]] != 0) continue;
    anchored[components.of[i]] = 1;
    starts[i] = 0;
  }
  for (bool moved = true; moved;) {
    moved = false;
    for (const Difference& edge : inner.edges) {
      if (starts[edge.from] == no_path || starts[edge.from] + edge.weight <= starts[edge.to]) continue;
      starts[edge.to] = starts[edge.from] + edge.weight;
      moved = true;
    }
  }
  return starts;
}

/// The windows as differences from an origin.
constexpr OrderProblem order_problem(const IntervalProblem& inner, const WindowProblem& windows) {
  OrderProblem order;
  order.ii = inner.ii;
  order.size = windows.windows.size();
  order.differences = windows.differences;
  for (int w = 0; w < order.size; ++w) {
    order.differences.push_back({order.size, w, windows.windows[w].low});
    order.differences.push_back({w, order.size, -windows.windows[w].high});
  }
  for (const Circle& circle : inner.circles) {
    if (circle.uses.empty()) continue;
    OrderCircle arcs;
    arcs.period = circle.period;
    arcs.limit = circle.limit;
    for (int u : circle.uses) arcs.arcs.push_back({windows.window_of[inner.uses[u].op], inner.uses[u].length});
    order.circles.push_back(arcs);
  }
  return order;
}

inline constexpr int max_ordered_ops = 200;  // the matrices grow with the square of the number of ops

/// Runs both searches over the contended ops of all components.
class ExactFeasibility {
 public:
  constexpr ExactFeasibility(const IntervalProblem& inner, const Components& components)
      : inner_(inner), windows_(WindowBuilder(inner, components).result()) {}

  constexpr Answer run(const ModuloBudget& budget) {
    WindowSearch by_windows(inner_, windows_);
    bool long_arcs = false;
    for (const Circle& circle : inner_.circles) long_arcs = long_arcs || !circle.all_one;
    if (!long_arcs || windows_.windows.size() > max_ordered_ops) {
      const Answer answer = by_windows.run(budget);
      nodes = by_windows.nodes();
      if (answer == Answer::yes) take(by_windows);
      return answer;
    }
    const OrderProblem problem = order_problem(inner_, windows_);
    OrderSearch by_order(problem);
    ModuloBudget turn = budget;
    for (turn.nodes = 256;; turn.nodes *= 4) {
      if (turn.nodes > budget.nodes) turn.nodes = budget.nodes;
      Answer answer = by_order.run(OrderGoal::any, turn);
      nodes += by_order.nodes();
      if (answer == Answer::yes) {
        starts = by_order.best();
      } else if (answer == Answer::unknown) {
        answer = by_windows.run({by_windows.nodes() + turn.nodes, budget.expired});
        if (answer == Answer::yes) take(by_windows);
      }
      if (answer != Answer::unknown || turn.nodes == budget.nodes || (budget.expired != nullptr && budget.expired())) {
        nodes += by_windows.nodes();
        return answer;
      }
    }
  }

  [[nodiscard]] constexpr const WindowProblem& windows() const { return windows_; }

  Vector<long> starts;  // by window
  long nodes = 0;

 private:
  constexpr void take(const WindowSearch& search) {
    starts.clear();
    for (int w = 0; w < windows_.windows.size(); ++w) starts.push_back(search.start(w));
  }

  const IntervalProblem& inner_;
  WindowProblem windows_;
};

inline constexpr int max_contended_ops = 1024;  // the search stores the longest paths between all of them

constexpr int contended_ops(const IntervalProblem& at) {
  int count = 0;
  for (int i = 0; i < at.ops; ++i) count += at.limited(i) ? 1 : 0;
  return count;
}

inline constexpr int max_refuted_ops = 24;
inline constexpr long refuting_nodes = 64;

/// Does a short exact search show that there is no schedule?
constexpr bool refuted_early(const IntervalProblem& inner, const Components& components, const ModuloBudget& budget,
                             long& nodes) {
  if (contended_ops(inner) > max_refuted_ops || budget.nodes < refuting_nodes) return false;
  ExactFeasibility exact(inner, components);
  const bool refuted = exact.run({refuting_nodes, budget.expired}) == Answer::no;
  nodes += exact.nodes;
  return refuted;
}

constexpr Feasibility find_feasible(const IntervalProblem& at, const Components& components,
                                    const ModuloBudget& budget) {
  Feasibility result;
  if (at.overfull >= 0) {
    result.answer = Answer::no;
    return result;
  }
  const long tries = 6L * at.ops + 64;
  const long first_tries = 2L * at.ops;
  IterativeSchedule all(at);
  if (all.run(first_tries)) return {Answer::yes, all.starts()};
  const IntervalProblem inner = without_crossing_edges(at, components);
  if (refuted_early(inner, components, budget, result.nodes)) {
    result.answer = Answer::no;
    return result;
  }
  if (all.run(tries - first_tries)) return {Answer::yes, all.starts(), result.nodes};
  {
    IterativeSchedule within(inner);
    if (within.run(tries)) {
      result.answer = Answer::yes;
      result.starts = within.starts();
      join_components(at, components, result.starts);
      return result;
    }
  }
  if (contended_ops(inner) > max_contended_ops || (budget.expired != nullptr && budget.expired())) return result;
  ExactFeasibility exact(inner, components);
  result.answer = exact.run(budget);
  result.nodes += exact.nodes;
  if (result.answer == Answer::yes) {
    result.starts = complete_starts(inner, components, exact.windows(), exact.starts);
    join_components(at, components, result.starts);
  }
  return result;
}

}  // namespace stretto::detail
