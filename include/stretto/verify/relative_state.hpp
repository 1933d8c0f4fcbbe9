// A state relative to its trip: slots, places, phases, versions and times are counted from the trip (verify/frame.hpp),
// so that equivalent states of different trips consist of the same numbers.
//
// State S is as safe as state T if whatever goes wrong from S goes wrong from T. This holds if the same steps follow,
// with the same operations in flight, and
// - each role of S knows at least as much, and each wait for a phase lies at least as many announcements back;
// - each access of S has been complete for at least as long, or all roles know that it is complete;
// - S has no read, conflict or overlapped write that T does not have;
// - each generic access of S has been covered by a fence for at least as long, each initialisation has been visible for
//   at least as long, and so has what was done to other workgroups;
// - each place holds the same version relative to the trip, and an interlocked register waits for the same operation.
#pragma once

#include <cstddef>

#include <stretto/verify/state_writer.hpp>

namespace stretto::detail {

class RelativeState : RelativeNumbers {
 public:
  using RelativeNumbers::size;

  constexpr explicit RelativeState(WrittenState of) : RelativeNumbers(of.state) {
    if (!of.frame.shortens_gaps()) {
      StateWriter(*this, of).write();
      return;
    }
    ClockGaps gaps;
    EpochOrder order(of.state.roles.size());
    of.gaps = &gaps;
    of.order = &order;
    RelativeNumbers draft(of.state);
    StateWriter(draft, of).write();
    gaps.close();
    order.close();
    StateWriter(*this, of).write();
  }

  [[nodiscard]] constexpr bool as_safe_as(const RelativeState& other, const Periods& periods) const {
    if ((trip - other.trip) % periods.trips != 0) return false;
    if ((start - other.start) % periods.starts != 0 || (run - other.run) % periods.runs != 0) return false;
    if (same.size() != other.same.size() || lags.size() != other.lags.size()) return false;
    const int* x = same.begin();
    const int* y = other.same.begin();
    // Constant evaluation limits the number of steps, so these loops are kept minimal.
    int i = 0;
    int count = same.size();
    while (i < count && x[i] == y[i]) ++i;
    if (i < count) return false;
    x = lags.begin();
    y = other.lags.begin();
    i = 0;
    count = lags.size();
    while (i < count && x[i] <= y[i]) ++i;
    if (i < count) return false;
    x = contents.begin();
    y = other.contents.begin();
    count = contents.size();
    if (count != other.contents.size()) return false;
    i = 0;
    while (i < count && x[i] == y[i]) ++i;
    if (i < count) return false;
    x = writes.begin();
    y = other.writes.begin();
    for (i = 0; i < writes.size(); i += write_size) {
      if (!as_safe_write(x + i, y + i)) return false;
    }
    if (row != other.row || unaware.size() != other.unaware.size()) return false;
    if (!EpochOrder::among(unaware.begin(), other.unaware.begin(), unaware.size())) return false;
    return among(reads, other.reads, read_size, unaware_of_reads, other.unaware_of_reads) &&
           among(overlapped, other.overlapped, overlapped_size, unaware_of_overlapped, other.unaware_of_overlapped) &&
           among(generic_reads, other.generic_reads, generic_read_size, unaware_of_generic_reads,
                 other.unaware_of_generic_reads) &&
           among(async_writes, other.async_writes, async_write_size, unaware_of_async_writes,
                 other.unaware_of_async_writes) &&
           among_equal(conflicts, other.conflicts, conflict_size);
  }

 private:
  /// Is every role that is ordered after y also ordered after x?
  static constexpr bool as_safe(const int* x, const int* y) {
    if (x[0] > y[0]) return false;
    if (y[1] >= 0 && (x[1] != y[1] || x[2] < y[2])) return false;
    return x[3] == y[3] && x[4] == y[4] && x[5] <= y[5];
  }
  static constexpr bool as_safe_write(const int* x, const int* y) {
    if (x[access_size] > y[access_size] || (x[access_size + 1] & ~y[access_size + 1]) != 0) return false;
    return x[0] == known_to_all || as_safe(x, y);
  }

  /// Is each of `these` as safe as one of `others`, matched in order?
  constexpr bool among(const Vector<int>& these, const Vector<int>& others, int size, const Vector<int>& rows,
                       const Vector<int>& other_rows) const {
    const int* x = these.begin();
    const int* y = others.begin();
    int j = 0;
    for (int i = 0; i < these.size(); i += size, j += size) {
      while (j < others.size()) {
        if (as_safe(x + i, y + j) && equal(x + i, y + j, access_size, size) &&
            (row == 0 || knows(rows, i / size, other_rows, j / size))) {
          break;
        }
        j += size;
      }
      if (j >= others.size()) return false;
    }
    return true;
  }
  [[nodiscard]] constexpr bool knows(const Vector<int>& rows, int i, const Vector<int>& others, int j) const {
    const int size = 2 * row;
    return EpochOrder::among(rows.begin() + std::ptrdiff_t{size} * i, others.begin() + std::ptrdiff_t{size} * j, size);
  }
  static constexpr bool among_equal(const Vector<int>& these, const Vector<int>& others, int size) {
    int j = 0;
    for (int i = 0; i < these.size(); i += size, j += size) {
      while (j < others.size() && !equal(these.begin() + i, others.begin() + j, 0, size)) j += size;
      if (j >= others.size()) return false;
    }
    return true;
  }
  static constexpr bool equal(const int* x, const int* y, int first, int size) {
    while (first < size && x[first] == y[first]) ++first;
    return first == size;
  }
};

}  // namespace stretto::detail
