// The mbarriers of a pipeline in shared memory.
#pragma once

#include <stretto/hopper/instructions.cuh>
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

}  // namespace stretto::hopper
