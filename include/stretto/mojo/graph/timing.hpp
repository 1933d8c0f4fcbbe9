// ASAP start, ALAP start and slack of each op, over same-iteration edges only.
#pragma once

#include <stretto/mojo/graph/loop_body.hpp>

namespace stretto {

/// The earliest start of an op, and the latest start that does not lengthen the critical path.
struct OpNode {
  int asap = 0;  ///< earliest start
  int alap = 0;  ///< latest start

  /// Cycles by which the op can move. 0 on the critical path.
  [[nodiscard]] constexpr int slack() const { return alap - asap; }
};

/// Timing of all ops of a body.
struct Timing {
  Vector<OpNode> nodes;   ///< by op
  int critical_path = 0;  ///< cycles from the first start to the last result
};

/// Returns an empty result if the body has a same-iteration cycle. `validate` reports the cycle.
constexpr Timing compute_timing(const LoopBody& body) {
  const auto predecessors = detail::same_iteration_neighbours(body, detail::Direction::predecessors);
  const auto successors = detail::same_iteration_neighbours(body, detail::Direction::successors);
  const Vector<int> sorted = detail::topological_order(body, predecessors, successors);
  Timing timing;
  if (sorted.size() < body.size()) return timing;
  timing.nodes.resize(body.size());
  for (int op : sorted) {
    const int finish = timing.nodes[op].asap + body.ops[op].latency;
    if (finish > timing.critical_path) timing.critical_path = finish;
    for (int k = successors.first[op]; k < successors.first[op + 1]; ++k) {
      OpNode& consumer = timing.nodes[successors.neighbours[k]];
      if (finish > consumer.asap) consumer.asap = finish;
    }
  }
  for (int i = sorted.size() - 1; i >= 0; --i) {
    const int op = sorted[i];
    int latest_finish = timing.critical_path;
    for (int k = successors.first[op]; k < successors.first[op + 1]; ++k) {
      const int start = timing.nodes[successors.neighbours[k]].alap;
      if (start < latest_finish) latest_finish = start;
    }
    timing.nodes[op].alap = latest_finish - body.ops[op].latency;
  }
  return timing;
}

}  // namespace stretto
