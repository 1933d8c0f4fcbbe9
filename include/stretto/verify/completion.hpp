// When accesses complete, and which roles know it.
//
// The operations of a counter complete in order. A wave sees its own operations complete at a wait, at a full counter,
// at an interlock or at a draining barrier. Other waves learn it through clocks, from a later arrival of that wave or
// from an asynchronous arrival. What the async proxy does must also come after a fence that covers the generic access.
#pragma once

#include <stretto/verify/cells.hpp>
#include <stretto/verify/clock_layout.hpp>

namespace stretto::detail {

class Completion {
 protected:
  constexpr Completion(const WaveProgram& program, const Cells& cells)
      : program_(program),
        cells_(cells),
        layout_(program),
        overlaps_(cells.any_overlap()),
        fences_(cells.fences_matter()),
        mma_fences_(cells.mma_fences_matter()) {
    for (const Role& role : program.roles) {
      for (const Section section : all_sections) {
        for (const Step& step : role.steps[section]) {
          if (step.counter == Counter::scalar || step.counter == Counter::store) coupled_counters_ = true;
        }
      }
    }
  }

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

  /// The evidence that counts for an access that comes after a generic access of this step: to the async proxy, a fence
  /// must have covered it.
  [[nodiscard]] constexpr Evidence seen_by(bool async, const Evidence& done, const StepInstance& by, int cell) const {
    if (!async || !cells_.mixes_proxies(cells_.buffer_of(cell)) || through_async_proxy(step_at(by).counter))
      return done;
    Evidence fenced;
    fenced.epoch = done.fenced;
    fenced.execution = done.execution;
    return fenced;
  }

  /// Makes the barriers that a role has initialised visible.
  constexpr void fence_inits(AbstractState& state, int a) const {
    for (InitState& init : state.inits) {
      if (init.step.role == a && init.fenced == not_done) init.fenced = state.roles[a].epoch;
    }
  }

  /// A proxy fence of a role covers the generic accesses that its waves have seen complete.
  constexpr void fence_proxies(AbstractState& state, int a) const {
    if (!cells_.fences_matter()) return;
    const int roles = program_.roles.size();
    for (int record = a; record < state.writes.size(); record += roles) {
      WriteRecord& last = state.writes[record];
      if (last.step.present()) cover(state, a, last.step, last.done);
    }
    for (OverlappedWrite& write : state.overlapped) {
      if (write.step.role == a) cover(state, a, write.step, write.done);
    }
    for (GenericRead& read : state.generic_reads) {
      if (read.step.role == a) cover(state, a, read.step, read.done);
    }
  }

  /// wgmma.fence covers the writes of registers that the wave has seen complete.
  constexpr void fence_registers(AbstractState& state, int a) const {
    const int roles = program_.roles.size();
    for (int record = a; record < state.writes.size(); record += roles) {
      WriteRecord& last = state.writes[record];
      if (!last.needs_mma_fence || !over(state, last.done, a)) continue;
      // An older write that is still in flight has yet to be covered, unless it is of the mma counter, too.
      bool all = true;
      for (const OverlappedWrite& write : state.overlapped) {
        const bool covered = over(state, write.done, a) || step_at(write.step).counter == Counter::mma;
        all = all && (write.record != record || covered);
      }
      last.needs_mma_fence = !all;
    }
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

  /// Completes the oldest operations until at most `allowed` are pending. Scalar operations count in lgkm, but in no
  /// order: each may be the one that is left. A bulk store that is complete has read its source.
  constexpr void retire(AbstractState& state, int a, Counter counter, int allowed) const {
    if (coupled_counters_) {
      if (counter == Counter::scalar && allowed > 0) return;
      if (counter == Counter::lgkm && allowed == 0) retire(state, a, Counter::scalar, 0);
      if (counter == Counter::stored) retire(state, a, Counter::store, allowed);
    }
    PendingQueue& queue = queue_of(state.roles[a], counter);
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
        note(state.writes[record_of(cells_.cell(access, op.when), a)].done, op, found);
      } else if (!cells_.in_registers(access) || step.counter == Counter::mma) {
        for (ActiveRead& read : state.reads)
          if (read.done.execution == op.execution) note(read.done, op, found);
      }
    }
    for (OverlappedWrite& write : state.overlapped) note(write.done, op, found);
    if (!fences_) return;
    for (GenericRead& read : state.generic_reads) note(read.done, op, found);
    for (int i = a; i < state.async_writes.size(); i += program_.roles.size()) {
      note(state.async_writes[i].done, op, found);
    }
  }
  static constexpr void note(Evidence& done, const PendingOp& op, const Evidence& found) {
    if (done.execution != op.execution) return;
    if (found.component >= 0) done.component = found.component;
    if (found.component < 0 && done.pending()) done.epoch = found.epoch;
  }

  /// An asynchronous arrival: from now on, a role that knows the counter's clock component knows whether the operations
  /// that are pending now are complete.
  constexpr void tell_of_counter(AbstractState& state, int a, Counter counter) const {
    PendingQueue& queue = queue_of(state.roles[a], counter);
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
      PendingQueue& queue = queue_of(role, counter);
      while (queue.size() > 0 && queue.at(0).serial <= role.known[component]) queue.pop();
    }
  }

  const WaveProgram& program_;
  const Cells& cells_;
  ClockLayout layout_;
  // Most programs need none of these: the flags keep constant evaluation short.
  bool overlaps_;                  // some buffers overlap
  bool fences_;                    // proxy fences matter
  bool mma_fences_;                // wgmma.fence matters
  bool coupled_counters_ = false;  // there are scalar loads or bulk stores

 private:
  constexpr void cover(const AbstractState& state, int a, const StepInstance& at, Evidence& done) const {
    if (done.fenced != not_done || through_async_proxy(step_at(at).counter) || !over(state, done, a)) return;
    done.fenced = state.roles[a].epoch;
  }
};

}  // namespace stretto::detail
