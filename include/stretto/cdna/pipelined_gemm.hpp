// The GEMM of a modulo-scheduled pipeline: whole tiles are loaded, and multiplied in parts along K. k is a multiple of
// two tiles', at least two.
#pragma once

#include <stretto/cdna/gemm_wave.hpp>
#include <stretto/pipeline/whole_turns.hpp>

namespace stretto::cdna {

template <class Plan, class Isa>
struct PipelinedWave : GemmWave<Plan, Isa> {
  using Base = GemmWave<Plan, Isa>;
  using Base::tile;
  using typename Base::Int;
  using typename Base::Piece;

  static constexpr int part_pieces = Base::pieces / Plan::k_parts;

  Int lane_offset;
  Piece fragment_a[Plan::k_parts][Base::mmas_a][part_pieces] = {};
  Piece fragment_b[Plan::k_parts][Base::mmas_b][part_pieces] = {};

  STRETTO_CDNA explicit PipelinedWave(const GemmArguments& given) : Base(given), lane_offset(this->load_offset()) {}

  STRETTO_CDNA void run() {
    constexpr int waves = 0;  // the only agent
    run_whole_turns<Plan, waves>(this->pitch / Base::row_bytes, *this);
    Isa::settle();
    this->store();
  }

  template <class Entry, class TurnOfTrip>
  STRETTO_CDNA void operator()(Entry, TurnOfTrip, int trip) {
    constexpr PipelineEntry entry = Entry::value;
    if constexpr (entry.action == Action::fetch) {
      constexpr Operand of = entry.tag == Plan::load_a ? Operand::a : Operand::b;
      this->template load_to_lds<of, slot_of<Entry, TurnOfTrip>, 0, tile.tile_bytes(of)>(
          lane_offset, (trip + entry.iteration) * Base::row_bytes);
    }
    if constexpr (entry.action == Action::move) {
      constexpr int slot = slot_of<Entry, TurnOfTrip>;
      this->template read<Operand::a, slot, 0, entry.part * part_pieces>(fragment_a[entry.part]);
      this->template read<Operand::b, slot, 0, entry.part * part_pieces>(fragment_b[entry.part]);
    }
    if constexpr (entry.action == Action::consume) {
      this->multiply_in_place(fragment_a[entry.part], fragment_b[entry.part], this->sums[0][0]);
    }
    if constexpr (entry.action == Action::barrier) Isa::barrier();
    if constexpr (entry.action == Action::wait && entry.counter == Counter::vm) Isa::template wait_vm<entry.count>();
    if constexpr (entry.action == Action::wait && entry.counter == Counter::lgkm) {
      Isa::template wait_lgkm<entry.count>();
    }
    Isa::keep_order();
  }
};

}  // namespace stretto::cdna
