// The numbers of vector clocks, with long gaps shortened.
//
// A role that takes no part in the loop knows less and less of it: the distance between what it knows and the present
// grows from trip to trip, although nothing changes. Steps only compare the numbers of one clock component with each
// other, at most one apart (is the phase before the last one complete?), and every number that they add is at least the
// present one. So a state remains the same if a gap between two neighbouring numbers of a component is shortened to 2.
#pragma once

#include <stretto/core/vector.hpp>

namespace stretto::detail {

class ClockGaps {
 public:
  static constexpr int longest_gap = 2;

  /// How long ago a number of a component was the present one, after gaps have been shortened. Until `close`, the
  /// number is only recorded.
  constexpr int since(int component, int now, int value) {
    if (!closed_) {
      record({component, now});
      record({component, value});
      return now - value;
    }
    int gaps = 0;
    int last = now;
    for (const Number& number : numbers_) {
      if (number.component != component || number.value >= last) continue;
      if (number.value < value) break;
      gaps += shorter(last - number.value);
      last = number.value;
    }
    // Every number was recorded, so `value` is `last`, unless it is still to come.
    return gaps + (last - value);
  }

  /// All numbers have been recorded.
  constexpr void close() { closed_ = true; }

 private:
  struct Number {
    int component;
    int value;
  };
  static constexpr int shorter(int gap) { return gap < longest_gap ? gap : longest_gap; }

  /// Sorted by component, the largest number first.
  constexpr void record(const Number& number) {
    int i = 0;
    while (i < numbers_.size() && before(numbers_[i], number)) ++i;
    if (i < numbers_.size() && !before(number, numbers_[i])) return;
    numbers_.push_back(number);
    for (int j = numbers_.size() - 1; j > i; --j) {
      numbers_[j] = numbers_[j - 1];
      numbers_[j - 1] = number;
    }
  }
  static constexpr bool before(const Number& x, const Number& y) {
    return x.component < y.component || (x.component == y.component && x.value > y.value);
  }

  Vector<Number> numbers_;
  bool closed_ = false;
};

}  // namespace stretto::detail
