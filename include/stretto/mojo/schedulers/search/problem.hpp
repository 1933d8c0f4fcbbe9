// SearchProblem: what the exact scheduler knows of a body before it starts. Nothing in it changes during the search.
#pragma once

#include <stretto/mojo/schedulers/evaluate.hpp>

namespace stretto {

/// Which orders count, and how long to look for them.
struct SearchLimits {
  int parts = 2;               ///< equal stretches of the body that stay apart
  bool fits_blocks = true;     ///< at most two fragments and two loads between computes, each part ends with a compute
  int max_globals = 0;         ///< at most this many loads between computes (0: no further cap)
  int max_vgpr = 999999;       ///< register peak allowed
  int contention_penalty = 0;  ///< see evaluate_order
  long node_budget = 2'000'000;  ///< all searches together
};

namespace detail {

inline constexpr int max_fragments_per_block = 2;
inline constexpr int max_loads_per_block = 2;
inline constexpr int far = 1 << 29;  // beyond any makespan

enum class BlockClass : unsigned char { compute, load, fragment, other };

constexpr BlockClass block_class(const OpDesc& op) {
  switch (op.role) {
    case OpRole::compute: return BlockClass::compute;
    case OpRole::global_load: return BlockClass::load;
    case OpRole::fragment_load: return BlockClass::fragment;
    default: return BlockClass::other;
  }
}

/// Same-iteration edges that an order with the parts apart can keep.
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

/// The same body with at most one edge between two ops: the bounds count neighbours.
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
  Vector<int> tails;        // from an op's start to the end of the iteration, at least
  Vector<int> twin_before;  // the op that must come first of two that cannot be told apart; -1 = none
  int load_cap = 0;         // loads between computes
  int fragment_cap = 0;     // fragments between computes
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
    find_twins();
    measure_tails();
  }

  [[nodiscard]] constexpr int part_begin(int part) const { return part * size / limits.parts; }
  [[nodiscard]] constexpr int latency(int op) const { return body.ops[op].latency; }

  /// Is `op` a direct predecessor of `consumer`?
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

  /// Keepable edges never point to an earlier part, so part by part is still a topological order.
  constexpr void sort_by_part() {
    const Vector<int> any_order = topological_order(body, predecessors, successors);
    for (int part = 0; part < limits.parts; ++part) {
      for (int i : any_order) {
        if (part_of[i] == part) topological.push_back(i);
      }
    }
  }

  /// Ops of one part that cannot be told apart (costs, class, neighbours): only their index order is searched, which
  /// loses no cost and keeps the smallest sequence.
  constexpr void find_twins() {
    twin_before.resize(size, -1);
    for (int i = 0; i < size; ++i) {
      for (int j = i - 1; j >= part_begin(part_of[i]) && twin_before[i] < 0; --j) {
        if (alike(i, j)) twin_before[i] = j;
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

  /// Ops of later parts come after an op on its unit.
  constexpr void measure_tails() {
    tails.resize(size, 0);
    for (int part = limits.parts - 1; part >= 0; --part) {
      // What follows on each unit in later parts: all their holds, and the shortest way out after the last of them.
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

  /// From the end of op i to the end of the iteration, at least: its successors on the port take turns, at best longest
  /// tail first.
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
