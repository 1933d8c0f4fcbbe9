// The kernel with its two main loops written by hand: slots and parities are counted, waits and releases spelt out.
// All else is the library's.
#include "plan.hpp"

namespace by_hand {

using namespace stretto::hopper;
using Plan = ComparedPlan;

constexpr int full = 0;  // barriers
constexpr int empty = 1;

/// A slot and the parity of its phase.
struct Position {
  int slot = 0;
  uint32_t parity = 0;

  __device__ __forceinline__ void advance() {
    if (++slot == Plan::slots) {
      slot = 0;
      parity ^= 1;
    }
  }
};

struct Producer : detail::Producer<Plan> {
  Position at;

  __device__ __forceinline__ void load_tile(Tile tile, const detail::KRange& k) {
#pragma unroll 1
    for (int block = 0; block < k.iterations; ++block) {
      const uint32_t ready = shared.barrier(full, at.slot);
      await(shared.barrier(empty, at.slot), at.parity ^ 1);
      arrive_expecting(ready, Plan::slot_bytes);
      const int column = (block < k.count ? k.first + block : 1 << 20) * Plan::block_elements;
      load_box(shared.a(at.slot), map_a, column, tile.row * tile_rows, ready);
      load_box(shared.b(at.slot), map_b, column, tile.column * Plan::columns, ready);
      at.advance();
    }
  }
};

struct Consumer : detail::Consumer<Plan> {
  Position at;

  /// A warp arrives when its own part of the group is over.
  __device__ __forceinline__ void release_slot(int slot) {
    if (thread % 32 == 0) arrive(shared.barrier(empty, slot));
  }

  template <class Locate>
  __device__ __forceinline__ void multiply_block(int block, const CUtensorMap& map_c, Locate locate) {
    await(shared.barrier(full, at.slot), at.parity);
    multiply(at.slot, block != 0);
    if (block < boxes) {
      if (waiting) store_box_of<0>(block, map_c);
    } else if (block == boxes) {
      locate();
    }
  }

  template <class Locate>
  __device__ __forceinline__ void multiply_tile(const detail::KRange& k, const CUtensorMap& map_c, Locate locate) {
    multiply_block(0, map_c, locate);
    int before = at.slot;
    at.advance();
#pragma unroll 1
    for (int block = 1; block < k.iterations; ++block) {
      multiply_block(block, map_c, locate);
      await_groups<1>();
      release_slot(before);
      before = at.slot;
      at.advance();
    }
    await_groups<0>();
    release_slot(before);
  }
};

}  // namespace by_hand

template __global__ void stretto::hopper::gemm_kernel<ComparedPlan, by_hand::Producer, by_hand::Consumer>(
    const __grid_constant__ CUtensorMap, const __grid_constant__ CUtensorMap, const __grid_constant__ CUtensorMap,
    const __grid_constant__ GemmArguments);
