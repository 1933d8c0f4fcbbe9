// When accesses complete, and which roles know it.
//
// The operations of a counter complete in order. A wave sees its own operations complete at a wait, at a full counter,
// at an interlock or at a draining barrier. Other waves learn it through clocks, from a later arrival of that wave or
// from an asynchronous arrival.
#pragma once

#include <stretto/verify/cells.hpp>
#include <stretto/verify/clock_layout.hpp>

namespace stretto::detail {

class Completion {
 protected:
  constexpr Completion(const WaveProgram& program, const Cells& cells)
      : program_(program), cells_(cells), layout_(program) {}

  /// Is an access of role `by` complete before the current step of role `then`, for every two different waves of them?
  [[nodiscard]] constexpr bool ordered(const AbstractState& state, const Evidence& done, int by, int then) const {
    const Vector<int>& known = state.roles[then].known;
    if (known[by] > done.epoch) return true;
    return done.component >= 0 && known[done.component] >= done.value;
  }

  /// Is an access complete before the current step of the same wave?
  [[nodiscard]] constexpr bool over(const AbstractState& state, const Evidence& done, int a) const {
    if (!done.pending()) return true;
    return done.component >= 0 && state.roles[a].known[done.component] >= done.value;
  }

  /// Can accesses of roles `by` and `then` to a cell be compared as accesses of one wave?
  [[nodiscard]] constexpr bool same_wave(int cell, int by, int then) const {
    return in_registers(cell) || (by == then && program_.roles[by].waves == 1);
  }
  [[nodiscard]] constexpr bool in_registers(int cell) const {
    return program_.buffers[cells_.buffer_of(cell)].per_wave();
  }
  [[nodiscard]] constexpr int record_of(int cell, int role) const { return cell * program_.roles.size() + role; }

  [[nodiscard]] constexpr const Step& step_at(const StepInstance& at) const {
    return program_.roles[at.role].steps[at.section][at.index];
  }

  /// Completes the oldest operations until at most `allowed` are pending.
  constexpr void retire(AbstractState& state, int a, Counter counter, int allowed) const {
    PendingQueue& queue = state.roles[a].queue(counter);
    while (queue.total > allowed) {
      PendingOp& oldest = queue.ops[queue.head];
      const int excess = queue.total - allowed;
      const int gone = oldest.weight < excess ? oldest.weight : excess;
      oldest.weight -= gone;
      queue.total -= gone;
      if (oldest.weight > 0) return;
      note(state, a, oldest, {state.roles[a].epoch, -1});
      queue.pop();
    }
  }

  /// Records for every access of an operation that its wave has seen it complete, or which clock component reports it.
  constexpr void note(AbstractState& state, int a, const PendingOp& op, const Evidence& found) const {
    const Step& step = program_.roles[a].steps[op.section][op.index];
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      if (access.mode == AccessMode::write) {
        note(state.writes[record_of(cells_.cell(access, op.trip), a)].done, op, found);
      } else if (!cells_.in_registers(access) || step.counter == Counter::mma) {
        for (ActiveRead& read : state.reads) note(read.done, op, found);
      }
    }
    for (OverlappedWrite& write : state.overlapped) note(write.done, op, found);
  }
  static constexpr void note(Evidence& done, const PendingOp& op, const Evidence& found) {
    if (done.execution != op.execution) return;
    if (found.component >= 0) done.component = found.component;
    if (found.component < 0 && done.pending()) done.epoch = found.epoch;
  }

  /// An asynchronous arrival: from now on, a role that knows the counter's clock component knows whether the operations
  /// that are pending now are complete.
  constexpr void tell_of_counter(AbstractState& state, int a, Counter counter) const {
    PendingQueue& queue = state.roles[a].queue(counter);
    const int component = layout_.told(a, counter);
    for (int i = 0; i < queue.size(); ++i) {
      note(state, a, queue.at(i), {not_done, component});
    }
    if (counter != Counter::tensor) return;  // a wait can still complete the operations of other counters
    while (queue.size() > 0) queue.pop();
  }

  /// Removes the operations of a role that the role knows, from clocks, to be complete.
  constexpr void forget_told(AbstractState& state, int a) const {
    RoleState& role = state.roles[a];
    for (const Counter counter : queued_counters) {
      const int component = layout_.told(a, counter);
      if (component < 0) continue;
      PendingQueue& queue = role.queue(counter);
      while (queue.size() > 0 && queue.at(0).serial <= role.known[component]) queue.pop();
    }
  }

  const WaveProgram& program_;
  const Cells& cells_;
  ClockLayout layout_;
};

}  // namespace stretto::detail
