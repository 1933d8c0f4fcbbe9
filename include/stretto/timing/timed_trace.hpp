// The result of a timed run: when each op was on its unit, and each stall with its cause.
#pragma once

#include <stretto/program/wave_program.hpp>

namespace stretto {

/// A step of a role in one trip.
struct TimedStep {
  int role = -1;                        ///< -1: none
  Section section = Section::prologue;  ///< section that contains the step
  int index = 0;                        ///< index in the section
  int trip = 0;                         ///< trip index of the role

  /// Is there a step?
  [[nodiscard]] constexpr bool present() const { return role >= 0; }
  friend constexpr bool operator==(const TimedStep&, const TimedStep&) = default;
};

/// The causes of stalls: what a role waits for.
enum class StallKind : unsigned char {
  counter,       ///< wait: an op of the counter is late
  full_counter,  ///< issue: the counter is full
  interlock,     ///< registers that an op in flight writes
  scoreboard,    ///< the result of a synchronous op
  unit,          ///< the unit is busy with another op
  bytes,         ///< bytes that a phase barrier expects
  arrival,       ///< an arrival at a phase barrier
  workgroup,     ///< the last role to arrive at a workgroup barrier
  cost,          ///< the cost of the synchronisation itself
};

/// The cause as reports and JSON write it.
constexpr const char* name(StallKind kind) {
  switch (kind) {
    case StallKind::counter: return "counter";
    case StallKind::full_counter: return "full_counter";
    case StallKind::interlock: return "interlock";
    case StallKind::scoreboard: return "scoreboard";
    case StallKind::unit: return "unit";
    case StallKind::bytes: return "bytes";
    case StallKind::arrival: return "arrival";
    case StallKind::workgroup: return "workgroup";
    case StallKind::cost: return "cost";
  }
  return "?";
}

/// Where cycles are lost, and for which cause.
struct StallSite {
  int role = 0;                             ///< role that loses them
  Section section = Section::kernel;        ///< section of the step that waits
  int step = 0;                             ///< index of the step that waits, in the section
  StallKind kind = StallKind::cost;         ///< what it waits for
  Counter counter = Counter::none;          ///< counter that it waits for, or that is full
  int unit = -1;                            ///< unit that is busy; -1: none
  int barrier = -1;                         ///< index in WaveProgram::phase_barriers; -1: none
  int cause_role = -1;                      ///< role that is late; -1: none
  Section cause_section = Section::kernel;  ///< section of the cause
  int cause_step = -1;                      ///< op that is late; for an arrival that waits for no op, the arrive step
  int trips_before = 0;                     ///< trip of the stall minus trip of the cause

  friend constexpr bool operator==(const StallSite&, const StallSite&) = default;
};

/// Lost cycles. Of those lost to an asynchronous op, `queued` and `served` give the parts that the op spent in the
/// queue of its unit and on the unit. The rest is latency, or time before the op was issued.
struct LostCycles {
  long cycles = 0;  ///< cycles that the role loses
  long queued = 0;  ///< the op was in the queue of its unit
  long served = 0;  ///< the op was on its unit

  friend constexpr bool operator==(const LostCycles&, const LostCycles&) = default;
};

/// One stall.
struct TimedStall {
  StallSite site;   ///< where, and for which cause
  int trip = 0;     ///< trip index of the role
  long start = 0;   ///< cycle at which it begins
  LostCycles lost;  ///< cycles that are lost
};

/// The time that one op spends on its unit.
struct TimedSlice {
  int role = 0;                       ///< role that issued it
  int unit = -1;                      ///< unit that it occupies; -1: none
  int lane = -1;                      ///< lane of the unit
  int op = -1;                        ///< index in TimedCosts::ops; -1: the cost is by counter
  Section section = Section::kernel;  ///< section of the step
  int step = 0;                       ///< index in the section
  int trip = 0;                       ///< trip index of the role
  long issued = 0;                    ///< cycle at which the role issues it
  long start = 0;                     ///< cycle at which it starts on the unit
  long end = 0;                       ///< cycle at which the unit is free again
  long done = 0;                      ///< cycle at which the result is available
};

/// A role at the loop head, before a trip.
struct LoopHead {
  long time = 0;              ///< cycle
  long working = 0;           ///< cycles so far in synchronous ops
  long issuing = 0;           ///< cycles so far issuing asynchronous ops
  unsigned long pattern = 0;  ///< hash of all times in the trip that ended here, relative to its loop head
};

/// The times of one role.
struct RoleTrace {
  Vector<LoopHead> heads;  ///< before trips 0, 1, ..., and before the epilogue
  long end = 0;            ///< cycle at which its program ends
};

/// The result of a timed run.
struct TimedTrace {
  long cycles = 0;              ///< until the last wave has ended and the last op is complete
  Vector<RoleTrace> roles;      ///< by role
  Vector<TimedStall> stalls;    ///< of all roles
  Vector<TimedSlice> timeline;  ///< in order of issue; only with KeepTimeline::yes
};

}  // namespace stretto
