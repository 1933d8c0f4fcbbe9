// Memory of a run, including writes in flight.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "machine.hpp"

namespace stretto::executor {

inline constexpr double poison = std::numeric_limits<double>::quiet_NaN();

class Memory {
 public:
  explicit Memory(const Machine& machine)
      : values_(static_cast<std::size_t>(machine.elements)),
        sampled_(static_cast<std::size_t>(machine.elements)),
        marks_(static_cast<std::size_t>(machine.elements)) {}

  /// Resets all elements to NaN (unwritten), with no writes in flight.
  void reset() {
    std::ranges::fill(values_, poison);
    std::ranges::fill(marks_, std::uint16_t{0});
  }

  /// Issues a write of rows `from` to `to`.
  void begin_write(const Transfer& transfer, int trip, int from, int to) {
    const int offset = slot_offset(transfer.target, trip);
    std::uint16_t* marks = marks_.data() + transfer.mark + offset;
    for (int row = from; row < to; ++row) {
      marks[row] =
          static_cast<std::uint16_t>(marks[row] < one_write ? one_write : (marks[row] + one_write) | overlapped);
    }
    fill(values_.data() + transfer.target.first + offset, transfer.target, from, to);
  }

  /// A move reads its source now, and writes this data when it lands.
  void sample(const Transfer& transfer, int trip, int from, int to) {
    const Place& target = transfer.target;
    copy({sampled_.data() + target.first + slot_offset(target, trip), target.stride},
         {at(transfer.source, trip), transfer.source.stride}, target.columns, from, to);
  }

  /// Lands a move that has been sampled.
  void land_sampled(const Transfer& transfer, int trip, int from, int to) {
    const Place& target = transfer.target;
    land(transfer, trip, {sampled_.data() + target.first + slot_offset(target, trip), target.stride}, from, to);
  }

  /// Lands a move that reads its source at this time.
  void land_move(const Transfer& transfer, int trip, int from, int to) {
    land(transfer, trip, {at(transfer.source, trip), transfer.source.stride}, from, to);
  }

  /// Lands a fetch. `column` is null if the K tile does not exist; the fetch then leaves NaN.
  void land_fetch(const Transfer& transfer, int trip, const double* column, int from, int to) {
    if (column != nullptr) {
      land(transfer, trip, {column, 1}, from, to);
      return;
    }
    std::uint16_t* marks = marks_.data() + transfer.mark + slot_offset(transfer.target, trip);
    for (int row = from; row < to; ++row) marks[row] = static_cast<std::uint16_t>(marks[row] - one_write);
  }

  /// The sum of the elementwise product of rows `from` to `to` of the operands; a narrower operand repeats.
  [[nodiscard]] double product(const Place* operands, int count, int trip, int from, int to) const {
    if (count == 2 && operands[0].columns == operands[1].columns && packed(operands[0]) && packed(operands[1])) {
      const int columns = operands[0].columns;
      return dot(row_of(at(operands[0], trip), from, columns), row_of(at(operands[1], trip), from, columns),
                 (to - from) * columns);
    }
    int width = 0;
    for (int o = 0; o < count; ++o) width = std::max(width, operands[o].columns);
    double total = 0;
    for (int row = from; row < to; ++row) {
      for (int k = 0; k < width; ++k) {
        double term = 1;
        for (int o = 0; o < count; ++o) {
          term *= row_of(at(operands[o], trip), row, operands[o].stride)[k % operands[o].columns];
        }
        total += term;
      }
    }
    return total;
  }

 private:
  // A mark is twice the number of writes in flight, plus one if writes have overlapped.
  static constexpr int one_write = 2;
  static constexpr int overlapped = 1;

  static bool packed(const Place& place) { return place.stride == place.columns; }

  static int slot_offset(const Place& place, int trip) { return place.slot_in_trip(trip) * place.slot_elements; }

  [[nodiscard]] const double* at(const Place& place, int trip) const {
    return values_.data() + place.first + slot_offset(place, trip);
  }

  template <class T>
  static T* row_of(T* base, int row, int stride) {
    return base + static_cast<std::ptrdiff_t>(row) * stride;
  }

  static void fill(double* base, const Place& place, int from, int to) {
    double* target = row_of(base, from, place.stride);
    if (packed(place)) {
      std::fill_n(target, (to - from) * place.stride, poison);
      return;
    }
    for (int row = from; row < to; ++row, target += place.stride) {
      for (int c = 0; c < place.columns; ++c) target[c] = poison;
    }
  }

  /// Rows in memory, and the distance from one to the next.
  template <class T>
  struct Rows {
    T* base;
    int stride;
  };

  /// Copies rows `from` to `to`.
  static void copy(const Rows<double>& into, const Rows<const double>& of, int columns, int from, int to) {
    double* target = row_of(into.base, from, into.stride);
    const double* source = row_of(of.base, from, of.stride);
    if (into.stride == columns && of.stride == columns) {
      std::copy_n(source, (to - from) * columns, target);
      return;
    }
    for (int row = from; row < to; ++row, target += into.stride, source += of.stride) {
      for (int c = 0; c < columns; ++c) target[c] = source[c];
    }
  }

  void land(const Transfer& transfer, int trip, const Rows<const double>& source, int from, int to) {
    const Place& target = transfer.target;
    const int offset = slot_offset(target, trip);
    std::uint16_t* marks = marks_.data() + transfer.mark + offset;
    double* base = values_.data() + target.first + offset;
    bool alone = true;
    for (int row = from; row < to; ++row) alone = alone && marks[row] == one_write;
    if (alone) {
      std::fill(marks + from, marks + to, std::uint16_t{0});
      copy({base, target.stride}, source, target.columns, from, to);
      return;
    }
    for (int row = from; row < to; ++row) {
      if (marks[row] == one_write) copy({base, target.stride}, source, target.columns, row, row + 1);
      marks[row] = static_cast<std::uint16_t>(marks[row] - one_write);
    }
  }

  /// Uses four partial sums, so that the additions are independent. The numbers are integers, so every order is exact.
  static double dot(const double* a, const double* b, int count) {
    double sums[4] = {0, 0, 0, 0};
    int i = 0;
    for (; i + 4 <= count; i += 4) {
      for (int lane = 0; lane < 4; ++lane) sums[lane] += a[i + lane] * b[i + lane];
    }
    for (; i < count; ++i) sums[0] += a[i] * b[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }

  std::vector<double> values_;
  std::vector<double> sampled_;  // data that moves in flight have read, by target
  std::vector<std::uint16_t> marks_;
};

}  // namespace stretto::executor
