// The plain loop: the numbers of the K tiles, and the value of every sum in a sequential execution.
#pragma once

#include <string>
#include <vector>

#include "machine.hpp"

namespace stretto::executor {

class PlainLoop {
 public:
  PlainLoop(const Machine& machine, int trips);

  /// The rows of one column of a K tile; null if the tile does not exist.
  [[nodiscard]] const double* column(int tile, int column) const {
    if (tile < 0 || tile >= tiles_) return nullptr;
    return values_.data() + (static_cast<std::ptrdiff_t>(tile) * columns_ + column) * rows_;
  }

  /// The expected value of machine.sums[i].
  [[nodiscard]] double expected(int sum) const { return expected_.data()[sum]; }

  /// The n-th term of a sum if the order of its terms is known, otherwise NaN.
  [[nodiscard]] double term(const Machine& machine, int sum, int n) const;

  /// Not empty if some sum has too few or too many terms, in every interleaving.
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
