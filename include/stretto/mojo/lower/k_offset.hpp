// K offsets (k_prev, k1, ...) as K tiles.
#pragma once

#include <stretto/mojo/op.hpp>

namespace stretto::detail {

/// The K tile that a load fetches, counted from the first tile that its iteration multiplies. In the main loop, k runs
/// one double-iteration ahead.
constexpr int loaded_tile(KOffsetKind offset) {
  switch (offset) {
    case KOffsetKind::k_prev: return 1;
    case KOffsetKind::none:  // no offset is k itself
    case KOffsetKind::k0: return 2;
    case KOffsetKind::k1: return 3;
    case KOffsetKind::k_next: return 4;
  }
  return 2;
}

}  // namespace stretto::detail
