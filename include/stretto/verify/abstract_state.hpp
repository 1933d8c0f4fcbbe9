// The verifier's memory: what is in flight, what each place holds, who still reads it, and who knows what is over.
//
// One entry of the state stands for all waves of a role, which execute the same steps. Two accesses of one role are
// therefore compared twice where it matters: within a wave, by what the wave itself has waited for, and between two
// waves, by what a wave knows of the others.
//
// Each role counts its epochs: the number of times that it has told others how far it is (at a barrier, at an
// arrival). A clock says, of every role, below which epoch everything in all its other waves is over; of every place
// of a phase barrier, how many phases are complete and their loads over; of every counter that asynchronous arrivals
// tell of, how many operations are complete in all waves; and of every place again, how many phases are certainly
// complete. The last is a fact in time, whatever it says about memory: bytes that have come prove that their load was
// issued, and that what its role had seen complete then is complete. It decides in which phase an arrival or a wait
// is, and nothing else.
//
// docs/verification.md has the invariants of this state and why each transition keeps them.
#pragma once

#include <stretto/verify/hazard.hpp>

namespace stretto::detail {

inline constexpr int not_done = 1 << 28;   // epoch of what is in flight
inline constexpr int unbounded = 1 << 20;  // cycles
inline constexpr int nowhere = -1;         // no record
inline constexpr int not_its_own = -1;

// What a place holds: a version, or one of these.
inline constexpr int initial_content = -(1 << 30);     // what was there before the first run
inline constexpr int garbage = initial_content + 1;    // no version, or different ones in different parts
inline constexpr int undecided = initial_content + 2;  // all that was read is in conflict; the conflicts say the rest

// By how much content moves on with each trip: a number, or one of these.
inline constexpr int any_rate = -(1 << 20);       // left before the first loop head: every trip finds it as it is
inline constexpr int mixed_rates = any_rate + 1;  // the same in one trip, from different rates

/// How an access can be known to be over, by epoch or by component: each of the two suffices.
struct Evidence {
  int epoch = not_done;  // of its role: in this epoch each of its waves has seen its own access complete
  int component = -1;    // of clocks: whoever knows `value` there knows that all waves' are complete; -1: none tells
  int value = 0;         // in a counter with a queue, the number of its step there
  long execution = 0;    // of AbstractState::executed: an index may come again, in a later run

  [[nodiscard]] constexpr bool pending() const { return epoch == not_done; }
  friend constexpr bool operator==(const Evidence&, const Evidence&) = default;
};

/// The last write of a place by a role: of its waves' parts, or, in registers, of each wave's own.
struct WriteRecord {
  StepInstance step;
  int content = initial_content;
  int content_before = initial_content;  // what the place held until then
  int rate = 0;                          // by how much the content moves on with each trip of the step
  unsigned waves = ~0U;                  // that hold `content`; the others hold garbage
  Evidence done;
  long epoch_clock = 0;     // AbstractState::clock at its issue
  bool taken = false;       // somebody moved or consumed it
  bool open = false;        // reads or conflicts may name it as where their result is
  StepInstance overlapped;  // a write that was in flight when this one began: what it leaves is garbage
};

/// A write that was in flight when another one of its role began in the same place. Until it is over, whatever is
/// written there is garbage.
struct OverlappedWrite {
  int record = nowhere;
  StepInstance step;
  Evidence done;
};

/// A read, until every role that contributes to the place has overwritten it. In registers only reads that last until
/// their step completes are noted. A read whose result is in several places is noted for each.
struct ActiveRead {
  StepInstance step;
  int cell = 0;
  int result = nowhere;          // the record that its result is in; nowhere: it is consumed
  unsigned not_overwritten = 0;  // roles, by bit
  int issue_epoch = 0;
  Evidence done;
  int issued_after = 0;  // cycles from the begin of its epoch, at most
  int latency = 0;       // cycles it takes, at most
  int due = garbage;     // consumed: the version that it is to see

  [[nodiscard]] constexpr bool consumed() const { return result == nowhere; }
};

/// A read and a write that nothing orders. It is a hazard if the read's result is consumed; what kind follows from the
/// version that is due then.
struct Conflict {
  StepInstance read;
  StepInstance write;
  StepInstance overlapped;  // present: the write is spoilt by this one, which was in flight
  int cell = 0;
  int result = nowhere;          // the record that the read's result is in
  int content_after = garbage;   // what the write leaves
  int content_before = garbage;  // what was there before
  bool read_first = false;       // the read came first in the order that was looked at
  int margin = 0;                // cycles, when the read is to see what was there before; 0: none
};

struct PendingOp {
  Section section = Section::prologue;
  int index = 0;
  int trip = 0;
  int weight = 0;  // hardware operations that have not completed
  int serial = 0;  // its number in the role's counter, from 1
  long execution = 0;
};

/// Operations in flight of one counter, oldest first.
struct PendingQueue {
  Vector<PendingOp> ops;
  int head = 0;
  int total = 0;
  int issued = 0;  // steps, ever
  StepInstance newest;

  [[nodiscard]] constexpr int size() const { return ops.size() - head; }
  [[nodiscard]] constexpr const PendingOp& at(int i) const { return ops[head + i]; }
  /// Is the newest step in a group that no step has closed yet?
  [[nodiscard]] constexpr bool open() const { return size() > 0 && at(size() - 1).weight == 0; }

  constexpr void push(const PendingOp& op) {
    // The ops that are gone are dropped when they outnumber those that are there.
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
inline constexpr Counter queued_counters[] = {Counter::vm,  Counter::lgkm,  Counter::copy,
                                              Counter::mma, Counter::store, Counter::tensor};
constexpr bool is_queued(Counter counter) { return counter != Counter::none && counter != Counter::bytes; }

/// Why a role does not go on.
enum class Stop : unsigned char {
  none,
  head,     // it has made the trips that are allowed
  barrier,  // at the workgroup's barrier
  phase,    // at a phase barrier
  finished,
};

struct RoleState {
  Section section = Section::prologue;
  int index = 0;
  int trip = 0;
  Stop stop = Stop::none;
  int joined_phase = -1;  // of the named barrier that it stands at
  int epoch = 0;
  int elapsed = 0;    // cycles since its last barrier, at most
  Vector<int> known;  // a clock; its own entry speaks of its other waves
  PendingQueue vm;
  PendingQueue lgkm;
  PendingQueue copy;
  PendingQueue mma;
  PendingQueue store;
  PendingQueue tensor;
  Vector<int> consumed;  // per accumulator; not_its_own for those that the role has nothing to do with

  constexpr PendingQueue& queue(Counter counter) {
    switch (counter) {
      case Counter::vm: return vm;
      case Counter::copy: return copy;
      case Counter::mma: return mma;
      case Counter::store: return store;
      case Counter::tensor: return tensor;
      default: return lgkm;
    }
  }
  [[nodiscard]] constexpr const PendingQueue& queue(Counter counter) const {
    switch (counter) {
      case Counter::vm: return vm;
      case Counter::copy: return copy;
      case Counter::mma: return mma;
      case Counter::store: return store;
      case Counter::tensor: return tensor;
      default: return lgkm;
    }
  }
};

/// One place of a phase barrier.
struct PhaseState {
  int complete = 0;           // phases
  int arrived = 0;            // waves, in the phase that it is in
  int bytes = 0;              // expected there and not yet come
  int expected = 0;           // bytes expected there in all
  bool asynchronous = false;  // some arrival in the phase that it is in is
  int owed_to = 0;            // all loads that were sent have come when so many phases are complete; not_done: never
  StepInstance last_arrival;
  StepInstance last_owed;
  Vector<int> gathered;      // what those who arrived know
  Vector<int> released;      // what those who wait for the last complete phase learn
  Vector<int> waited_phase;  // by role: the last one that it waited for; never_waited
  Vector<int> waited_epoch;  // and when
};
inline constexpr int never_waited = -2;  // -1 is the phase before the first, which counts as complete

struct AbstractState {
  long executed = 0;         // steps of all roles
  long clock = 0;            // cycles until the workgroup's last barrier, at most
  int base = 0;              // trip index that the run began with
  int trips_allowed = 0;     // a role that has made so many trips stops at the loop head, or, when ...
  bool trips_final = false;  // ... this is the trip count, goes on to the epilogue
  Vector<RoleState> roles;
  Vector<PhaseState> places;   // of the phase barriers, one array after another
  Vector<WriteRecord> writes;  // by cell, then role
  Vector<OverlappedWrite> overlapped;
  Vector<ActiveRead> reads;
  Vector<Conflict> conflicts;
};

}  // namespace stretto::detail
