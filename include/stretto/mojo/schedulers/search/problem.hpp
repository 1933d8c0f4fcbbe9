// SearchProblem: the inputs of the exact scheduler, precomputed from a body. They do not change during the search.
#pragma once

#include <stretto/mojo/graph/order_cost.hpp>

namespace stretto {

/// The orders that the search considers, and its budget.
struct SearchLimits {
  int parts = 2;               ///< equal parts of the body that are not mixed
  bool fits_blocks = true;     ///< at most two fragments and two loads between computes; each part ends with a compute
  int max_globals = 0;         ///< at most this many loads between computes (0: no further cap)
  int max_vgpr = 999999;       ///< largest register peak allowed
  int contention_penalty = 0;  ///< see evaluate_order
  long node_budget = 2'000'000;  ///< nodes of all searches together
};

namespace detail {

inline constexpr int max_fragments_per_block = 2;
inline constexpr int max_loads_per_block = 2;
inline constexpr int far = 1 << 29;  // larger than any makespan

enum class BlockClass : unsigned char { compute, load, fragment, other };

constexpr BlockClass block_class(const OpDesc& op) {
  switch (op.role) {
    case OpRole::compute: return BlockClass::compute;
    case OpRole::global_load: return BlockClass::load;
    case OpRole::fragment_load: return BlockClass::fragment;
    default: return BlockClass::other;
  }
}

/// The same-iteration edges that an order with separate parts can respect.
constexpr LoopBody keepable(const LoopBody& body, int parts) {
  LoopBody result;
  result.ops = body.ops;
  const int n = body.size();
  for (const DepEdge& edge : body.edges) {
    if (edge.loop_distance != 0) continue;
    // Part numbers as in the greedy scheduler: part p holds [p*n/parts, (p+1)*n/parts).
    int producer_part = 0;
    int consumer_part = 0;
    for (int p = 1; p < parts; ++p) {
      producer_part += edge.producer >= p * n / parts;
      consumer_part += edge.consumer >= p * n / parts;
    }
    if (producer_part <= consumer_part) result.edges.push_back(edge);
  }
  return result;
}

/// The same body with at most one edge between two ops, because the bounds count neighbours.
constexpr LoopBody without_parallel_edges(const LoopBody& body) {
  LoopBody result;
  result.ops = body.ops;
  for (const DepEdge& edge : body.edges) {
    bool known = false;
    for (int k = 0; k < result.edges.size() && !known; ++k) {
      known = result.edges[k].producer == edge.producer && result.edges[k].consumer == edge.consumer;
    }
    if (!known) result.edges.push_back(edge);
  }
  return result;
}

struct SearchProblem {
  LoopBody body;
  SearchLimits limits;
  int size = 0;
  Adjacency predecessors;
  Adjacency successors;
  Vector<int> topological;  // part by part
  Vector<SerialUnit> units;
  Vector<int> holds;
  Vector<BlockClass> classes;
  Vector<int> part_of;
  Vector<int> tails;              // lower bound on the time from an op's start to the end of the iteration
  Vector<int> equivalent_before;  // the equivalent op that must come first; -1 = none
  int load_cap = 0;               // max loads between computes
  int fragment_cap = 0;           // max fragments between computes
  int final_pressure = 0;

  constexpr SearchProblem(const LoopBody& original, const SearchLimits& search_limits)
      : body(without_parallel_edges(keepable(original, search_limits.parts))),
        limits(search_limits),
        size(original.size()),
        predecessors(same_iteration_neighbours(body, Direction::predecessors)),
        successors(same_iteration_neighbours(body, Direction::successors)) {
    load_cap = limits.fits_blocks ? max_loads_per_block : size;
    if (limits.max_globals > 0 && limits.max_globals < load_cap) load_cap = limits.max_globals;
    fragment_cap = limits.fits_blocks ? max_fragments_per_block : size;
    describe_ops();
    sort_by_part();
    find_equivalent_ops();
    measure_tails();
  }

  [[nodiscard]] constexpr int part_begin(int part) const { return part * size / limits.parts; }
  [[nodiscard]] constexpr int latency(int op) const { return body.ops[op].latency; }

  /// True if `op` is a direct predecessor of `consumer`.
  [[nodiscard]] constexpr bool feeds(int op, int consumer) const {
    for (int p = predecessors.first[consumer]; p < predecessors.first[consumer + 1]; ++p) {
      if (predecessors.neighbours[p] == op) return true;
    }
    return false;
  }

 private:
  constexpr void describe_ops() {
    units.resize(size, SerialUnit::none);
    holds.resize(size, 0);
    classes.resize(size, BlockClass::other);
    part_of.resize(size, 0);
    for (int part = 0; part < limits.parts; ++part) {
      for (int i = part_begin(part); i < part_begin(part + 1); ++i) part_of[i] = part;
    }
    for (int i = 0; i < size; ++i) {
      units[i] = serial_unit(body.ops[i], limits.contention_penalty);
      holds[i] = unit_hold(body.ops[i], units[i], limits.contention_penalty);
      classes[i] = block_class(body.ops[i]);
      final_pressure += body.ops[i].vgpr_def - body.ops[i].vgpr_kill;
    }
  }

  /// Kept edges never point to an earlier part, so sorting by part keeps a topological order.
  constexpr void sort_by_part() {
    const Vector<int> any_order = topological_order(body, predecessors, successors);
    for (int part = 0; part < limits.parts; ++part) {
      for (int i : any_order) {
        if (part_of[i] == part) topological.push_back(i);
      }
    }
  }

  /// Finds equivalent ops of one part: same costs, class and neighbours. The search tries them in index order only.
  /// This loses no cost and keeps the smallest sequence.
  constexpr void find_equivalent_ops() {
    equivalent_before.resize(size, -1);
    for (int i = 0; i < size; ++i) {
      for (int j = i - 1; j >= part_begin(part_of[i]) && equivalent_before[i] < 0; --j) {
        if (alike(i, j)) equivalent_before[i] = j;
      }
    }
  }

  constexpr bool alike(int i, int j) const {
    const OpDesc& a = body.ops[i];
    const OpDesc& b = body.ops[j];
    return classes[i] == classes[j] && a.resource == b.resource && a.latency == b.latency && a.vgpr_def == b.vgpr_def &&
           a.vgpr_kill == b.vgpr_kill && same_neighbours(predecessors, i, j) && same_neighbours(successors, i, j);
  }

  static constexpr bool same_neighbours(const Adjacency& adjacency, int i, int j) {
    const int count = adjacency.first[i + 1] - adjacency.first[i];
    if (count != adjacency.first[j + 1] - adjacency.first[j]) return false;
    for (int k = 0; k < count; ++k) {
      bool found = false;
      for (int l = 0; l < count && !found; ++l) {
        found = adjacency.neighbours[adjacency.first[i] + k] == adjacency.neighbours[adjacency.first[j] + l];
      }
      if (!found) return false;
    }
    return true;
  }

  /// Computes the tails. On each unit, the ops of later parts follow the ops of this part.
  constexpr void measure_tails() {
    tails.resize(size, 0);
    for (int part = limits.parts - 1; part >= 0; --part) {
      // Later parts on each unit: the sum of their holds, and the shortest remaining path after the last of them.
      int later_hold[serial_units] = {};
      int way_out[serial_units] = {far, far, far};
      for (int i = part_begin(part + 1); i < size; ++i) {
        if (units[i] == SerialUnit::none) continue;
        const int u = static_cast<int>(units[i]);
        later_hold[u] += holds[i];
        const int after = tails[i] - holds[i];
        if (after < way_out[u]) way_out[u] = after;
      }
      for (int k = topological.size() - 1; k >= 0; --k) {
        const int i = topological[k];
        if (part_of[i] != part) continue;
        int longest = body.ops[i].latency + longest_after(i);
        if (units[i] != SerialUnit::none) {
          const int u = static_cast<int>(units[i]);
          const int through_unit = holds[i] + later_hold[u] + way_out[u];
          if (later_hold[u] > 0 && through_unit > longest) longest = through_unit;
        }
        tails[i] = longest;
      }
    }
  }

  /// A lower bound on the time from the end of op i to the end of the iteration. Its successors on the port are
  /// serialised, at best longest tail first.
  constexpr int longest_after(int i) const {
    int longest = 0;
    Vector<int> turns;
    for (int s = successors.first[i]; s < successors.first[i + 1]; ++s) {
      const int consumer = successors.neighbours[s];
      if (tails[consumer] > longest) longest = tails[consumer];
      if (units[consumer] != SerialUnit::port) continue;
      int k = turns.size();
      turns.push_back(tails[consumer]);
      for (; k > 0 && turns[k - 1] < tails[consumer]; --k) turns[k] = turns[k - 1];
      turns[k] = tails[consumer];
    }
    for (int k = 0; k < turns.size(); ++k) {
      const int turn = k * limits.contention_penalty + turns[k];
      if (turn > longest) longest = turn;
    }
    return longest;
  }
};

}  // namespace detail
}  // namespace stretto
