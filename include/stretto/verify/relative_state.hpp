// Two states seen from the loop head, each relative to its own trip. One is as safe as the other when they are equal,
// except that its agents may know more: the same steps follow, and whatever is in order after the other is in order
// after it. What no longer matters is left out: when something finished, once everybody knows that it is over; which
// tile a place holds, once it is older than all that are due.
#pragma once

#include <stretto/verify/abstract_state.hpp>

namespace stretto::detail {

class RelativeState {
 public:
  constexpr RelativeState(const AbstractState& state, const WaveProgram& program)
      : state_(state),
        program_(program),
        trip_(state.base + state.trips_allowed),
        tiles_(program.tiles_per_trip * trip_) {
    oldest_due_ = 1 << 28;
    for (const AgentState& agent : state.agents) {
      for (int count : agent.consumed) {
        if (count != not_its_own && count - tiles_ < oldest_due_) oldest_due_ = count - tiles_;
      }
    }
    least_known_ = state.agents[0].known;
    for (const AgentState& agent : state.agents) {
      for (int c = 0; c < least_known_.size(); ++c) {
        least_known_[c] = agent.known[c] < least_known_[c] ? agent.known[c] : least_known_[c];
      }
    }
    if (!state.places.empty()) find_oldest();
  }

  [[nodiscard]] constexpr bool as_safe_as(const RelativeState& other) const {
    const AbstractState& a = state_;
    const AbstractState& b = other.state_;
    if (oldest_due_ != other.oldest_due_) return false;
    if (a.reads.size() != b.reads.size() || a.conflicts.size() != b.conflicts.size()) return false;
    for (int i = 0; i < a.agents.size(); ++i) {
      if (!same_agent(a.agents[i], other, b.agents[i])) return false;
    }
    int place = 0;
    for (const PhaseBarrier& barrier : program_.phase_barriers) {
      const bool by_parity = barrier.kind == PhaseBarrierKind::mbarrier;
      for (int i = 0; i < barrier.slots; ++i, ++place) {
        if (!same_place(a.places[place], other, b.places[place], by_parity)) return false;
      }
    }
    for (int i = 0; i < a.writes.size(); ++i) {
      if (!same_write(a.writes[i], other, b.writes[i], i % a.agents.size())) return false;
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

  static constexpr int in_flight = 1;
  static constexpr int known_to_all = -1;

  /// How a stamp of an agent compares with everything that agents know: in flight, known to all, or how far back.
  [[nodiscard]] constexpr int past(const Stamp& done, int by) const {
    if (done.pending()) return in_flight;
    const bool phase = done.place >= 0;
    const int component = phase ? state_.agents.size() + done.place : by;
    const int enough = phase ? done.value : done.value + 1;
    bool all = true;
    for (int a = 0; a < state_.agents.size() && all; ++a) {
      const bool alone = !phase && a == by && program_.agents[a].waves == 1;
      // A wave needs no one to tell it of its own past, but what is over in this epoch others are yet to learn.
      all = (alone && done.value < state_.agents[a].epoch) || state_.agents[a].known[component] >= enough;
    }
    if (all) return known_to_all;
    return -2 - (now(component) - done.value);
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

  /// Who knows of nothing that is still of interest may as well know of nothing at all: by component, what that is.
  constexpr void find_oldest() {
    for (int c = 0; c < least_known_.size(); ++c) oldest_.push_back(now(c) - 2);
    for (int i = 0; i < state_.writes.size(); ++i) {
      if (state_.writes[i].step.present()) note_stamp(state_.writes[i].done, i % state_.agents.size());
    }
    for (const ActiveRead& read : state_.reads) note_stamp(read.done, read.step.agent);
    for (const PhaseState& place : state_.places) {
      for (int a = 0; a < state_.agents.size(); ++a) {
        if (place.waited_phase[a] == place.complete - 1) note(a, place.waited_epoch[a]);
      }
    }
  }
  constexpr void note_stamp(const Stamp& done, int by) {
    if (past(done, by) == in_flight || past(done, by) == known_to_all) return;
    note(done.place >= 0 ? state_.agents.size() + done.place : by, done.value - 1);
  }
  constexpr void note(int component, int value) {
    if (value < oldest_[component]) oldest_[component] = value;
  }
  [[nodiscard]] constexpr int lag(int component, int value) const {
    if (!oldest_.empty() && value < oldest_[component]) return now(component) - oldest_[component];
    return now(component) - value;
  }

  /// Vector clocks, each component relative to where its agent or place is now.
  [[nodiscard]] constexpr bool knows_as_much(const Vector<int>& x, const RelativeState& other,
                                             const Vector<int>& y) const {
    for (int c = 0; c < x.size(); ++c) {
      if (lag(c, x[c]) > other.lag(c, y[c])) return false;
    }
    return true;
  }
  /// What all know, a phase need not tell.
  [[nodiscard]] constexpr bool tells_as_much(const Vector<int>& x, const RelativeState& other,
                                             const Vector<int>& y) const {
    for (int c = 0; c < x.size(); ++c) {
      const int told = x[c] < least_known_[c] ? least_known_[c] : x[c];
      if (lag(c, told) > other.lag(c, y[c])) return false;
    }
    return true;
  }
  [[nodiscard]] constexpr int now(int component) const {
    const int agents = state_.agents.size();
    const int places = state_.places.size();
    if (component < agents) return state_.agents[component].epoch;
    if (component < agents + places) return state_.places[component - agents].complete;
    const AgentState& agent = state_.agents[(component - agents - places) / 2];
    return (component - agents - places) % 2 == 0 ? agent.issued_copies : agent.issued_tensor;
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
    if (x.phase != y.phase || x.index != y.index || x.elapsed != y.elapsed || x.stop != y.stop) return false;
    if (relative_trip(Phase::kernel, x.trip) != other.relative_trip(Phase::kernel, y.trip)) return false;
    for (int i = 0; i < x.consumed.size(); ++i) {
      if (x.consumed[i] == not_its_own) continue;
      if (x.consumed[i] - tiles_ != y.consumed[i] - other.tiles_) return false;
    }
    return knows_as_much(x.known, other, y.known) && same_queue(x.vm, other, y.vm) &&
           same_queue(x.lgkm, other, y.lgkm) && same_queue(x.copy, other, y.copy) && same_queue(x.mma, other, y.mma) &&
           same_queue(x.store, other, y.store) && same_queue(x.tensor, other, y.tensor);
  }

  [[nodiscard]] constexpr bool same_place(const PhaseState& x, const RelativeState& other, const PhaseState& y,
                                          bool by_parity) const {
    if (x.arrived != y.arrived || x.bytes != y.bytes) return false;
    if (by_parity && (x.complete - y.complete) % 2 != 0) return false;
    for (int a = 0; a < x.waited_phase.size(); ++a) {
      // Only a wait for the last complete phase can still be overtaken by the next one, and only while somebody does
      // not know of it.
      const bool last_x = x.waited_phase[a] == x.complete - 1 && x.waited_epoch[a] >= least_known_[a];
      const bool last_y = y.waited_phase[a] == y.complete - 1 && y.waited_epoch[a] >= other.least_known_[a];
      if (last_x && !last_y) return false;
      if (last_x && now(a) - x.waited_epoch[a] != other.now(a) - y.waited_epoch[a]) return false;
    }
    if ((x.complete == 0) != (y.complete == 0)) return false;
    if (x.arrived > 0 && !knows_as_much(x.gathered, other, y.gathered)) return false;
    return x.complete == 0 || tells_as_much(x.released, other, y.released);
  }

  [[nodiscard]] constexpr bool same_write(const WriteRecord& x, const RelativeState& other, const WriteRecord& y,
                                          int agent) const {
    if (!x.step.present() || !y.step.present()) return x.step.present() == y.step.present();
    if (tile(x.tile) != other.tile(y.tile) || tile(x.tile_before) != other.tile(y.tile_before)) return false;
    if (x.consumed != y.consumed || x.overlapped.present() != y.overlapped.present()) return false;
    const int when = past(x.done, agent);
    if (when == known_to_all) return true;
    if (when != other.past(y.done, agent)) return false;
    return age(x.epoch_clock) == other.age(y.epoch_clock) && same_instance(x.step, other, y.step);
  }

  [[nodiscard]] constexpr bool same_read(const ActiveRead& x, const RelativeState& other, const ActiveRead& y) const {
    if (x.step.agent != y.step.agent || x.step.phase != y.step.phase || x.step.index != y.step.index ||
        x.cell != y.cell)
      return false;
    if (x.not_overwritten != y.not_overwritten || x.state != y.state) return false;
    const int when = past(x.done, x.step.agent);
    if (when == known_to_all) return true;
    if (when != other.past(y.done, y.step.agent)) return false;
    const bool before_x = x.issue_epoch < state_.agents[x.step.agent].epoch;
    const bool before_y = y.issue_epoch < other.state_.agents[y.step.agent].epoch;
    return before_x == before_y && x.issued_after == y.issued_after && x.latency == y.latency &&
           same_instance(x.step, other, y.step);
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
  const WaveProgram& program_;
  int trip_;
  int tiles_;
  int oldest_due_ = 0;
  Vector<int> least_known_;  // by everybody
  Vector<int> oldest_;       // by component; empty where there are no phase barriers
};

/// Of two numbers above 0.
constexpr int largest_divisor(int a, int b) {
  while (b > 0) {
    const int rest = a % b;
    a = b;
    b = rest;
  }
  return a < 1 ? 1 : a;
}

/// Trips after which every slot that turns, and every parity, is where it was.
constexpr int turn_period(const WaveProgram& program) {
  int period = 1;
  const auto include = [&](int slots, int step) {
    if (step == 0) return;
    const int turn = slots / largest_divisor(slots, step);
    period = period / largest_divisor(period, turn) * turn;
  };
  for (const StepAccess& access : program.accesses) include(program.buffers[access.buffer].slots, access.slot_step);
  for (const Agent& agent : program.agents) {
    for (const Phase phase : all_phases) {
      for (const Step& step : agent.steps(phase)) {
        if (!step.phase_barrier.present()) continue;
        const int slots = program.phase_barriers[step.phase_barrier.barrier].slots;
        include(step.action == Action::await ? 2 * slots : slots, step.phase_barrier.slot_step);
      }
    }
  }
  return period;
}

}  // namespace stretto::detail
