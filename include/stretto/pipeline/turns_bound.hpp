// The smallest interval that groups in turn allow, as far as units, recurrences and the memory for slots decide it.
//
// The last of g groups executes an op II * (g - 1) / g later than the first. A chain of ops that hands data from all
// groups to all groups takes that long in addition, so a recurrence through it grows with II. If it grows as fast as
// the iterations that it spans, or faster, no interval is long enough.
#pragma once

#include <stretto/modulo/slot_bounds.hpp>
#include <stretto/pipeline/modulo_of.hpp>

namespace stretto::detail {

/// The problem at an interval, in which each storage has at most the slots that the others leave it.
constexpr ModuloProblem with_affordable_slots(const TargetLoop& loop, long ii) {
  ModuloProblem problem = modulo_of(loop, ii);
  if (overflow(problem, least_slots(problem)).any) return problem;
  const Vector<int> most = affordable_slots(problem);
  for (int s = 0; s < most.size(); ++s) problem.storages[s].max_slots = most[s];
  return problem;
}

/// More than every chain without turns takes, for each group.
constexpr long ample_interval(const TargetLoop& loop) {
  const ModuloProblem problem = modulo_of(loop);
  long sum = 1;
  for (const ModuloUse& use : problem.uses) sum += use.occupancy;
  for (const ModuloEdge& edge : problem.edges) sum += edge.delay > 0 ? edge.delay : 0;
  for (const ModuloStorage& storage : problem.storages) {
    for (const StorageEnd& end : storage.ends) sum += end.delay;
  }
  const long ample = 2 * sum * loop.groups();
  return ample < max_modulo_cycles ? ample : max_modulo_cycles;
}

/// The slots that every schedule at an interval needs.
constexpr Vector<int> needed_at(const TargetLoop& loop, long ii) {
  const ModuloProblem problem = modulo_of(loop, ii);
  return slots_by_paths(problem, all_arcs(problem, slot_limits(problem)), ii);
}
constexpr Overflow overflow_at(const TargetLoop& loop, long ii) {
  return overflow(modulo_of(loop, ii), needed_at(loop, ii));
}

/// Why no interval is long enough, found at an ample one.
constexpr Diagnostic turns_refused(const TargetLoop& loop, long ample) {
  const ModuloProblem problem = with_affordable_slots(loop, ample);
  const Vector<int> least = least_slots(problem);
  if (const Overflow over = overflow(problem, least); over.any) return exceeds(over, problem, least);
  Diagnostic refused(Rule::turns_too_long, loop.groups(), 1);
  const Result<RecurrenceBound> longest = recurrence_bound(problem);
  if (!longest.ok()) return longest.error;
  if (longest.value.ii > ample) {
    const Vector<LoopArc> arcs = all_arcs(problem, slot_limits(problem));
    for (const int a : longest.value.edges) refused.with_op(arcs[a].from);
    return refused;
  }
  const Overflow over = overflow_at(loop, ample);
  if (!over.any) return {};
  return refused.with_buffer(exceeds(over, problem, needed_at(loop, ample)).buffer);
}

/// No smaller interval is possible. Fails if none is.
constexpr Result<long> turns_bound(const TargetLoop& loop) {
  long bound = resource_bound(modulo_of(loop)).ii;
  if (loop.groups() == 1) return bound;
  long ample = ample_interval(loop);
  if (const Diagnostic refused = turns_refused(loop, ample)) return refused;
  while (true) {
    const Result<RecurrenceBound> next = recurrence_bound(with_affordable_slots(loop, bound));
    if (!next.ok()) return next.error;
    if (next.value.ii <= bound) break;
    bound = next.value.ii;
    if (bound > ample) return Diagnostic(Rule::turns_too_long, loop.groups(), 1);
  }
  if (!overflow_at(loop, bound).any || overflow_at(loop, ample).any) return bound;
  while (ample - bound > 1) {
    const long middle = bound + (ample - bound) / 2;
    (overflow_at(loop, middle).any ? bound : ample) = middle;
  }
  return ample;
}

}  // namespace stretto::detail
