// What a wave does in every GEMM kernel: loads of its share of a tile, fragment reads, multiplications, and the store
// of its part of C. The kernels differ in when they do it.
//
// C = A * B^T: A is m x k and B is n x k, both row-major, C is m x n, row-major, bf16. For rows of A and B beyond m and
// n the last row is loaded: what it gives enters only elements of C that are not stored. So nothing is read out of the
// matrices' range, and what is stored is out of it only where it is meant to be dropped.
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
  Int load_a[tile.passes(tile.tile_bytes(Operand::a))];  // the lane's bytes in the workgroup's rows of A, pass by pass
  Int load_b[tile.passes(tile.tile_bytes(Operand::b))];
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
    a = rows_of(given.a, first_row, given.m, tile.m, load_a);
    b = rows_of(given.b, first_column, given.n, tile.n, load_b);
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

  /// Load `Pass` of a tile, straight into LDS, of K from `k_byte` on.
  template <Operand Of, int Slot, int Pass>
  STRETTO_CDNA void load_to_lds(int k_byte) const {
    using To = LdsTile<Plan, Of, Slot, Pass * pass_bytes / tile.lds_part_bytes(Of)>;
    constexpr int in_object = Pass * pass_bytes % To::bytes;
    static_assert(in_object + pass_bytes <= To::bytes);
    Isa::template load_to_lds<To, tile.load_bytes>(Of == Operand::a ? a : b,
                                                   in_object + index * (wave_lanes * tile.load_bytes),
                                                   Of == Operand::a ? load_a[Pass] : load_b[Pass], k_byte);
  }

  /// Read `number` of a fragment: pieces `FirstPiece` and on of the rows of one part of the wave.
  template <Operand Of, int Slot, int Part, int FirstPiece, int Mmas, int Pieces>
  STRETTO_CDNA void read(Piece (&to)[Mmas][Pieces], int number) const {
    using From = LdsTile<Plan, Of, Slot, tile.lds_part(Part)>;
    constexpr int part_byte = tile.lds_row(Of, 0, Part) * row_bytes;
    const int i = number / Pieces;
    const int p = number % Pieces;
    const Int& from = Of == Operand::a ? read_a[FirstPiece + p] : read_b[FirstPiece + p];
    Isa::template read_lds<From>(to[i][p], from + (part_byte + i * mma.rows * row_bytes));
  }

  /// One matrix instruction of a part of A with one of B. Those that use the same rows of `Outer` follow each other,
  /// and sums come back as late as can be. B is the first operand: a lane's sums are then neighbours in a row of C.
  template <Operand Outer, int PartOfSums, int Pieces>
  STRETTO_CDNA static void multiply(const Piece (&fragment_a)[mmas_a][Pieces],
                                    const Piece (&fragment_b)[mmas_b][Pieces], Sums (&to)[mmas_a][mmas_b], int number) {
    constexpr int inner = Outer == Operand::a ? mmas_b : mmas_a;
    constexpr int steps = tile.steps(Pieces);
    const int outer = number / (inner * steps);
    const int step = number / inner % steps;
    const int i = Outer == Operand::a ? outer : number % inner;
    const int j = Outer == Operand::a ? number % inner : outer;
    if constexpr (!tile.sums_in_place()) {
      Isa::template multiply<tile.mfma>(to[i][j], fragment_b[j], fragment_a[i], step);
    } else if (in_accumulators(PartOfSums, i)) {
      Isa::template multiply_in_place<tile.mfma, true>(to[i][j], fragment_b[j], fragment_a[i], step);
    } else {
      Isa::template multiply_in_place<tile.mfma, false>(to[i][j], fragment_b[j], fragment_a[i], step);
    }
  }

  /// Of sums in place, three quarters are in accumulator registers, the others with the fragments in vector registers.
  static constexpr bool in_accumulators(int part, int mma_a) {
    return (part * mmas_a + mma_a) * 4 < tile.parts * tile.parts * mmas_a * 3;
  }

  /// Nothing touches sums in place while matrix instructions may do so that the compiler does not know of: what it does
  /// to them before this is over, and what it does later begins here. It also hides that they begin with zeros:
  /// constants would make the compiler take the sums apart, register by register, where a loop carries them
  /// (AMDGPUCodeGenPrepare), and move them about.
  STRETTO_CDNA void settle() {
    if constexpr (tile.sums_in_place()) {
      pin_sums();
      Isa::settle();
      pin_sums();
    }
  }

  /// What lies beyond m or n is not stored.
  STRETTO_CDNA void store() const {
    constexpr GemmTile shape = tile;
    const Buffer c = rows_of_c();
    const Int at_row = lane % mma.rows;
    const Int at_column = sum_row<tile.mfma>(lane, 0);
    STRETTO_UNROLLED
    for (int part = 0; part < tile.parts * tile.parts; ++part) {
      STRETTO_UNROLLED
      for (int i = 0; i < mmas_a; ++i) {
        STRETTO_UNROLLED
        for (int j = 0; j < mmas_b; ++j) {
          store_sums(c, at_row + (shape.first_row(Operand::a, row, part / tile.parts) + i * mma.rows),
                     at_column + (first_column + shape.first_row(Operand::b, column, part % tile.parts) + j * mma.rows),
                     sums[part / tile.parts][part % tile.parts][i][j]);
        }
      }
    }
  }

 private:
  /// The sums are in their registers here.
  STRETTO_CDNA void pin_sums() {
    STRETTO_UNROLLED
    for (int part = 0; part < tile.parts * tile.parts; ++part) {
      STRETTO_UNROLLED
      for (int i = 0; i < mmas_a; ++i) {
        STRETTO_UNROLLED
        for (int j = 0; j < mmas_b; ++j) {
          Sums& sum = sums[part / tile.parts][part % tile.parts][i][j];
          if (in_accumulators(part, i)) {
            Isa::template pin<true>(sum);
          } else {
            Isa::template pin<false>(sum);
          }
        }
      }
    }
  }

  /// The workgroup's rows of A or B, and where in them the lane loads from.
  template <int Passes>
  STRETTO_CDNA Buffer rows_of(const void* matrix, int first, int rows, int most, Int (&load)[Passes]) const {
    constexpr TileLayout layout = tile.layout();
    const int here = rows - first < most ? rows - first : most;
    const Int byte = pass_byte();
    STRETTO_UNROLLED
    for (int pass = 0; pass < Passes; ++pass) {
      const Int at_row = layout.source_row(byte) + pass * (pass_bytes / row_bytes);
      load[pass] = Isa::select(at_row < here, at_row, here - 1) * pitch + layout.source_byte(byte);
    }
    const char* base = static_cast<const char*>(matrix) + static_cast<long>(first) * pitch;
    return Isa::buffer(base, static_cast<unsigned>(here) * static_cast<unsigned>(pitch));
  }
  STRETTO_CDNA Buffer rows_of_c() const {
    const int here = arguments.m - first_row < tile.m ? arguments.m - first_row : tile.m;
    char* base = static_cast<char*>(arguments.c) + static_cast<long>(first_row) * arguments.n * bytes_of_c;
    return Isa::buffer(base, static_cast<unsigned>(here) * static_cast<unsigned>(arguments.n) * bytes_of_c);
  }

  /// A lane's sums of one matrix instruction, fours of neighbours in a row of C from this row of the workgroup's and
  /// this column on. One after another, so that the addresses of all of them do not take registers at the same time.
  STRETTO_CDNA void store_sums(const Buffer& c, const Int& at_row, const Int& at_column, const Sums& of) const {
    const Int in_rows = Isa::select(at_row < arguments.m - first_row, at_row * arguments.n, beyond_c);
    const bool whole = arguments.n % 4 == 0;
    STRETTO_UNROLLED
    for (int s = 0; s < sums_of_lane; s += 4) {
      const Int four = at_column + sum_row<tile.mfma>(0, s);
      if (whole) {
        Isa::template store_four<sums_of_lane>(c, element(in_rows, four), of, s);
      } else {
        STRETTO_UNROLLED
        for (int e = 0; e < 4; ++e) Isa::template store_one<sums_of_lane>(c, element(in_rows, four + e), of, s + e);
      }
    }
    Isa::keep_order();
  }
  /// Byte of an element of C, or one out of every buffer's range.
  STRETTO_CDNA Int element(const Int& in_rows, const Int& at_column) const {
    return Isa::select(at_column < arguments.n, in_rows + at_column, beyond_c) * bytes_of_c;
  }
};

}  // namespace stretto::cdna
