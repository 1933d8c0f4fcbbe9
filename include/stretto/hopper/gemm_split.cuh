// For plans whose blocks share K in a cluster: adds their sums through distributed shared memory.
#pragma once

#include <stretto/hopper/gemm_block.cuh>

namespace stretto::hopper::detail {

/// Adds the cluster's sums in rank order, for this block's share of the tile.
template <class Plan>
__device__ __forceinline__ void add_up(const SharedLayout<Plan>& shared, const GemmArguments& args, Tile tile, int rank,
                                       int thread, float factor) {
  constexpr int quads = Plan::sum_rows * Plan::sum_columns / 4;
  constexpr int share = (quads + Plan::cluster - 1) / Plan::cluster;
  const int last = (rank + 1) * share < quads ? (rank + 1) * share : quads;
  const int out_rows = Plan::swapped ? args.columns : args.rows;  // rows and columns of C
  const int out_columns = Plan::swapped ? args.rows : args.columns;
  const int first_row = Plan::swapped ? tile.column * Plan::columns : tile.row * tile_rows;
  const int first_column = Plan::swapped ? tile.row * tile_rows : tile.column * Plan::columns;
  for (int quad = rank * share + thread; quad < last; quad += consumer_threads) {
    const int row = quad / (Plan::sum_columns / 4);
    const int column = quad % (Plan::sum_columns / 4) * 4;
    const uint32_t place = shared.ring + (row * Plan::sum_pitch + column) * 4;
    float4 parts[Plan::cluster];
#pragma unroll
    for (int r = 0; r < Plan::cluster; ++r) parts[r] = load_from(place, r);
    float4 sum = parts[0];
#pragma unroll
    for (int r = 1; r < Plan::cluster; ++r) {
      sum.x += parts[r].x;
      sum.y += parts[r].y;
      sum.z += parts[r].z;
      sum.w += parts[r].w;
    }
    if (first_row + row >= out_rows) continue;
    const int at = first_column + column;
    __nv_bfloat16* to = args.c + (first_row + row) * args.pitch + at;
    const __nv_bfloat162 low = __floats2bfloat162_rn(sum.x * factor, sum.y * factor);
    const __nv_bfloat162 high = __floats2bfloat162_rn(sum.z * factor, sum.w * factor);
    if (at + 4 <= out_columns && args.pitch % 4 == 0) {
      uint2 both;
      both.x = reinterpret_cast<const uint32_t&>(low);
      both.y = reinterpret_cast<const uint32_t&>(high);
      *reinterpret_cast<uint2*>(to) = both;
    } else {
      if (at < out_columns) to[0] = low.x;
      if (at + 1 < out_columns) to[1] = low.y;
      if (at + 2 < out_columns) to[2] = high.x;
      if (at + 3 < out_columns) to[3] = high.y;
    }
  }
}

}  // namespace stretto::hopper::detail
