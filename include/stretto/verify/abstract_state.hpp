// The verifier's memory: what is in flight, what each place holds, who still reads it, and who knows what is over.
//
// Each agent counts its epochs: the number of times that it has told others how far it is (at a barrier, at an
// arrival). What happens is stamped with the epoch of the agent that it happens in, or, when its completion is observed
// through a phase barrier, with that phase. Every agent knows up to which epoch of each agent, and which phase of each
// phase barrier, everything is over: a vector clock. One thing precedes another across waves exactly when its stamp is
// known where the other happens; within a wave, position decides. With workgroup barriers alone all epochs are the
// number of barriers passed.
//
// That a phase is complete is also a fact in time, whatever it says about memory: bytes that have come prove that their
// load was issued, and that what its agent had seen complete then is complete. Clocks hold this as a second count of
// the phases of each place. It decides in which phase an arrival or a wait is, and nothing else.
//
// One interleaving is run. If everything that must be ordered is ordered in it by what agents know, every other
// interleaving has the same order (arrivals meet in the same phases, waits pass at the same ones), and is as safe.
#pragma once

#include <stretto/verify/hazard.hpp>

namespace stretto::detail {

inline constexpr int not_done = 1 << 28;   // completion stamp of what is in flight
inline constexpr int unbounded = 1 << 20;  // cycles
inline constexpr int no_destination = -1;
inline constexpr int not_its_own = -1;
inline constexpr int any_tile = no_tile - 1;  // not determined: everything read is in conflict

/// When something was over: in an epoch of the agent that it happened in; with a phase of a phase barrier's place; or
/// when so many operations of a counter, told of by asynchronous arrivals, have completed.
struct Stamp {
  int value = 0;   // epoch, or phases of the place, or operations of the counter, that are complete then
  int place = -1;  // of a phase barrier, or a counter of an agent (counted on from the places); -1: the agent's epoch

  [[nodiscard]] constexpr bool pending() const { return value == not_done; }
  friend constexpr bool operator==(const Stamp&, const Stamp&) = default;
};

/// The last write of a place by an agent (its waves' parts of it).
struct WriteRecord {
  StepInstance step;
  int tile = no_tile;
  int tile_before = no_tile;  // what the place held until then
  Stamp done;
  long epoch_clock = 0;     // AbstractState::clock at its issue
  bool consumed = false;    // registers: somebody took the value
  StepInstance overlapped;  // a write that was in flight when this one began
};

enum class ReadState : unsigned char {
  open,      // its result is in registers; whether anybody takes it is not known yet
  consumed,  // its result matters
  dead,      // nobody took it
};

/// A read of memory, until every agent that contributes to the place has overwritten it. (Registers are noted only
/// where a step reads them until its completion.)
struct ActiveRead {
  StepInstance step;
  int cell = 0;
  int destination = no_destination;  // register cell
  unsigned not_overwritten = 0;      // agents, by bit
  int issue_epoch = 0;
  Stamp done;
  int issued_after = 0;  // cycles from the begin of its epoch, at most
  int latency = 0;       // cycles it takes, at most
  int tile_due = no_tile;
  ReadState state = ReadState::open;
};

/// A read and a write that nothing orders. It is a hazard if the read's result is taken; what kind follows from the
/// tile that is due then.
struct Conflict {
  StepInstance read;
  StepInstance write;
  StepInstance overlapped;  // present: the write is spoilt by one that was in flight
  int cell = 0;
  int destination = no_destination;
  int tile_after = no_tile;   // what the write leaves
  int tile_before = no_tile;  // what was there before
  bool read_first = false;    // the read came first in the order that was looked at
  int margin = 0;             // cycles, when the read is to see what was there before; 0: none
};

struct PendingOp {
  Phase phase = Phase::prologue;
  int index = 0;
  int trip = 0;
  int weight = 0;  // hardware operations that have not completed
  int serial = 0;  // copy, tensor: its number in the agent's counter, from 1
};

/// Operations in flight of one counter, oldest first.
struct PendingQueue {
  Vector<PendingOp> ops;
  int head = 0;
  int total = 0;

  [[nodiscard]] constexpr int size() const { return ops.size() - head; }
  [[nodiscard]] constexpr const PendingOp& at(int i) const { return ops[head + i]; }

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
};

/// Why an agent does not go on.
enum class Stop : unsigned char {
  none,
  head,     // it has made the trips that are allowed
  barrier,  // at the workgroup's barrier
  phase,    // at a phase barrier
  finished,
};

struct AgentState {
  Phase phase = Phase::prologue;
  int index = 0;
  int trip = 0;
  Stop stop = Stop::none;
  int joined_phase = -1;  // of the named barrier that it stands at
  int epoch = 0;
  int elapsed = 0;    // cycles since its last barrier, at most
  Vector<int> known;  // by agent: everything of it stamped below this is over; then by place of the phase barriers: so
                      // many phases are complete, and their loads over; then by agent, so many of its copies, and
                      // tensor operations, are complete; then by place again: so many phases are certainly
                      // complete. Its own entry speaks of its other waves.
  PendingQueue vm;
  PendingQueue lgkm;
  PendingQueue copy;
  PendingQueue mma;
  PendingQueue store;
  PendingQueue tensor;
  int issued_copies = 0;
  int issued_tensor = 0;
  Vector<int> consumed;  // per accumulator; not_its_own for those that the agent has nothing to do with

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
};

/// One place of a phase barrier.
struct PhaseState {
  int complete = 0;  // phases
  int arrived = 0;   // waves, in the phase that it is in
  int bytes = 0;     // expected there and not yet come
  StepInstance last_arrival;
  Vector<int> gathered;      // what those who arrived know
  Vector<int> released;      // what those who wait for the last complete phase learn
  Vector<int> waited_phase;  // by agent: the last one that it waited for; never_waited
  Vector<int> waited_epoch;  // and when
};
inline constexpr int never_waited = -2;  // -1 is the phase before the first, which counts as complete

struct AbstractState {
  long clock = 0;            // cycles until the workgroup's last barrier, at most
  int base = 0;              // trip index that the run began with
  int trips_allowed = 0;     // an agent that has made so many trips stops at the loop head, or, when ...
  bool trips_final = false;  // ... this is the trip count, goes on to the epilogue
  Vector<AgentState> agents;
  Vector<PhaseState> places;   // of the phase barriers, one array after another
  Vector<WriteRecord> writes;  // by cell, then agent
  Vector<ActiveRead> reads;
  Vector<Conflict> conflicts;
};

}  // namespace stretto::detail
