// What a cluster works on: which tiles, and which part of K of each.
//
// Clusters take tiles in rounds. Where the last round would leave many of them idle, the tiles of the last two rounds
// are shared out by blocks of K instead: every cluster gets the same number, a range that ends with the head of one
// tile and begins with the tail of another. The head comes first, and its sums go to memory; whoever has the tail comes
// to it last, and adds them. A cluster waits only for what one before it in the grid does first.
#pragma once

#include <stretto/hopper/tile_order.cuh>

namespace stretto::hopper {

enum class Part : unsigned char { whole, head, tail };

struct WorkItem {
  int tile = 0;
  int first = 0;  // blocks of K
  int count = 0;
  Part part = Part::whole;
};

/// Of a launch.
struct WorkPlan {
  int k_blocks = 0;
  int in_rounds = 0;  // tiles that are taken whole, from the first on
  int rounds = 0;     // that come before shared tiles
  int share = 0;      // blocks of K of each cluster in the tiles after them
  int longer = 0;     // so many clusters get one more
};

/// The items of one cluster of `clusters`. A function of their number, so that next to nothing is kept while a tile is
/// computed.
struct Work {
  const WorkPlan& plan;
  int cluster;
  int clusters;

  /// Item i; beyond the last one, none. All threads of the warp ask for the same one.
  __host__ __device__ __forceinline__ WorkItem item(int i) const {
    const int tile = cluster + i * clusters;
    if (tile < plan.in_rounds) return {tile, 0, plan.k_blocks, Part::whole};
    if (i < plan.rounds || plan.share == 0) return {};
    const int begin = cluster * plan.share + (cluster < plan.longer ? cluster : plan.longer);
    int end = begin + plan.share + (cluster < plan.longer ? 1 : 0);
    WorkItem found;
    for (int s = plan.rounds; s <= i; ++s) {  // from the end of the range
      if (end == begin) return {};
      const int t = (end - 1) / plan.k_blocks;
      const int from = begin > t * plan.k_blocks ? begin - t * plan.k_blocks : 0;
      const int to = end - t * plan.k_blocks;
      found = {plan.in_rounds + t, from, to - from,
               from > 0             ? Part::tail
               : to < plan.k_blocks ? Part::head
                                    : Part::whole};
      end = t * plan.k_blocks + from;
    }
    return found;
  }
};

/// `clusters` run at once. Sharing costs about as much as `cost` blocks of K.
inline WorkPlan plan_work(int tiles, int k_blocks, int clusters, bool can_share, int cost = 8) {
  WorkPlan plan;
  plan.k_blocks = k_blocks;
  plan.in_rounds = tiles;
  const int rest = tiles % clusters;
  const bool idle = tiles > clusters && rest > 0;
  if (!can_share || !idle) return plan;
  const long saved = static_cast<long>(clusters - rest) * k_blocks / clusters;
  if (saved <= cost) return plan;
  plan.in_rounds = tiles - rest - clusters;
  plan.rounds = plan.in_rounds / clusters;
  const long blocks = static_cast<long>(rest + clusters) * k_blocks;
  plan.share = static_cast<int>(blocks / clusters);
  plan.longer = static_cast<int>(blocks % clusters);
  return plan;
}

}  // namespace stretto::hopper
