#include "modulo_bound.hpp"

#include <algorithm>
#include <utility>

namespace stretto::tool {

namespace {

/// The storage whose limited slots cause an arc.
std::string storage_of_arc(const ModuloProblem& problem, int arc) {
  int next = problem.edges.size();
  for (const ModuloStorage& storage : problem.storages) {
    if (storage.fixed_slots == 0 && storage.max_slots >= unlimited) continue;
    next += storage.ends.size();
    if (arc < next) return storage.name;
  }
  return "?";
}

Bound of_recurrence(const ModuloProblem& problem, const ModuloResult& schedule) {
  using namespace stretto::detail;
  const Vector<LoopArc> arcs = all_arcs(problem, slot_limits(problem));
  const Vector<int>& recurrence = schedule.recurrence.edges;
  Bound bound;
  bound.iterations = 0;
  // Start at the op declared first.
  int first = 0;
  for (int i = 0; i < recurrence.size(); ++i) {
    if (arcs[recurrence[i]].from < arcs[recurrence[first]].from) first = i;
  }
  for (int i = 0; i < recurrence.size(); ++i) {
    const int number = recurrence[(first + i) % recurrence.size()];
    const LoopArc& arc = arcs[number];
    const std::string storage = number < problem.edges.size() ? "" : storage_of_arc(problem, number);
    bound.edges.push_back({arc.from, arc.to, arc.distance, arc.delay, storage,
                           storage.empty() ? "its result" : storage + " is free again"});
    bound.cycles += arc.delay;
    bound.iterations += arc.distance;
  }
  return bound;
}

/// The ops of the unit in schedule order.
Bound of_unit(const ModuloProblem& problem, const ModuloResult& schedule) {
  using namespace stretto::detail;
  const int unit = schedule.resource.resource;
  const ModuloResource& resource = problem.resources[unit];
  const std::string groups = resource.turns > 1 ? ", by " + std::to_string(resource.turns) + " groups in turn" : "";
  std::vector<ModuloUse> uses;
  for (const ModuloUse& use : problem.uses) {
    if (use.resource == unit && use.occupancy > 0) uses.push_back(use);
  }
  const auto residue = [&](const ModuloUse& use) { return remainder_of(schedule.starts[use.op], schedule.ii); };
  std::ranges::sort(uses, {}, [&](const ModuloUse& use) { return std::pair(residue(use), use.op); });
  Bound bound;
  bound.cycles = schedule.resource.ii;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const ModuloUse& use = uses[i];
    const ModuloUse& next = uses[(i + 1) % uses.size()];
    // The iteration of the next op that starts then; after the last op, one interval later.
    const long turns = (schedule.starts[use.op] - residue(use)) / schedule.ii;
    const long next_turns = (schedule.starts[next.op] - residue(next)) / schedule.ii;
    const long distance = turns - next_turns + (i + 1 == uses.size() ? 1 : 0);
    bound.edges.push_back({use.op, next.op, distance, static_cast<long>(use.occupancy) * resource.turns, "",
                           std::string(resource.name) + " is busy" + groups});
  }
  return bound;
}

}  // namespace

Bound bound_of(const ModuloProblem& problem, const ModuloResult& schedule) {
  if (schedule.reason == ModuloReason::recurrence) return of_recurrence(problem, schedule);
  if (schedule.reason == ModuloReason::resource) return of_unit(problem, schedule);
  return {};
}

}  // namespace stretto::tool
