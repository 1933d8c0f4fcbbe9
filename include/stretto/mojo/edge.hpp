// A dependence between two ops of a loop body.
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto {

/// The kind of a dependence.
enum class DepKind : unsigned char {
  flow,    ///< read after write
  anti,    ///< write after read
  output,  ///< write after write
};

/// The consumer in iteration i + loop_distance depends on the producer in iteration i.
struct DepEdge {
  int producer = 0;              ///< body index of the op that comes first
  int consumer = 0;              ///< body index of the op that depends on it
  DepKind kind = DepKind::flow;  ///< the conflict that the order avoids
  int loop_distance = 0;         ///< iterations from the producer to the consumer; 0 = the same iteration

  friend constexpr bool operator==(const DepEdge&, const DepEdge&) = default;
};

}  // namespace stretto
