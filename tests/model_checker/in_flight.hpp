// Small predicates on steps, and iteration over a wave's steps in flight.
#pragma once

#include <algorithm>

#include "machine.hpp"

namespace stretto::model_checker {

/// In the cell of a part: an asynchronous write of it is in flight.
inline constexpr Cell in_flight_flag = 0x8000;

inline bool writes(const Instance& step, int part) {
  return std::any_of(step.writes.begin(), step.writes.end(), [part](const Write& w) { return w.part == part; });
}

inline bool reads(const Instance& step, int part) {
  return std::any_of(step.reads.begin(), step.reads.end(), [part](const Read& r) { return r.part == part; });
}

inline bool accumulates(const Instance& step, int part) {
  return std::any_of(step.writes.begin(), step.writes.end(),
                     [part](const Write& w) { return w.part == part && w.accumulates; });
}

/// The steps of a wave that have been issued into a counter, at least their first operation.
inline int Machine::begun(int w, Counter counter) const {
  const int whole = issued(w, counter).before[static_cast<std::size_t>(at(w))];
  return whole + (within(w) && !at_end(w) && current(w).issues() && current(w).counter == counter ? 1 : 0);
}

/// Does a counter retire its steps in no order?
inline constexpr bool in_no_order(Counter counter) { return counter == Counter::bytes || counter == Counter::scalar; }

/// The counter whose pending operations include the step.
inline constexpr Counter counted_in(Counter counter) { return counter == Counter::scalar ? Counter::lgkm : counter; }

/// Visits a wave's steps in flight, oldest first within a counter, until the function returns true. A bulk store is in
/// flight until it has written; `still_reads` accounts for its source, which it finishes earlier.
template <class F>
bool Machine::any_in_flight(int w, F f) const {
  const bool stored_too = !issued(w, Counter::stored).steps.empty();
  for (int c = 1; c < counters; ++c) {
    const IssueLine& line = wave(w).issued[c];
    const Counter counter = static_cast<Counter>(c);
    if (line.steps.empty() || (counter == Counter::store && stored_too)) continue;
    const bool in_order = !in_no_order(counter);
    const int end = begun(w, counter);
    for (int k = in_order ? completed(w, counter) : 0; k < end; ++k) {
      if (!in_order && bit(where(w).done[c], k)) continue;
      if (f(instance(w, line.steps[static_cast<std::size_t>(k)]))) return true;
    }
  }
  return false;
}

}  // namespace stretto::model_checker
