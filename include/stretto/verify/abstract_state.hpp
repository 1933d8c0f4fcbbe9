// The state of the verifier: what is in flight, what each place holds, which reads of it may still be in progress, and
// what each role knows to be complete.
//
// One entry of the state represents all waves of a role, because they execute the same steps. Two accesses of one role
// are therefore compared twice where it matters: within one wave, by what that wave has waited for, and between two
// waves, by what a wave knows about the others.
//
// Each role counts its epochs: how many times it has announced its progress to others, at a barrier or an arrival. A
// clock has these components:
// - per role: an epoch. Everything before it is complete in all other waves of that role.
// - per place of a phase barrier: how many phases are complete, including their loads.
// - per counter that asynchronous arrivals report: how many operations are complete in all waves.
// - per place of a phase barrier, again: how many phases are certainly complete. This is a fact about time, not about
//   memory: bytes that have come prove that their load was issued, and that the phases that its role had seen complete
//   at the issue are complete. It decides only in which phase an arrival or a wait is.
//
// docs/verification.md states the invariants of this state and why each transition preserves them.
#pragma once

#include <stretto/verify/hazard.hpp>

namespace stretto::detail {

inline constexpr int not_done = 1 << 28;   // epoch of an access that is in flight
inline constexpr int unbounded = 1 << 20;  // cycles
inline constexpr int nowhere = -1;         // no record
inline constexpr int not_its_own = -1;     // the role does not consume in this accumulator
inline constexpr int never_written = -1;   // epoch of a write that there was not

// The content of a place: a version, or one of these.
inline constexpr int initial_content = -(1 << 30);     // the content before the first run
inline constexpr int garbage = initial_content + 1;    // no version, or different versions in different parts
inline constexpr int undecided = initial_content + 2;  // everything that was read is in conflict; see the conflicts
inline constexpr int any_due = initial_content + 3;    // not a content: a read that takes any version

// How many versions content advances per trip: a number, or one of these.
inline constexpr int any_rate = -(1 << 20);       // written before the first loop head: the same for every trip
inline constexpr int mixed_rates = any_rate + 1;  // versions of different rates that are equal in this trip

/// How a role can know that an access is complete: by epoch, or by a clock component. Either suffices.
struct Evidence {
  int epoch = not_done;  // of the role that made it: in this epoch each of its waves has seen its own access complete
  int component = -1;    // of a clock: a role that knows `value` there knows it is complete in all waves; -1: none
  int value = 0;         // in a counter with a queue: the serial number of its step there
  long execution = 0;    // from AbstractState::executed; identifies the step across runs, where trip indices may repeat
  int fenced = not_done;  // generic accesses: epoch in which a proxy fence of each wave covered its own access

  [[nodiscard]] constexpr bool pending() const { return epoch == not_done; }
  friend constexpr bool operator==(const Evidence&, const Evidence&) = default;
};

/// The last write of a place by a role: of its waves' parts or, in registers, of each wave's own copy.
struct WriteRecord {
  StepInstance step;
  int content = initial_content;
  int content_before = initial_content;  // the content before this write
  int rate = 0;                          // versions that the content advances per trip of the step
  unsigned waves = ~0U;                  // the waves that hold `content`; the others hold garbage
  Evidence done;
  long epoch_clock = 0;          // AbstractState::clock at the issue
  bool taken = false;            // a step has moved or consumed the content
  bool open = false;             // reads or conflicts may name this record as their result
  bool needs_mma_fence = false;  // registers: a step of another counter than mma wrote it since the last wgmma.fence
  StepInstance overlapped;       // a write that was in flight when this one began; present: the content is garbage
};

/// A write that was in flight when another write of its role to the same place began. Until it completes, everything
/// that is written there is garbage.
struct OverlappedWrite {
  int record = nowhere;
  StepInstance step;
  Evidence done;
};

/// A read. It is kept until every role that contributes to the place has overwritten the place. Of reads of registers,
/// only those that last until their step completes are kept. A read whose result goes to several places is kept once
/// for each.
struct ActiveRead {
  StepInstance step;
  int cell = 0;
  int result = nowhere;          // the record that holds its result; nowhere: the result is consumed
  unsigned not_overwritten = 0;  // roles that have not yet overwritten the place, by bit
  int issue_epoch = 0;
  Evidence done;
  int issued_after = 0;  // cycles from the start of its epoch to the issue, at most
  int latency = 0;       // cycles that the read takes, at most
  int due = garbage;     // consumed: the version that it must find

  [[nodiscard]] constexpr bool consumed() const { return result == nowhere; }
};

/// A read and a write that are not ordered. It becomes a hazard if the result of the read is consumed. The kind of
/// hazard follows from the version that is due there.
struct Conflict {
  StepInstance read;
  StepInstance write;
  StepInstance overlapped;  // present: this write was in flight and spoils `write`
  int cell = 0;
  int result = nowhere;          // the record that holds the result of the read
  int content_after = garbage;   // the content after the write
  int content_before = garbage;  // the content before it
  bool read_first = false;       // the read was executed first in the interleaving that was run
  bool fence = false;            // the steps are ordered, but without a proxy fence between them
  int margin = 0;                // cycles, if the read must find the content before the write; 0: none
};

/// A generic read of a place that the async proxy also writes. It is kept until all roles know that a fence covers it.
struct GenericRead {
  StepInstance step;
  int cell = 0;
  Evidence done;
};

/// The last write of a place by a role through the async proxy, where the generic proxy also reads.
struct AsyncWrite {
  StepInstance step;
  int epoch = never_written;  // of the role, when the write began
  Evidence done;              // a role that knows that it is complete knows that it has begun
};

struct PendingOp {
  Section section = Section::prologue;
  int index = 0;
  Moment when;
  int weight = 0;  // hardware operations that are not complete
  int serial = 0;  // number in the role's counter, from 1
  long execution = 0;
};

/// The operations in flight of one counter, oldest first.
struct PendingQueue {
  Vector<PendingOp> ops;
  int head = 0;
  int total = 0;
  int issued = 0;  // steps issued since the start
  StepInstance newest;

  [[nodiscard]] constexpr int size() const { return ops.size() - head; }
  [[nodiscard]] constexpr const PendingOp& at(int i) const { return ops[head + i]; }
  /// Is the newest step in an open group?
  [[nodiscard]] constexpr bool open() const { return size() > 0 && at(size() - 1).weight == 0; }

  constexpr void push(const PendingOp& op) {
    // Completed ops are removed when they outnumber the pending ones.
    if (head > 8 && head > size()) {
      Vector<PendingOp> kept;
      kept.reserve(2 * size() + 8);
      for (int i = 0; i < size(); ++i) kept.push_back(at(i));
      ops = static_cast<Vector<PendingOp>&&>(kept);
      head = 0;
    }
    ops.push_back(op);
    total += op.weight;
  }
  constexpr void pop() {
    total -= ops[head].weight;
    ++head;
  }
};

/// The counters in which operations complete in order.
inline constexpr Counter queued_counters[] = {Counter::vm,    Counter::lgkm,   Counter::copy,   Counter::mma,
                                              Counter::store, Counter::tensor, Counter::stored, Counter::scalar};
constexpr bool is_queued(Counter counter) { return counter != Counter::none && counter != Counter::bytes; }

/// Why a role has stopped.
enum class Stop : unsigned char {
  none,
  head,     // at the loop head, after the trips that are allowed
  barrier,  // at a workgroup barrier
  phase,    // waits at a phase barrier
  pool,     // waits for registers
  finished,
};

struct RoleState {
  Section section = Section::prologue;
  int index = 0;
  int trip = 0;
  int start = 0;  // trip index at which the run began
  int run = 0;    // number of the run
  Stop stop = Stop::none;
  int joined_phase = -1;   // phase of the named barrier that it waits at
  int cluster_phase = -1;  // phase of the cluster barrier that it has arrived in and not waited for; -1: none
  int epoch = 0;
  int elapsed = 0;    // cycles since the last workgroup barrier, at most
  Vector<int> known;  // the role's clock; its own component is about its other waves
  PendingQueue vm;
  PendingQueue lgkm;
  PendingQueue copy;
  PendingQueue mma;
  PendingQueue store;
  PendingQueue tensor;
  PendingQueue stored;
  PendingQueue scalar;
  Vector<int> consumed;  // consumes by accumulator; not_its_own: the role does not consume there

  [[nodiscard]] constexpr Moment moment() const { return {trip, start, run}; }
};

/// The operations of a role in flight in a counter.
template <class State>
constexpr auto& queue_of(State& role, Counter counter) {
  // One statement: constant evaluation counts every case of a switch that it passes.
  return counter == Counter::vm       ? role.vm
         : counter == Counter::mma    ? role.mma
         : counter == Counter::copy   ? role.copy
         : counter == Counter::store  ? role.store
         : counter == Counter::tensor ? role.tensor
         : counter == Counter::stored ? role.stored
         : counter == Counter::scalar ? role.scalar
                                      : role.lgkm;
}

/// One place of a phase barrier.
struct PhaseState {
  int complete = 0;           // complete phases
  int arrived = 0;            // waves that have arrived in the current phase
  int bytes = 0;              // bytes expected in the current phase that have not come
  int expected = 0;           // bytes expected in the current phase in total
  bool asynchronous = false;  // the current phase has an asynchronous arrival
  int owed_to = 0;            // when this many phases are complete, all loads sent here have come; not_done: never
  StepInstance last_arrival;
  StepInstance last_owed;
  Vector<int> gathered;      // join of the clocks of the roles that have arrived
  Vector<int> released;      // clock that a wait for the last complete phase learns
  Vector<int> waited_phase;  // by role: the last phase that it waited for, or never_waited
  Vector<int> waited_epoch;  // by role: its epoch at that wait
};
inline constexpr int never_waited = -2;  // -1 is the phase before phase 0, which counts as complete

/// The initialisation of an array of phase barriers by a step of the program.
struct InitState {
  StepInstance step;
  int fenced = not_done;  // epoch of its role in which a fence followed
};

/// What a role did last to the memory or the barriers of another workgroup, other than bulk loads.
struct RemoteAccess {
  StepInstance step;
  int epoch = 0;  // a role that knows this epoch knows that it is done; 0: none
};

struct AbstractState {
  long executed = 0;         // steps executed by all roles
  long clock = 0;            // cycles until the last workgroup barrier, at most
  int base = 0;              // trip index at which the run began
  int trips_allowed = 0;     // after this many trips a role stops at the loop head; if ...
  bool trips_final = false;  // ... this is set, it is the trip count and the role enters the epilogue
  bool last_run = false;     // after the epilogue comes the teardown
  Vector<RoleState> roles;
  Vector<PhaseState> places;   // places of all phase barriers, one array after another
  Vector<WriteRecord> writes;  // by cell, then role
  Vector<OverlappedWrite> overlapped;
  Vector<ActiveRead> reads;
  Vector<Conflict> conflicts;
  Vector<GenericRead> generic_reads;
  Vector<AsyncWrite> async_writes;  // by cell, then role; empty: no memory is accessed through both proxies
  Vector<InitState> inits;          // by phase barrier; empty: no step initialises any
  Vector<RemoteAccess> remote;      // by role, then workgroup; empty: there is one workgroup
  Vector<int> pools;                // registers, by workgroup
};

}  // namespace stretto::detail
