// How a workgroup's tile of C = A * B^T is divided among loads, waves and matrix instructions.
#pragma once

#include <initializer_list>

#include <stretto/cdna/lds_swizzle.hpp>
#include <stretto/cdna/mfma.hpp>
#include <stretto/core/platform.hpp>

namespace stretto::cdna {

/// An operand of the product.
enum class Operand : unsigned char {
  a,  ///< m x k: its rows are the rows of C
  b,  ///< n x k: its rows are the columns of C
};

/// Which rows of the workgroup's tile belong to a wave.
enum class WaveRows : unsigned char {
  contiguous,   ///< one range, by the wave's position in the wave grid; its parts are adjacent
  interleaved,  ///< one part in each half of the tile: part p of a wave lies in half p
};

/// A workgroup's tile, and how its loads and multiplications are divided.
struct GemmTile {
  Chip chip = Chip::gfx950;              ///< target of the kernel
  Mfma mfma = Mfma::bf16_16x16x32;       ///< matrix instruction
  int m = 0;                             ///< rows of C
  int n = 0;                             ///< columns of C
  int k = 0;                             ///< K of one slot
  int wave_rows = 2;                     ///< rows of the wave grid
  int wave_columns = 2;                  ///< columns of the wave grid
  int parts = 2;                         ///< a wave multiplies its rows and its columns in this many parts each
  int slots = 2;                         ///< slots of A and of B in LDS
  int load_bytes = 16;                   ///< bytes per lane of a load from global memory
  WaveRows rows = WaveRows::contiguous;  ///< which rows belong to a wave

  /// Shape of the matrix instruction.
  [[nodiscard]] STRETTO_INLINE constexpr MfmaShape mma() const { return shape(mfma); }
  /// Bytes of an element of A and B.
  [[nodiscard]] STRETTO_INLINE constexpr int element_bytes() const { return mma().element_bytes; }
  /// Waves of the workgroup.
  [[nodiscard]] constexpr int waves() const { return wave_rows * wave_columns; }
  /// Threads of the workgroup.
  [[nodiscard]] constexpr int threads() const { return waves() * wave_lanes; }
  /// Waves of the workgroup that share a SIMD.
  [[nodiscard]] constexpr int waves_of_simd() const { return waves() / 4; }
  /// Bytes of a row of an A or B tile.
  [[nodiscard]] constexpr int row_bytes() const { return k * element_bytes(); }
  /// Swizzled layout of a tile in LDS.
  [[nodiscard]] constexpr SwizzledTile layout() const { return {row_bytes(), facts(chip).lds_line_bytes}; }

  /// Rows of an operand's tile.
  [[nodiscard]] STRETTO_INLINE constexpr int extent(Operand of) const { return of == Operand::a ? m : n; }
  /// Bytes of one slot of an operand.
  [[nodiscard]] constexpr int tile_bytes(Operand of) const { return extent(of) * row_bytes(); }
  /// Bytes of all slots of both operands.
  [[nodiscard]] constexpr int lds_bytes() const { return slots * (tile_bytes(Operand::a) + tile_bytes(Operand::b)); }

  // --- waves
  /// Number of waves that share an operand's rows.
  [[nodiscard]] STRETTO_INLINE constexpr int waves_along(Operand of) const {
    return of == Operand::a ? wave_rows : wave_columns;
  }
  /// Rows of an operand per wave.
  [[nodiscard]] STRETTO_INLINE constexpr int wave_extent(Operand of) const { return extent(of) / waves_along(of); }
  /// Rows of an operand per part of a wave.
  [[nodiscard]] STRETTO_INLINE constexpr int part_extent(Operand of) const { return wave_extent(of) / parts; }
  /// Matrix instructions along one side of a part.
  [[nodiscard]] constexpr int mmas(Operand of) const { return part_extent(of) / mma().rows; }
  /// First row of a part, for the wave at position `place` in the wave grid.
  [[nodiscard]] STRETTO_INLINE constexpr int first_row(Operand of, int place, int part) const {
    if (rows == WaveRows::contiguous) return place * wave_extent(of) + part * part_extent(of);
    return part * (extent(of) / parts) + place * part_extent(of);
  }

  // --- objects in LDS
  /// Objects per tile: with interleaved rows, each half of the tile is a separate object.
  [[nodiscard]] constexpr int lds_parts() const { return rows == WaveRows::interleaved ? parts : 1; }
  /// Bytes of such an object of an operand.
  [[nodiscard]] constexpr int lds_part_bytes(Operand of) const { return tile_bytes(of) / lds_parts(); }
  /// The object that a part of a wave is read from.
  [[nodiscard]] constexpr int lds_part(int part) const { return rows == WaveRows::interleaved ? part : 0; }
  /// As first_row, relative to the first row of the object.
  [[nodiscard]] STRETTO_INLINE constexpr int lds_row(Operand of, int place, int part) const {
    return first_row(of, place, rows == WaveRows::interleaved ? 0 : part);
  }

  // --- fragments
  /// 16-byte pieces that a lane holds of one row of a matrix instruction, over the whole of k.
  [[nodiscard]] constexpr int pieces() const { return row_bytes() / mma().read_bytes(); }
  /// LDS reads per fragment of a part.
  [[nodiscard]] constexpr int reads(Operand of) const { return mmas(of) * pieces(); }
  /// Matrix instructions along k that `of_pieces` pieces feed.
  [[nodiscard]] constexpr int steps(int of_pieces) const { return of_pieces * piece_bytes / mma().operand_bytes(); }

  /// Matrix instructions that multiply one part of the wave's rows by one part of its columns, over `of_pieces` pieces
  /// of K.
  [[nodiscard]] constexpr int products(int of_pieces) const {
    return mmas(Operand::a) * mmas(Operand::b) * steps(of_pieces);
  }
  /// SIMD cycles of these instructions.
  [[nodiscard]] constexpr int part_cycles(int of_pieces) const { return products(of_pieces) * mma().cycles(); }

  /// Registers per lane for the sums.
  [[nodiscard]] constexpr int sum_registers() const {
    return wave_extent(Operand::a) * wave_extent(Operand::b) / wave_lanes;
  }
  /// Registers per lane for the fragments of both operands.
  [[nodiscard]] constexpr int fragment_registers() const {
    return parts * (reads(Operand::a) + reads(Operand::b)) * piece_bytes / 4;
  }
  /// Half of the register file is VGPRs, half is AGPRs. If sums and fragments do not fit in one half, the kernel
  /// assigns the registers; the compiler would insert moves or spill.
  [[nodiscard]] constexpr bool sums_in_place() const { return sum_registers() + fragment_registers() > 256; }

  // --- loads
  /// Bytes that one load instruction of all waves loads.
  [[nodiscard]] constexpr int pass_bytes() const { return threads() * load_bytes; }
  /// Load instructions per wave for a half-tile. The double-buffer schedules load one half-tile at a time.
  [[nodiscard]] constexpr int half_passes(Operand of) const { return passes(tile_bytes(of) / 2); }
  /// Load instructions per wave for `bytes` of a tile.
  [[nodiscard]] constexpr int passes(int bytes) const { return bytes / pass_bytes(); }

  /// Do all sizes divide evenly, and does the tile fit in LDS?
  [[nodiscard]] constexpr bool valid() const {
    for (const Operand of : {Operand::a, Operand::b}) {
      if (extent(of) % (waves_along(of) * parts * mma().rows) != 0) return false;
      if (tile_bytes(of) % (2 * pass_bytes()) != 0) return false;
    }
    // Every pass, and every matrix instruction, must start at a row with swizzle 0.
    const int swizzle_rows = layout().rows_of_line() * layout().pieces();
    if (pass_bytes() % (swizzle_rows * row_bytes()) != 0 || mma().rows % swizzle_rows != 0) return false;
    return row_bytes() % mma().read_bytes() == 0 && pieces() * piece_bytes % mma().operand_bytes() == 0 &&
           mma().chip == chip && lds_bytes() <= facts(chip).lds_bytes;
  }
};

/// Marks an element of C that is not stored: an index beyond the rows of every workgroup, with or without a column
/// added. Its byte offset still fits in 31 bits.
inline constexpr int beyond_c = 0x3f000000;
inline constexpr int bytes_of_c = 2;  ///< bytes of an element of C

/// A tile of A or B in LDS, or a part of it, as a type. On the device each is a separate object.
template <class Plan, Operand Of, int Slot, int Part>
struct LdsTile {
  static constexpr int bytes = Plan::tile.lds_part_bytes(Of);  ///< bytes of the object
  /// Its offset if all objects were placed one after another.
  static constexpr int first = Slot * (Plan::tile.tile_bytes(Operand::a) + Plan::tile.tile_bytes(Operand::b)) +
                               (Of == Operand::a ? 0 : Plan::tile.tile_bytes(Operand::a)) + Part * bytes;
};

}  // namespace stretto::cdna
