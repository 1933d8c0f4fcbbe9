// The GEMM of the double-buffer schedules, ping-pong and four-wave: each entry of the schedule becomes a group of
// instructions.
//
// k is a multiple of two tiles, at least two. The prologue runs with k_base 0, each trip with the next two tiles ahead,
// the epilogue with k_base = k (stretto/model/lower.hpp reads the entries in the same way).
#pragma once

#include <stretto/cdna/gemm_wave.hpp>
#include <stretto/compiler/unroll.hpp>
#include <stretto/targets/mi355x.hpp>

namespace stretto::cdna {

template <class Plan, class Isa>
struct DoubleBufferWave : GemmWave<Plan, Isa> {
  using Base = GemmWave<Plan, Isa>;
  using Base::tile;
  using typename Base::Int;
  using typename Base::Piece;

  Int lane_offset;
  int k_byte = 0;  // of k_base, in a row
  Piece fragment_a[tile.parts][Base::mmas_a][Base::pieces] = {};
  Piece fragment_b[tile.parts][Base::mmas_b][Base::pieces] = {};

  STRETTO_CDNA explicit DoubleBufferWave(const GemmArguments& given) : Base(given), lane_offset(this->load_offset()) {}

  STRETTO_CDNA void run() {
    constexpr int trip_bytes = 2 * Base::row_bytes;
    unroll<Plan, Phase::prologue>(*this);
    if constexpr (Plan::staggered) {
      Isa::barrier();
      Isa::keep_order();
    }
    for (k_byte = trip_bytes; k_byte < this->pitch; k_byte += trip_bytes) unroll<Plan, Phase::kernel>(*this);
    unroll<Plan, Phase::epilogue>(*this);
    if constexpr (Plan::staggered) {
      if (this->row == 0) Isa::barrier();
    }
    this->store();
  }

  template <class Entry>
  STRETTO_CDNA void operator()(Entry) {
    namespace ops = double_buffer_tags;
    constexpr OpDesc op = Entry::op;
    if constexpr (Plan::staggered && Entry::phase == Phase::prologue &&
                  Entry::index == Plan::schedule.warp_stagger_index) {
      if (this->row == 1) Isa::barrier();  // from here on these waves run one barrier behind
      Isa::keep_order();
    }
    if constexpr (op.tag == ops::load_a) load_half<Operand::a, op.stage, op.subtile>(tile_of(op.k_offset));
    if constexpr (op.tag == ops::load_b) load_half<Operand::b, op.stage, op.subtile>(tile_of(op.k_offset));
    if constexpr (op.tag == ops::mma_load_a) {
      this->template read<Operand::a, op.stage, op.subtile, 0>(fragment_a[op.subtile]);
    }
    if constexpr (op.tag == ops::mma_load_b) {
      this->template read<Operand::b, op.stage, op.subtile, 0>(fragment_b[op.subtile]);
    }
    if constexpr (op.tag == ops::mma) {
      this->multiply(fragment_a[op.stage], fragment_b[op.subtile], this->sums[op.stage][op.subtile]);
    }
    if constexpr (op.tag == tags::barrier) Isa::barrier();
    if constexpr (op.tag == tags::wait_vm) Isa::template wait_vm<op.wait_value>();
    if constexpr (op.tag == tags::wait_lgkm) Isa::template wait_lgkm<op.wait_value>();
    if constexpr (op.tag == tags::set_prio) Isa::template set_priority<op.wait_value>();
    Isa::keep_order();
  }

 private:
  static constexpr int tile_of(KOffsetKind offset) {
    return offset == KOffsetKind::k1 ? 1 : offset == KOffsetKind::k_next ? 2 : offset == KOffsetKind::k_prev ? -1 : 0;
  }

  template <Operand Of, int Stage, int Half>
  STRETTO_CDNA void load_half(int k_tile) const {
    constexpr int half_bytes = tile.tile_bytes(Of) / 2;
    this->template load_to_lds<Of, Stage, Half * half_bytes, half_bytes>(lane_offset,
                                                                         k_byte + k_tile * Base::row_bytes);
  }
};

}  // namespace stretto::cdna
