// The producer thread: it loads the operands with bulk loads, in the order of the plan's pipeline.
#pragma once

#include <stretto/hopper/gemm_block.cuh>

namespace stretto::hopper::detail {

template <class Plan>
struct Producer {
  const SharedLayout<Plan>& shared;
  const CUtensorMap& map_a;
  const CUtensorMap& map_b;
  int rank;
  RingCursor<Plan::slots> cursor;

  __device__ __forceinline__ void load_tile(Tile tile, const KRange& k) {
    run<Plan, producer>(k.iterations, cursor, [&](auto entry, RingPlace at) {
      constexpr Entry e = entry.value;
      const uint32_t barrier = shared.barrier(e.barrier, at.slot);
      if constexpr (e.action == Action::await) {
        await(barrier, at.parity);
      } else if constexpr (e.action == Action::arrive) {
        arrive_expecting(barrier, e.bytes);
      } else {
        static_assert(e.action == Action::fetch);
        // Beyond the end of K, the copy engine writes zeros.
        const int block = at.iteration < k.count ? k.first + at.iteration : 1 << 20;
        const int column = block * Plan::block_elements;
        if constexpr (e.tag == 0) {
          load_box(shared.a(at.slot), map_a, column, tile.row * tile_rows, barrier);
        } else if constexpr (e.everywhere) {
          constexpr int part = Plan::columns / Plan::cluster;
          load_box_everywhere(shared.b(at.slot) + rank * part * block_bytes, map_b, column,
                              tile.column * Plan::columns + rank * part, barrier, (1 << Plan::cluster) - 1);
        } else {
          load_box(shared.b(at.slot), map_b, column, tile.column * Plan::columns, barrier);
        }
      }
    });
  }

  /// Waits until every slot is released: other blocks arrive at these barriers, so the block must not exit earlier.
  __device__ __forceinline__ void finish() {
    constexpr Entry e = Plan::pipe.entries[Plan::producer_begins];
    static_assert(e.action == Action::await && e.iteration == 0);
    for (int slot = 0; slot < Plan::slots; ++slot) {
      const RingPlace at = cursor.template ahead<0, e.flip>();
      await(shared.barrier(e.barrier, at.slot), at.parity);
      cursor.advance();
    }
  }
};

}  // namespace stretto::hopper::detail
