// A dependence between two ops of a loop body.
#pragma once

namespace stretto {

enum class DepKind : unsigned char {
  flow,    ///< read after write
  anti,    ///< write after read
  output,  ///< write after write
};

/// The consumer of iteration i + loop_distance depends on the producer of iteration i.
struct DepEdge {
  int producer = 0;
  int consumer = 0;
  DepKind kind = DepKind::flow;
  int loop_distance = 0;

  friend constexpr bool operator==(const DepEdge&, const DepEdge&) = default;
};

}  // namespace stretto
