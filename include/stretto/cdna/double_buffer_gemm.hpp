// The GEMM of the double-buffer schedules, ping-pong and four-wave: each entry of the schedule becomes a group of
// instructions.
//
// k is a multiple of two tiles, at least two. The prologue runs with k_base 0, each trip with the next two tiles ahead,
// the epilogue with k_base = k (stretto/model/lower.hpp reads the entries in the same way).
#pragma once

#include <stretto/cdna/gemm_wave.hpp>
#include <stretto/cdna/interleave.hpp>
#include <stretto/compiler/unroll.hpp>
#include <stretto/targets/mi355x.hpp>

namespace stretto::cdna {

template <class Plan, class Isa>
struct DoubleBufferWave : GemmWave<Plan, Isa> {
  using Base = GemmWave<Plan, Isa>;
  using Base::tile;
  using typename Base::Int;
  using typename Base::Piece;

  int k_byte = 0;  // of k_base, in a row
  Piece fragment_a[tile.parts][Base::mmas_a][Base::pieces] = {};
  Piece fragment_b[tile.parts][Base::mmas_b][Base::pieces] = {};

  STRETTO_CDNA explicit DoubleBufferWave(const GemmArguments& given) : Base(given) {}

  STRETTO_CDNA void run() {
    constexpr int trip_bytes = 2 * Base::row_bytes;
    issue_interleaved<Entries<Phase::prologue>>(*this);
    if constexpr (Plan::staggered) {
      Isa::barrier();
      Isa::keep_order();
    }
    for (k_byte = trip_bytes; k_byte < this->pitch; k_byte += trip_bytes) {
      issue_interleaved<Entries<Phase::kernel>>(*this);
    }
    issue_interleaved<Entries<Phase::epilogue>>(*this);
    if constexpr (Plan::staggered) {
      if (this->row == 0) Isa::barrier();
    }
    if constexpr (tile.sums_in_place()) Isa::settle();
    this->store();
  }

  /// One instruction of an entry.
  template <class EntriesOf, int Entry, int Number>
  STRETTO_CDNA void instruction() {
    namespace ops = double_buffer_tags;
    constexpr OpDesc op = EntriesOf::op(Entry);
    if constexpr (Plan::staggered && EntriesOf::phase == Phase::prologue && Number == 0 &&
                  Entry == Plan::schedule.warp_stagger_index) {
      if (this->row == 1) Isa::barrier();  // from here on these waves run one barrier behind
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
      this->template multiply<EntriesOf::outer(Entry), op.stage * tile.parts + op.subtile>(
          fragment_a[op.stage], fragment_b[op.subtile], this->sums[op.stage][op.subtile], Number);
    }
    if constexpr (op.tag == tags::barrier) Isa::barrier();
    if constexpr (op.tag == tags::wait_vm) Isa::template wait_vm<op.wait_value>();
    if constexpr (op.tag == tags::wait_lgkm) Isa::template wait_lgkm<op.wait_value>();
    if constexpr (op.tag == tags::set_prio) Isa::template set_priority<op.wait_value>();
    Isa::keep_order();
  }

  /// The entries of a phase as groups of instructions.
  template <Phase P>
  struct Entries {
    static constexpr Phase phase = P;
    static constexpr OpDesc op(int entry) { return stretto::detail::phase_entries<P>(Plan::schedule)[entry].op; }
    static constexpr int count = stretto::detail::phase_size<Plan, P>;

    static constexpr Vector<Group> groups() {
      namespace ops = double_buffer_tags;
      Vector<Group> out;
      for (int e = 0; e < count; ++e) {
        const Operand of = op(e).tag == ops::load_a || op(e).tag == ops::mma_load_a ? Operand::a : Operand::b;
        switch (op(e).tag) {
          case ops::load_a:
          case ops::load_b:
            out.push_back({GroupKind::load, tile.passes(tile.tile_bytes(of) / 2), 0, object(e, of)});
            break;
          case ops::mma_load_a:
          case ops::mma_load_b: out.push_back({GroupKind::read, tile.reads(of), parts_before(e), object(e, of)}); break;
          case ops::mma: out.push_back({GroupKind::multiply, Base::template products<Base::pieces>}); break;
          // An order of the instruction scheduler's alone.
          case tags::schedule_barrier: out.push_back({GroupKind::load, 0}); break;
          default: out.push_back({GroupKind::fixed, 1});
        }
      }
      return out;
    }

    /// The side whose rows a multiplication goes through one by one: that of the operand which is read anew first.
    static constexpr Operand outer(int multiply) {
      for (int e = multiply + 1; e < count && !is_fixed(e); ++e) {
        if (overwrites(e, multiply)) return op(e).tag == double_buffer_tags::mma_load_a ? Operand::a : Operand::b;
      }
      return Operand::a;
    }

   private:
    static constexpr int object(int e, Operand of) {
      return (static_cast<int>(of) * tile.slots + op(e).stage) * tile.parts + tile.lds_part(op(e).subtile);
    }
    static constexpr bool is_fixed(int e) {
      const int tag = op(e).tag;
      return tag >= tags::barrier && tag != tags::schedule_barrier;
    }
    /// Does this read write registers that the multiplication reads?
    static constexpr bool overwrites(int read, int multiply) {
      namespace ops = double_buffer_tags;
      if (op(read).tag == ops::mma_load_a) return op(read).subtile == op(multiply).stage;
      if (op(read).tag == ops::mma_load_b) return op(read).subtile == op(multiply).subtile;
      return false;
    }
    /// In how many parts a read waits for the multiplication before it: for the rows one by one, or, if those are of
    /// the other side, for all of it.
    static constexpr int parts_before(int read) {
      for (int e = read - 1; e >= 0 && !is_fixed(e); --e) {
        if (op(e).tag != double_buffer_tags::mma) continue;
        if (!overwrites(read, e)) return 0;
        const Operand of = op(read).tag == double_buffer_tags::mma_load_a ? Operand::a : Operand::b;
        return outer(e) == of ? tile.mmas(of) : 1;
      }
      return 0;
    }
  };

 private:
  static constexpr int tile_of(KOffsetKind offset) {
    return offset == KOffsetKind::k1 ? 1 : offset == KOffsetKind::k_next ? 2 : offset == KOffsetKind::k_prev ? -1 : 0;
  }

  template <Operand Of, int Stage, int Half, int Pass>
  STRETTO_CDNA void load(int k_tile) const {
    constexpr int half_passes = tile.passes(tile.tile_bytes(Of) / 2);
    this->template load_to_lds<Of, Stage, Half * half_passes + Pass>(k_byte + k_tile * Base::row_bytes);
  }
};

}  // namespace stretto::cdna
