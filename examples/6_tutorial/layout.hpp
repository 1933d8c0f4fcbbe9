// The layout of a 128x256x32 tile of C = A * B^T: which pieces of 16 bytes a thread copies, where they go in shared
// memory, which rows a lane passes to ldmatrix, and which sums it holds. All of it is computed for any thread, so that
// a CPU can check it.
//
// The lanes' parts of fragments and sums are those of mma.m16n8k16 and of ldmatrix (PTX ISA).
#pragma once

#include <stretto/core/platform.hpp>

namespace tutorial {

inline constexpr int tile_m = 128, tile_n = 256, tile_k = 32;
inline constexpr int threads = 256;           // eight warps: two along M, four along N, each with 64x64 of C
inline constexpr int parts = tile_k / 16;     // an mma.sync takes 16 of K
inline constexpr int row_bytes = tile_k * 2;  // bf16
inline constexpr int a_bytes = tile_m * row_bytes, b_bytes = tile_n * row_bytes;  // of a slot
inline constexpr int a_mmas = 4, b_mmas = 8;  // of a warp: 64 rows by 16, 64 columns by 8
inline constexpr int piece_elements = 8;      // of 16 bytes
inline constexpr int rows_at_once = 64;       // copied by all threads at a time, four pieces per row
inline constexpr int a_copies = tile_m / rows_at_once, b_copies = tile_n / rows_at_once;  // of a thread, for a tile

/// Offset of a piece in a slot. Two rows fill the 128 bytes of all banks; the swizzle of every second row puts equal
/// pieces of eight rows into different banks.
STRETTO_HOST_DEVICE constexpr int offset(int row, int piece) { return row * row_bytes + (piece ^ (row / 2 % 4)) * 16; }

// What a thread copies of a tile: the same piece of rows that are `rows_at_once` apart.
STRETTO_HOST_DEVICE constexpr int copied_row(int thread) { return thread / 4; }
STRETTO_HOST_DEVICE constexpr int copied_piece(int thread) { return thread % 4; }

// Where the 64x64 elements of a thread's warp begin.
STRETTO_HOST_DEVICE constexpr int warp_row(int thread) { return thread / 128 * 64; }
STRETTO_HOST_DEVICE constexpr int warp_column(int thread) { return thread / 32 % 4 * 64; }

/// A row and a piece of a tile.
struct Place {
  int row;
  int piece;
};
/// The row of A that a lane passes to ldmatrix for 16 rows: matrices in the order of the mma registers.
STRETTO_HOST_DEVICE constexpr Place a_place(int thread, int mma, int part) {
  const int lane = thread % 32;
  return {warp_row(thread) + mma * 16 + lane % 16, part * 2 + lane / 16};
}
/// The row of B, for twice 8 columns.
STRETTO_HOST_DEVICE constexpr Place b_place(int thread, int pair, int part) {
  const int lane = thread % 32;
  return {warp_column(thread) + pair * 16 + lane / 16 * 8 + lane % 8, part * 2 + lane / 8 % 2};
}

// The place of sum `e` of a lane's four in the tile of C.
STRETTO_HOST_DEVICE constexpr int sum_row(int thread, int mma, int e) {
  return warp_row(thread) + mma * 16 + thread % 32 / 4 + e / 2 * 8;
}
STRETTO_HOST_DEVICE constexpr int sum_column(int thread, int mma, int e) {
  return warp_column(thread) + mma * 8 + thread % 4 * 2 + e % 2;
}

/// Eight lanes access shared memory at a time. Are their 16 bytes in different banks, in every copy and every read?
constexpr bool without_bank_conflicts() {
  for (int first = 0; first < threads; first += 8) {
    for (int part = 0; part < parts; ++part) {
      unsigned copied = 0, read_a = 0, read_b = 0;
      for (int thread = first; thread < first + 8; ++thread) {
        const Place a = a_place(thread, 0, part), b = b_place(thread, 0, part);
        copied |= 1U << offset(copied_row(thread), copied_piece(thread)) / 16 % 8;
        read_a |= 1U << offset(a.row, a.piece) / 16 % 8;
        read_b |= 1U << offset(b.row, b.piece) / 16 % 8;
      }
      if (copied != 0xff || read_a != 0xff || read_b != 0xff) return false;
    }
  }
  return true;
}
static_assert(without_bank_conflicts());

}  // namespace tutorial
