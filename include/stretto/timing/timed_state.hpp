// The state of a timed run: units, waves, places of phase barriers, and future events.
#pragma once

#include <stretto/timing/timed_costs.hpp>
#include <stretto/timing/timed_trace.hpp>

namespace stretto::detail {

/// The times of an op.
struct OpTimes {
  TimedStep step;
  long issued = 0;
  long start = 0;  // it starts on its unit
  long end = 0;    // its unit is free again
  long done = 0;   // its result is available
};

/// An asynchronous op in flight, of one wave.
struct InFlight {
  Counter counter = Counter::none;
  int weight = 0;
  TimedStep step;
  OpTimes late;  // times of the op that determines when this one completes: itself, or an older one of the counter
};

/// A lane of a unit. A unit has one lane per op that it can serve at a time.
struct UnitLane {
  int unit = 0;
  long free = 0;
  OpTimes last;
};

class TimedUnits {
 public:
  constexpr explicit TimedUnits(const Vector<TimedUnit>& units) {
    for (int u = 0; u < units.size(); ++u) {
      first_.push_back(lanes_.size());
      for (int i = 0; i < units[u].limit; ++i) lanes_.push_back({u, 0, {}});
    }
    first_.push_back(lanes_.size());
  }

  /// The lane of the unit that becomes free first.
  [[nodiscard]] constexpr int earliest(int unit) const {
    int lane = first_[unit];
    for (int i = lane + 1; i < first_[unit + 1]; ++i) {
      if (lanes_[i].free < lanes_[lane].free) lane = i;
    }
    return lane;
  }
  [[nodiscard]] constexpr int number(int lane) const { return lane - first_[lanes_[lane].unit]; }
  constexpr UnitLane& operator[](int lane) { return lanes_[lane]; }

 private:
  Vector<UnitLane> lanes_;
  Vector<int> first_;
};

enum class WaveState : unsigned char { running, at_barrier, awaiting, at_named_barrier, finished };

/// One wave, which represents all waves of its role.
struct TimedWave {
  WaveState state = WaveState::running;
  Section section = Section::prologue;
  int index = 0;
  int trip = 0;
  int trips = 0;
  long time = 0;
  int place = -1;  // awaiting, at_named_barrier: the place that it waits at
  int phases = 0;  // awaiting: the parity at which the wait blocks; at_named_barrier: the phase that it arrived in
  int cluster_phase = 0;  // phase of the cluster barrier that it arrived in last
  long working = 0;
  long issuing = 0;
  unsigned long pattern = 0;
  Vector<InFlight> in_flight;         // in order of issue
  OpTimes latest[stretto::counters];  // by counter: the op that completes last
  Vector<OpTimes> results;            // of synchronous ops: the last one that wrote each cell
  OpTimes memory;                     // the synchronous write of shared or tensor memory that completes last
};

struct BarrierPlace {
  int barrier = 0;
  int complete = 0;  // complete phases
  int arrived = 0;
  long bytes = 0;  // expected bytes that have not come
};

/// A future event at a place of a phase barrier: arrivals, or bytes that come.
struct PlaceEvent {
  long time = 0;
  long order = 0;
  int place = 0;
  StallKind kind = StallKind::arrival;
  int arrivals = 0;
  long bytes = 0;  // arrivals: expected by each; bytes: that come
  OpTimes by;
};

}  // namespace stretto::detail
