// Checks that a program can be timed: everything that a timed run looks up exists, and every number is small enough to
// count in cycles. Whether the program is safe is the verifier's question.
#pragma once

#include <initializer_list>

#include <stretto/core/diagnostic.hpp>
#include <stretto/core/limits.hpp>
#include <stretto/timing/timed_costs.hpp>

namespace stretto::detail {

constexpr Diagnostic check_cycles(std::initializer_list<NamedCount> all) {
  for (const NamedCount& cycles : all) {
    if (const Diagnostic error = check_count(cycles, 0, max_timed_cycles)) return error;
  }
  return {};
}

constexpr Diagnostic check_op_cost(const TimedCosts& costs, const TimedOp& op) {
  for (int unit : {op.unit, op.second_unit}) {
    if (unit < -1 || unit >= costs.units.size()) return {Rule::unknown_unit, unit, costs.units.size() - 1};
  }
  return check_cycles({{Count::occupancy_of_an_op, op.occupancy},
                       {Count::latency_of_an_op, op.latency},
                       {Count::issue_cycles_of_an_op, op.issue},
                       {Count::lead_of_an_op, op.lead},
                       {Count::occupancy_of_an_op, op.second_occupancy}});
}

constexpr Diagnostic check_costs(const TimedCosts& costs) {
  for (const TimedUnit& unit : costs.units) {
    if (unit.limit < 1) return {Rule::unit_limit_below_one, unit.limit, 1};
    if (unit.limit > max_count) return {Rule::count_too_large, unit.limit, max_count, Count::limit_of_a_unit};
  }
  for (int i = 0; i < costs.ops.size(); ++i) {
    if (Diagnostic error = check_op_cost(costs, costs.ops[i])) return error.with_op(i);
  }
  for (const CounterCost& cost : costs.by_counter) {
    const TimedOp op{"", cost.unit, cost.occupancy, cost.latency, cost.issue};
    if (const Diagnostic error = check_op_cost(costs, op)) return error;
  }
  return check_cycles({{Count::cycles_of_a_wait, costs.wait},
                       {Count::cycles_of_an_await, costs.await},
                       {Count::cycles_of_an_arrival, costs.arrive},
                       {Count::cycles_of_a_barrier, costs.barrier},
                       {Count::cycles_of_a_named_barrier, costs.named_barrier}});
}

constexpr Diagnostic check_timed_step(const WaveProgram& program, const TimedCosts& costs, const Step& step) {
  if (step.op >= costs.ops.size()) return {Rule::missing_cost, step.op, costs.ops.size() - 1};
  if (const Diagnostic error = check_count({Count::operations_of_a_step, step.weight}, 0, max_extent)) return error;
  if (step.first_access < 0 || step.access_count < 0 ||
      step.first_access > program.accesses.size() - step.access_count) {
    return {Rule::no_such_place, step.first_access, program.accesses.size()};
  }
  for (int i = 0; i < step.access_count; ++i) {
    const StepAccess& access = program.accesses[step.first_access + i];
    if (access.buffer < 0 || access.buffer >= program.buffers.size()) {
      return {Rule::no_such_place, access.buffer, program.buffers.size() - 1};
    }
    const Buffer& buffer = program.buffers[access.buffer];
    if (access.slot < 0 || access.slot > max_extent || access.slot_step < 0 || access.slot_step > max_extent) {
      return {Rule::no_such_place, access.slot, buffer.slots - 1};
    }
    if (access.subtile < 0 || access.subtile >= buffer.subtiles) {
      return {Rule::no_such_place, access.subtile, buffer.subtiles - 1};
    }
  }
  const PhaseUse& use = step.phase_barrier;
  const bool needs_place = step.action == Action::arrive || step.action == Action::await;
  if (use.barrier >= program.phase_barriers.size() || (needs_place && !use.present())) {
    return {Rule::no_such_place, use.barrier, program.phase_barriers.size() - 1};
  }
  for (const NamedCount& number :
       {NamedCount{Count::slot_of_a_barrier, use.slot}, NamedCount{Count::slots_per_trip, use.slot_step},
        NamedCount{Count::flip_of_a_parity, use.flip}}) {
    if (const Diagnostic error = check_count(number, 0, max_extent)) return error;
  }
  if (use.bytes < 0) return {Rule::negative_count, use.bytes, 0, Count::bytes_of_an_arrival};
  return {};
}

/// Refuses a program or costs with which a timed run is not possible.
constexpr Diagnostic check_timed(const WaveProgram& program, const TimedCosts& costs, int trips) {
  if (const Diagnostic error = check_costs(costs)) return error;
  if (program.roles.empty()) return {Rule::no_waves, 0, 1};
  if (const Diagnostic error = check_count({Count::trips, trips}, 0, max_timed_trips)) return error;
  for (const Buffer& buffer : program.buffers) {
    for (const NamedCount& count : {NamedCount{Count::slots_of_a_buffer, buffer.slots},
                                    NamedCount{Count::subtiles_of_a_buffer, buffer.subtiles}}) {
      if (const Diagnostic error = check_count(count, 1, max_extent)) return error;
    }
  }
  for (const PhaseBarrier& barrier : program.phase_barriers) {
    for (const NamedCount& count : {NamedCount{Count::slots_of_a_barrier, barrier.slots},
                                    NamedCount{Count::arrivals_of_a_barrier, barrier.arrivals}}) {
      if (const Diagnostic error = check_count(count, 1, max_extent)) return error;
    }
  }
  for (const Role& role : program.roles) {
    if (role.waves < 1) return {Rule::no_waves, role.waves, 1};
    if (role.waves > max_count) return {Rule::count_too_large, role.waves, max_count, Count::waves_of_a_role};
    if (role.extra_trips > max_timed_trips)
      return {Rule::count_too_large, role.extra_trips, max_timed_trips, Count::extra_trips_of_a_role};
    for (const Section section : all_sections) {
      const Vector<Step>& steps = role.steps[section];
      for (int i = 0; i < steps.size(); ++i) {
        Diagnostic error = check_timed_step(program, costs, steps[i]);
        if (error) return error.at_entry(i).in_section(section);
      }
    }
  }
  return {};
}

}  // namespace stretto::detail
