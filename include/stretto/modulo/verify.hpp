// Checks a schedule against every constraint, and names the first one that it violates. Reads the problem and the
// schedule only, not how the schedule was made.
#pragma once

#include <stretto/modulo/problem.hpp>

namespace stretto {

/// The kind of constraint that is violated.
enum class ModuloBreach : unsigned char {
  none,      ///< no violation
  starts,    ///< the number of starts is not the number of ops
  interval,  ///< II is below 1, or not a multiple of a unit's turns
  edge,      ///< an op starts earlier than an edge allows
  resource,  ///< more ops hold a unit than its limit allows
  slots,     ///< a slot is written again before it is free
};

/// The first constraint that a schedule violates. Fields that do not apply to its kind keep their defaults.
struct BrokenConstraint {
  ModuloBreach what = ModuloBreach::none;  ///< none: the schedule is valid
  int edge = -1;                           ///< its number: t(to) + II * distance < t(from) + delay
  int resource = -1;                       ///< its number: too many ops hold it at once
  long residue = 0;                        ///< where on its circle
  long holders = 0;                        ///< how many ops hold it there
  Vector<int> ops;                         ///< the ops that hold it there
  int storage = -1;                        ///< its number: a slot is written again too early

  /// True if a constraint is violated.
  constexpr explicit operator bool() const { return what != ModuloBreach::none; }
};

namespace detail {

constexpr long residue_of(long time, long period) { return (time % period + period) % period; }

/// Checks the points of the circle where an op starts: one of them is the fullest.
constexpr BrokenConstraint check_circle(const ModuloProblem& problem, long ii, const Vector<long>& starts,
                                        int resource) {
  BrokenConstraint broken;
  const long period = ii / problem.resources[resource].turns;
  Vector<ModuloUse> uses;
  for (const ModuloUse& use : problem.uses) {
    if (use.resource == resource && use.occupancy > 0) uses.push_back(use);
  }
  for (const ModuloUse& at : uses) {
    const long point = residue_of(starts[at.op], period);
    long holders = 0;
    broken.ops.clear();
    for (const ModuloUse& use : uses) {
      const long since = residue_of(point - starts[use.op], period);
      if (since >= use.occupancy) continue;
      holders += (use.occupancy - since + period - 1) / period;
      broken.ops.push_back(use.op);
    }
    if (holders <= problem.resources[resource].limit) continue;
    broken.what = ModuloBreach::resource;
    broken.resource = resource;
    broken.residue = point;
    broken.holders = holders;
    return broken;
  }
  broken.ops.clear();
  return broken;
}

}  // namespace detail

/// The first constraint that the starts violate at this II. `slots` may be empty if they are not fixed.
constexpr BrokenConstraint check_modulo_schedule(const ModuloProblem& problem, long ii, const Vector<long>& starts,
                                                 const Vector<int>& slots = {}) {
  BrokenConstraint broken;
  if (starts.size() != problem.size()) {
    broken.what = ModuloBreach::starts;
    return broken;
  }
  if (ii < 1) {
    broken.what = ModuloBreach::interval;
    return broken;
  }
  for (int r = 0; r < problem.resources.size(); ++r) {
    if (ii % problem.resources[r].turns == 0) continue;
    broken.what = ModuloBreach::interval;
    broken.resource = r;
    return broken;
  }
  for (int e = 0; e < problem.edges.size(); ++e) {
    const ModuloEdge& edge = problem.edges[e];
    if (starts[edge.to] + ii * edge.distance >= starts[edge.from] + edge.delay) continue;
    broken.what = ModuloBreach::edge;
    broken.edge = e;
    return broken;
  }
  for (int s = 0; s < slots.size(); ++s) {
    for (const StorageEnd& end : problem.storages[s].ends) {
      if (starts[problem.storages[s].write] + ii * slots[s] >= starts[end.op] + ii * end.distance + end.delay) continue;
      broken.what = ModuloBreach::slots;
      broken.storage = s;
      return broken;
    }
  }
  for (int r = 0; r < problem.resources.size(); ++r) {
    if (problem.resources[r].limit >= unlimited) continue;
    broken = detail::check_circle(problem, ii, starts, r);
    if (broken) return broken;
  }
  return broken;
}

}  // namespace stretto
