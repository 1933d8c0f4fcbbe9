// The GEMM of the double-buffer schedules, ping-pong and four-wave: each entry of the schedule becomes a group of
// instructions.
//
// k is a multiple of two K tiles, and at least two. The prologue runs with k_base = 0, each trip with k_base two tiles
// further, and the epilogue with k_base = k (stretto/mojo/lower/lower.hpp reads the entries in the same way).
#pragma once

#include <stretto/cdna/double_buffer_groups.hpp>
#include <stretto/cdna/gemm_wave.hpp>
#include <stretto/mojo/compiler/unroll.hpp>
#include <stretto/mojo/lower/k_tile_maps.hpp>
#include <stretto/mojo/targets.hpp>

namespace stretto::cdna {

template <class Plan, class Isa>
struct DoubleBufferWave : GemmWave<Plan, Isa> {
  using Base = GemmWave<Plan, Isa>;
  using Base::tile;
  using typename Base::Int;
  using typename Base::Piece;

  int k_byte = 0;  // byte offset of k_base in a row
  Piece fragment_a[tile.parts][Base::mmas_a][Base::pieces] = {};
  Piece fragment_b[tile.parts][Base::mmas_b][Base::pieces] = {};

  STRETTO_CDNA explicit DoubleBufferWave(const GemmArguments& given) : Base(given) {}

  STRETTO_CDNA void run() {
    constexpr int trip_bytes = 2 * Base::row_bytes;
    this->settle();
    issue_interleaved<DoubleBufferGroups<Plan, Section::prologue>>(*this);
    if constexpr (Plan::staggered) {
      Isa::barrier();
      Isa::keep_order();
    }
    for (k_byte = trip_bytes; k_byte < this->pitch; k_byte += trip_bytes) {
      issue_interleaved<DoubleBufferGroups<Plan, Section::kernel>>(*this);
    }
    issue_interleaved<DoubleBufferGroups<Plan, Section::epilogue>>(*this);
    if constexpr (Plan::staggered) {
      if (this->row == 0) Isa::barrier();
    }
    keep_fragments();
    this->settle();
    this->store();
  }

  /// Issues one instruction of an entry.
  template <class Groups, int Entry, int Number>
  STRETTO_CDNA void instruction() {
    namespace ops = double_buffer_tags;
    constexpr OpDesc op = Groups::op(Entry);
    if constexpr (Plan::staggered && Groups::section == Section::prologue && Number == 0 &&
                  Entry == Plan::schedule.warp_stagger_index) {
      if (this->row == 1) Isa::barrier();  // from here on, these waves run one barrier behind
      Isa::keep_order();
    }
    if constexpr (op.tag == ops::load_a) load<Operand::a, op.stage, op.subtile, Number>(tile_of(op.k_offset));
    if constexpr (op.tag == ops::load_b) load<Operand::b, op.stage, op.subtile, Number>(tile_of(op.k_offset));
    if constexpr (op.tag == ops::mma_load_a) {
      this->template read<Operand::a, op.stage, op.subtile, 0>(fragment_a[op.subtile], Number);
    }
    if constexpr (op.tag == ops::mma_load_b) {
      this->template read<Operand::b, op.stage, op.subtile, 0>(fragment_b[op.subtile], Number);
    }
    if constexpr (op.tag == ops::mma) {
      this->template multiply<Groups::outer(Entry), op.stage * tile.parts + op.subtile>(
          fragment_a[op.stage], fragment_b[op.subtile], this->sums[op.stage][op.subtile], Number);
    }
    if constexpr (op.tag == tags::barrier) Isa::barrier();
    if constexpr (op.tag == tags::wait_vm) Isa::template wait_vm<op.wait_value>();
    if constexpr (op.tag == tags::wait_lgkm) Isa::template wait_lgkm<op.wait_value>();
    if constexpr (op.tag == tags::set_prio) Isa::template set_priority<op.wait_value>();
    Isa::keep_order();
  }

 private:
  /// The last fragment reads of the schedule may belong to a tile that does not exist, so no MMA uses them.
  STRETTO_CDNA void keep_fragments() const {
    STRETTO_UNROLLED
    for (int part = 0; part < tile.parts; ++part) {
      STRETTO_UNROLLED
      for (int p = 0; p < Base::pieces; ++p) {
        STRETTO_UNROLLED
        for (int i = 0; i < Base::mmas_a; ++i) Isa::keep(fragment_a[part][i][p]);
        STRETTO_UNROLLED
        for (int j = 0; j < Base::mmas_b; ++j) Isa::keep(fragment_b[part][j][p]);
      }
    }
  }

  /// The K tile of a load, relative to k_base. k_base runs one double-iteration ahead of the multiplication.
  static constexpr int tile_of(KOffsetKind offset) { return stretto::detail::loaded_tile(offset) - 2; }

  template <Operand Of, int Stage, int Half, int Pass>
  STRETTO_CDNA void load(int k_tile) const {
    this->template load_to_lds<Of, Stage, Half * tile.half_passes(Of) + Pass>(k_byte + k_tile * Base::row_bytes);
  }
};

}  // namespace stretto::cdna
