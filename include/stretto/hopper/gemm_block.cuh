// What the parts of a block share: the launch's arguments, places in shared memory, barriers, its part of K.
#pragma once

#include <cuda_bf16.h>

#include <stretto/hopper/gemm_plan.hpp>
#include <stretto/hopper/instructions.cuh>
#include <stretto/hopper/work.cuh>
#include <stretto/hopper/workspace.cuh>

namespace stretto::hopper {

/// What the first block's first warpgroup measures, over its tiles.
struct BlockTimes {
  long long multiply = 0;  // cycles in the programs of the pipeline
  long long between = 0;   // and from each to the next
  long long blocks = 0;    // of K
  long long tiles = 0;
};

/// Of a launch. Rows are those of the kernel's A, columns those of its B: exchanged when the plan is swapped.
struct GemmArguments {
  int rows = 0;
  int columns = 0;
  TileOrder order;
  WorkPlan work;
  Workspace shared;  // where tiles are shared
  __nv_bfloat16* c = nullptr;
  long pitch = 0;  // of C, elements
  const float* scale_a = nullptr;
  const float* scale_b = nullptr;
  BlockTimes* times = nullptr;  // of a timed plan
};

namespace detail {

/// Addresses in shared memory.
template <class Plan>
struct SharedLayout {
  uint32_t ring;

  __device__ explicit SharedLayout(const void* begin) : ring((shared_address(begin) + 1023) / 1024 * 1024) {}

  __device__ uint32_t a(int slot) const { return ring + slot * Plan::slot_bytes; }
  __device__ uint32_t b(int slot) const { return ring + slot * Plan::slot_bytes + Plan::a_bytes; }
  __device__ uint32_t staging(int warp) const { return ring + Plan::ring_bytes + warp * Plan::box_bytes; }
  __device__ uint32_t barrier(int index, int slot) const {
    return ring + Plan::data_bytes + (index * Plan::slots + slot) * 8;
  }
};

template <class Plan, int B>
__device__ __forceinline__ void init_barriers(const SharedLayout<Plan>& shared) {
  constexpr PhaseBarrier barrier = Plan::pipe.phase_barriers[B];
  // A warp of consumers arrives when it has seen its own part of the group complete; a producer is one thread.
  constexpr int arrivals = barrier.arrivals * (barrier.arrivals > 1 ? 4 : 1);
  for (int slot = 0; slot < barrier.slots; ++slot) init_barrier(shared.barrier(B, slot), arrivals);
  if constexpr (B + 1 < Plan::pipe.barriers) init_barriers<Plan, B + 1>(shared);
}

/// The part of the K blocks of an item that a block takes.
struct KRange {
  int first;
  int count;       // of its own
  int iterations;  // at least as many as the pipeline needs; those beyond are zeros
};

template <class Plan>
__device__ __forceinline__ KRange k_range(const WorkItem& item, int rank) {
  constexpr int least = Plan::pipe.peeled > 1 ? Plan::pipe.peeled : 1;
  int first = item.first;
  int count = item.count;
  if constexpr (Plan::split == Split::in_cluster) {
    const int share = (count + Plan::cluster - 1) / Plan::cluster;
    first = rank * share < count ? rank * share : count;
    count = count - first < share ? count - first : share;
  }
  return {first, count, count > least ? count : least};
}

}  // namespace detail

}  // namespace stretto::hopper
