// The operations of a wave that all GEMM kernels share: it loads its share of a tile, reads fragments, multiplies, and
// stores its part of C. The kernels differ in the order of these operations.
//
// C = A * B^T: A is m x k and B is n x k, C is m x n in bf16; all are row-major. For rows of A and B beyond m and n,
// the last row is loaded again; it affects only elements of C that are not stored. So no load leaves its matrix, and a
// store is out of range only where it must be dropped.
//
// Figures of the tile are stored as integers, or copied to a constant of the function that calls its members. To the
// device compiler a static member is a variable that the host may change, so a value read from it is not a constant.
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
  int index;  // index of the wave in its workgroup
  int row;    // position in the wave grid
  int column;
  int pitch;      // bytes per row of A and of B
  int first_row;  // first row of the workgroup's tile of C
  int first_column;
  Int lane;
  Buffer a;
  Buffer b;
  Int load_a[tile.passes(
      tile.tile_bytes(Operand::a))];  // byte offsets of the lane in the workgroup's rows of A, per pass
  Int load_b[tile.passes(tile.tile_bytes(Operand::b))];
  Int read_a[pieces];  // byte offsets of the lane in an LDS object, for the first row of the wave
  Int read_b[pieces];
  Sums sums[tile.parts][tile.parts][mmas_a][mmas_b] = {};

  STRETTO_CDNA explicit GemmWave(const GemmArguments& given) : arguments(given) {
    constexpr GemmTile shape = tile;
    constexpr SwizzledTile layout = tile.layout();
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

  /// Byte offset of the lane's data in a pass of loads over a tile.
  STRETTO_CDNA Int pass_byte() const { return (lane + index * wave_lanes) * tile.load_bytes; }

  /// Issues load `Pass` of a tile directly into LDS, starting at byte `k_byte` along K.
  template <Operand Of, int Slot, int Pass>
  STRETTO_CDNA void load_to_lds(int k_byte) const {
    using To = LdsTile<Plan, Of, Slot, Pass * pass_bytes / tile.lds_part_bytes(Of)>;
    constexpr int in_object = Pass * pass_bytes % To::bytes;
    static_assert(in_object + pass_bytes <= To::bytes);
    Isa::template load_to_lds<To, tile.load_bytes>(Of == Operand::a ? a : b,
                                                   in_object + index * (wave_lanes * tile.load_bytes),
                                                   Of == Operand::a ? load_a[Pass] : load_b[Pass], k_byte);
  }

  /// Issues read `number` of a fragment: pieces from `FirstPiece` on, of the rows of one part of the wave.
  template <Operand Of, int Slot, int Part, int FirstPiece, int Mmas, int Pieces>
  STRETTO_CDNA void read(Piece (&to)[Mmas][Pieces], int number) const {
    using From = LdsTile<Plan, Of, Slot, tile.lds_part(Part)>;
    constexpr int part_byte = tile.lds_row(Of, 0, Part) * row_bytes;
    const int i = number / Pieces;
    const int p = number % Pieces;
    const Int& from = Of == Operand::a ? read_a[FirstPiece + p] : read_b[FirstPiece + p];
    Isa::template read_lds<From>(to[i][p], from + (part_byte + i * mma.rows * row_bytes));
  }

  /// Issues one matrix instruction of a part of A with a part of B. Instructions that use the same rows of `Outer` are
  /// adjacent, and instructions on the same sums are as far apart as possible. B is the first operand, so a lane's sums
  /// are neighbours in a row of C.
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

  /// Three quarters of the sums in place are in AGPRs; the others are in VGPRs with the fragments.
  static constexpr bool in_accumulators(int part, int mma_a) {
    return (part * mmas_a + mma_a) * 4 < tile.parts * tile.parts * mmas_a * 3;
  }

  /// Separates compiler-generated accesses to the sums in place from the matrix instructions, whose timing the compiler
  /// does not know: accesses before this point complete here, and later ones start here. It also hides that the sums
  /// start as zeros. With constants, the compiler would split the sums into single registers where a loop carries them
  /// (AMDGPUCodeGenPrepare), and move them.
  STRETTO_CDNA void settle() {
    if constexpr (tile.sums_in_place()) {
      pin_sums();
      Isa::settle();
      pin_sums();
    }
  }

  /// Stores the sums; elements beyond m or n are not stored.
  STRETTO_CDNA void store() const {
    constexpr GemmTile shape = tile;
    const Buffer c = rows_of_c();
    const Int at_row = lane % mma.rows;
    const Int at_column = sum_row<tile.mfma>(lane, 0);
    for_each_sum([&] STRETTO_CDNA(int part, int i, int j) {
      store_sums(c, at_row + (shape.first_row(Operand::a, row, part / tile.parts) + i * mma.rows),
                 at_column + (first_column + shape.first_row(Operand::b, column, part % tile.parts) + j * mma.rows),
                 sums[part / tile.parts][part % tile.parts][i][j]);
    });
  }

 private:
  /// Calls visit(part, i, j) for the sums of each matrix instruction: instruction (i, j) of a part of the tile.
  template <class Visit>
  STRETTO_CDNA static void for_each_sum(const Visit& visit) {
    STRETTO_UNROLLED
    for (int part = 0; part < tile.parts * tile.parts; ++part) {
      STRETTO_UNROLLED
      for (int i = 0; i < mmas_a; ++i) {
        STRETTO_UNROLLED
        for (int j = 0; j < mmas_b; ++j) visit(part, i, j);
      }
    }
  }

  /// Forces the sums into their registers at this point.
  STRETTO_CDNA void pin_sums() {
    for_each_sum([&] STRETTO_CDNA(int part, int i, int j) {
      Sums& sum = sums[part / tile.parts][part % tile.parts][i][j];
      if (in_accumulators(part, i)) {
        Isa::template pin<true>(sum);
      } else {
        Isa::template pin<false>(sum);
      }
    });
  }

  /// The workgroup's rows of A or B as a buffer, and the offsets at which the lane loads from them.
  template <int Passes>
  STRETTO_CDNA Buffer rows_of(const void* matrix, int first, int rows, int most, Int (&load)[Passes]) const {
    constexpr SwizzledTile layout = tile.layout();
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

  /// Stores a lane's sums of one matrix instruction: groups of four neighbours in a row of C, from row `at_row` of the
  /// workgroup and column `at_column`. The stores are issued one after another, so that the addresses do not all occupy
  /// registers at the same time.
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
  /// Byte offset of an element of C, or an offset that is out of range of every buffer.
  STRETTO_CDNA Int element(const Int& in_rows, const Int& at_column) const {
    return Isa::select(at_column < arguments.n, in_rows + at_column, beyond_c) * bytes_of_c;
  }
};

}  // namespace stretto::cdna
