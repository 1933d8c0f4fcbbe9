// The GEMM of a modulo-scheduled pipeline: whole tiles are loaded, and multiplied in parts along K.
//
// The compiler must know which LDS object an entry uses, so the loop is unrolled by the smallest number of trips after
// which every slot repeats. The K tiles in the kernel loop must be a multiple of that number: with two slots and two
// stages before the last, k is a multiple of two tiles.
#pragma once

#include <stretto/cdna/gemm_wave.hpp>
#include <stretto/cdna/pipelined_groups.hpp>

namespace stretto::cdna {

template <class Plan, class Isa>
struct PipelinedWave : GemmWave<Plan, Isa> {
  using Base = GemmWave<Plan, Isa>;
  using typename Base::Piece;

  static constexpr int part_pieces = Base::pieces / Plan::k_parts;

  int trip = 0;
  Piece fragment_a[Plan::k_parts][Base::mmas_a][part_pieces] = {};
  Piece fragment_b[Plan::k_parts][Base::mmas_b][part_pieces] = {};

  STRETTO_CDNA explicit PipelinedWave(const GemmArguments& given) : Base(given) {}

  STRETTO_CDNA void run() {
    constexpr int unrolled = unroll_trips<Plan>;
    const int trips = this->pitch / Base::row_bytes - Plan::pipe.peeled;
    trip = 0;
    this->settle();
    issue_interleaved<PipelinedGroups<Plan, Section::prologue>>(*this);
    for (; trip < trips; trip += unrolled) {
      // The LDS addresses of all loads of the unrolled trips would need more scalar registers than there are.
      Isa::compute_anew(this->index);
      issue_interleaved<PipelinedGroups<Plan, Section::kernel>>(*this);
    }
    issue_interleaved<PipelinedGroups<Plan, Section::epilogue>>(*this);
    this->settle();
    this->store();
  }

  /// Issues one instruction of an entry.
  template <class Groups, int EntryNumber, int Number>
  STRETTO_CDNA void instruction() {
    constexpr Entry entry = Groups::entry(EntryNumber);
    constexpr int later = Groups::trip(EntryNumber);
    constexpr int slot = Groups::slot(EntryNumber);
    if constexpr (entry.action == Action::fetch) {
      constexpr Operand of = entry.tag == Plan::load_a ? Operand::a : Operand::b;
      this->template load_to_lds<of, slot, Number>(entry.version(trip + later) * Base::row_bytes);
    }
    if constexpr (entry.action == Action::move && Number < Groups::reads_a) {
      this->template read<Operand::a, slot, 0, entry.part * part_pieces>(fragment_a[entry.part], Number);
    } else if constexpr (entry.action == Action::move) {
      this->template read<Operand::b, slot, 0, entry.part * part_pieces>(fragment_b[entry.part],
                                                                         Number - Groups::reads_a);
    }
    if constexpr (entry.action == Action::consume) {
      this->template multiply<Operand::a, 0>(fragment_a[entry.part], fragment_b[entry.part], this->sums[0][0], Number);
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
