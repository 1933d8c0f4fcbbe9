// A state as numbers relative to its trip. relative_state.hpp compares them, state_writer.hpp writes them.
#pragma once

#include <stretto/verify/cells.hpp>
#include <stretto/verify/clock_gaps.hpp>
#include <stretto/verify/epoch_order.hpp>
#include <stretto/verify/frame.hpp>

namespace stretto::detail {

/// How accesses and conflicts are written: several numbers each.
struct RelativeSizes {
  // The age of an access: how long it has been complete. Smaller means longer.
  static constexpr int in_flight = 1;
  static constexpr int known_to_all = -Frame::no_due;
  // An access has six numbers: its age; the clock component that reports it, and since when; and, where they matter,
  // its times, its step, and its position in its counter.
  static constexpr int access_size = 6;
  static constexpr int write_size = access_size + 2;         // and: spoilt; waves that do not hold the content
  static constexpr int read_size = access_size + 6;          // and: latency, role, cell, contributors, result, due
  static constexpr int overlapped_size = access_size + 2;    // and: record, age of the fence that covers it
  static constexpr int async_write_size = access_size + 3;   // and: role, cell, when it began
  static constexpr int generic_read_size = access_size + 3;  // and: role, cell, age of the fence that covers it
  static constexpr int conflict_size = 10;
};

/// A state as numbers relative to its trip.
struct RelativeNumbers : RelativeSizes {
  constexpr explicit RelativeNumbers(const AbstractState& state)
      : trip(state.base + state.trips_allowed), start(state.base), run(state.roles[0].run) {}

  /// About how many numbers it has.
  [[nodiscard]] constexpr int size() const { return same.size() + lags.size() + writes.size() + unaware.size(); }

  int trip;                   // the trip of the state
  int start;                  // the trip at which its run began
  int run;                    // the number of that run
  Vector<int> same;           // must be equal
  Vector<int> lags;           // smaller is safer
  Vector<int> contents;       // must be equal, too
  Vector<int> writes;         // the last write of each place and role
  Vector<int> reads;          // reads that not all roles know to be complete
  Vector<int> overlapped;     // overlapped writes that are still in flight
  Vector<int> async_writes;   // writes through the async proxy that not all roles know to have begun
  Vector<int> generic_reads;  // generic reads that no role knows to be covered by a fence
  Vector<int> conflicts;      // between accesses, until their value is consumed or replaced
  // If epochs are written as their order (verify/epoch_order.hpp): rows of what clocks do not know, for each number of
  // `lags` and `writes` that is an epoch, and two for each of the others.
  int row = 0;  // numbers that a row takes
  Vector<int> unaware;
  Vector<int> unaware_of_reads;
  Vector<int> unaware_of_overlapped;
  Vector<int> unaware_of_async_writes;
  Vector<int> unaware_of_generic_reads;
};

/// A state, and what it takes to write it as numbers.
struct WrittenState {
  const AbstractState& state;
  const Frame& frame;
  const ClockLayout& layout;
  const Cells& cells;
  bool timed = false;           // margins are computed, so times matter
  ClockGaps* gaps = nullptr;    // null: gaps are written as they are
  EpochOrder* order = nullptr;  // null: epochs are written as numbers
};

}  // namespace stretto::detail
