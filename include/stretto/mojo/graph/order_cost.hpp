// The cost of an order of a loop body: makespan of one iteration, register peak, and a lower bound on the makespan.
//
// Each op starts when its same-iteration predecessors have finished. MMA ops serialise, and so do VALU ops,
// independently of each other. With a positive contention penalty, LDS and global-memory ops also serialise on a port,
// which each op holds for the penalty.
#pragma once

#include <stretto/mojo/graph/timing.hpp>

namespace stretto {

/// The serial unit that an op waits for.
enum class SerialUnit : unsigned char {
  mma,   ///< one MMA at a time
  valu,  ///< one vector op at a time
  port,  ///< memory ops, with a contention penalty
  none,  ///< not serialised
};
inline constexpr int serial_units = 3;  ///< Number of serial units, without `none`.

/// The serial unit of an op. Memory ops use the port only with a positive penalty.
constexpr SerialUnit serial_unit(const OpDesc& op, int contention_penalty) {
  switch (op.resource) {
    case ResourceKind::mma_unit: return SerialUnit::mma;
    case ResourceKind::valu: return SerialUnit::valu;
    case ResourceKind::lds:
    case ResourceKind::global_mem: return contention_penalty > 0 ? SerialUnit::port : SerialUnit::none;
    default: return SerialUnit::none;
  }
}

/// Cycles for which an op holds its serial unit.
constexpr int unit_hold(const OpDesc& op, SerialUnit unit, int contention_penalty) {
  return unit == SerialUnit::port ? contention_penalty : op.latency;
}

/// The cost of an order.
struct OrderCost {
  int makespan = 0;   ///< first start to last result
  int vgpr_peak = 0;  ///< largest number of live registers

  /// Smaller makespan first, then smaller register peak.
  friend constexpr bool operator<(const OrderCost& a, const OrderCost& b) {
    return a.makespan != b.makespan ? a.makespan < b.makespan : a.vgpr_peak < b.vgpr_peak;
  }
  friend constexpr bool operator==(const OrderCost&, const OrderCost&) = default;
};

/// Computes the cost of an order. A predecessor that comes later in the order counts as finished at 0 (`broken_edges`
/// lists those).
constexpr OrderCost evaluate_order(const LoopBody& body, const Vector<int>& order, int contention_penalty) {
  const auto predecessors = detail::same_iteration_neighbours(body, detail::Direction::predecessors);
  Vector<int> finish(body.size(), 0);
  int unit_free[serial_units] = {};
  int pressure = 0;
  OrderCost cost;
  for (int index : order) {
    const OpDesc& op = body.ops[index];
    int start = 0;
    for (int k = predecessors.first[index]; k < predecessors.first[index + 1]; ++k) {
      const int ready = finish[predecessors.neighbours[k]];
      if (ready > start) start = ready;
    }
    const SerialUnit unit = serial_unit(op, contention_penalty);
    if (unit != SerialUnit::none) {
      int& free_at = unit_free[static_cast<int>(unit)];
      if (free_at > start) start = free_at;
      free_at = start + unit_hold(op, unit, contention_penalty);
    }
    finish[index] = start + op.latency;
    if (finish[index] > cost.makespan) cost.makespan = finish[index];
    pressure += op.vgpr_def;
    if (pressure > cost.vgpr_peak) cost.vgpr_peak = pressure;
    pressure -= op.vgpr_kill;
  }
  return cost;
}

/// The lower bound of the Mojo package on the makespan: the largest of the critical path, the earliest MMA (VALU) start
/// plus all MMA (VALU) latencies, and the sum of the port's holds.
constexpr int makespan_lower_bound(const LoopBody& body, int contention_penalty) {
  const Timing timing = compute_timing(body);
  int earliest[serial_units] = {-1, -1, 0};  // assume that the port is busy from the start
  int held[serial_units] = {};
  for (int i = 0; i < timing.nodes.size(); ++i) {
    const SerialUnit unit = serial_unit(body.ops[i], contention_penalty);
    if (unit == SerialUnit::none) continue;
    const int u = static_cast<int>(unit);
    held[u] += unit_hold(body.ops[i], unit, contention_penalty);
    if (earliest[u] < 0 || timing.nodes[i].asap < earliest[u]) earliest[u] = timing.nodes[i].asap;
  }
  int bound = timing.critical_path;
  for (int u = 0; u < serial_units; ++u) {
    if (held[u] > 0 && earliest[u] + held[u] > bound) bound = earliest[u] + held[u];
  }
  return bound;
}

/// Same-iteration edges that the order violates: the consumer precedes its producer.
constexpr Vector<DepEdge> broken_edges(const LoopBody& body, const Vector<int>& order) {
  Vector<int> position(body.size(), 0);
  for (int i = 0; i < order.size(); ++i) position[order[i]] = i;
  Vector<DepEdge> broken;
  for (const DepEdge& edge : body.edges) {
    if (edge.loop_distance == 0 && position[edge.producer] > position[edge.consumer]) broken.push_back(edge);
  }
  return broken;
}

}  // namespace stretto
