// Result: a value, or the Diagnostic that says why there is none. Constant expressions cannot catch exceptions, so
// functions that can fail return a Result.
#pragma once

#include <stretto/core/diagnostic.hpp>

namespace stretto {

/// A value, or the reason why there is none.
template <class T>
struct Result {
  T value{};         ///< the value; default-constructed on failure
  Diagnostic error;  ///< the error; empty on success

  // Implicit, so that a function can return its value or its error directly.
  // NOLINTBEGIN(google-explicit-constructor)
  /// Success.
  constexpr Result(const T& v) : value(v) {}
  /// Success; moves the value in.
  constexpr Result(T&& v) : value(static_cast<T&&>(v)) {}
  /// Failure.
  constexpr Result(const Diagnostic& e) : error(e) {}
  // NOLINTEND(google-explicit-constructor)

  /// Did it succeed?
  [[nodiscard]] constexpr bool ok() const { return !error; }
};

}  // namespace stretto
