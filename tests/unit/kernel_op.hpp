// Ops of hand-written bodies, with their costs.
#pragma once

#include <stretto/mojo/op.hpp>

namespace stretto {

/// A kernel op with its costs.
constexpr OpDesc kernel_op(int tag, const OpCost& cost, int stage = 0, int subtile = 0, int channel = -1,
                           KOffsetKind k_offset = KOffsetKind::none) {
  OpDesc op = OpDesc::logical_op(tag, stage, subtile, channel, k_offset);
  op.set_cost(cost);
  return op;
}

}  // namespace stretto
