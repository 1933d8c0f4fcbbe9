// Result: a value, or the Diagnostic that says why there is none. Constant expressions cannot catch, so the engine's
// fallible functions return this.
#pragma once

#include <stretto/core/diagnostic.hpp>

namespace stretto {

/// A value, or why there is none.
template <class T>
struct Result {
  T value{};         ///< what was made; as default-constructed when it failed
  Diagnostic error;  ///< the refusal; empty when it succeeded

  // A function returns its value or its refusal as it is. NOLINTBEGIN(google-explicit-constructor)
  /// Success.
  constexpr Result(const T& v) : value(v) {}
  /// Success, with a value that is moved in.
  constexpr Result(T&& v) : value(static_cast<T&&>(v)) {}
  /// Failure.
  constexpr Result(const Diagnostic& e) : error(e) {}
  // NOLINTEND(google-explicit-constructor)

  /// Did it succeed?
  [[nodiscard]] constexpr bool ok() const { return !error; }
};

}  // namespace stretto
