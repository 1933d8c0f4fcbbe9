// What the steps of a wave program cost in time.
//
// A step that names its op costs what the table says; all its waves together are meant, so a role of four waves that
// each load a quarter of a tile occupies the unit for the whole tile. A step that names no op (the documented
// schedules) costs by its counter, a figure of one hardware operation of one wave.
#pragma once

#include <stretto/program/wave_program.hpp>

namespace stretto {

inline constexpr int max_timed_cycles = 1 << 20;  ///< of one cost
inline constexpr int max_timed_trips = 1 << 14;   ///< of one run

/// Serves `limit` ops at a time, in the order in which they come. Memory bandwidth is a unit, too: a load occupies it
/// for its bytes over the bandwidth.
struct TimedUnit {
  const char* name = "";  ///< for reports
  int limit = 1;          ///< ops that it serves at a time
};

/// What an op costs in time, in cycles.
struct TimedOp {
  const char* name = "";  ///< for reports
  int unit = -1;          ///< -1: none
  int occupancy = 0;      ///< cycles that it holds its unit
  int latency = 0;        ///< from its start on the unit to its result
  int issue = 0;          ///< cycles that it holds its wave
  int lead = 0;           ///< from its issue until it comes to its unit
};

/// A step of a counter that names no op.
struct CounterCost {
  int unit = -1;           ///< -1: none
  int occupancy = 0;       ///< of one hardware operation
  int latency = 0;         ///< from the end of its service
  int issue = 0;           ///< of one hardware operation; they come to the unit when all are issued
  bool every_wave = true;  ///< the unit serves all waves of the role; else each has one of its own
};

/// Everything that a run in time needs beside the program.
struct TimedCosts {
  Vector<TimedUnit> units;           ///< that ops compete for
  Vector<TimedOp> ops;               ///< by Step::op
  CounterCost by_counter[counters];  ///< of steps that name no op; without a counter: of their consumes

  // Cycles that synchronisation costs even if nobody is late. A wave that waited goes on so much later.
  int wait = 0;           ///< for a counter
  int await = 0;          ///< of a phase
  int arrive = 0;         ///< the arrival happens at their end
  int barrier = 0;        ///< of the workgroup
  int named_barrier = 0;  ///< of some of its waves

  /// What a step of a role costs: by its op, or by its counter.
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
