// When each role reached and passed each of its steps, from the trace of a timed run.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include <stretto/timing/timed_run.hpp>

namespace stretto::tool {

/// One execution of a step.
struct StepTime {
  TimedStep step;
  long came = 0;                          // everything the step itself needs is available: results, room in a counter
  long passed = 0;                        // the role continues
  std::vector<const TimedStall*> stalls;  // in order
  const TimedSlice* slice = nullptr;      // of an op with a duration
};

/// Refers to the trace, which must have a timeline.
class RoleTimes {
 public:
  RoleTimes(const WaveProgram& program, const TimedCosts& costs, const TimedTrace& trace, int trips);

  /// In the order in which the role executes them.
  [[nodiscard]] const std::vector<StepTime>& of(int role) const { return times_[static_cast<std::size_t>(role)]; }

  /// The index of an execution in its role; -1: none.
  [[nodiscard]] int find(const TimedStep& step) const;
  [[nodiscard]] const StepTime* at(const TimedStep& step) const {
    const int place = find(step);
    return place < 0 ? nullptr : &of(step.role)[static_cast<std::size_t>(place)];
  }

 private:
  using Key = std::tuple<int, Section, int, int>;  // role, section, index, trip
  std::vector<std::vector<StepTime>> times_;
  std::map<Key, int> places_;
};

/// True if the stall ends before the step itself begins.
constexpr bool precedes_step(StallKind kind) {
  return kind == StallKind::counter || kind == StallKind::full_counter || kind == StallKind::interlock ||
         kind == StallKind::scoreboard;
}

}  // namespace stretto::tool
