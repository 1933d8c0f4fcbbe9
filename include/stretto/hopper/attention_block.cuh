// What the roles of an attention's block share: shared-memory addresses, notes on tiles, and where results go.
#pragma once

#include <stretto/hopper/attention_plan.hpp>
#include <stretto/hopper/attention_walk.cuh>
#include <stretto/hopper/instructions.cuh>

namespace stretto::hopper::detail {

/// What consumers must know of a tile.
struct alignas(16) TileNote {
  int blocks;   // of keys; 0: there is no tile
  int follows;  // is there another tile?
  int behind;   // keys from the first one of the last block to the end of the sequence
  int seen;     // the same to the first one that the tile's first query must not see
  int rows;     // queries from the first one of the tile to the end of the sequence
  void* o;      // of the first query
  float* lse;   // of the first query; null: not wanted
};

/// Shared-memory addresses.
template <class Plan>
struct AttentionLayout {
  static_assert(sizeof(TileNote) == Plan::note_bytes);
  unsigned char* begin;
  uint32_t data;

  __device__ explicit AttentionLayout(unsigned char* memory)
      : begin(memory + (1024 - shared_address(memory) % 1024) % 1024), data(shared_address(begin)) {}

  __device__ uint32_t query(int slot) const { return data + slot * Plan::query_bytes; }
  __device__ uint32_t key(int slot) const { return data + Plan::key_place + slot * Plan::key_bytes; }
  __device__ uint32_t value(int slot) const { return data + Plan::value_place + slot * Plan::key_bytes; }
  __device__ uint32_t barrier(int index, int slot) const {
    return data + Plan::data_bytes + (index * Plan::slots + slot) * 8;
  }
  __device__ TileNote& note(int number) const {
    return reinterpret_cast<TileNote*>(begin + Plan::note_place)[static_cast<unsigned>(number) % Plan::notes];
  }
  __device__ uint32_t query_barrier(int index, int slot) const {
    return data + Plan::data_bytes + (Plan::key_barriers * Plan::slots + index * Plan::query_slots + slot) * 8;
  }
};

/// Where the result of a tile's first query goes.
template <class Element>
__device__ __forceinline__ Element* result_of(const AttentionArguments& args, const AttentionTile& tile) {
  return static_cast<Element*>(args.o) + (args.query_offsets == nullptr ? tile.batch * args.o_batch : 0) +
         tile.head * args.o_head + static_cast<long>(tile.query_begin + tile.row) * args.o_row;
}
__device__ __forceinline__ float* lse_of(const AttentionArguments& args, const AttentionTile& tile) {
  return args.lse + (args.query_offsets == nullptr ? tile.batch * args.lse_batch : 0) + tile.head * args.lse_head +
         tile.query_begin + tile.row;
}

/// Queries that see no key get 0 and minus infinity. All lanes of a warp take part.
template <class Plan>
__device__ __forceinline__ void store_nothing(const AttentionArguments& args, const AttentionTile& tile, int lane) {
  constexpr int parts = Plan::head / 8;  // 16 bytes each
  const int rows = min(tile.queries - tile.row, Plan::rows);
  auto* const to = result_of<typename Plan::Element>(args, tile);
  for (int i = lane; i < rows * parts; i += 32) {
    const long row = i / parts;
    *reinterpret_cast<uint4*>(to + row * args.o_row + i % parts * 8) = make_uint4(0, 0, 0, 0);
    if (args.lse != nullptr && i % parts == 0) lse_of(args, tile)[row] = -__builtin_huge_valf();
  }
}

}  // namespace stretto::hopper::detail
