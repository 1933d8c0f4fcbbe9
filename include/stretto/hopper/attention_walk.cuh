// The tiles that a persistent block computes, one after another. The producer walks through them, and notes for the
// consumers what they must know.
#pragma once

#include <stretto/hopper/attention_order.cuh>

namespace stretto::hopper {

/// What a launch computes, apart from where the tensors are.
struct AttentionArguments {
  AttentionOrder order;
  int heads = 0;                       // of queries
  int group = 1;                       // heads of queries per head of keys
  int queries = 0;                     // per sequence; the longest, if lengths differ
  int keys = 0;                        // per sequence
  const int* query_offsets = nullptr;  // where sequences begin and end, if lengths differ
  const int* key_offsets = nullptr;
  bool causal = false;
  bool uniform = false;  // scale 0: all scores are 0
  float scale = 0;       // of the scores
  void* o = nullptr;
  long o_row = 0;  // strides, in elements
  long o_head = 0;
  long o_batch = 0;
  float* lse = nullptr;  // null: not wanted
  long lse_head = 0;
  long lse_batch = 0;
  long long* times = nullptr;  // two numbers per block: cycles and blocks of keys; null: not measured
};

/// A tile of queries of one sequence.
struct AttentionTile {
  int batch = 0;
  int head = 0;
  int row = 0;      // its first query
  int queries = 0;  // of the sequence
  int keys = 0;
  int query_begin = 0;  // where the sequence begins in its tensor
  int key_begin = 0;
  int blocks = 0;  // of keys that its queries see; 0: there is no tile
};

/// The tiles of a block, in order.
struct AttentionWalk {
  const AttentionArguments& args;
  int round = 0;
  int part = 0;

  /// The next tile of `rows` queries against blocks of `keys`. Calls `at_empty` for tiles whose queries see no key.
  template <int Rows, int Keys, class AtEmpty>
  __device__ __forceinline__ AttentionTile next(AtEmpty at_empty) {
    for (;;) {
      bool ended = false;
      const QueryTile at = args.order.tile(round, part, static_cast<int>(blockIdx.x), ended);
      if (ended) return {};
      if (++part == 2) part = 0, ++round;
      if (at.head < 0) continue;
      AttentionTile tile;
      tile.batch = at.head / args.heads;
      tile.head = at.head - tile.batch * args.heads;
      tile.row = at.tile * Rows;
      tile.queries = args.queries;
      tile.keys = args.keys;
      if (args.query_offsets != nullptr) {
        tile.query_begin = args.query_offsets[tile.batch];
        tile.queries = args.query_offsets[tile.batch + 1] - tile.query_begin;
      }
      if (args.key_offsets != nullptr) {
        tile.key_begin = args.key_offsets[tile.batch];
        tile.keys = args.key_offsets[tile.batch + 1] - tile.key_begin;
      }
      if (tile.row >= tile.queries) continue;
      int visible = tile.keys;
      if (args.causal) visible = min(visible, min(tile.row + Rows, tile.queries) + tile.keys - tile.queries);
      tile.blocks = visible > 0 ? (visible + Keys - 1) / Keys : 0;
      if (tile.blocks > 0) return tile;
      at_empty(tile);
    }
  }
};

}  // namespace stretto::hopper
