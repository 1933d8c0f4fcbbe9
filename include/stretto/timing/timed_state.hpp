// The state of a timed run: units, waves, the places of phase barriers, and what is still to come.
#pragma once

#include <stretto/timing/timed_costs.hpp>
#include <stretto/timing/timed_trace.hpp>

namespace stretto::detail {

/// The life of an op.
struct OpTimes {
  TimedStep step;
  long issued = 0;
  long start = 0;  // on its unit
  long end = 0;    // its unit is free
  long done = 0;   // its result is there
};

/// Asynchronous, of one wave.
struct InFlight {
  Counter counter = Counter::none;
  int weight = 0;
  TimedStep step;
  OpTimes late;  // of the op that decides when this one completes: itself, or an older one of the counter
};

/// One of the ops that a unit can serve at a time.
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

  /// The lane of the unit that is free first.
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

/// Stands for all waves of its role.
struct TimedWave {
  WaveState state = WaveState::running;
  Section section = Section::prologue;
  int index = 0;
  int trip = 0;
  int trips = 0;
  long time = 0;
  int place = -1;  // awaiting, at_named_barrier
  int phases = 0;  // awaiting: the parity that lasts; at_named_barrier: the phase arrived in
  long working = 0;
  long issuing = 0;
  unsigned long pattern = 0;
  Vector<InFlight> in_flight;         // by issue
  OpTimes latest[stretto::counters];  // the op that is done last in each counter
  Vector<OpTimes> results;            // of synchronous ops, by cell
  OpTimes memory;                     // the synchronous op on shared or tensor memory that is done last
};

struct BarrierPlace {
  int barrier = 0;
  int complete = 0;  // phases
  int arrived = 0;
  long bytes = 0;  // expected and not come
};

/// An arrival or bytes, at a place, at a later time.
struct PlaceEvent {
  long time = 0;
  long order = 0;
  int place = 0;
  StallKind kind = StallKind::arrival;
  int arrivals = 0;
  long bytes = 0;  // expected by each arrival; or that come
  OpTimes by;
};

}  // namespace stretto::detail
