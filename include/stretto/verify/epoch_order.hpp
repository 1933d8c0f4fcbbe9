// Who knows of which epochs: what a state says of epochs, without their numbers.
//
// Steps only ask whether a clock knows of something that a role did in some epoch: whether its number for that role is
// larger. Clocks are joined, which unites what they know, and a new epoch is larger than every number so far. So of two
// states, the first knows as much if each of its clocks knows of everything of which the same clock of the second one
// knows. The numbers themselves also count announcements that concern nothing here: each run of a persistent program
// announces more than its trips do, so they tell where earlier runs began.
#pragma once

#include <stretto/core/vector.hpp>

namespace stretto::detail {

class EpochOrder {
 public:
  constexpr explicit EpochOrder(int roles) : roles_(roles) {}

  /// One more clock, in the order in which a state is written; `value` is what it knows of a role. Until `close`.
  constexpr void add(int value) {
    if (!closed_) known_.push_back(value);
  }
  /// All clocks have been added.
  constexpr void close() { closed_ = true; }
  [[nodiscard]] constexpr bool closed() const { return closed_; }

  /// The numbers that a row takes: one bit for each clock.
  [[nodiscard]] constexpr int words() const { return (known_.size() / roles_ + bits - 1) / bits; }

  /// Appends a row: the clocks that do not know of an epoch of a role.
  constexpr void unaware(Vector<int>& out, int role, int epoch) const {
    const int clocks = known_.size() / roles_;
    const int* known = known_.begin() + role;
    int* row = out.extend(words());
    for (int first = 0; first < clocks; first += bits, ++row) {
      unsigned word = 0;
      for (int k = 0; k < bits && first + k < clocks; ++k, known += roles_) word |= *known > epoch ? 0U : 1U << k;
      *row = static_cast<int>(word);
    }
  }
  /// Appends a row of all clocks, or of none.
  constexpr void all_or_none(Vector<int>& out, bool all) const {
    int* row = out.extend(words());
    for (int w = 0; w < words(); ++w) row[w] = all ? ~0 : 0;
  }

  /// Is every clock in these rows also in the others?
  static constexpr bool among(const int* these, const int* others, int count) {
    for (int w = 0; w < count; ++w) {
      if ((these[w] & ~others[w]) != 0) return false;
    }
    return true;
  }

 private:
  static constexpr int bits = 32;

  int roles_;
  Vector<int> known_;  // by clock, then role
  bool closed_ = false;
};

}  // namespace stretto::detail
