// Where the elements of a tile of A or B are in LDS.
//
// A tile is rows of K, each of `row_bytes`, one after another. The pieces of a row (16 bytes) are permuted: piece p of
// row r stands at place p ^ turn(r). The LDS serves the lanes of a read in groups that fill one line of its banks; the
// turn makes the places of such a group differ (tests hold the layout to the groups of each chip). Loads straight into
// LDS put the bytes of consecutive lanes one after another, so it is the address in global memory that is permuted
// there, within the row.
#pragma once

#include <stretto/cdna/chip.hpp>
#include <stretto/core/platform.hpp>

namespace stretto::cdna {

struct TileLayout {
  int row_bytes = 0;
  int line_bytes = 0;  // of the chip's banks

  [[nodiscard]] STRETTO_INLINE constexpr int pieces() const { return row_bytes / piece_bytes; }
  [[nodiscard]] STRETTO_INLINE constexpr int rows_of_line() const {
    return line_bytes > row_bytes ? line_bytes / row_bytes : 1;
  }

  template <class Int>
  [[nodiscard]] STRETTO_INLINE constexpr Int turn(const Int& row) const {
    return row / rows_of_line() % pieces();
  }

  /// Byte of the tile at which a piece of a row begins.
  template <class Int>
  [[nodiscard]] STRETTO_INLINE constexpr Int offset(const Int& row, const Int& piece) const {
    return row * row_bytes + (piece ^ turn(row)) * piece_bytes;
  }

  /// Row and byte in the row, in global memory, of what belongs at this byte of the tile.
  template <class Int>
  [[nodiscard]] STRETTO_INLINE constexpr Int source_row(const Int& byte) const {
    return byte / row_bytes;
  }
  template <class Int>
  [[nodiscard]] STRETTO_INLINE constexpr Int source_byte(const Int& byte) const {
    return ((byte % row_bytes / piece_bytes) ^ turn(source_row(byte))) * piece_bytes + byte % piece_bytes;
  }
};

}  // namespace stretto::cdna
