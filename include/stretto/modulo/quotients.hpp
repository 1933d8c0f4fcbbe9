// Integer arithmetic of cycles and intervals.
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto::detail {

constexpr long ceil_quotient(long a, long b) { return a > 0 ? (a + b - 1) / b : -(-a / b); }
constexpr long floor_quotient(long a, long b) { return -ceil_quotient(-a, b); }
constexpr long remainder_of(long a, long b) { return a % b < 0 ? a % b + b : a % b; }
constexpr long common_divisor(long a, long b) {
  while (b != 0) {
    const long rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

}  // namespace stretto::detail
