// Array: an exact-size array that device code may index (std::array::operator[] is host-only in CUDA).
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto {

template <class T, int N>
struct Array {
  T items[N > 0 ? N : 1]{};

  STRETTO_HOST_DEVICE static constexpr int size() { return N; }
  STRETTO_HOST_DEVICE constexpr const T& operator[](int i) const { return items[i]; }
  STRETTO_HOST_DEVICE constexpr T& operator[](int i) { return items[i]; }
  STRETTO_HOST_DEVICE constexpr const T* begin() const { return items; }
  STRETTO_HOST_DEVICE constexpr const T* end() const { return items + N; }
};

}  // namespace stretto
