// The trace of a role: the steps that one role executes, in order, from its setup to the end of the last run.
#pragma once

#include <stretto/verify/hazard.hpp>

namespace stretto::detail {

/// The step that an instance executes.
constexpr const Step& step_of(const WaveProgram& program, const StepInstance& at) {
  return program.roles[at.role].steps[at.section][at.index];
}

/// Does the step access the buffer, in any way or in the given one?
constexpr bool accesses(const WaveProgram& program, const StepInstance& at, int buffer, AccessMode mode) {
  const Step& step = step_of(program, at);
  for (int i = 0; i < step.access_count; ++i) {
    const StepAccess& access = program.accesses[step.first_access + i];
    if (access.buffer == buffer && access.mode == mode) return true;
  }
  return false;
}
constexpr bool accesses(const WaveProgram& program, const StepInstance& at, int buffer) {
  return accesses(program, at, buffer, AccessMode::read) || accesses(program, at, buffer, AccessMode::write);
}

/// Trip counts of runs, one after another. A hazard says in which run it happens and at which trip index that run
/// begins. Earlier runs that it does not mention are as short as the program allows, except one that takes the rest.
constexpr Vector<int> runs_of(const WaveProgram& program, const Hazard& hazard) {
  const StepInstance& x = hazard.first;
  const StepInstance& y = hazard.second;
  const bool ordered = !x.present() || (y.present() && y.run >= x.run);
  const StepInstance& last = ordered ? y : x;
  const StepInstance& earlier = ordered ? x : y;
  Vector<int> runs(last.run + 1, program.min_trips);
  runs[last.run] = hazard.trips;
  if (last.run == 0) return runs;
  const int extra = program.tiles_per_trip > 0 ? program.tiles / program.tiles_per_trip : 0;
  // The trips of runs from .. to - 1, which end at trip index `end`; run `at` takes the rest.
  const auto spread = [&](int from, int to, int begin, int end, int at) {
    int rest = end - begin;
    for (int r = from; r < to; ++r) rest -= runs[r] + extra;
    if (rest > 0 && at < to) runs[at] += rest;
  };
  const bool split = earlier.present() && earlier.run < last.run;
  if (split && earlier.run > 0) spread(0, earlier.run, 0, earlier.start, 0);
  const int from = split ? earlier.run : 0;
  spread(from, last.run, split ? earlier.start : 0, last.start, from);
  return runs;
}

/// The steps that one role executes, in order.
class RoleTrace {
 public:
  constexpr RoleTrace(const WaveProgram& program, int role, const Vector<int>& runs) : role_(role) {
    const int extra = program.tiles_per_trip > 0 ? program.tiles / program.tiles_per_trip : 0;
    add(program, Section::setup, Moment());
    int start = 0;
    for (int r = 0; r < runs.size(); ++r) {
      const int own = runs[r] + program.roles[role].extra_trips;
      const Moment end(start + own, start, r);
      if (program.roles[role].takes_part(r)) {
        add(program, Section::prologue, Moment(start, start, r));
        for (int trip = 0; trip < own; ++trip) add(program, Section::kernel, Moment(start + trip, start, r));
        add(program, Section::epilogue, end);
      }
      if (r == runs.size() - 1) add(program, Section::teardown, end);
      start += runs[r] + extra;
    }
  }

  struct Item {
    const Step* step = nullptr;
    StepInstance instance;
    int epoch = 0;  // number of barriers before it
  };

  [[nodiscard]] constexpr int size() const { return items_.size(); }
  constexpr const Item& operator[](int i) const { return items_[i]; }

  /// The index of a step; size() if it is not in the trace.
  [[nodiscard]] constexpr int find(const StepInstance& instance) const {
    for (int i = 0; i < items_.size(); ++i) {
      const StepInstance& other = items_[i].instance;
      const bool same = other.section == instance.section && other.index == instance.index;
      if (same && (other.section == Section::setup || other.moment() == instance.moment())) return i;
    }
    return items_.size();
  }

  /// The index of the barrier that begins `epoch`; size() if there is none.
  [[nodiscard]] constexpr int barrier_into(int epoch) const {
    for (int i = 0; i < items_.size(); ++i) {
      if (items_[i].step->action == Action::barrier && items_[i].epoch + 1 == epoch) return i;
    }
    return items_.size();
  }

 private:
  constexpr void add(const WaveProgram& program, Section section, const Moment& when) {
    const Vector<Step>& steps = program.roles[role_].steps[section];
    for (int i = 0; i < steps.size(); ++i) {
      items_.push_back({&steps[i], {role_, section, i, steps[i].entry, when.trip, when.start, when.run}, epoch_});
      if (steps[i].action == Action::barrier) ++epoch_;
    }
  }

  int role_;
  int epoch_ = 0;
  Vector<Item> items_;
};

}  // namespace stretto::detail
