// A value of a wave that each of its 64 lanes has its own of. Arithmetic is lane by lane.
#pragma once

#include <type_traits>

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

namespace detail {

template <class Function>
auto each_lane(const Lanes<int>& x, const Lanes<int>& y, Function function) {
  Lanes<decltype(function(0, 0))> out;
  for (int lane = 0; lane < wave_lanes; ++lane) out[lane] = function(x[lane], y[lane]);
  return out;
}

}  // namespace detail

#define STRETTO_LANES_OPERATOR(op)                                                         \
  inline auto operator op(const Lanes<int>& x, const Lanes<int>& y) {                      \
    return detail::each_lane(x, y, [](int first, int second) { return first op second; }); \
  }
STRETTO_LANES_OPERATOR(+)
STRETTO_LANES_OPERATOR(-)
STRETTO_LANES_OPERATOR(*)
STRETTO_LANES_OPERATOR(/)
STRETTO_LANES_OPERATOR(%)
STRETTO_LANES_OPERATOR(^)
STRETTO_LANES_OPERATOR(&)
STRETTO_LANES_OPERATOR(<<)
STRETTO_LANES_OPERATOR(>>)
STRETTO_LANES_OPERATOR(<)
STRETTO_LANES_OPERATOR(>)
STRETTO_LANES_OPERATOR(==)
#undef STRETTO_LANES_OPERATOR

inline Lanes<int> select(const Lanes<bool>& condition, const Lanes<int>& yes, const Lanes<int>& no) {
  Lanes<int> out;
  for (int lane = 0; lane < wave_lanes; ++lane) out[lane] = condition[lane] ? yes[lane] : no[lane];
  return out;
}

}  // namespace stretto::cdna::emulator
