// The verifier's memory: what is in flight, what each place holds, who still reads it.
//
// Time is counted in epochs: the number of barriers that a wave has passed. The run is taken epoch by epoch, within an
// epoch agent by agent. With workgroup barriers alone this loses nothing: across waves one thing precedes another
// exactly when its epoch is smaller, within a wave by position.
#pragma once

#include <stretto/verify/hazard.hpp>

namespace stretto::detail {

inline constexpr int not_done = 1 << 28;   // completion epoch of what is in flight
inline constexpr int unbounded = 1 << 20;  // cycles
inline constexpr int no_destination = -1;
inline constexpr int not_its_own = -1;
inline constexpr int any_tile = no_tile - 1;  // not determined: everything read is in conflict

/// The last write of a place by an agent (its waves' parts of it).
struct WriteRecord {
  StepInstance step;
  int tile = no_tile;
  int tile_before = no_tile;  // what the place held until then
  int done_epoch = 0;
  long epoch_clock = 0;     // AbstractState::clock at its issue
  bool consumed = false;    // registers: somebody took the value
  StepInstance overlapped;  // a write that was in flight when this one began
};

enum class ReadState : unsigned char {
  open,      // its result is in registers; whether anybody takes it is not known yet
  consumed,  // its result matters
  dead,      // nobody took it
};

/// A read of shared memory, until every agent that contributes to the place has overwritten it.
struct ActiveRead {
  StepInstance step;
  int cell = 0;
  int destination = no_destination;  // register cell
  unsigned not_overwritten = 0;      // agents, by bit
  int issue_epoch = 0;
  int done_epoch = 0;
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

struct AgentState {
  Phase phase = Phase::prologue;
  int index = 0;
  int trip = 0;
  bool finished = false;
  int elapsed = 0;  // cycles since its last barrier, at most
  PendingQueue vm;
  PendingQueue lgkm;
  Vector<int> consumed;  // per accumulator; not_its_own for those that the agent has nothing to do with

  constexpr PendingQueue& queue(Counter counter) { return counter == Counter::vm ? vm : lgkm; }
};

struct AbstractState {
  int epoch = 0;
  long clock = 0;            // cycles until this epoch began, at most
  int turn = 0;              // the agent that runs; those before it have arrived at the epoch's barrier
  int trips_allowed = 0;     // an agent that has made so many trips stops at the loop head, or, when ...
  bool trips_final = false;  // ... this is the trip count, goes on to the epilogue
  Vector<AgentState> agents;
  Vector<WriteRecord> writes;  // by cell, then agent
  Vector<ActiveRead> reads;
  Vector<Conflict> conflicts;
};

/// Two states seen from the loop head, each relative to its own trip: equal means that whatever follows one follows the
/// other. What no longer matters is left out: when something finished, once it is ordered before all that follows;
/// which tile a place holds, once it is older than all that are due.
class RelativeState {
 public:
  constexpr RelativeState(const AbstractState& state, int trip, int tiles_per_trip)
      : state_(state), trip_(trip), tiles_(tiles_per_trip * trip) {
    oldest_due_ = 1 << 28;
    for (const AgentState& agent : state.agents) {
      for (int count : agent.consumed) {
        if (count != not_its_own && count - tiles_ < oldest_due_) oldest_due_ = count - tiles_;
      }
    }
  }

  [[nodiscard]] constexpr bool equals(const RelativeState& other) const {
    const AbstractState& a = state_;
    const AbstractState& b = other.state_;
    if (a.turn != b.turn || oldest_due_ != other.oldest_due_) return false;
    if (a.reads.size() != b.reads.size() || a.conflicts.size() != b.conflicts.size()) return false;
    for (int i = 0; i < a.agents.size(); ++i) {
      if (!same_agent(a.agents[i], other, b.agents[i])) return false;
    }
    for (int i = 0; i < a.writes.size(); ++i) {
      if (!same_write(a.writes[i], other, b.writes[i])) return false;
    }
    for (int i = 0; i < a.reads.size(); ++i) {
      if (!same_read(a.reads[i], other, b.reads[i])) return false;
    }
    for (int i = 0; i < a.conflicts.size(); ++i) {
      if (!same_conflict(a.conflicts[i], other, b.conflicts[i])) return false;
    }
    return true;
  }

 private:
  [[nodiscard]] constexpr int tile(int t) const {
    if (t == any_tile) return any_tile;
    const int relative = t - tiles_;
    return relative < oldest_due_ - 1 ? oldest_due_ - 1 : relative;
  }
  [[nodiscard]] constexpr int past(int epoch) const {
    if (epoch == not_done) return 1;
    return epoch < state_.epoch ? -1 : 0;
  }
  /// Cycles since an epoch began; beyond any latency, long ago.
  [[nodiscard]] constexpr long age(long clock) const {
    const long cycles = state_.clock - clock;
    return cycles > unbounded ? unbounded : cycles;
  }
  [[nodiscard]] constexpr int relative_trip(Phase phase, int trip) const {
    return phase == Phase::prologue ? 0 : trip - trip_;
  }

  [[nodiscard]] constexpr bool same_instance(const StepInstance& x, const RelativeState& other,
                                             const StepInstance& y) const {
    return same_step(x, y) && relative_trip(x.phase, x.trip) == other.relative_trip(y.phase, y.trip);
  }

  [[nodiscard]] constexpr bool same_queue(const PendingQueue& x, const RelativeState& other,
                                          const PendingQueue& y) const {
    if (x.size() != y.size() || x.total != y.total) return false;
    for (int i = 0; i < x.size(); ++i) {
      const PendingOp& p = x.at(i);
      const PendingOp& q = y.at(i);
      if (p.phase != q.phase || p.index != q.index || p.weight != q.weight) return false;
      if (relative_trip(p.phase, p.trip) != other.relative_trip(q.phase, q.trip)) return false;
    }
    return true;
  }

  [[nodiscard]] constexpr bool same_agent(const AgentState& x, const RelativeState& other, const AgentState& y) const {
    if (x.phase != y.phase || x.index != y.index || x.elapsed != y.elapsed) return false;
    if (relative_trip(Phase::kernel, x.trip) != other.relative_trip(Phase::kernel, y.trip)) return false;
    for (int i = 0; i < x.consumed.size(); ++i) {
      if (x.consumed[i] == not_its_own) continue;
      if (x.consumed[i] - tiles_ != y.consumed[i] - other.tiles_) return false;
    }
    return same_queue(x.vm, other, y.vm) && same_queue(x.lgkm, other, y.lgkm);
  }

  [[nodiscard]] constexpr bool same_write(const WriteRecord& x, const RelativeState& other,
                                          const WriteRecord& y) const {
    if (tile(x.tile) != other.tile(y.tile) || tile(x.tile_before) != other.tile(y.tile_before)) return false;
    if (past(x.done_epoch) != other.past(y.done_epoch) || x.consumed != y.consumed) return false;
    if (x.overlapped.present() != y.overlapped.present()) return false;
    if (past(x.done_epoch) < 0) return true;
    return age(x.epoch_clock) == other.age(y.epoch_clock) && same_instance(x.step, other, y.step);
  }

  [[nodiscard]] constexpr bool same_read(const ActiveRead& x, const RelativeState& other, const ActiveRead& y) const {
    if (x.step.agent != y.step.agent || x.step.phase != y.step.phase || x.step.index != y.step.index ||
        x.cell != y.cell)
      return false;
    if (x.not_overwritten != y.not_overwritten || x.state != y.state) return false;
    if (past(x.done_epoch) != other.past(y.done_epoch)) return false;
    if (past(x.done_epoch) < 0) return true;
    return past(x.issue_epoch) == other.past(y.issue_epoch) && x.issued_after == y.issued_after &&
           x.latency == y.latency && same_instance(x.step, other, y.step);
  }

  /// How long ago it was does not matter: it waits only for its value to be taken, or replaced.
  [[nodiscard]] constexpr bool same_conflict(const Conflict& x, const RelativeState& other, const Conflict& y) const {
    if (x.cell != y.cell || x.destination != y.destination || x.margin != y.margin) return false;
    if (x.read_first != y.read_first || x.overlapped.present() != y.overlapped.present()) return false;
    if (tile(x.tile_after) != other.tile(y.tile_after) || tile(x.tile_before) != other.tile(y.tile_before))
      return false;
    return same_step(x.read, y.read) && same_step(x.write, y.write);
  }
  [[nodiscard]] static constexpr bool same_step(const StepInstance& x, const StepInstance& y) {
    return x.agent == y.agent && x.phase == y.phase && x.index == y.index;
  }

  const AbstractState& state_;
  int trip_;
  int tiles_;
  int oldest_due_ = 0;
};

}  // namespace stretto::detail
