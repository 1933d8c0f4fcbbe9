// Expressions over the indices of a program: `i + 2` as a slot, `i / 4 + 1` as a parity.
//
//   i  the trip index, which continues from tile to tile
//   k  the trip index within the tile, which restarts with each tile
//   t  the number of the tile
//
// A tile here is an output tile: one run of a persistent program. A slot is taken modulo the number of slots, and a
// parity modulo 2, so expressions need no %.
#pragma once

#include <stretto/program/wave_program.hpp>

namespace stretto {

namespace indices {
inline constexpr Advance i{.step = 1};        ///< The trip index. It continues from run to run.
inline constexpr Advance k{.local_step = 1};  ///< The trip index within the run. It restarts with each run.
inline constexpr Advance t{.run_step = 1};    ///< The number of the run.
}  // namespace indices

/// A number that does not advance.
constexpr Advance constant(int number) { return {.first = number}; }

/// The sum of two numbers.
constexpr Advance operator+(const Advance& a, const Advance& b) {
  return {a.first + b.first, a.step + b.step, a.local_step + b.local_step, a.run_step + b.run_step};
}
/// A multiple of a number.
constexpr Advance operator*(int factor, const Advance& a) {
  return {factor * a.first, factor * a.step, factor * a.local_step, factor * a.run_step};
}
/// A multiple of a number.
constexpr Advance operator*(const Advance& a, int factor) { return factor * a; }
/// A later number.
constexpr Advance operator+(const Advance& a, int more) { return a + constant(more); }
/// An earlier number.
constexpr Advance operator-(const Advance& a, int less) { return a + constant(-less); }

/// A quotient, rounded down, with a number added: i / 4 + 1. An mbarrier's parity is one, modulo 2.
struct IndexQuotient {
  Advance number;   ///< the dividend
  int divisor = 1;  ///< at least 1
  int added = 0;    ///< added to the quotient

  friend constexpr bool operator==(const IndexQuotient&, const IndexQuotient&) = default;
};

/// How often an index has gone round a ring of `divisor` slots.
constexpr IndexQuotient operator/(const Advance& number, int divisor) { return {number, divisor}; }
/// The quotient with a number added. With 1, an await names the phase before.
constexpr IndexQuotient operator+(const IndexQuotient& quotient, int more) {
  return {quotient.number, quotient.divisor, quotient.added + more};
}

namespace detail {

/// The same place of `slots` places, and the same parity, from a number that is not negative.
constexpr Advance from_zero(Advance number, int slots) {
  const int round = 2 * slots;
  if (number.first < 0 && round > 0) number.first += (-number.first + round - 1) / round * round;
  return number;
}

}  // namespace detail

}  // namespace stretto
