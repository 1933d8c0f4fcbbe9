// When each role came to each of its steps and when it went on, from what a timed run leaves behind.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include <stretto/timing/timed_run.hpp>

namespace stretto::tool {

/// One execution of a step.
struct StepTime {
  TimedStep step;
  long came = 0;                          // what the step itself needs is there: results, room in a counter
  long passed = 0;                        // the role goes on
  std::vector<const TimedStall*> stalls;  // in order
  const TimedSlice* slice = nullptr;      // of an op that takes time
};

/// The trace is borrowed; it must have a timeline.
class RoleTimes {
 public:
  RoleTimes(const WaveProgram& program, const TimedCosts& costs, const TimedTrace& trace, int trips);

  /// In the order in which the role executes them.
  [[nodiscard]] const std::vector<StepTime>& of(int role) const { return times_[static_cast<std::size_t>(role)]; }

  /// Where an execution is among its role's; -1: there is none.
  [[nodiscard]] int find(const TimedStep& step) const;
  [[nodiscard]] const StepTime* at(const TimedStep& step) const {
    const int place = find(step);
    return place < 0 ? nullptr : &of(step.role)[static_cast<std::size_t>(place)];
  }

 private:
  using Key = std::tuple<int, Section, int, int>;  // role, phase, index, trip
  std::vector<std::vector<StepTime>> times_;
  std::map<Key, int> places_;
};

/// Does the stall end before the step itself begins?
constexpr bool precedes_step(StallKind kind) {
  return kind == StallKind::counter || kind == StallKind::full_counter || kind == StallKind::interlock ||
         kind == StallKind::scoreboard;
}

}  // namespace stretto::tool
