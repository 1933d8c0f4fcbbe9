// The plain loop: the numbers of the K tiles, and what every sum comes to when nothing can go wrong.
#pragma once

#include <string>
#include <vector>

#include "machine.hpp"

namespace stretto::executor {

class PlainLoop {
 public:
  PlainLoop(const Machine& machine, int trips);

  /// Rows of one column of a K tile; null when there is no such tile.
  [[nodiscard]] const double* column(int tile, int column) const {
    if (tile < 0 || tile >= tiles_) return nullptr;
    return values_.data() + (static_cast<std::ptrdiff_t>(tile) * columns_ + column) * rows_;
  }

  /// What machine.sums[i] must come to.
  [[nodiscard]] double expected(int sum) const { return expected_.data()[sum]; }

  /// The n-th term of a sum, where the order of its terms is known; else NaN.
  [[nodiscard]] double term(const Machine& machine, int sum, int n) const;

  /// Not empty: some sum has too few or too many terms, whatever the interleaving.
  [[nodiscard]] const std::string& miscount() const { return miscount_; }

 private:
  [[nodiscard]] double product(const Product& product, int tile) const;
  [[nodiscard]] int product_of_term(const Sum& sum, int n) const;

  int tiles_;
  int columns_;
  int rows_;
  int trips_;
  std::vector<double> values_;
  std::vector<double> expected_;
  std::string miscount_;
};

}  // namespace stretto::executor
