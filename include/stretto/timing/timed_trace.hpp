// What a timed run leaves behind: when each op was on its unit, and each stall with its cause.
#pragma once

#include <stretto/program/wave_program.hpp>

namespace stretto {

/// A step of a role in one trip.
struct TimedStep {
  int role = -1;                        ///< -1: none
  Section section = Section::prologue;  ///< of the role's program
  int index = 0;                        ///< of the phase's steps
  int trip = 0;                         ///< of the role

  /// Is there a step at all?
  [[nodiscard]] constexpr bool present() const { return role >= 0; }
  friend constexpr bool operator==(const TimedStep&, const TimedStep&) = default;
};

/// What a role waits for.
enum class StallKind : unsigned char {
  counter,       ///< a wait: an op of the counter is late
  full_counter,  ///< the counter holds no more
  interlock,     ///< registers that an op in flight writes
  scoreboard,    ///< the result of a synchronous op
  unit,          ///< the unit is busy with another op
  bytes,         ///< of a phase barrier
  arrival,       ///< at a phase barrier
  workgroup,     ///< a workgroup barrier: the last role to come
  cost,          ///< of the synchronisation itself
};

/// The kind as reports and JSON write it.
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

/// Where cycles are lost, and to what.
struct StallSite {
  int role = 0;                             ///< that loses them
  Section section = Section::kernel;        ///< of the step that waits
  int step = 0;                             ///< that waits, by its place in the phase
  StallKind kind = StallKind::cost;         ///< what it waits for
  Counter counter = Counter::none;          ///< that it waits for, or that is full
  int unit = -1;                            ///< that is busy; -1: none
  int barrier = -1;                         ///< of WaveProgram::phase_barriers
  int cause_role = -1;                      ///< that is late; -1: none
  Section cause_section = Section::kernel;  ///< of the cause
  int cause_step = -1;                      ///< the op that is late; for an arrival that waits for no op, the arrive
  int trips_before = 0;                     ///< trip of the stall less trip of the cause

  friend constexpr bool operator==(const StallSite&, const StallSite&) = default;
};

/// Of the cycles lost to an asynchronous op: how many it stood in its unit's queue, how many it was served. The rest is
/// latency, or time before it was issued.
struct LostCycles {
  long cycles = 0;  ///< of the role
  long queued = 0;  ///< the op stood in its unit's queue
  long served = 0;  ///< the op was on its unit

  friend constexpr bool operator==(const LostCycles&, const LostCycles&) = default;
};

/// One stall.
struct TimedStall {
  StallSite site;   ///< where, and why
  int trip = 0;     ///< of the role
  long start = 0;   ///< cycle
  LostCycles lost;  ///< how long
};

/// An op on its unit.
struct TimedSlice {
  int role = 0;                       ///< that issued it
  int unit = -1;                      ///< -1: none
  int lane = -1;                      ///< which of the unit's
  int op = -1;                        ///< of the costs; -1: by its counter
  Section section = Section::kernel;  ///< of the step
  int step = 0;                       ///< by its place in the phase
  int trip = 0;                       ///< of the role
  long issued = 0;                    ///< cycle at which the role issues it
  long start = 0;                     ///< on the unit
  long end = 0;                       ///< the unit is free again
  long done = 0;                      ///< the result is there
};

/// A role at the head of a trip.
struct LoopHead {
  long time = 0;              ///< cycle
  long working = 0;           ///< so far: in synchronous ops
  long issuing = 0;           ///< so far: asynchronous ones
  unsigned long pattern = 0;  ///< of all times in the trip that ended here, relative to its head
};

/// When a role came where.
struct RoleTrace {
  Vector<LoopHead> heads;  ///< of trips 0, 1, ..., and of the epilogue
  long end = 0;            ///< cycle at which its program is over
};

/// What a run leaves behind.
struct TimedTrace {
  long cycles = 0;              ///< until the last wave has ended and the last op is done
  Vector<RoleTrace> roles;      ///< by number
  Vector<TimedStall> stalls;    ///< of all roles
  Vector<TimedSlice> timeline;  ///< by issue
};

}  // namespace stretto
