// What the roles of a block share: launch arguments, shared-memory addresses, barriers, and the block's range of K.
#pragma once

#include <cuda_bf16.h>

#include <stretto/hopper/gemm_plan.hpp>
#include <stretto/hopper/instructions.cuh>
#include <stretto/hopper/work.cuh>
#include <stretto/hopper/workspace.cuh>

namespace stretto::hopper {

/// Cycles of the first warpgroup of the first block, summed over its tiles.
struct BlockTimes {
  long long multiply = 0;  // cycles in the programs of the pipeline
  long long between = 0;   // cycles from the end of one program to the start of the next
  long long blocks = 0;    // K blocks
  long long tiles = 0;
};

/// Arguments of a launch. Rows are those of the kernel's A, columns those of its B: exchanged if the plan is swapped.
struct GemmArguments {
  int rows = 0;
  int columns = 0;
  TileOrder order;
  WorkPlan work;
  Workspace shared;  // for tiles that several blocks share
  __nv_bfloat16* c = nullptr;
  long pitch = 0;  // elements per row of C
  const float* scale_a = nullptr;
  const float* scale_b = nullptr;
  BlockTimes* times = nullptr;  // written by a timed plan
};

namespace detail {

/// Shared-memory addresses.
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

/// The K blocks of a work item that one block computes.
struct KRange {
  int first;
  int count;       // K blocks of data
  int iterations;  // at least as many as the pipeline needs; iterations beyond `count` multiply zeros
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
