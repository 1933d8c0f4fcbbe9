// The GEMM of a modulo-scheduled pipeline: whole tiles are loaded, and multiplied in parts along K.
//
// Which object in LDS an entry uses must be known to the compiler, so the loop is unrolled over a turn: as many trips
// as bring every slot back. The tiles of k are those outside of the kernel and whole turns: with two slots and two
// stages before the last, a multiple of two.
#pragma once

#include <numeric>

#include <stretto/cdna/gemm_wave.hpp>
#include <stretto/cdna/interleave.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

namespace stretto::cdna {

/// Trips after which every slot of a pipeline is where it was.
template <class Plan>
inline constexpr int turn_trips = [] {
  int trips = 1;
  for (int b = 0; b < Plan::pipe.buffers; ++b) trips = std::lcm(trips, Plan::pipe.buffer_slots[b]);
  return trips;
}();

template <class Plan, class Isa>
struct PipelinedWave : GemmWave<Plan, Isa> {
  using Base = GemmWave<Plan, Isa>;
  using Base::tile;
  using typename Base::Int;
  using typename Base::Piece;

  static constexpr int part_pieces = Base::pieces / Plan::k_parts;

  int trip = 0;
  Piece fragment_a[Plan::k_parts][Base::mmas_a][part_pieces] = {};
  Piece fragment_b[Plan::k_parts][Base::mmas_b][part_pieces] = {};

  STRETTO_CDNA explicit PipelinedWave(const GemmArguments& given) : Base(given) {}

  STRETTO_CDNA void run() {
    constexpr int turn = turn_trips<Plan>;
    const int trips = this->pitch / Base::row_bytes - Plan::pipe.peeled;
    trip = 0;
    issue_interleaved<Entries<Phase::prologue>>(*this);
    for (; trip < trips; trip += turn) {
      // The addresses in LDS of all loads of a turn are more than there are scalar registers.
      Isa::compute_anew(this->index);
      issue_interleaved<Entries<Phase::kernel>>(*this);
    }
    issue_interleaved<Entries<Phase::epilogue>>(*this);
    Isa::settle();
    this->store();
  }

  /// One instruction of an entry.
  template <class EntriesOf, int EntryNumber, int Number>
  STRETTO_CDNA void instruction() {
    constexpr PipelineEntry entry = EntriesOf::entry(EntryNumber);
    constexpr int later = EntriesOf::trip(EntryNumber);
    constexpr int slot = EntriesOf::slot(EntryNumber);
    if constexpr (entry.action == Action::fetch) {
      constexpr Operand of = entry.tag == Plan::load_a ? Operand::a : Operand::b;
      this->template load_to_lds<of, slot, Number>((trip + later + entry.iteration) * Base::row_bytes);
    }
    if constexpr (entry.action == Action::move && Number < part_reads_a) {
      this->template read<Operand::a, slot, 0, entry.part * part_pieces>(fragment_a[entry.part], Number);
    } else if constexpr (entry.action == Action::move) {
      this->template read<Operand::b, slot, 0, entry.part * part_pieces>(fragment_b[entry.part], Number - part_reads_a);
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

  /// The entries of a phase as groups of instructions: of the kernel, those of a whole turn.
  template <Phase P>
  struct Entries {
    static constexpr int first = Plan::pipe.begin(0, 0, P);
    static constexpr int of_trip = Plan::pipe.end(0, 0, P) - first;
    static constexpr PipelineEntry entry(int number) { return Plan::pipe.entries[first + number % of_trip]; }
    static constexpr int trip(int number) { return number / of_trip; }
    static constexpr int slot(int number) { return (trip(number) + entry(number).iteration) % entry(number).slots; }

    static constexpr Vector<Group> groups() {
      Vector<Group> out;
      const int trips = P == Phase::kernel ? turn_trips<Plan> : 1;
      int multiplied = -1;  // the part of the multiplication that nothing fixed has followed
      for (int e = 0; e < trips * of_trip; ++e) {
        const PipelineEntry& of = entry(e);
        switch (of.action) {
          case Action::fetch: {
            const Operand operand = of.tag == Plan::load_a ? Operand::a : Operand::b;
            out.push_back({GroupKind::load, tile.passes(tile.tile_bytes(operand)), 0, slot(e)});
            break;
          }
          case Action::move:
            out.push_back({GroupKind::read, part_reads_a + part_reads_b, of.part == multiplied ? 1 : 0, slot(e)});
            break;
          case Action::consume:
            out.push_back({GroupKind::multiply, Base::template products<part_pieces>});
            multiplied = of.part;
            break;
          default: out.push_back({GroupKind::fixed, 1}); multiplied = -1;
        }
      }
      return out;
    }
  };

 private:
  static constexpr int part_reads_a = Base::mmas_a * part_pieces;
  static constexpr int part_reads_b = Base::mmas_b * part_pieces;
};

}  // namespace stretto::cdna
