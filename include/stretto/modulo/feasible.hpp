// Is there a schedule at one II? The heuristic first, with all edges and then within components; then the search.
#pragma once

#include <stretto/modulo/window_search.hpp>

namespace stretto::detail {

struct Feasibility {
  Answer answer = Answer::unknown;
  Vector<long> starts;
  long nodes = 0;
};

/// Puts ops without a window as early as those with one allow, component by component.
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

constexpr Feasibility find_feasible(const IntervalProblem& at, const Components& components, const ModuloBudget& budget) {
  Feasibility result;
  if (at.overfull >= 0) {
    result.answer = Answer::no;
    return result;
  }
  const long tries = 6L * at.ops + 64;
  {
    IterativeSchedule all(at);
    result.nodes += at.ops;
    if (all.run(tries)) {
      result.answer = Answer::yes;
      result.starts = all.starts();
      return result;
    }
  }
  const IntervalProblem inner = without_crossing_edges(at, components);
  {
    IterativeSchedule within(inner);
    if (within.run(tries)) {
      result.answer = Answer::yes;
      result.starts = within.starts();
      join_components(at, components, result.starts);
      return result;
    }
  }
  const WindowBuilder windows(inner, components);
  WindowSearch search(inner, windows.result());
  result.answer = search.run(budget);
  result.nodes += search.nodes();
  if (result.answer == Answer::yes) {
    Vector<long> of_windows;
    for (int w = 0; w < windows.result().windows.size(); ++w) of_windows.push_back(search.start(w));
    result.starts = complete_starts(inner, components, windows.result(), of_windows);
    join_components(at, components, result.starts);
  }
  return result;
}

}  // namespace stretto::detail
