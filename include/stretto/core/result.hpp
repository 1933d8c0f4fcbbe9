// Result: a value, or the Diagnostic that says why there is none. Constant expressions cannot catch, so the engine's
// fallible functions return this.
#pragma once

#include <stretto/core/diagnostic.hpp>

namespace stretto {

template <class T>
struct Result {
  T value{};
  Diagnostic error;

  // A function returns its value or its refusal as it is. NOLINTBEGIN(google-explicit-constructor)
  constexpr Result(const T& v) : value(v) {}
  constexpr Result(T&& v) : value(static_cast<T&&>(v)) {}
  constexpr Result(const Diagnostic& e) : error(e) {}
  // NOLINTEND(google-explicit-constructor)

  [[nodiscard]] constexpr bool ok() const { return !error; }
};

}  // namespace stretto
