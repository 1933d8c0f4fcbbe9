// How many slots of each storage a schedule needs at least, and how many fit the capacity.
#pragma once

#include <stretto/modulo/bounds.hpp>
#include <stretto/modulo/storage.hpp>

namespace stretto::detail {

/// The slots that every schedule at this II needs, because of the longest paths from each write to its ends. If a
/// recurrence is too slow for II, there is no longest path; then these are the slots that some path needs.
constexpr Vector<int> slots_by_paths(const ModuloProblem& problem, const Vector<LoopArc>& arcs, long ii) {
  Vector<int> slots = least_slots(problem);
  Vector<long> reach(problem.size(), no_path);
  for (int s = 0; s < slots.size(); ++s) {
    const ModuloStorage& storage = problem.storages[s];
    if (storage.fixed_slots > 0) continue;
    for (long& distance : reach) distance = no_path;
    reach[storage.write] = 0;
    bool moved = true;
    for (int round = 0; moved && round < problem.size(); ++round) {
      moved = false;
      for (const LoopArc& arc : arcs) {
        if (reach[arc.from] == no_path) continue;
        const long there = reach[arc.from] + arc.delay - ii * arc.distance;
        if (there <= reach[arc.to]) continue;
        reach[arc.to] = there;
        moved = true;
      }
    }
    for (const StorageEnd& end : storage.ends) {
      if (reach[end.op] == no_path) continue;
      const long needed = ceil_quotient(reach[end.op] + ii * end.distance + end.delay, ii);
      if (needed > slots[s]) slots[s] = static_cast<int>(needed);
    }
  }
  return slots;
}

/// The most slots that each storage can have if every other storage has its least number.
constexpr Vector<int> affordable_slots(const ModuloProblem& problem) {
  const Vector<int> least = least_slots(problem);
  Vector<int> slots = slot_limits(problem);
  for (int s = 0; s < slots.size(); ++s) {
    const ModuloStorage& storage = problem.storages[s];
    const long capacity = capacity_of(problem.capacity, storage.space);
    if (storage.fixed_slots > 0 || storage.bytes == 0 || capacity >= no_capacity_limit) continue;
    const long most = (capacity - bytes_in(problem, least, storage.space)) / storage.bytes + 1;
    if (most < slots[s]) slots[s] = static_cast<int>(most);
  }
  return slots;
}

}  // namespace stretto::detail
