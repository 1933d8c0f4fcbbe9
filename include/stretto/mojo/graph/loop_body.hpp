// LoopBody: the dependence graph of a loop. It is data; schedulers are functions over it (schedulers/).
#pragma once

#include <stretto/core/result.hpp>
#include <stretto/core/vector.hpp>
#include <stretto/mojo/edge.hpp>
#include <stretto/mojo/op.hpp>

namespace stretto {

/// Ops and their dependences.
struct LoopBody {
  Vector<OpDesc> ops;     ///< an op's number is its index
  Vector<DepEdge> edges;  ///< between op numbers

  /// Number of ops.
  [[nodiscard]] constexpr int size() const { return ops.size(); }
};

namespace detail {

/// Neighbours of each op along same-iteration edges, in one flat list. Those of op i are at [first[i], first[i+1]).
struct Adjacency {
  Vector<int> first;
  Vector<int> neighbours;
};

enum class Direction : unsigned char { predecessors, successors };

constexpr Adjacency same_iteration_neighbours(const LoopBody& body, Direction direction) {
  Adjacency result;
  const bool successors = direction == Direction::successors;
  result.first.resize(body.size() + 1, 0);
  for (const DepEdge& edge : body.edges) {
    if (edge.loop_distance == 0) ++result.first[(successors ? edge.producer : edge.consumer) + 1];
  }
  for (int i = 0; i < body.size(); ++i) result.first[i + 1] += result.first[i];
  result.neighbours.resize(result.first[body.size()], 0);
  Vector<int> next = result.first;
  for (const DepEdge& edge : body.edges) {
    if (edge.loop_distance != 0) continue;
    const int from = successors ? edge.producer : edge.consumer;
    result.neighbours[next[from]++] = successors ? edge.consumer : edge.producer;
  }
  return result;
}

/// The ops in an order in which every same-iteration edge points forward. It is shorter than the body if there is a
/// cycle.
constexpr Vector<int> topological_order(const LoopBody& body, const Adjacency& predecessors,
                                        const Adjacency& successors) {
  Vector<int> missing(body.size(), 0);
  Vector<int> order;
  order.reserve(body.size());
  for (int i = 0; i < body.size(); ++i) {
    missing[i] = predecessors.first[i + 1] - predecessors.first[i];
    if (missing[i] == 0) order.push_back(i);
  }
  for (int head = 0; head < order.size(); ++head) {
    const int op = order[head];
    for (int k = successors.first[op]; k < successors.first[op + 1]; ++k) {
      const int consumer = successors.neighbours[k];
      if (--missing[consumer] == 0) order.push_back(consumer);
    }
  }
  return order;
}

/// Reports a cycle among the ops that the topological order omits, op by op.
constexpr Diagnostic name_cycle(const LoopBody& body, const Vector<int>& sorted, const Adjacency& predecessors) {
  Vector<char> left_out(body.size(), 1);
  for (int op : sorted) left_out[op] = 0;
  int op = 0;
  while (left_out[op] == 0) ++op;
  // Every omitted op has an omitted predecessor, so walking backwards revisits an op.
  Vector<int> walk;
  Vector<int> place(body.size(), -1);
  while (place[op] < 0) {
    place[op] = walk.size();
    walk.push_back(op);
    for (int k = predecessors.first[op]; k < predecessors.first[op + 1]; ++k) {
      if (left_out[predecessors.neighbours[k]] != 0) {
        op = predecessors.neighbours[k];
        break;
      }
    }
  }
  // The walk ran against the edges. Reverse it and start at the smallest op, so the report is unique.
  const int begin = place[op];
  const int length = walk.size() - begin;
  int smallest = 0;
  for (int i = 0; i < length; ++i) {
    if (walk[begin + i] < walk[begin + smallest]) smallest = i;
  }
  Diagnostic diagnostic(Rule::same_iteration_cycle, length, 0);
  for (int i = 0; i < length; ++i) diagnostic.with_op(walk[begin + (smallest + length - i) % length]);
  return diagnostic;
}

}  // namespace detail

/// Rejects an edge whose ends are not in the body, a negative distance, and a self-loop or cycle within one iteration.
constexpr Diagnostic validate(const LoopBody& body) {
  for (const DepEdge& edge : body.edges) {
    for (int end : {edge.producer, edge.consumer}) {
      if (end < 0 || end >= body.size()) {
        return Diagnostic(Rule::edge_index_out_of_range, end, body.size() - 1)
            .with_op(edge.producer)
            .with_op(edge.consumer);
      }
    }
    if (edge.loop_distance < 0) {
      return Diagnostic(Rule::negative_loop_distance, edge.loop_distance, 0)
          .with_op(edge.producer)
          .with_op(edge.consumer);
    }
    if (edge.producer == edge.consumer && edge.loop_distance == 0) {
      return Diagnostic(Rule::self_loop, 0, 0).with_op(edge.producer);
    }
  }
  const auto predecessors = detail::same_iteration_neighbours(body, detail::Direction::predecessors);
  const auto successors = detail::same_iteration_neighbours(body, detail::Direction::successors);
  const Vector<int> sorted = detail::topological_order(body, predecessors, successors);
  if (sorted.size() < body.size()) return detail::name_cycle(body, sorted, predecessors);
  return {};
}

}  // namespace stretto
