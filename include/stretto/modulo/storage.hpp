// Slots and bytes of a schedule.
#pragma once

#include <stretto/modulo/quotients.hpp>
#include <stretto/modulo/result.hpp>

namespace stretto {

namespace detail {

constexpr long capacity_of(const ModuloCapacity& capacity, Space space) {
  switch (space) {
    case Space::shared: return capacity.shared;
    case Space::registers: return capacity.registers;
    case Space::tensor: return capacity.tensor;
    case Space::global: return no_capacity_limit;
  }
  return 0;
}

constexpr long bytes_in(const ModuloProblem& problem, const Vector<int>& slots, Space space) {
  long bytes = 0;
  for (int s = 0; s < slots.size(); ++s) {
    if (problem.storages[s].space == space) bytes += slots[s] * problem.storages[s].bytes;
  }
  return bytes;
}

/// The space that these slots overflow, if any.
struct Overflow {
  bool any = false;
  Space space = Space::shared;
  long bytes = 0;
  long capacity = 0;
};

constexpr Overflow overflow(const ModuloProblem& problem, const Vector<int>& slots) {
  for (Space space : {Space::shared, Space::registers, Space::tensor}) {
    const long bytes = bytes_in(problem, slots, space);
    const long capacity = capacity_of(problem.capacity, space);
    if (bytes > capacity) return {true, space, bytes, capacity};
  }
  return {};
}

/// Slots that overflow a space; names the storage that takes most of it.
constexpr Diagnostic exceeds(const Overflow& over, const ModuloProblem& problem, const Vector<int>& slots) {
  Diagnostic refused(Rule::storage_exceeds_capacity, saturated(over.bytes), saturated(over.capacity));
  long most = -1;
  for (int s = 0; s < slots.size(); ++s) {
    const long bytes = slots[s] * problem.storages[s].bytes;
    if (problem.storages[s].space != over.space || bytes <= most) continue;
    most = bytes;
    refused.with_buffer(s);
  }
  return refused;
}

/// The slots that every schedule needs: the fixed number, or one.
constexpr Vector<int> least_slots(const ModuloProblem& problem) {
  Vector<int> slots;
  for (const ModuloStorage& storage : problem.storages)
    slots.push_back(storage.fixed_slots > 0 ? storage.fixed_slots : 1);
  return slots;
}

}  // namespace detail

/// The slots that a schedule needs: at least one per storage, and enough that no slot is written before its last end.
constexpr Vector<int> slots_needed(const ModuloProblem& problem, long ii, const Vector<long>& starts) {
  Vector<int> slots;
  for (const ModuloStorage& storage : problem.storages) {
    long most = storage.fixed_slots > 0 ? storage.fixed_slots : 1;
    for (const StorageEnd& end : storage.ends) {
      const long held = starts[end.op] + ii * end.distance + end.delay - starts[storage.write];
      const long needed = detail::ceil_quotient(held, ii);
      if (needed > most) most = needed;
    }
    slots.push_back(static_cast<int>(most));
  }
  return slots;
}

/// The costs of a schedule, in the order of the objectives.
constexpr ModuloCosts modulo_costs(const ModuloProblem& problem, long ii, const Vector<long>& starts) {
  const Vector<int> slots = slots_needed(problem, ii, starts);
  ModuloCosts costs;
  costs.shared = detail::bytes_in(problem, slots, Space::shared);
  costs.registers = detail::bytes_in(problem, slots, Space::registers);
  for (long start : starts) {
    costs.starts += start;
    if (start / ii + 1 > costs.stages) costs.stages = start / ii + 1;
  }
  return costs;
}

}  // namespace stretto
