// What the steps of a wave program cost in time.
//
// If a step names an op, the table of ops gives its cost, for all waves of the role together: a role of four waves that
// each load a quarter of a tile occupies the unit for the whole tile. If a step names no op (the Mojo schedules), its
// counter gives the cost of one hardware operation of one wave.
#pragma once

#include <stretto/program/wave_program.hpp>

namespace stretto {

inline constexpr int max_timed_cycles = 1 << 20;  ///< limit of one cost
inline constexpr int max_timed_trips = 1 << 14;   ///< limit of the trips of one run

/// A unit serves `limit` ops at a time, in the order of issue. Memory bandwidth is a unit, too: a load occupies it for
/// its bytes divided by the bandwidth.
struct TimedUnit {
  const char* name = "";  ///< for reports
  int limit = 1;          ///< number of ops that it serves at a time
};

/// The cost of an op, in cycles.
struct TimedOp {
  const char* name = "";     ///< for reports
  int unit = -1;             ///< unit that it occupies; -1: none
  int occupancy = 0;         ///< cycles that it occupies its unit
  int latency = 0;           ///< from its start on the unit to its result
  int issue = 0;             ///< cycles that it occupies its wave
  int lead = 0;              ///< from its issue until it reaches its unit
  int second_unit = -1;      ///< synchronous: another unit that it occupies from its start; -1: none
  int second_occupancy = 0;  ///< cycles that it occupies that unit
};

/// The cost of a step of a counter that names no op, in cycles.
struct CounterCost {
  int unit = -1;           ///< unit that it occupies; -1: none
  int occupancy = 0;       ///< per hardware operation
  int latency = 0;         ///< from the end of its service to its result
  int issue = 0;           ///< per hardware operation; they reach the unit when all are issued
  bool every_wave = true;  ///< all waves of the role share the unit; otherwise each wave has its own
};

/// Everything that a timed run needs apart from the program.
struct TimedCosts {
  Vector<TimedUnit> units;           ///< units that ops compete for
  Vector<TimedOp> ops;               ///< costs by Step::op
  CounterCost by_counter[counters];  ///< costs of steps that name no op; Counter::none: of consumes without a counter

  // Cycles that synchronisation costs even if nothing is late. A wave that has waited continues this much later.
  int wait = 0;           ///< wait for a counter
  int await = 0;          ///< await of a phase
  int arrive = 0;         ///< arrival; it happens when these cycles have passed
  int barrier = 0;        ///< workgroup barrier
  int named_barrier = 0;  ///< named barrier

  /// The cost of a step of a role, by its op or by its counter.
  [[nodiscard]] constexpr TimedOp of(const Step& step, const Role& role) const {
    if (step.op >= 0) return ops[step.op];
    if (step.counter == Counter::none && step.action != Action::consume) return {};
    const CounterCost& cost = by_counter[static_cast<int>(step.counter)];
    const long operations = step.counter == Counter::none ? 1 : step.weight;
    TimedOp op;
    op.unit = cost.unit;
    op.issue = bounded(operations * cost.issue);
    op.lead = op.issue;
    op.occupancy = bounded(operations * cost.occupancy * (cost.every_wave ? role.waves : 1));
    op.latency = bounded(0L + op.occupancy + cost.latency);
    return op;
  }

 private:
  static constexpr int bounded(long cycles) {
    return static_cast<int>(cycles < max_timed_cycles ? cycles : max_timed_cycles);
  }
};

}  // namespace stretto
