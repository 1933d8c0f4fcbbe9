// Two lower bounds on the initiation interval, each with its proof: the saturated unit (ResMII) and the slowest
// recurrence (RecMII).
#pragma once

#include <stretto/core/result.hpp>
#include <stretto/modulo/quotients.hpp>
#include <stretto/modulo/result.hpp>

namespace stretto {

namespace detail {

inline constexpr long no_path = -(1L << 60);  // no path leads there; longer than any

/// An edge of the problem, or one that follows from a slot limit. Only the latter can have a negative `distance`.
struct LoopArc {
  int from = 0;
  int to = 0;
  long distance = 0;
  long delay = 0;
};

/// The edges of the problem, then the slot limits: for every storage with a limit, one arc per end, because a slot must
/// be free before it is written again. `slots` holds the limit of each storage; `unlimited` adds no arc.
constexpr Vector<LoopArc> all_arcs(const ModuloProblem& problem, const Vector<int>& slots) {
  Vector<LoopArc> arcs;
  arcs.reserve(problem.edges.size() + 2 * slots.size());
  for (const ModuloEdge& edge : problem.edges) arcs.push_back({edge.from, edge.to, edge.distance, edge.delay});
  for (int s = 0; s < problem.storages.size(); ++s) {
    if (slots[s] >= unlimited) continue;
    const ModuloStorage& storage = problem.storages[s];
    for (const StorageEnd& end : storage.ends) {
      arcs.push_back({end.op, storage.write, static_cast<long>(slots[s]) - end.distance, end.delay});
    }
  }
  return arcs;
}

constexpr Vector<int> slot_limits(const ModuloProblem& problem) {
  Vector<int> slots;
  for (const ModuloStorage& storage : problem.storages) {
    slots.push_back(storage.fixed_slots > 0 ? storage.fixed_slots : storage.max_slots);
  }
  return slots;
}

/// Earliest starts at one II, or a recurrence that is too slow for that II.
struct EarliestStarts {
  Vector<long> starts;
  Vector<int> recurrence;  // arc numbers; empty if there is a solution
};

/// Follows predecessors from `op` until they repeat. Returns the recurrence found, or nothing if the chain ends.
constexpr Vector<int> recurrence_behind(const Vector<LoopArc>& arcs, const Vector<int>& into, int op) {
  Vector<int> recurrence;
  int at = op;
  for (int steps = 0; steps < into.size(); ++steps) {
    if (into[at] < 0) return recurrence;
    at = arcs[into[at]].from;
  }
  const int first = at;
  do {
    recurrence.push_back(into[at]);
    at = arcs[into[at]].from;
  } while (at != first);
  for (int i = 0, j = recurrence.size() - 1; i < j; ++i, --j) {
    const int other = recurrence[i];
    recurrence[i] = recurrence[j];
    recurrence[j] = other;
  }
  return recurrence;
}

constexpr EarliestStarts earliest_starts(const Vector<LoopArc>& arcs, int ops, long ii) {
  EarliestStarts result;
  result.starts.resize(ops, 0);
  Vector<int> into(ops, -1);
  for (int round = 0;; ++round) {
    int moved = -1;
    for (int a = 0; a < arcs.size(); ++a) {
      const LoopArc& arc = arcs[a];
      const long start = result.starts[arc.from] + arc.delay - ii * arc.distance;
      if (start <= result.starts[arc.to]) continue;
      result.starts[arc.to] = start;
      into[arc.to] = a;
      moved = arc.to;
    }
    if (moved < 0) return result;
    if (round >= ops || round % 4 == 3) {
      result.recurrence = recurrence_behind(arcs, into, moved);
      if (!result.recurrence.empty()) return result;
    }
  }
}

}  // namespace detail

/// II >= turns * ceil(sum of occupancies / limit) for every resource. Names the first resource that reaches the bound.
constexpr ResourceBound resource_bound(const ModuloProblem& problem) {
  Vector<long> work(problem.resources.size(), 0);
  for (const ModuloUse& use : problem.uses) work[use.resource] += use.occupancy;
  ResourceBound bound;
  for (int r = 0; r < problem.resources.size(); ++r) {
    const ModuloResource& resource = problem.resources[r];
    if (resource.limit >= unlimited || work[r] == 0) continue;
    const long ii = resource.turns * detail::ceil_quotient(work[r], resource.limit);
    if (bound.resource >= 0 && ii <= bound.ii) continue;
    bound.ii = ii;
    bound.resource = r;
  }
  return bound;
}

namespace detail {

/// If ops hold two resources of limit 1 at once, each starts only when the one before it has released both. So II >=
/// the sum of the longer of their two occupancies. Uses of one op that are not next to each other in the list are not
/// recognised as a pair.
constexpr long paired_bound(const ModuloProblem& problem) {
  const int count = problem.resources.size();
  Vector<long> work(count * count, 0);
  for (int u = 1; u < problem.uses.size(); ++u) {
    const ModuloUse& use = problem.uses[u];
    for (int v = u - 1; v >= 0 && problem.uses[v].op == use.op; --v) {
      const ModuloUse& other = problem.uses[v];
      if (use.occupancy == 0 || other.occupancy == 0) continue;
      const int first = use.resource < other.resource ? use.resource : other.resource;
      const int second = use.resource + other.resource - first;
      work[first * count + second] += use.occupancy > other.occupancy ? use.occupancy : other.occupancy;
    }
  }
  long bound = 1;
  for (int first = 0; first < count; ++first) {
    const ModuloResource& resource = problem.resources[first];
    for (int second = first + 1; second < count; ++second) {
      const ModuloResource& other = problem.resources[second];
      if (resource.limit != 1 || other.limit != 1 || resource.turns != other.turns) continue;
      const long ii = resource.turns * work[first * count + second];
      if (ii > bound) bound = ii;
    }
  }
  return bound;
}

}  // namespace detail

/// The smallest II at which no recurrence is too slow. Starts at II 1; while some recurrence is too slow, raises II to
/// what that recurrence needs, ceil(delay / distance). Each value is a lower bound, and the last recurrence proves it.
/// Fails if a recurrence of distance 0 has a positive delay: then no II is large enough.
constexpr Result<RecurrenceBound> recurrence_bound(const ModuloProblem& problem) {
  Vector<detail::LoopArc> arcs = detail::all_arcs(problem, detail::slot_limits(problem));
  // A slot limit below the distance of its end bounds II from above; only the search handles that.
  for (detail::LoopArc& arc : arcs) {
    if (arc.distance < 0) arc = {arc.from, arc.from, 1, 0};
  }
  RecurrenceBound bound;
  while (true) {
    const detail::EarliestStarts earliest = detail::earliest_starts(arcs, problem.size(), bound.ii);
    if (earliest.recurrence.empty()) return bound;
    long distance = 0;
    long delay = 0;
    for (int a : earliest.recurrence) {
      distance += arcs[a].distance;
      delay += arcs[a].delay;
    }
    if (distance == 0) {
      Diagnostic refused(Rule::same_iteration_cycle, earliest.recurrence.size(), 0);
      for (int a : earliest.recurrence) refused.with_op(arcs[a].from);
      return refused;
    }
    bound.ii = detail::ceil_quotient(delay, distance);
    bound.edges = earliest.recurrence;
  }
}

/// II must be a multiple of this: the least common multiple of all `turns`.
constexpr long interval_step(const ModuloProblem& problem) {
  long step = 1;
  for (const ModuloResource& resource : problem.resources) {
    step = step / detail::common_divisor(step, resource.turns) * resource.turns;
    if (step > max_modulo_cycles) return step;
  }
  return step;
}

}  // namespace stretto
