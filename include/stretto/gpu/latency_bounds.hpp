// Latency bounds of a target, in cycles: how far apart two steps are that no synchronisation orders.
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto {

/// A lower bound for loads, upper bounds for everything else.
struct LatencyBounds {
  int global_min = 0;   ///< least cycles from the issue of a global load to its first write
  int read_max = 0;     ///< most cycles from the issue of an uncontended shared-memory read to its completion
  int read_cycles = 0;  ///< added to read_max by each shared-memory operation in flight in the workgroup
  int issue_max = 0;    ///< most cycles between two instructions of a wave that does not wait
  int compute_max = 0;  ///< most cycles of a compute op

  /// Are the bounds known? Without them no verdict relies on latency: unordered steps are a race.
  [[nodiscard]] constexpr bool known() const { return global_min > 0; }
  friend constexpr bool operator==(const LatencyBounds&, const LatencyBounds&) = default;
};

}  // namespace stretto
