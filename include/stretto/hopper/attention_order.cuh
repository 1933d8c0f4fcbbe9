// The tiles of an attention, in the order in which persistent blocks compute them.
//
// Each block has a fixed list of items, one of each round, and rounds alternate in direction. Without a mask all tiles
// cost the same, and an item is a tile. Causal tiles cost more the later their queries are. So the items of the first
// heads are pairs of tiles, a long and a short one, which cost the same; the last heads are computed tile by tile, the
// longest first, so that all blocks end at about the same time. Heads follow one another: blocks that work at the same
// time share keys and values, which come from L2.
#pragma once

#include <stretto/core/platform.hpp>

namespace stretto::hopper {

/// A tile of queries: its head, counted through all batches, and its number within the head.
struct QueryTile {
  int head = -1;  // -1: none
  int tile = 0;
};

struct AttentionOrder {
  int heads = 0;         // of all batches
  int tiles = 0;         // per head
  bool causal = false;   // tiles differ in length
  int paired = 0;        // heads whose items are pairs of tiles, or single tiles of equal length
  int paired_items = 0;  // per head
  int items = 0;         // of all heads
  int blocks = 1;        // of the grid

  /// Tile `part`, 0 or 1, of a block's item in a round. `ended`: there are no more rounds.
  STRETTO_HOST_DEVICE QueryTile tile(int round, int part, int block, bool& ended) const {
    const int item = round * blocks + (round % 2 == 0 ? block : blocks - 1 - block);
    ended = round * blocks >= items;
    if (item >= items) return {};
    const int in_pairs = paired * paired_items;
    if (item < in_pairs) {
      const int head = item / paired_items;
      const int shorter = item - head * paired_items;
      if (!causal) return {part == 0 ? head : -1, shorter};
      const int longer = tiles - 1 - shorter;
      if (part == 0) return {head, longer};
      return {longer == shorter ? -1 : head, shorter};
    }
    if (part > 0) return {};
    const int rest = heads - paired;
    const int rank = (item - in_pairs) / rest;
    return {paired + (item - in_pairs) - rank * rest, tiles - 1 - rank};
  }
};

/// The order for `blocks` persistent blocks.
inline AttentionOrder attention_order(int heads, int tiles, bool causal, int blocks) {
  AttentionOrder order;
  order.heads = heads;
  order.tiles = tiles;
  order.causal = causal;
  order.blocks = blocks;
  if (causal) {
    const long singles = (4L * blocks + tiles - 1) / tiles;  // heads of about four rounds
    order.paired = singles < heads ? heads - static_cast<int>(singles) : 0;
    order.paired_items = (tiles + 1) / 2;
  } else {
    order.paired = heads;
    order.paired_items = tiles;
  }
  order.items = order.paired * order.paired_items + (heads - order.paired) * tiles;
  return order;
}

}  // namespace stretto::hopper
