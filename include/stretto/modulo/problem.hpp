// A modulo scheduling problem: ops, the units that they occupy, the edges between them, and where their results are
// stored. This file defines the data and checks that it is well-formed.
//
// Op i of iteration n starts at t(i) + II * n. A start may be any integer; the smallest start of a result is 0.
#pragma once

#include <stretto/core/diagnostic.hpp>
#include <stretto/core/limits.hpp>
#include <stretto/core/vector.hpp>
#include <stretto/program/buffer.hpp>

namespace stretto {

inline constexpr int unlimited = 0x3fffffff;  ///< A limit, or a number of slots, that is never reached.
inline constexpr long no_capacity_limit = 0x3fffffffffffffff;  ///< A capacity in bytes that is never reached.

// The largest accepted inputs. Their sums and products fit in a long, and the cycles of one iteration stay below 2^40.
inline constexpr int max_modulo_ops = 1 << 12;       ///< ops per problem
inline constexpr int max_modulo_items = 1 << 17;     ///< edges, uses and ends of storages
inline constexpr int max_modulo_cycles = 1 << 20;    ///< delays and occupancies, in cycles
inline constexpr int max_modulo_distance = 1 << 14;  ///< iterations, slots and turns
inline constexpr long max_modulo_bytes = 1L << 40;   ///< bytes per slot

/// A resource that at most `limit` ops can hold at a time. If `turns` is g, then g groups with the same ops take turns
/// on it, evenly over II: ops conflict modulo II / g, and II is a multiple of g.
struct ModuloResource {
  const char* name = "";  ///< for messages
  int limit = 1;          ///< ops that can hold it at the same time
  int turns = 1;          ///< groups that take turns on it
};

/// An op. `uses` has the resources that it holds, `edges` the ops that it waits for.
struct ModuloOp {
  const char* name = "";  ///< for messages
};

/// The op holds one unit of `resource` for `occupancy` cycles from its start.
struct ModuloUse {
  int op = 0;         ///< op number
  int resource = 0;   ///< resource number
  int occupancy = 1;  ///< cycles, 0 or more
};

/// t(to) + II * distance >= t(from) + delay.
struct ModuloEdge {
  int from = 0;      ///< the op that comes first
  int to = 0;        ///< the op that waits for it
  int distance = 0;  ///< in iterations
  int delay = 0;     ///< in cycles; may be negative
};

/// The slot is free again at t(op) + II * distance + delay.
struct StorageEnd {
  int op = 0;        ///< the op that reads or releases the slot
  int distance = 0;  ///< iterations after the write
  int delay = 0;     ///< cycles after the op's start
};

/// The value that one iteration writes occupies one slot, from t(write) until the last of the ends.
struct ModuloStorage {
  const char* name = "";        ///< for messages
  Space space = Space::shared;  ///< the memory whose capacity it counts against
  long bytes = 0;               ///< bytes per slot
  int write = 0;                ///< the op that writes
  Vector<StorageEnd> ends;      ///< when a slot is free again
  int fixed_slots = 0;          ///< required number of slots; 0: as few as possible
  int max_slots = unlimited;    ///< upper bound on the number of slots
};

/// Bytes that all slots in one kind of memory may take together.
struct ModuloCapacity {
  long shared = no_capacity_limit;     ///< shared memory, LDS
  long registers = no_capacity_limit;  ///< registers of the waves
  long tensor = no_capacity_limit;     ///< tensor memory
};

/// The input of `modulo_schedule`.
struct ModuloProblem {
  Vector<ModuloResource> resources;  ///< units and roles
  Vector<ModuloOp> ops;              ///< op i is ops[i]
  Vector<ModuloUse> uses;            ///< which op holds which resource, and for how long
  Vector<ModuloEdge> edges;          ///< which op waits for which
  Vector<ModuloStorage> storages;    ///< where results are stored, and for how long
  ModuloCapacity capacity;           ///< bytes per kind of memory

  /// The number of ops.
  [[nodiscard]] constexpr int size() const { return ops.size(); }
};

namespace detail {

constexpr Diagnostic out_of_range(Count what, long value, long lowest, long highest, Rule below, int op) {
  if (value >= lowest && value <= highest) return {};
  Diagnostic refused(Rule::count_too_large, saturated(value), saturated(highest), what);
  if (value < lowest) refused = Diagnostic(below, saturated(value), saturated(lowest), what);
  if (op >= 0) refused.with_op(op);
  return refused;
}

constexpr Diagnostic check_resources(const ModuloProblem& problem) {
  for (const ModuloResource& resource : problem.resources) {
    if (resource.limit < 1) return {Rule::unit_limit_below_one, resource.limit, 1};
    const Diagnostic refused =
        out_of_range(Count::turns_of_a_resource, resource.turns, 1, max_modulo_distance, Rule::turns_below_one, -1);
    if (refused) return refused;
  }
  return {};
}

constexpr Diagnostic check_uses(const ModuloProblem& problem) {
  Vector<int> first(problem.size() + 1, 0);  // index of each op's first use in by_op
  for (const ModuloUse& use : problem.uses) {
    if (use.op < 0 || use.op >= problem.size()) return {Rule::edge_index_out_of_range, use.op, problem.size() - 1};
    if (use.resource < 0 || use.resource >= problem.resources.size()) {
      return Diagnostic(Rule::unknown_unit, use.resource, problem.resources.size() - 1).with_op(use.op);
    }
    const Diagnostic refused =
        out_of_range(Count::occupancy_of_an_op, use.occupancy, 0, max_modulo_cycles, Rule::negative_occupancy, use.op);
    if (refused) return refused;
    ++first[use.op + 1];
  }
  for (int i = 0; i < problem.size(); ++i) first[i + 1] += first[i];
  Vector<int> by_op(problem.uses.size(), 0);
  Vector<int> next = first;
  for (const ModuloUse& use : problem.uses) by_op[next[use.op]++] = use.resource;
  Vector<int> used_by(problem.resources.size(), -1);
  for (int i = 0; i < problem.size(); ++i) {
    for (int k = first[i]; k < first[i + 1]; ++k) {
      if (used_by[by_op[k]] == i) return Diagnostic(Rule::unit_used_twice, by_op[k], 1).with_op(i);
      used_by[by_op[k]] = i;
    }
  }
  return {};
}

constexpr Diagnostic check_edges(const ModuloProblem& problem) {
  for (const ModuloEdge& edge : problem.edges) {
    for (int op : {edge.from, edge.to}) {
      if (op < 0 || op >= problem.size()) return {Rule::edge_index_out_of_range, op, problem.size() - 1};
    }
    Diagnostic refused = out_of_range(Count::distance_of_an_edge, edge.distance, 0, max_modulo_distance,
                                      Rule::negative_loop_distance, edge.from);
    if (!refused) {
      const long size = edge.delay < 0 ? -static_cast<long>(edge.delay) : edge.delay;
      refused = out_of_range(Count::delay_of_an_edge, size, 0, max_modulo_cycles, Rule::negative_count, edge.from);
    }
    if (refused) return refused.with_op(edge.to);
    if (edge.from == edge.to && edge.distance == 0 && edge.delay > 0) {
      return Diagnostic(Rule::self_loop, edge.delay, 0).with_op(edge.from);
    }
  }
  return {};
}

constexpr Diagnostic check_storages(const ModuloProblem& problem) {
  for (const ModuloStorage& storage : problem.storages) {
    if (storage.write < 0 || storage.write >= problem.size()) {
      return {Rule::edge_index_out_of_range, storage.write, problem.size() - 1};
    }
    Diagnostic refused = out_of_range(Count::bytes_of_a_storage, storage.bytes, 0, max_modulo_bytes,
                                      Rule::negative_count, storage.write);
    if (refused) return refused;
    refused = out_of_range(Count::slots_of_a_storage, storage.fixed_slots, 0, max_modulo_distance, Rule::negative_count,
                           storage.write);
    if (refused) return refused;
    if (storage.max_slots < 1)
      return Diagnostic(Rule::count_below_one, storage.max_slots, 1, Count::largest_number_of_slots_of_a_storage)
          .with_op(storage.write);
    if (storage.fixed_slots > storage.max_slots) {
      return Diagnostic(Rule::count_too_large, storage.fixed_slots, storage.max_slots, Count::slots_of_a_storage)
          .with_op(storage.write);
    }
    for (const StorageEnd& end : storage.ends) {
      if (end.op < 0 || end.op >= problem.size()) return {Rule::edge_index_out_of_range, end.op, problem.size() - 1};
      refused = out_of_range(Count::distance_of_the_last_read_of_a_storage, end.distance, 0, max_modulo_distance,
                             Rule::negative_loop_distance, end.op);
      if (refused) return refused;
      refused = out_of_range(Count::delay_of_the_last_read_of_a_storage, end.delay, 0, max_modulo_cycles,
                             Rule::negative_count, end.op);
      if (refused) return refused;
    }
  }
  return {};
}

}  // namespace detail

/// Checks that the problem is well-formed: indices within bounds and numbers within limits. `recurrence_bound` checks
/// its recurrences.
constexpr Diagnostic check_modulo_problem(const ModuloProblem& problem) {
  if (problem.ops.empty()) return {Rule::empty_body, 0, 1};
  if (problem.size() > max_modulo_ops) return {Rule::count_too_large, problem.size(), max_modulo_ops, Count::ops};
  if (problem.edges.size() > max_modulo_items)
    return {Rule::count_too_large, problem.edges.size(), max_modulo_items, Count::edges};
  if (problem.uses.size() > max_modulo_items)
    return {Rule::count_too_large, problem.uses.size(), max_modulo_items, Count::uses_of_units};
  if (problem.storages.size() > max_modulo_ops)
    return {Rule::count_too_large, problem.storages.size(), max_modulo_ops, Count::storages};
  Diagnostic refused = detail::check_resources(problem);
  if (!refused) refused = detail::check_uses(problem);
  if (!refused) refused = detail::check_edges(problem);
  if (!refused) refused = detail::check_storages(problem);
  return refused;
}

}  // namespace stretto
