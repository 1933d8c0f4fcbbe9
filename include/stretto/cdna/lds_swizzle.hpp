// The LDS swizzle: the XOR layout of a tile of A or B in LDS.
//
// A tile consists of rows along K of `row_bytes` each, stored one after another. The 16-byte pieces of a row are
// permuted: piece p of row r is stored at position p ^ xor_of(r). The LDS serves the lanes of a read in groups that
// fill one line of its banks. The swizzle gives the lanes of a group different positions, so they access different
// banks (tests check the layout against the groups of each chip in tests/cdna/lds_banks.hpp). Direct-to-LDS loads store
// the bytes of consecutive lanes one after another, so the permutation is applied to the global address, within the
// row.
#pragma once

#include <stretto/cdna/chip.hpp>
#include <stretto/core/platform.hpp>

namespace stretto::cdna {

struct SwizzledTile {
  int row_bytes = 0;
  int line_bytes = 0;  // bytes of one line of the chip's banks

  [[nodiscard]] STRETTO_INLINE constexpr int pieces() const { return row_bytes / piece_bytes; }
  [[nodiscard]] STRETTO_INLINE constexpr int rows_of_line() const {
    return line_bytes > row_bytes ? line_bytes / row_bytes : 1;
  }

  /// The number that the pieces of a row are XORed with.
  template <class Int>
  [[nodiscard]] STRETTO_INLINE constexpr Int xor_of(const Int& row) const {
    return row / rows_of_line() % pieces();
  }

  /// Byte offset in the tile of a piece of a row.
  template <class Int>
  [[nodiscard]] STRETTO_INLINE constexpr Int offset(const Int& row, const Int& piece) const {
    return row * row_bytes + (piece ^ xor_of(row)) * piece_bytes;
  }

  /// Row, and byte in that row, in global memory of the data that is stored at this byte of the tile.
  template <class Int>
  [[nodiscard]] STRETTO_INLINE constexpr Int source_row(const Int& byte) const {
    return byte / row_bytes;
  }
  template <class Int>
  [[nodiscard]] STRETTO_INLINE constexpr Int source_byte(const Int& byte) const {
    return ((byte % row_bytes / piece_bytes) ^ xor_of(source_row(byte))) * piece_bytes + byte % piece_bytes;
  }
};

}  // namespace stretto::cdna
