#include "plain_loop.hpp"

#include <limits>

#include "random.hpp"

namespace stretto::executor {

namespace {

/// Sums of products of such small integers are exact in double, and large enough that two are rarely equal.
int largest_value(const Machine& machine) {
  int factors = 1;
  for (const Product& product : machine.products)
    factors = product.factors.size() > factors ? product.factors.size() : factors;
  const int bits = 36 / factors;
  return 1 << (bits > 10 ? 10 : (bits < 1 ? 1 : bits));
}

}  // namespace

PlainLoop::PlainLoop(const Machine& machine, int trips)
    : tiles_(machine.tiles_in(trips)), columns_(machine.tile_columns), rows_(machine.rows), trips_(trips) {
  if (tiles_ < 0) tiles_ = 0;
  values_.resize(static_cast<std::size_t>(tiles_) * static_cast<std::size_t>(columns_) *
                 static_cast<std::size_t>(rows_));
  const int largest = largest_value(machine);
  Random random(1);
  for (double& value : values_) value = 1 + random.below(largest);

  for (int s = 0; s < machine.sums.size(); ++s) {
    const Sum& sum = machine.sums[s];
    double total = 0;
    if (!sum.every_tile.empty()) {
      for (int tile = 0; tile < tiles_; ++tile) {
        for (int p : sum.every_tile) total += product(machine.products[p], tile);
      }
    } else {
      const int terms = sum.prologue.size() + trips * sum.kernel.size() + sum.epilogue.size();
      if (terms != tiles_ && miscount_.empty()) {
        miscount_ = "wave " + std::to_string(sum.wave) + ": accumulator " + std::to_string(sum.accumulator) +
                    " takes " + std::to_string(terms) + " terms, not " + std::to_string(tiles_);
      }
      for (int n = 0; n < terms && n < tiles_; ++n) total += product(machine.products[product_of_term(sum, n)], n);
    }
    expected_.push_back(total);
  }
}

double PlainLoop::product(const Product& product, int tile) const {
  int width = 0;
  for (const Vector<int>& factor : product.factors) width = factor.size() > width ? factor.size() : width;
  double total = 0;
  for (int row = 0; row < rows_; ++row) {
    for (int k = 0; k < width; ++k) {
      double term = 1;
      for (const Vector<int>& factor : product.factors) term *= column(tile, factor[k % factor.size()])[row];
      total += term;
    }
  }
  return total;
}

int PlainLoop::product_of_term(const Sum& sum, int n) const {
  if (n < sum.prologue.size()) return sum.prologue[n];
  n -= sum.prologue.size();
  if (n < trips_ * sum.kernel.size()) return sum.kernel[n % sum.kernel.size()];
  return sum.epilogue[n - trips_ * sum.kernel.size()];
}

double PlainLoop::term(const Machine& machine, int sum, int n) const {
  const Sum& of = machine.sums[sum];
  if (n >= tiles_ || of.every_tile.size() > 1) return std::numeric_limits<double>::quiet_NaN();
  return product(machine.products[of.every_tile.empty() ? product_of_term(of, n) : of.every_tile[0]], n);
}

}  // namespace stretto::executor
