// The kernel: O = softmax(scale * Q * K^T) * V for one tile of queries after another, with the programs of a plan's
// pipeline unrolled into a producer and consumers.
//
// Order, slots, parities, waits and releases come from Plan::pipe and, for the tiles of queries, from QueryPlan::ring;
// who multiplies when, from attention_turns.hpp. Blocks of keys follow one another without a break between tiles: the
// scores of a tile's first block are computed, and its softmax runs, while the values of the previous tile's last block
// are added.
#pragma once

#include <stretto/hopper/attention_block.cuh>
#include <stretto/hopper/attention_turns.hpp>
#include <stretto/hopper/pipe_barriers.cuh>
#include <stretto/hopper/row_stores.cuh>
#include <stretto/hopper/tensor_rows.cuh>

namespace stretto::hopper {

namespace detail {

/// The two warps that load: one the keys of each block, and the queries with the first block of a tile, the other the
/// values. The first lane of each issues the loads. For each ring, a warp does what the plan's producer does: it waits
/// for a slot, announces the bytes, and loads.
template <class Plan, class Queries>
struct AttentionProducer {
  const AttentionLayout<Plan>& shared;
  const AttentionArguments& args;
  const CUtensorMap& map_q;
  const CUtensorMap& map_k;
  const CUtensorMap& map_v;
  int lane;
  AttentionTile tile;
  AttentionTile next;
  int number = 0;  // of the tile
  RingCursor<Plan::slots> cursor;
  RingCursor<Plan::query_slots> query_cursor;

  template <bool LoadsKeys>
  __device__ __forceinline__ void load_all() {
    AttentionWalk walk{args};
    const auto next_tile = [&] {
      return walk.template next<Plan::rows, Plan::keys>([&](const AttentionTile& empty) {
        if constexpr (LoadsKeys) store_nothing<Plan>(args, empty, lane);
      });
    };
    tile = next_tile();
    if (tile.blocks == 0) {
      if (LoadsKeys && lane == 0) {
        shared.note(0).blocks = 0;
        arrive(shared.query_barrier(Queries::ring.full, 0));
      }
      return;
    }
    // Blocks behind the last key are masked.
    for (tile.blocks = max(tile.blocks, Plan::least_blocks); tile.blocks > 0; tile = next) {
      next = next_tile();
      for (int block = tile.blocks - 1; block >= 0; --block) {
        load_block<LoadsKeys>(block);
        if (LoadsKeys && block == tile.blocks - 1) load_queries();
      }
    }
  }

  template <bool Keys>
  __device__ __forceinline__ void load_block(int block) {
    constexpr RingBarriers ring = Keys ? Plan::key_ring : Plan::value_ring;
    const uint32_t full = shared.barrier(ring.full, cursor.slot);
    await(shared.barrier(ring.empty, cursor.slot), cursor.template ahead<0, ring.empty_flip>().parity);
    const bool sequences = args.key_offsets != nullptr;
    const int2 row = row_place(sequences, tile.key_begin, block * Plan::keys, tile.keys, Plan::keys);
    if (lane == 0) {
      const uint32_t to = Keys ? shared.key(cursor.slot) : shared.value(cursor.slot);
      arrive_expecting(full, ring.bytes);
      for (int box = 0; box < Plan::boxes; ++box) {
        load_rows(to + box * Plan::key_box, Keys ? map_k : map_v,
                  {box * 64, row, tile.head / args.group, sequences ? 0 : tile.batch}, full);
      }
    }
    cursor.advance();
  }

  __device__ __forceinline__ void load_queries() {
    constexpr RingBarriers ring = Queries::ring;
    const int slot = query_cursor.slot;
    const uint32_t full = shared.query_barrier(ring.full, slot);
    await(shared.query_barrier(ring.empty, slot), query_cursor.template ahead<0, ring.empty_flip>().parity);
    query_cursor.advance();
    const bool sequences = args.query_offsets != nullptr;
    const int2 row = row_place(sequences, tile.query_begin, tile.row, tile.queries, Plan::rows);
    if (lane == 0) {
      TileNote& note = shared.note(number);
      const int before = (tile.blocks - 1) * Plan::keys;
      note.blocks = tile.blocks;
      note.follows = next.blocks > 0;
      note.behind = tile.keys - before;
      note.seen = args.causal ? tile.row + 1 + tile.keys - tile.queries - before : 1 << 29;
      note.rows = tile.queries - tile.row;
      note.o = result_of<typename Plan::Element>(args, tile);
      note.lse = args.lse == nullptr ? nullptr : lse_of(args, tile);
      arrive_expecting(full, ring.bytes);
      // With scale 0, zeros are loaded instead of queries: from behind the last column.
      const int first_column = args.uniform ? Plan::head : 0;
      for (int box = 0; box < Plan::boxes; ++box) {
        load_rows(shared.query(slot) + box * Plan::query_box, map_q,
                  {first_column + box * 64, row, tile.head, sequences ? 0 : tile.batch}, full);
      }
    }
    ++number;
  }
};

/// A consumer warpgroup: 64 queries of each tile. A thread has two rows of them, with every fourth pair of columns.
template <class Plan, class Queries>
struct AttentionConsumer {
  using Element = typename Plan::Element;
  static constexpr float none = -__builtin_huge_valf();

  const AttentionLayout<Plan>& shared;
  const AttentionArguments& args;
  int group;        // index of the warpgroup
  unsigned thread;  // index in the warpgroup
  RingCursor<Plan::query_slots> query_cursor;

  float scores[Plan::keys / 2];
  uint32_t weights[Plan::keys / 4];  // P, as pairs
  float sums[Plan::head / 2];        // O
  float maximum[2];                  // of the scores of a row
  float total[2];                    // of a thread's weights in a row
  float factor[2];                   // of the sums: for a new maximum, or the last one of a tile

  // Of the block whose scores were computed last.
  int number = -1;  // of its tile
  int left = 0;     // blocks of the tile that follow
  bool follows;     // is there another tile?
  bool first;       // is it the first of its tile?
  int behind;       // columns to the end of the sequence
  int seen;         // columns that the tile's first query sees
  // Of the block whose weights were computed last.
  bool fresh;  // is it the first of its tile?
  int before;  // number of the tile before that, which is complete when a new one begins; -1: none

  /// Runs the consumer's program, with its turns (attention_turns.hpp).
  __device__ __forceinline__ void compute_all() {
    constexpr RingBarriers ring = Queries::ring;
    await(shared.query_barrier(ring.full, 0), query_cursor.template ahead<0, ring.full_flip>().parity);
    if (uniform(shared.note(0).blocks) == 0) return;
    if (Plan::turns && begins_turns(group, Plan::consumers)) pass_turn();
    follows = true;
    sums[0] = 0;  // `convert` asks whether it is known
    RingCursor<Plan::slots> cursor;
    const auto more = [&] { return left > 0 || follows; };
    run_while<Plan, Plan::consumer>(more, cursor, [&](auto entry, RingPlace at) {
      constexpr Entry e = entry.value;
      if constexpr (is_wait(e)) {
        wait(entry, shared, at);
      } else if constexpr (e.action == Action::arrive) {
        if (thread % 32 == 0) arrive(shared.barrier(e.barrier, at.slot));
      } else {
        if constexpr (Plan::turns && waits_for_turn(e.tag, e.section, e.iteration)) await_turn();
        execute<e.tag>(at.slot);
        if constexpr (Plan::turns && passes_turn(e.tag, e.section)) pass_turn();
      }
    });
    if (Plan::turns && ends_turns(group)) await_turn();
    complete_rows(number);
    hold(sums);
    store_tile(number);
  }

  template <int Op>
  __device__ __forceinline__ void execute(int slot) {
    if constexpr (Op == attention_op::scores) compute_scores(slot);
    if constexpr (Op == attention_op::softmax) softmax();
    if constexpr (Op == attention_op::convert) convert();
    if constexpr (Op == attention_op::rescale) rescale();
    if constexpr (Op == attention_op::values) add_values(slot);
  }

  // A turn is a named barrier of two warpgroups: the one that waits for its turn, and the one that passes it on.
  // Barrier 0 is __syncthreads.
  __device__ __forceinline__ void await_turn() { sync_threads(1 + group, 256); }
  __device__ __forceinline__ void pass_turn() { signal_threads(1 + (group + 1) % Plan::consumers, 256); }

  __device__ __forceinline__ void compute_scores(int slot) {
    constexpr RingBarriers ring = Queries::ring;
    first = left == 0;
    if (first) {
      await(shared.query_barrier(ring.full, query_cursor.slot),
            query_cursor.template ahead<0, ring.full_flip>().parity);
      const TileNote& note = shared.note(++number);
      left = uniform(note.blocks);
      follows = uniform(note.follows) != 0;
      behind = uniform(note.behind);
      seen = uniform(note.seen);
    } else {
      behind += Plan::keys;
      seen += Plan::keys;
    }
    --left;
    const uint64_t q = operand(uniform(shared.query(query_cursor.slot) + group * 64 * 128));
    const uint64_t k = operand(uniform(shared.key(slot)));
    begin_group();
#pragma unroll
    for (int part = 0; part < Plan::head / 16; ++part) {  // 32 bytes of a row
      const int in_box = part % 4 * 2;
      WgmmaOf<Element, Plan::keys>::from_shared(scores, q + part / 4 * (Plan::query_box / 16) + in_box,
                                                k + part / 4 * (Plan::key_box / 16) + in_box, part > 0);
    }
    end_group();
  }

  /// The thread's upper or lower row in the tile.
  __device__ __forceinline__ int row_in_tile(int half) const {
    return group * 64 + static_cast<int>(thread / 32 * 16 + thread % 32 / 4) + half * 8;
  }

  /// Columns that a row must not see get the weight 0.
  __device__ __forceinline__ void mask() {
    int end[2];
    for (int half = 0; half < 2; ++half)
      end[half] = min(behind, seen + row_in_tile(half)) - static_cast<int>(thread % 4 * 2);
#pragma unroll
    for (int i = 0; i < Plan::keys / 2; ++i) {
      if (i / 4 * 8 + i % 2 >= end[i % 4 / 2]) scores[i] = none;
    }
  }

  /// Turns scores into weights relative to the row's maximum.
  __device__ __forceinline__ void softmax() {
    hold(scores);
    if (left == 0) {  // the tile's queries are not needed any more
      constexpr RingBarriers ring = Queries::ring;
      if (thread % 32 == 0) arrive(shared.query_barrier(ring.empty, query_cursor.slot));
      query_cursor.advance();
    }
    fresh = first;
    if (first) {
      before = number - 1;
      if (before >= 0) complete_rows(before);
#pragma unroll
      for (int row = 0; row < 2; ++row) maximum[row] = none, total[row] = 0;
    }
    if (min(behind, seen + group * 64) < Plan::keys) mask();
    const float scale = args.scale * 1.4426950408889634F;  // for powers of two
    float top[2] = {scores[0], scores[2]};
#pragma unroll
    for (int i = 0; i < Plan::keys / 2; ++i) top[i % 4 / 2] = fmaxf(top[i % 4 / 2], scores[i]);
    float shift[2];
#pragma unroll
    for (int row = 0; row < 2; ++row) {
      top[row] = fmaxf(top[row], __shfl_xor_sync(~0U, top[row], 1));
      top[row] = fmaxf(top[row], __shfl_xor_sync(~0U, top[row], 2));
      top[row] = fmaxf(top[row], maximum[row]);
      shift[row] = top[row] == none ? 0.0F : top[row] * scale;
      const float growth = exp2_fast(fmaf(maximum[row], scale, -shift[row]));
      if (!first) factor[row] = growth;
      total[row] *= growth;
      maximum[row] = top[row];
    }
    float added[2] = {0, 0};
#pragma unroll
    for (int i = 0; i < Plan::keys / 2; ++i) {
      scores[i] = exp2_fast(fmaf(scores[i], scale, -shift[i % 4 / 2]));
      added[i % 4 / 2] += scores[i];
    }
#pragma unroll
    for (int row = 0; row < 2; ++row) total[row] += added[row];
    hold(scores);
    finish(fminf(total[0], total[1]));
  }

  __device__ __forceinline__ void convert() {
    hold(weights);
#pragma unroll
    for (int i = 0; i < Plan::keys / 4; ++i)
      replace_pair<Element>(weights[i], scores[2 * i], scores[2 * i + 1], sums[0]);
  }

  /// Brings the sums to the new maximum. Where a tile begins, the sums of the previous one are complete.
  __device__ __forceinline__ void rescale() {
    hold(sums);
    if (!fresh) {
#pragma unroll
      for (int i = 0; i < Plan::head / 2; ++i) sums[i] *= factor[i % 4 / 2];
    } else if (before >= 0) {
      store_tile(before);
    }
  }

  __device__ __forceinline__ void add_values(int slot) {
    const uint64_t v = operand_across(uniform(shared.value(slot)), Plan::key_box);
    begin_group();
#pragma unroll
    for (int part = 0; part < Plan::keys / 16; ++part) {  // 16 keys
      WgmmaOf<Element, Plan::head>::from_registers(sums, weights + part * 4, v + part * (2048 / 16),
                                                   part > 0 || !fresh);
    }
    end_group();
  }

  /// Finds what divides a tile's sums, and stores the logarithms.
  __device__ __forceinline__ void complete_rows(int of) {
    const TileNote& note = shared.note(of);
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      float all = total[half] + __shfl_xor_sync(~0U, total[half], 1);
      all += __shfl_xor_sync(~0U, all, 2);
      factor[half] = all == 0.0F ? 0.0F : __fdividef(1.0F, all);
      const int row = row_in_tile(half);
      if (note.lse != nullptr && thread % 4 == 0 && row < note.rows) {
        note.lse[row] = all == 0.0F ? none : maximum[half] * args.scale + __logf(all);
      }
    }
  }

  /// Stores a tile's sums, divided by the totals of their rows.
  __device__ __forceinline__ void store_tile(int of) {
    const TileNote& note = shared.note(of);
    Element* to[2];
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const int row = row_in_tile(half);
      to[half] = row < note.rows ? static_cast<Element*>(note.o) + row * args.o_row : nullptr;
    }
    store_rows<Element, Plan::head>(sums, factor, to);
  }
};

}  // namespace detail

template <class Plan, class Queries>
__global__ void __launch_bounds__(Plan::threads, 1)
    attention_kernel(const __grid_constant__ CUtensorMap map_q, const __grid_constant__ CUtensorMap map_k,
                     const __grid_constant__ CUtensorMap map_v, const __grid_constant__ AttentionArguments args) {
  static_assert(Plan::pipe.verdict == Verdict::proven && Queries::pipe.verdict == Verdict::proven);
  extern __shared__ unsigned char memory[];
  const detail::AttentionLayout<Plan> shared(memory);
  // Tells the compiler that the value is uniform in a warp.
  const int group = __shfl_sync(~0U, static_cast<int>(threadIdx.x) / 128, 0);
  if (threadIdx.x == Plan::consumer_threads) {
    init_pipe_barriers<Plan, 0>([&](int b, int slot) { return shared.barrier(b, slot); });
    init_pipe_barriers<Queries, 0>([&](int b, int slot) { return shared.query_barrier(b, slot); });
    publish_barriers();
    prefetch_map(map_q);
    prefetch_map(map_k);
    prefetch_map(map_v);
  }
  __syncthreads();
  let_next_kernel_start();
  await_previous_kernel();
  if (group == Plan::consumers) {
    give_registers<Plan::producer_registers>();
    const int warp = uniform(static_cast<int>(threadIdx.x) / 32) - Plan::consumer_threads / 32;
    const int lane = static_cast<int>(threadIdx.x) % 32;
    detail::AttentionProducer<Plan, Queries> producer{shared, args, map_q, map_k, map_v, lane};
    if (warp == 0) producer.template load_all<true>();
    if (warp == 1) producer.template load_all<false>();
    return;
  }
  take_registers<Plan::consumer_registers>();
  const long long begin = args.times != nullptr ? clock64() : 0;
  detail::AttentionConsumer<Plan, Queries> consumer{shared, args, group, threadIdx.x % 128};
  consumer.compute_all();
  if (args.times != nullptr && threadIdx.x == 0) args.times[blockIdx.x] = clock64() - begin;
}

}  // namespace stretto::hopper
