// How a workgroup's tile of C = A * B^T is divided among loads, waves and matrix instructions.
#pragma once

#include <initializer_list>

#include <stretto/cdna/mfma.hpp>
#include <stretto/cdna/tile_layout.hpp>
#include <stretto/core/platform.hpp>

namespace stretto::cdna {

/// A side of the product.
enum class Operand : unsigned char {
  a,  ///< m x k: the rows of C
  b,  ///< n x k: the columns of C
};

/// Which rows of the workgroup's tile are a wave's.
enum class WaveRows : unsigned char {
  contiguous,   ///< those of its place in the grid of waves; its parts follow each other
  interleaved,  ///< of each half of the tile a part: part p of a wave lies in half p
};

/// A workgroup's tile, and who does what of it.
struct GemmTile {
  Chip chip = Chip::gfx950;              ///< that the kernel is for
  Mfma mfma = Mfma::bf16_16x16x32;       ///< matrix instruction
  int m = 0;                             ///< rows of C
  int n = 0;                             ///< columns of C
  int k = 0;                             ///< of one slot
  int wave_rows = 2;                     ///< the grid of waves over the tile
  int wave_columns = 2;                  ///< of that grid
  int parts = 2;                         ///< a wave's rows, and columns, are multiplied in so many parts
  int slots = 2;                         ///< tiles of A, and of B, in LDS
  int load_bytes = 16;                   ///< of a lane, in a load from global memory
  WaveRows rows = WaveRows::contiguous;  ///< which are a wave's

  /// The matrix instruction's shape.
  [[nodiscard]] STRETTO_INLINE constexpr MfmaShape mma() const { return shape(mfma); }
  /// Of A and B.
  [[nodiscard]] STRETTO_INLINE constexpr int element_bytes() const { return mma().element_bytes; }
  /// Of the workgroup.
  [[nodiscard]] constexpr int waves() const { return wave_rows * wave_columns; }
  /// Of the workgroup.
  [[nodiscard]] constexpr int threads() const { return waves() * wave_lanes; }
  /// Waves of the workgroup that share a SIMD.
  [[nodiscard]] constexpr int waves_of_simd() const { return waves() / 4; }
  /// Of a row of A's or B's tile.
  [[nodiscard]] constexpr int row_bytes() const { return k * element_bytes(); }
  /// Where its rows lie in LDS.
  [[nodiscard]] constexpr TileLayout layout() const { return {row_bytes(), facts(chip).lds_line_bytes}; }

  /// Rows of the tile of an operand.
  [[nodiscard]] STRETTO_INLINE constexpr int extent(Operand of) const { return of == Operand::a ? m : n; }
  /// Of one slot of an operand.
  [[nodiscard]] constexpr int tile_bytes(Operand of) const { return extent(of) * row_bytes(); }
  /// Of all slots of both operands.
  [[nodiscard]] constexpr int lds_bytes() const { return slots * (tile_bytes(Operand::a) + tile_bytes(Operand::b)); }

  // --- waves
  /// Waves that divide an operand's rows.
  [[nodiscard]] STRETTO_INLINE constexpr int waves_along(Operand of) const {
    return of == Operand::a ? wave_rows : wave_columns;
  }
  /// An operand's rows of a wave.
  [[nodiscard]] STRETTO_INLINE constexpr int wave_extent(Operand of) const { return extent(of) / waves_along(of); }
  /// An operand's rows of a part of a wave.
  [[nodiscard]] STRETTO_INLINE constexpr int part_extent(Operand of) const { return wave_extent(of) / parts; }
  /// Matrix instructions along one side of a part.
  [[nodiscard]] constexpr int mmas(Operand of) const { return part_extent(of) / mma().rows; }
  /// First row of a part of the wave at `place` in the grid.
  [[nodiscard]] STRETTO_INLINE constexpr int first_row(Operand of, int place, int part) const {
    if (rows == WaveRows::contiguous) return place * wave_extent(of) + part * part_extent(of);
    return part * (extent(of) / parts) + place * part_extent(of);
  }

  // --- objects in LDS
  /// Parts of a wave that lie in halves of the tile make each half an object of its own.
  [[nodiscard]] constexpr int lds_parts() const { return rows == WaveRows::interleaved ? parts : 1; }
  /// Of such an object of an operand.
  [[nodiscard]] constexpr int lds_part_bytes(Operand of) const { return tile_bytes(of) / lds_parts(); }
  /// The object that a part of a wave reads.
  [[nodiscard]] constexpr int lds_part(int part) const { return rows == WaveRows::interleaved ? part : 0; }
  /// As first_row, from the first row of the object.
  [[nodiscard]] STRETTO_INLINE constexpr int lds_row(Operand of, int place, int part) const {
    return first_row(of, place, rows == WaveRows::interleaved ? 0 : part);
  }

  // --- fragments
  /// Pieces of 16 bytes that a lane holds of one row of a matrix instruction, for the whole of k.
  [[nodiscard]] constexpr int pieces() const { return row_bytes() / mma().read_bytes(); }
  /// LDS reads of a part's fragment.
  [[nodiscard]] constexpr int reads(Operand of) const { return mmas(of) * pieces(); }
  /// Matrix instructions along k that so many pieces feed.
  [[nodiscard]] constexpr int steps(int of_pieces) const { return of_pieces * piece_bytes / mma().operand_bytes(); }

  /// Matrix instructions for one part of the wave's rows with one of its columns, along so many pieces of K.
  [[nodiscard]] constexpr int products(int of_pieces) const {
    return mmas(Operand::a) * mmas(Operand::b) * steps(of_pieces);
  }
  /// Cycles of a SIMD for them.
  [[nodiscard]] constexpr int part_cycles(int of_pieces) const { return products(of_pieces) * mma().cycles; }

  /// Registers of a lane for the sums, and for the fragments.
  [[nodiscard]] constexpr int sum_registers() const {
    return wave_extent(Operand::a) * wave_extent(Operand::b) / wave_lanes;
  }
  /// Registers of a lane for the fragments of both operands.
  [[nodiscard]] constexpr int fragment_registers() const {
    return parts * (reads(Operand::a) + reads(Operand::b)) * piece_bytes / 4;
  }
  /// Half of the register file is vector registers, half accumulator registers. What does not fit into one half is
  /// divided by the kernel: the compiler does it with moves, or spills.
  [[nodiscard]] constexpr bool sums_in_place() const { return sum_registers() + fragment_registers() > 256; }

  // --- loads
  /// What one load instruction of all waves brings.
  [[nodiscard]] constexpr int pass_bytes() const { return threads() * load_bytes; }
  /// Load instructions of a wave for a half-tile, which the double-buffer schedules load at a time.
  [[nodiscard]] constexpr int half_passes(Operand of) const { return passes(tile_bytes(of) / 2); }
  /// Load instructions of a wave for `bytes` of a tile.
  [[nodiscard]] constexpr int passes(int bytes) const { return bytes / pass_bytes(); }

  /// Does everything divide?
  [[nodiscard]] constexpr bool valid() const {
    for (const Operand of : {Operand::a, Operand::b}) {
      if (extent(of) % (waves_along(of) * parts * mma().rows) != 0) return false;
      if (tile_bytes(of) % (2 * pass_bytes()) != 0) return false;
    }
    // Rows of a pass, and those of a matrix instruction, begin with the same turn.
    const int turn_rows = layout().rows_of_line() * layout().pieces();
    if (pass_bytes() % (turn_rows * row_bytes()) != 0 || mma().rows % turn_rows != 0) return false;
    return row_bytes() % mma().read_bytes() == 0 && pieces() * piece_bytes % mma().operand_bytes() == 0 &&
           mma().chip == chip && lds_bytes() <= facts(chip).lds_bytes;
  }
};

/// An element of C that no workgroup's rows reach, with a column added to it or not: bytes of it still fit 31 bits.
inline constexpr int beyond_c = 0x3f000000;
inline constexpr int bytes_of_c = 2;  ///< of an element

/// A tile of A or B in LDS, or a part of it, as a type: on the device each is an object of its own.
template <class Plan, Operand Of, int Slot, int Part>
struct LdsTile {
  static constexpr int bytes = Plan::tile.lds_part_bytes(Of);  ///< of the object
  /// Where it would begin if all of them followed each other.
  static constexpr int first = Slot * (Plan::tile.tile_bytes(Operand::a) + Plan::tile.tile_bytes(Operand::b)) +
                               (Of == Operand::a ? 0 : Plan::tile.tile_bytes(Operand::a)) + Part * bytes;
};

}  // namespace stretto::cdna
