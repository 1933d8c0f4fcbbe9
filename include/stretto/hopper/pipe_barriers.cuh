// The mbarriers of a pipeline in shared memory, and the waits of its consumers.
#pragma once

#include <stretto/hopper/instructions.cuh>
#include <stretto/program/ring_cursor.hpp>
#include <stretto/program/wave_program.hpp>

namespace stretto::hopper {

/// Initialises the mbarriers of a pipeline. Each of a consumer warpgroup's four warps arrives once it has seen its part
/// of the wgmma group complete; a producer is one thread.
template <class Plan, int B, class Place>
__device__ __forceinline__ void init_pipe_barriers(Place place) {
  if constexpr (B < Plan::pipe.barriers) {
    constexpr PhaseBarrier barrier = Plan::pipe.phase_barriers[B];
    if constexpr (barrier.kind == PhaseBarrierKind::mbarrier) {
      constexpr int arrivals = barrier.arrivals > 1 ? barrier.arrivals * 4 : 1;
      for (int slot = 0; slot < barrier.slots; ++slot) init_barrier(place(B, slot), arrivals);
    }
    init_pipe_barriers<Plan, B + 1>(place);
  }
}

/// Does a consumer wait at this entry, for a phase of an mbarrier or for wgmma groups?
STRETTO_HOST_DEVICE constexpr bool is_wait(const Entry& entry) {
  return entry.action == Action::await || entry.action == Action::wait;
}

/// A consumer's wait. `shared` knows the addresses of the mbarriers.
template <class At, class Shared>
__device__ __forceinline__ void wait(At, const Shared& shared, RingPlace at) {
  constexpr Entry e = At::value;
  if constexpr (e.action == Action::await) {
    await(shared.barrier(e.barrier, at.slot), at.parity);
  } else {
    await_groups<e.count>();
  }
}

}  // namespace stretto::hopper
