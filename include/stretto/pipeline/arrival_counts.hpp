// How many arrivals complete a phase of a ring's two mbarriers, in one workgroup and in a cluster.
#pragma once

#include <stretto/pipeline/rings.hpp>

namespace stretto {

/// Arrivals per phase of a ring's full barrier: one per wave of the writer.
constexpr int full_arrivals(const TargetLoop& loop, const Ring& ring) { return loop.roles[ring.writer].all_waves(); }

/// Arrivals per phase of a ring's empty barrier: one per wave of each role that gives the slot back, in every workgroup
/// that fills it.
constexpr int empty_arrivals(const TargetLoop& loop, const Ring& ring) {
  int waves = 0;
  for (int a = 0; a < loop.roles.size(); ++a) {
    if ((ring.returned_by >> a & 1U) != 0) waves += loop.roles[a].all_waves();
  }
  return ring.multicast ? waves * loop.cluster : waves;
}

}  // namespace stretto
