// What a wave does in every GEMM kernel: loads of its share of a tile, fragment reads, multiplications, and the store
// of its part of C. The kernels differ in when they do it.
//
// C = A * B^T: A is m x k and B is n x k, both row-major, C is m x n, row-major, bf16. Rows of A and B beyond m and n
// are out of the buffers' range; what stands for them enters only elements of C that are not stored.
//
// Figures of the tile are named as integers, or copied to a constant of the function that calls its members: to the
// device's compiler a static member is a variable that the host may change, and what is read from it is not a constant.
#pragma once

#include <stretto/cdna/attributes.hpp>
#include <stretto/cdna/gemm_tile.hpp>

namespace stretto::cdna {

struct GemmArguments {
  const void* a = nullptr;
  const void* b = nullptr;
  void* c = nullptr;
  int m = 0;
  int n = 0;
  int k = 0;
};

template <class Plan, class Isa>
struct GemmWave {
  static constexpr GemmTile tile = Plan::tile;
  static constexpr MfmaShape mma = tile.mma();
  static constexpr int mmas_a = tile.mmas(Operand::a);
  static constexpr int mmas_b = tile.mmas(Operand::b);
  static constexpr int pieces = tile.pieces();
  static constexpr int lanes_of_row = mma.lanes_of_row();
  static constexpr int sums_of_lane = mma.sums();
  static constexpr int row_bytes = tile.row_bytes();
  static constexpr int pass_bytes = tile.pass_bytes();
  static constexpr int passes_of_slots = tile.passes(tile.lds_bytes());
  static constexpr int most_addresses = 50;  // about half of the scalar registers
  static_assert(tile.valid());

  using Int = typename Isa::Int;
  using Piece = typename Isa::Piece;
  using Buffer = typename Isa::Buffer;
  using Sums = typename Isa::template Sums<sums_of_lane>;

  GemmArguments arguments;
  int index;  // of the wave in its workgroup
  int row;    // its place in the grid of waves
  int column;
  int pitch;      // bytes of a row of A, and of B
  int first_row;  // of the workgroup's tile of C
  int first_column;
  Int lane;
  Buffer a;
  Buffer b;
  Int read_a[pieces];  // the lane's bytes in an object of LDS, for the first row of the wave
  Int read_b[pieces];
  Sums sums[tile.parts][tile.parts][mmas_a][mmas_b] = {};

  STRETTO_CDNA explicit GemmWave(const GemmArguments& given) : arguments(given) {
    constexpr GemmTile shape = tile;
    constexpr TileLayout layout = tile.layout();
    index = Isa::wave();
    row = index / shape.wave_columns;
    column = index % shape.wave_columns;
    pitch = given.k * mma.element_bytes;
    first_row = Isa::workgroup_x() * tile.m;
    first_column = Isa::workgroup_y() * tile.n;
    lane = Isa::lane();
    a = rows_of(given.a, first_row, given.m, tile.m);
    b = rows_of(given.b, first_column, given.n, tile.n);
    STRETTO_UNROLLED
    for (int p = 0; p < pieces; ++p) {
      const Int piece = lane / mma.rows + p * lanes_of_row;
      const Int first = layout.offset(lane % mma.rows, piece);
      read_a[p] = first + shape.lds_row(Operand::a, row, 0) * row_bytes;
      read_b[p] = first + shape.lds_row(Operand::b, column, 0) * row_bytes;
    }
  }

  /// The first byte of the lane's in a pass of loads over a tile.
  STRETTO_CDNA Int pass_byte() const { return (lane + index * wave_lanes) * tile.load_bytes; }

  /// Where that comes from in global memory.
  STRETTO_CDNA Int load_offset() const {
    constexpr TileLayout layout = tile.layout();
    const Int byte = pass_byte();
    return layout.source_row(byte) * pitch + layout.source_byte(byte);
  }

  /// `Bytes` of a tile from `First` on, straight into LDS, of K from `k_byte` on.
  template <Operand Of, int Slot, int First, int Bytes>
  STRETTO_CDNA void load_to_lds(const Int& lane_offset, int k_byte) const {
    using To = LdsTile<Plan, Of, Slot, First / tile.lds_part_bytes(Of)>;
    static_assert(First % To::bytes + Bytes <= To::bytes);
    int wave_byte = index * (wave_lanes * tile.load_bytes);
    // The compiler would keep the addresses of all passes in scalar registers, also where there are not as many.
    if constexpr (passes_of_slots > most_addresses && requires { Isa::forget(wave_byte); }) Isa::forget(wave_byte);
    STRETTO_UNROLLED
    for (int pass = 0; pass < Bytes / pass_bytes; ++pass) {
      const int at = First + pass * pass_bytes;
      Isa::template load_to_lds<To, tile.load_bytes>(Of == Operand::a ? a : b, at % To::bytes + wave_byte, lane_offset,
                                                     at / row_bytes * pitch + k_byte);
    }
  }

  /// Pieces `FirstPiece` and on of the rows of one part of the wave.
  template <Operand Of, int Slot, int Part, int FirstPiece, int Mmas, int Pieces>
  STRETTO_CDNA void read(Piece (&to)[Mmas][Pieces]) const {
    using From = LdsTile<Plan, Of, Slot, tile.lds_part(Part)>;
    constexpr int part_byte = tile.lds_row(Of, 0, Part) * row_bytes;
    STRETTO_UNROLLED
    for (int i = 0; i < Mmas; ++i) {
      STRETTO_UNROLLED
      for (int p = 0; p < Pieces; ++p) {
        const Int& from = Of == Operand::a ? read_a[FirstPiece + p] : read_b[FirstPiece + p];
        Isa::template read_lds<From>(to[i][p], from + (part_byte + i * mma.rows * row_bytes));
      }
    }
  }

  /// B is the first operand: a lane's sums are then neighbours in a row of C.
  template <int Pieces>
  STRETTO_CDNA static void multiply(const Piece (&fragment_a)[mmas_a][Pieces],
                                    const Piece (&fragment_b)[mmas_b][Pieces], Sums (&to)[mmas_a][mmas_b]) {
    constexpr int steps = tile.steps(Pieces);
    STRETTO_UNROLLED
    for (int step = 0; step < steps; ++step) {
      STRETTO_UNROLLED
      for (int i = 0; i < mmas_a; ++i) {
        STRETTO_UNROLLED
        for (int j = 0; j < mmas_b; ++j) {
          Isa::template multiply<tile.mfma>(to[i][j], fragment_b[j], fragment_a[i], step);
        }
      }
    }
  }

  /// The same where the wave has a SIMD's registers to itself: three quarters of the sums in accumulator registers, and
  /// the others with the fragments in vector registers.
  template <int Pieces>
  STRETTO_CDNA static void multiply_in_place(const Piece (&fragment_a)[mmas_a][Pieces],
                                             const Piece (&fragment_b)[mmas_b][Pieces], Sums (&to)[mmas_a][mmas_b]) {
    constexpr int steps = tile.steps(Pieces);
    STRETTO_UNROLLED
    for (int step = 0; step < steps; ++step) {
      STRETTO_UNROLLED
      for (int i = 0; i < mmas_a; ++i) {
        STRETTO_UNROLLED
        for (int j = 0; j < mmas_b; ++j) {
          if (in_accumulators(i)) {
            Isa::template multiply_in_place<tile.mfma, true>(to[i][j], fragment_b[j], fragment_a[i], step);
          } else {
            Isa::template multiply_in_place<tile.mfma, false>(to[i][j], fragment_b[j], fragment_a[i], step);
          }
        }
      }
    }
  }
  static constexpr bool in_accumulators(int mma_a) { return mma_a * 4 < mmas_a * 3; }

  /// Nothing touches the sums while matrix instructions may do so that the compiler does not know of: what it does to
  /// them before this is over, and what it does later begins here.
  STRETTO_CDNA void settle() {
    pin_sums();
    Isa::settle();
    pin_sums();
  }

  /// What lies beyond m or n is not stored.
  STRETTO_CDNA void store() const {
    const Buffer c = rows_of_c();
    const bool whole = arguments.n % 4 == 0;
    const Int at = ((lane % mma.rows) * arguments.n + sum_row<tile.mfma>(lane, 0)) * c_bytes;
    const Int columns_left = (arguments.n - first_column) - sum_row<tile.mfma>(lane, 0);
    constexpr GemmTile shape = tile;
    STRETTO_UNROLLED
    for (int part = 0; part < tile.parts * tile.parts; ++part) {
      STRETTO_UNROLLED
      for (int i = 0; i < mmas_a; ++i) {
        STRETTO_UNROLLED
        for (int j = 0; j < mmas_b; ++j) {
          const int to_row = shape.first_row(Operand::a, row, part / tile.parts) + i * mma.rows;
          const int to_column = shape.first_row(Operand::b, column, part % tile.parts) + j * mma.rows;
          store_sums(c, at, columns_left - to_column, (to_row * arguments.n + first_column + to_column) * c_bytes,
                     whole, sums[part / tile.parts][part % tile.parts][i][j]);
        }
      }
    }
  }

 private:
  static constexpr int c_bytes = 2;
  static constexpr int nowhere = 0x7ffffff0;  // out of every buffer's range

  /// The sums are in their registers here.
  STRETTO_CDNA void pin_sums() {
    STRETTO_UNROLLED
    for (int i = 0; i < mmas_a; ++i) {
      STRETTO_UNROLLED
      for (int j = 0; j < mmas_b; ++j) {
        [[maybe_unused]] Sums& sum = sums[0][0][i][j];
        if constexpr (requires { Isa::template pin<true, sums_of_lane>(sum); }) {
          if (in_accumulators(i)) {
            Isa::template pin<true, sums_of_lane>(sum);
          } else {
            Isa::template pin<false, sums_of_lane>(sum);
          }
        }
      }
    }
  }

  STRETTO_CDNA Buffer rows_of(const void* matrix, int first, int rows, int most) const {
    const int here = rows - first < most ? rows - first : most;
    const char* base = static_cast<const char*>(matrix) + static_cast<long>(first) * pitch;
    return Isa::buffer(base, static_cast<unsigned>(here) * static_cast<unsigned>(pitch));
  }
  STRETTO_CDNA Buffer rows_of_c() const {
    const int here = arguments.m - first_row < tile.m ? arguments.m - first_row : tile.m;
    char* base = static_cast<char*>(arguments.c) + static_cast<long>(first_row) * arguments.n * c_bytes;
    return Isa::buffer(base, static_cast<unsigned>(here) * static_cast<unsigned>(arguments.n) * c_bytes);
  }

  /// A lane's sums of one matrix instruction: fours of neighbours in a row of C. One after another, so that the
  /// addresses of all of them do not take registers at the same time.
  STRETTO_CDNA static void store_sums(const Buffer& c, const Int& at, const Int& columns_left, int offset, bool whole,
                                      const Sums& of) {
    STRETTO_UNROLLED
    for (int s = 0; s < sums_of_lane; s += 4) {
      const int next = sum_row<tile.mfma>(0, s);  // columns from the first four to these
      if (whole) {
        Isa::template store_four<sums_of_lane>(c, Isa::select(columns_left > next, at, nowhere),
                                               offset + next * c_bytes, of, s);
      } else {
        STRETTO_UNROLLED
        for (int e = 0; e < 4; ++e) {
          Isa::template store_one<sums_of_lane>(c, Isa::select(columns_left > next + e, at, nowhere),
                                                offset + (next + e) * c_bytes, of, s + e);
        }
      }
    }
    Isa::keep_order();
  }
};

}  // namespace stretto::cdna
