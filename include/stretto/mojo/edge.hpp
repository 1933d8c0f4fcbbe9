// A dependence between two ops of a loop body.
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto {

/// Why one op must follow another.
enum class DepKind : unsigned char {
  flow,    ///< read after write
  anti,    ///< write after read
  output,  ///< write after write
};

/// The consumer of iteration i + loop_distance depends on the producer of iteration i.
struct DepEdge {
  int producer = 0;              ///< op that comes first, by its number in the body
  int consumer = 0;              ///< op that depends on it
  DepKind kind = DepKind::flow;  ///< what would go wrong in the other order
  int loop_distance = 0;         ///< iterations from the producer to the consumer; 0: the same one

  friend constexpr bool operator==(const DepEdge&, const DepEdge&) = default;
};

}  // namespace stretto
