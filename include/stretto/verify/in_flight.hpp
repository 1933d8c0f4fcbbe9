// Operations in flight: which waits of a wave wait for an asynchronous step of it.
#pragma once

#include <stretto/program/wait_encoding.hpp>
#include <stretto/verify/role_trace.hpp>

namespace stretto::detail {

/// Does a wait wait for an asynchronous step of a counter? Scalar loads count in lgkm. A bulk store that is complete in
/// `stored` has read its source, too; `whole`: it must be complete there.
constexpr bool waits_for(const Step& step, Counter counter, bool whole) {
  if (step.action != Action::wait) return false;
  if (counter == Counter::scalar) return step.counter == Counter::lgkm;
  if (counter == Counter::store) return step.counter == Counter::stored || (!whole && step.counter == Counter::store);
  return step.counter == counter;
}

/// Counts what a wave issues after an asynchronous step, as waits for that step count.
class Newer {
 public:
  constexpr explicit Newer(const Step& step)
      : counter_(step.counter), open_(counts_groups(step.counter) && step.weight == 0) {}

  /// The wave executes a step.
  constexpr void pass(const Step& step) {
    const bool data = step.action == Action::fetch || step.action == Action::move || step.action == Action::consume;
    if (!data || step.counter != counter_) return;
    // Scalar loads complete in no order: a later one may be complete before.
    if (counter_ == Counter::scalar) return;
    // The step that commits an open group belongs to it.
    if (open_ && step.weight > 0) {
      open_ = false;
    } else {
      count_ += step.weight;
    }
  }
  /// Is its group open? Then no wait waits for it.
  [[nodiscard]] constexpr bool open() const { return open_; }
  /// Newer operations or groups: the largest count with which a wait waits for the step.
  [[nodiscard]] constexpr int count() const { return count_; }
  /// Does a wait pass while the step is in flight?
  [[nodiscard]] constexpr bool outlasts(const Step& wait) const { return open_ || wait.count > count_; }
  /// What an event says about it: -1 stands for an open group.
  [[nodiscard]] constexpr int pending() const { return open_ ? -1 : count_; }

 private:
  Counter counter_;
  bool open_;
  int count_ = 0;
};

/// The largest count of a wait before step `end` that waits for step `x`; -1: the group of `x` is open there.
constexpr int largest_count(const WaveProgram& program, const RoleTrace& trace, int x, int end) {
  Newer newer(*trace[x].step);
  for (int i = x + 1; i < end; ++i) newer.pass(*trace[i].step);
  if (newer.open()) return -1;
  return encodable_wait(program.limits, trace[x].step->counter, newer.count());
}

}  // namespace stretto::detail
