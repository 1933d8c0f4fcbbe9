// A vector register: one value per lane of a wave, 64 in all. Arithmetic is lane by lane.
#pragma once

#include <stretto/cdna/chip.hpp>

namespace stretto::cdna::emulator {

template <class T>
struct Lanes {
  T of[wave_lanes];

  Lanes() = default;
  Lanes(T same) {  // NOLINT(google-explicit-constructor): as a scalar is the same in every lane
    for (T& value : of) value = same;
  }

  T& operator[](int lane) { return of[lane]; }
  const T& operator[](int lane) const { return of[lane]; }
};

// Lane by lane; in lanes.cpp, so that files of kernels compile in less time.
Lanes<int> operator+(const Lanes<int>& x, const Lanes<int>& y);
Lanes<int> operator-(const Lanes<int>& x, const Lanes<int>& y);
Lanes<int> operator*(const Lanes<int>& x, const Lanes<int>& y);
Lanes<int> operator/(const Lanes<int>& x, const Lanes<int>& y);
Lanes<int> operator%(const Lanes<int>& x, const Lanes<int>& y);
Lanes<int> operator^(const Lanes<int>& x, const Lanes<int>& y);
Lanes<int> operator&(const Lanes<int>& x, const Lanes<int>& y);
Lanes<int> operator<<(const Lanes<int>& x, const Lanes<int>& y);
Lanes<int> operator>>(const Lanes<int>& x, const Lanes<int>& y);
Lanes<bool> operator<(const Lanes<int>& x, const Lanes<int>& y);
Lanes<bool> operator>(const Lanes<int>& x, const Lanes<int>& y);
Lanes<bool> operator==(const Lanes<int>& x, const Lanes<int>& y);
Lanes<int> select(const Lanes<bool>& condition, const Lanes<int>& yes, const Lanes<int>& no);

}  // namespace stretto::cdna::emulator
