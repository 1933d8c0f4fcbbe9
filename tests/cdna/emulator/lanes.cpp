#include "lanes.hpp"

namespace stretto::cdna::emulator {

#define STRETTO_LANES_OPERATOR(Result, op)                                        \
  Lanes<Result> operator op(const Lanes<int>& x, const Lanes<int>& y) {           \
    Lanes<Result> out;                                                            \
    for (int lane = 0; lane < wave_lanes; ++lane) out[lane] = x[lane] op y[lane]; \
    return out;                                                                   \
  }
STRETTO_LANES_OPERATOR(int, +)
STRETTO_LANES_OPERATOR(int, -)
STRETTO_LANES_OPERATOR(int, *)
STRETTO_LANES_OPERATOR(int, /)
STRETTO_LANES_OPERATOR(int, %)
STRETTO_LANES_OPERATOR(int, ^)
STRETTO_LANES_OPERATOR(int, &)
STRETTO_LANES_OPERATOR(int, <<)
STRETTO_LANES_OPERATOR(int, >>)
STRETTO_LANES_OPERATOR(bool, <)
STRETTO_LANES_OPERATOR(bool, >)
STRETTO_LANES_OPERATOR(bool, ==)
#undef STRETTO_LANES_OPERATOR

Lanes<int> select(const Lanes<bool>& condition, const Lanes<int>& yes, const Lanes<int>& no) {
  Lanes<int> out;
  for (int lane = 0; lane < wave_lanes; ++lane) out[lane] = condition[lane] ? yes[lane] : no[lane];
  return out;
}

}  // namespace stretto::cdna::emulator
