// Which phase of an mbarrier a version uses, and the parity by which waits name that phase.
//
// Version v of an array of `slots` barriers uses barrier v mod slots, in its phase v / slots. A wait names a phase by
// its parity and blocks while the number of complete phases is congruent to that parity. `flip` 1 names the phase
// before: the first wait for an empty slot then passes at once.
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto {

/// The parity to wait for.
STRETTO_HOST_DEVICE constexpr int phase_parity(int version, int slots, int flip = 0) {
  return (version / slots + flip) % 2;
}

/// Does a wait for this parity pass when this many phases are complete?
STRETTO_HOST_DEVICE constexpr bool parity_passes(int complete_phases, int parity) {
  return complete_phases % 2 != parity;
}

}  // namespace stretto
