// Array: an exact-size array that device code may index (std::array::operator[] is host-only in CUDA).
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto {

/// N elements in place; N may be 0.
template <class T, int N>
struct Array {
  T items[N > 0 ? N : 1]{};  ///< the elements; one unused when N is 0

  /// The number of elements.
  STRETTO_HOST_DEVICE static constexpr int size() { return N; }
  /// Element i, 0 to N - 1, unchecked.
  STRETTO_HOST_DEVICE constexpr const T& operator[](int i) const { return items[i]; }
  /// Element i, 0 to N - 1, unchecked.
  STRETTO_HOST_DEVICE constexpr T& operator[](int i) { return items[i]; }
  /// For range-based loops.
  STRETTO_HOST_DEVICE constexpr const T* begin() const { return items; }
  /// For range-based loops.
  STRETTO_HOST_DEVICE constexpr const T* end() const { return items + N; }
};

}  // namespace stretto
