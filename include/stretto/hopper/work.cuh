// The work of a cluster: its tiles, and its part of K in each.
//
// Clusters compute tiles in rounds. If the last round would leave many of them idle, the tiles of the last two rounds
// are divided by K blocks instead. Every cluster gets the same number of K blocks (up to one): a range that starts with
// the tail of one tile and ends with the head of another. A cluster computes its head first and writes the sums to
// memory. The cluster with the tail of that tile computes it last and adds them. So a cluster waits only for work that
// its predecessor in the grid does first.
#pragma once

#include <stretto/hopper/tile_order.cuh>

namespace stretto::hopper {

enum class Part : unsigned char { whole, head, tail };

struct WorkItem {
  int tile = 0;
  int first = 0;  // first K block
  int count = 0;
  Part part = Part::whole;
};

/// The division of work in a launch.
struct WorkPlan {
  int k_blocks = 0;
  int in_rounds = 0;  // the first tiles, which are computed whole
  int rounds = 0;     // rounds before the shared tiles
  int share = 0;      // K blocks per cluster in the shared tiles
  int longer = 0;     // this many clusters get one K block more
};

/// The work items of one cluster of `clusters`. An item is a function of its number, so almost no state is kept while a
/// tile is computed.
struct Work {
  const WorkPlan& plan;
  int cluster;
  int clusters;

  /// Item i; empty beyond the last one. All threads of a warp must pass the same i.
  __host__ __device__ __forceinline__ WorkItem item(int i) const {
    const int tile = cluster + i * clusters;
    if (tile < plan.in_rounds) return {tile, 0, plan.k_blocks, Part::whole};
    if (i < plan.rounds || plan.share == 0) return {};
    const int begin = cluster * plan.share + (cluster < plan.longer ? cluster : plan.longer);
    int end = begin + plan.share + (cluster < plan.longer ? 1 : 0);
    WorkItem found;
    for (int s = plan.rounds; s <= i; ++s) {  // backwards from the end of the range
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

/// Divides the tiles among `clusters` concurrent clusters. Sharing costs about as much as `cost` K blocks.
inline WorkPlan plan_work(int tiles, int k_blocks, int clusters, bool can_share, int cost = 16) {
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
