// Latencies of a target, in cycles: how far apart two things are that nothing orders.
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto {

/// The least that a load takes, the most that everything else does.
struct LatencyBounds {
  int global_min = 0;   ///< from the issue of a global load to its first write
  int read_max = 0;     ///< from the issue of a shared-memory read to its completion, alone
  int read_cycles = 0;  ///< that each shared-memory operation in flight in the workgroup adds to it
  int issue_max = 0;    ///< between two instructions of a wave that waits for nothing
  int compute_max = 0;  ///< of a compute op

  /// Are there any? Without them nothing relies on latency: it is a race.
  [[nodiscard]] constexpr bool known() const { return global_min > 0; }
  friend constexpr bool operator==(const LatencyBounds&, const LatencyBounds&) = default;
};

}  // namespace stretto
