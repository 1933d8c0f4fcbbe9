// The entries of a double-buffer schedule as groups of instructions.
#pragma once

#include <stretto/cdna/gemm_tile.hpp>
#include <stretto/cdna/interleave.hpp>
#include <stretto/mojo/config/targets.hpp>
#include <stretto/program/run.hpp>

namespace stretto::cdna {

/// The entries of one section as groups of instructions. The second of two staggered groups of waves executes the
/// entries of the first, too; only barriers set them apart (double_buffer_gemm.hpp).
template <class Plan, Section P>
struct DoubleBufferGroups {
  static constexpr GemmTile tile = Plan::tile;
  static constexpr Section section = P;
  static constexpr int count = Plan::pipe.size(0, 0, P);
  static constexpr Entry entry(int number) { return Plan::pipe.entries[Plan::pipe.begin(0, 0, P) + number]; }
  /// The row of sums that a multiplication adds to; its column is the entry's part.
  static constexpr int row(int multiply) { return entry(multiply).accumulator / tile.parts; }

  static constexpr Vector<Group> groups() {
    namespace ops = double_buffer_tags;
    Vector<Group> out;
    for (int e = 0; e < count; ++e) {
      const int tag = entry(e).tag;
      const Operand of = tag == ops::load_a || tag == ops::mma_load_a ? Operand::a : Operand::b;
      switch (tag) {
        case ops::load_a:
        case ops::load_b: out.push_back({GroupKind::load, tile.half_passes(of), 0, object(e, of)}); break;
        case ops::mma_load_a:
        case ops::mma_load_b: out.push_back({GroupKind::read, tile.reads(of), parts_before(e), object(e, of)}); break;
        case ops::mma: out.push_back({GroupKind::multiply, tile.products(tile.pieces())}); break;
        // This barrier affects only the instruction scheduler.
        case tags::schedule_barrier: out.push_back({GroupKind::load, 0}); break;
        default: out.push_back({GroupKind::fixed, 1});
      }
    }
    return out;
  }

  /// The operand whose rows form the outer loop of a multiplication: the one whose fragment is overwritten first.
  static constexpr Operand outer(int multiply) {
    for (int e = multiply + 1; e < count && !is_fixed(e); ++e) {
      if (overwrites(e, multiply)) return entry(e).tag == double_buffer_tags::mma_load_a ? Operand::a : Operand::b;
    }
    return Operand::a;
  }

 private:
  static constexpr int object(int e, Operand of) {
    return (static_cast<int>(of) * tile.slots + entry(e).first_slot) * tile.parts + tile.lds_part(entry(e).part);
  }
  static constexpr bool is_fixed(int e) {
    const int tag = entry(e).tag;
    return tag < 0 || (tag >= tags::barrier && tag != tags::schedule_barrier);
  }
  /// Does this read write registers that the multiplication reads?
  static constexpr bool overwrites(int read, int multiply) {
    namespace ops = double_buffer_tags;
    if (entry(read).tag == ops::mma_load_a) return entry(read).part == row(multiply);
    if (entry(read).tag == ops::mma_load_b) return entry(read).part == entry(multiply).part;
    return false;
  }
  /// In how many parts a read waits for the preceding multiplication: row by row if its operand is the outer one,
  /// otherwise in one part, after the whole multiplication.
  static constexpr int parts_before(int read) {
    for (int e = read - 1; e >= 0 && !is_fixed(e); --e) {
      if (entry(e).tag != double_buffer_tags::mma) continue;
      if (!overwrites(read, e)) return 0;
      const Operand of = entry(read).tag == double_buffer_tags::mma_load_a ? Operand::a : Operand::b;
      return outer(e) == of ? tile.mmas(of) : 1;
    }
    return 0;
  }
};

}  // namespace stretto::cdna
