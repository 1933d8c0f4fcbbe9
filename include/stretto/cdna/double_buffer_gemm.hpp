// The GEMM of the double-buffer schedules, ping-pong and four-wave: each entry of the schedule becomes a group of
// instructions.
//
// k is a multiple of two K tiles, and at least two. The prologue runs with k_base = 0, each trip with k_base two tiles
// further, and the epilogue with k_base = k.
//
// Staggered: the second group of waves (row 1) runs one barrier behind the first. It executes one more barrier in the
// prologue, and the first group one more at the end of the epilogue.
#pragma once

#include <stretto/cdna/double_buffer_groups.hpp>
#include <stretto/cdna/gemm_wave.hpp>
#include <stretto/mojo/config/targets.hpp>

namespace stretto::cdna {

template <class Plan, class Isa>
struct DoubleBufferWave : GemmWave<Plan, Isa> {
  using Base = GemmWave<Plan, Isa>;
  using Base::tile;
  using typename Base::Piece;

  int k_byte = 0;  // byte offset of k_base in a row
  Piece fragment_a[tile.parts][Base::mmas_a][Base::pieces] = {};
  Piece fragment_b[tile.parts][Base::mmas_b][Base::pieces] = {};

  STRETTO_CDNA explicit DoubleBufferWave(const GemmArguments& given) : Base(given) {}

  STRETTO_CDNA void run() {
    constexpr int trip_bytes = 2 * Base::row_bytes;
    this->settle();
    issue_interleaved<DoubleBufferGroups<Plan, Section::prologue>>(*this);
    for (k_byte = trip_bytes; k_byte < this->pitch; k_byte += trip_bytes) {
      issue_interleaved<DoubleBufferGroups<Plan, Section::kernel>>(*this);
    }
    issue_interleaved<DoubleBufferGroups<Plan, Section::epilogue>>(*this);
    keep_fragments();
    this->settle();
    this->store();
  }

  /// Issues one instruction of an entry.
  template <class Groups, int Number, int Index>
  STRETTO_CDNA void instruction() {
    namespace ops = double_buffer_tags;
    constexpr Entry entry = Groups::entry(Number);
    constexpr int stage = entry.first_slot;
    constexpr int part = entry.part;
    if constexpr (Plan::staggered && Groups::section == Section::prologue && Index == 0 &&
                  Number == Plan::pipe.warp_stagger_index) {
      if (this->row == 1) Isa::barrier();
      Isa::keep_order();
    }
    if constexpr (entry.tag == ops::load_a) load<Groups, Operand::a, Number, Index>();
    if constexpr (entry.tag == ops::load_b) load<Groups, Operand::b, Number, Index>();
    if constexpr (entry.tag == ops::mma_load_a) {
      this->template read<Operand::a, stage, part, 0>(fragment_a[part], Index);
    }
    if constexpr (entry.tag == ops::mma_load_b) {
      this->template read<Operand::b, stage, part, 0>(fragment_b[part], Index);
    }
    if constexpr (entry.tag == ops::mma) {
      constexpr int of_row = Groups::row(Number);
      this->template multiply<Groups::outer(Number), entry.accumulator>(fragment_a[of_row], fragment_b[part],
                                                                        this->sums[of_row][part], Index);
    }
    if constexpr (entry.action == Action::barrier) {
      constexpr bool first_group_only = Plan::staggered && Groups::section == Section::epilogue && entry.tag < 0;
      if (!first_group_only || this->row == 0) Isa::barrier();
    }
    if constexpr (entry.action == Action::wait && entry.counter == Counter::vm) Isa::template wait_vm<entry.count>();
    if constexpr (entry.action == Action::wait && entry.counter == Counter::lgkm) {
      Isa::template wait_lgkm<entry.count>();
    }
    if constexpr (entry.tag == tags::set_prio) Isa::template set_priority<entry.count>();
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

  template <class Groups, Operand Of, int Number, int Pass>
  STRETTO_CDNA void load() const {
    constexpr Entry entry = Groups::entry(Number);
    // In trip 0, k_base is already two tiles ahead.
    constexpr int k_tile = entry.iteration - (Groups::section == Section::prologue ? 0 : 2);
    this->template load_to_lds<Of, entry.first_slot, entry.part * tile.half_passes(Of) + Pass>(
        k_byte + k_tile * Base::row_bytes);
  }
};

}  // namespace stretto::cdna
