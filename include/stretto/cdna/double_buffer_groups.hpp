// The entries of a double-buffer schedule as groups of instructions.
#pragma once

#include <stretto/cdna/gemm_tile.hpp>
#include <stretto/cdna/interleave.hpp>
#include <stretto/mojo/compiler/unroll.hpp>
#include <stretto/mojo/targets.hpp>

namespace stretto::cdna {

/// The entries of one section as groups of instructions.
template <class Plan, Section P>
struct DoubleBufferGroups {
  static constexpr GemmTile tile = Plan::tile;
  static constexpr Section section = P;
  static constexpr OpDesc op(int entry) { return stretto::detail::section_entries<P>(Plan::schedule)[entry].op; }
  static constexpr int count = stretto::detail::section_size<Plan, P>;

  static constexpr Vector<Group> groups() {
    namespace ops = double_buffer_tags;
    Vector<Group> out;
    for (int e = 0; e < count; ++e) {
      const Operand of = op(e).tag == ops::load_a || op(e).tag == ops::mma_load_a ? Operand::a : Operand::b;
      switch (op(e).tag) {
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
  /// In how many parts a read waits for the preceding multiplication: row by row if its operand is the outer one,
  /// otherwise in one part, after the whole multiplication.
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

}  // namespace stretto::cdna
