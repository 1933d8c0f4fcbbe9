// Derives from a plan the groups of instructions that its kernel must contain; the kernels are stretto/cdna/*_gemm.hpp.
#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include <stretto/cdna/double_buffer_groups.hpp>
#include <stretto/cdna/gemm_plan.hpp>
#include <stretto/cdna/pipelined_groups.hpp>

#include "../section_entries.hpp"
#include "expected.hpp"

namespace stretto::assembly {

/// What the kernels have in common.
class ExpectedBuilder {
 public:
  ExpectedBuilder(const cdna::GemmTile& tile, int variables, int variable_pieces)
      : tile_(tile), variables_(variables), pieces_(variable_pieces) {
    for (int slot = 0; slot < tile.slots; ++slot) {
      for (const cdna::Operand of : {cdna::Operand::a, cdna::Operand::b}) {
        for (int part = 0; part < tile.lds_parts(); ++part) object_bytes.push_back(tile.lds_part_bytes(of));
      }
    }
  }

  std::vector<int> object_bytes;

  [[nodiscard]] int object(cdna::Operand of, int slot, int part) const {
    return (slot * 2 + static_cast<int>(of)) * tile_.lds_parts() + part;
  }

  /// `bytes` of a tile from `first` on, straight into LDS.
  void load(Group& group, cdna::Operand of, int slot, int first, int bytes) const {
    group.kind = GroupKind::load;
    for (int pass = 0; pass < tile_.passes(bytes); ++pass) {
      const int at = first + pass * tile_.pass_bytes();
      Item item;
      item.of = of;
      item.object = object(of, slot, at / tile_.lds_part_bytes(of));
      item.at = at % tile_.lds_part_bytes(of);
      item.row = at / tile_.row_bytes();
      group.items.push_back(item);
    }
  }

  /// A fragment: `variable` gets pieces `first_piece` and on of the rows of one part of the wave.
  void read(Group& group, cdna::Operand of, int slot, int part, int first_piece, int variable) const {
    group.kind = GroupKind::read;
    for (int i = 0; i < tile_.mmas(of); ++i) {
      for (int p = 0; p < pieces_; ++p) {
        Item item;
        item.of = of;
        item.object = object(of, slot, tile_.lds_part(part));
        item.at = (tile_.lds_row(of, 0, part) + i * tile_.mma().rows) * tile_.row_bytes();
        item.first_piece = first_piece + p;
        item.piece = piece(of, variable, i, p);
        group.items.push_back(item);
      }
    }
  }

  /// Instructions that use the same rows of `outer` follow each other.
  void multiply(Group& group, int variable_a, int variable_b, int sums, cdna::Operand outer) const {
    group.kind = GroupKind::multiply;
    const bool by_a = outer == cdna::Operand::a;
    const int mmas_a = tile_.mmas(cdna::Operand::a);
    const int mmas_b = tile_.mmas(cdna::Operand::b);
    for (int o = 0; o < (by_a ? mmas_a : mmas_b); ++o) {
      for (int step = 0; step < tile_.steps(pieces_); ++step) {
        for (int inner = 0; inner < (by_a ? mmas_b : mmas_a); ++inner) {
          const int i = by_a ? o : inner;
          const int j = by_a ? inner : o;
          Item item;
          item.first = registers(cdna::Operand::b, variable_b, j, step);
          item.second = registers(cdna::Operand::a, variable_a, i, step);
          item.sum = (sums * mmas_a + i) * mmas_b + j;
          group.items.push_back(item);
        }
      }
    }
  }

  /// Tiles through registers: fetched, then written to LDS.
  void fetch(Group& group, cdna::Operand of) const { pass_through(group, of, GroupKind::fetch); }
  void write(Group& group, cdna::Operand of) const { pass_through(group, of, GroupKind::write); }

 private:
  [[nodiscard]] int most_mmas() const {
    const int a = tile_.mmas(cdna::Operand::a);
    const int b = tile_.mmas(cdna::Operand::b);
    return a > b ? a : b;
  }
  [[nodiscard]] int piece(cdna::Operand of, int variable, int mma, int p) const {
    return ((static_cast<int>(of) * variables_ + variable) * most_mmas() + mma) * pieces_ + p;
  }

  /// The registers of an instruction's operand: one piece, two pieces, or half a piece.
  [[nodiscard]] std::vector<FragmentRegister> registers(cdna::Operand of, int variable, int mma, int step) const {
    std::vector<FragmentRegister> out;
    const int words = tile_.mma().operand_bytes() / 4;
    for (int word = step * words; word < (step + 1) * words; ++word) {
      out.push_back({piece(of, variable, mma, word / 4), word % 4});
    }
    return out;
  }

  void pass_through(Group& group, cdna::Operand of, GroupKind kind) const {
    group.kind = kind;
    for (int pass = 0; pass < tile_.passes(tile_.tile_bytes(of)); ++pass) {
      Item item;
      item.of = of;
      item.object = object(of, 0, 0);
      item.at = pass * tile_.pass_bytes();
      item.row = pass * tile_.pass_bytes() / tile_.row_bytes();
      item.piece = 2 * variables_ * most_mmas() * pieces_ +
                   static_cast<int>(of) * tile_.passes(tile_.tile_bytes(cdna::Operand::a)) + pass;
      group.items.push_back(item);
    }
  }

  cdna::GemmTile tile_;
  int variables_;
  int pieces_;
};

namespace detail {

inline std::string letter(cdna::Operand of) { return of == cdna::Operand::a ? "A" : "B"; }

/// Adds the group of a framework op; false: it is another op.
inline bool add_sync(std::vector<Group>& to, int tag, int value) {
  Group group;
  group.count = value;
  if (tag == tags::barrier) {
    group.name = "barrier";
  } else if (tag == tags::wait_vm) {
    group.kind = GroupKind::wait_vm;
    group.name = "vmcnt(" + std::to_string(value) + ")";
  } else if (tag == tags::wait_lgkm) {
    group.kind = GroupKind::wait_lgkm;
    group.name = "lgkmcnt(" + std::to_string(value) + ")";
  } else if (tag == tags::set_prio) {
    group.kind = GroupKind::priority;
    group.name = "setprio " + std::to_string(value);
  } else {
    return tag >= tags::first_framework;
  }
  to.push_back(group);
  return true;
}

inline Group barrier_of_row(int row) {
  Group group;
  group.name = "barrier of the stagger";
  group.only_row = row;
  return group;
}

template <class Plan>
ExpectedKernel of_double_buffer() {
  namespace ops = double_buffer_tags;
  constexpr cdna::GemmTile tile = Plan::tile;
  const ExpectedBuilder builder(tile, tile.parts, tile.pieces());
  ExpectedKernel out;
  const auto tile_of = [](KOffsetKind k) {
    return k == KOffsetKind::k1 ? 1 : k == KOffsetKind::k_next ? 2 : k == KOffsetKind::k_prev ? -1 : 0;
  };
  const auto add = [&](std::vector<Group>& to, const OpDesc& op, cdna::Operand outer) {
    if (add_sync(to, op.tag, op.wait_value)) return;
    const bool of_a = op.tag == ops::load_a || op.tag == ops::mma_load_a;
    const cdna::Operand of = of_a ? cdna::Operand::a : cdna::Operand::b;
    Group group;
    const std::string of_stage = letter(of) + std::to_string(op.subtile) + " of stage " + std::to_string(op.stage);
    if (op.tag == ops::load_a || op.tag == ops::load_b) {
      group.name = "load " + of_stage;
      group.tile = tile_of(op.k_offset);
      const int half = tile.tile_bytes(of) / 2;
      builder.load(group, of, op.stage, op.subtile * half, half);
    } else if (op.tag == ops::mma_load_a || op.tag == ops::mma_load_b) {
      group.name = "fragment " + of_stage;
      builder.read(group, of, op.stage, op.subtile, 0, op.subtile);
    } else {
      group.name = "multiply A" + std::to_string(op.stage) + " B" + std::to_string(op.subtile);
      builder.multiply(group, op.stage, op.subtile, op.stage * tile.parts + op.subtile, outer);
    }
    to.push_back(group);
  };
  const auto section = [&]<Section P>(std::vector<Group>& to, std::integral_constant<Section, P>) {
    using Groups = cdna::DoubleBufferGroups<Plan, P>;
    const auto& entries = cdna::detail::entries_of<P>(Plan::pipe);
    for (int e = 0; e < entries.size(); ++e) {
      const bool here = Plan::staggered && P == Section::prologue && e == Plan::pipe.warp_stagger_index;
      if (here) to.push_back(barrier_of_row(1));
      const bool multiplies = entries[e].op.tag == ops::mma;
      add(to, entries[e].op, multiplies ? Groups::outer(e) : cdna::Operand::a);
    }
  };
  section(out.prologue, std::integral_constant<Section, Section::prologue>{});
  if (Plan::staggered) add_sync(out.prologue, tags::barrier, 0);
  section(out.kernel, std::integral_constant<Section, Section::kernel>{});
  section(out.epilogue, std::integral_constant<Section, Section::epilogue>{});
  if (Plan::staggered) out.epilogue.push_back(barrier_of_row(0));
  out.object_bytes = builder.object_bytes;
  out.proven = Plan::pipe.verdict == Verdict::proven;
  out.tiles_outside = out.tiles_of_trip = out.first_tile = 2;
  return out;
}

template <class Plan>
ExpectedKernel of_single_buffer() {
  namespace ops = single_buffer_tags;
  constexpr cdna::GemmTile tile = Plan::tile;
  const ExpectedBuilder builder(tile, tile.pieces(), 1);
  ExpectedKernel out;
  int next = 0;
  const auto add = [&](std::vector<Group>& to, const OpDesc& op) {
    if (add_sync(to, op.tag, op.wait_value)) return;
    Group group;
    if (op.tag == ops::load_dram) {
      group.name = "load";
      group.tile = next++;
      builder.fetch(group, cdna::Operand::a);
      builder.fetch(group, cdna::Operand::b);
    } else if (op.tag == ops::store_smem) {
      group.name = "store to LDS";
      builder.write(group, cdna::Operand::a);
      builder.write(group, cdna::Operand::b);
    } else if (op.tag == ops::load_frag) {
      group.name = "fragment " + std::to_string(op.subtile);
      builder.read(group, cdna::Operand::a, 0, 0, op.subtile, op.subtile);
      builder.read(group, cdna::Operand::b, 0, 0, op.subtile, op.subtile);
    } else {
      group.name = "multiply " + std::to_string(op.subtile);
      builder.multiply(group, op.subtile, op.subtile, 0, cdna::Operand::a);
    }
    to.push_back(group);
  };
  for (const ScheduleEntry& entry : Plan::pipe.prologue) add(out.prologue, entry.op);
  out.first_tile = std::exchange(next, 0);
  for (const ScheduleEntry& entry : Plan::pipe.kernel) add(out.kernel, entry.op);
  out.tiles_of_trip = std::exchange(next, 0);
  for (const ScheduleEntry& entry : Plan::pipe.epilogue) add(out.epilogue, entry.op);
  out.object_bytes = builder.object_bytes;
  out.proven = Plan::pipe.verdict == Verdict::proven;
  out.in_order = false;
  out.tiles_outside = 2;
  return out;
}

template <class Plan>
ExpectedKernel of_pipelined() {
  constexpr cdna::GemmTile tile = Plan::tile;
  constexpr int part_pieces = tile.pieces() / Plan::k_parts;
  const ExpectedBuilder builder(tile, Plan::k_parts, part_pieces);
  ExpectedKernel out;
  const auto add = [&](std::vector<Group>& to, const Entry& entry, int place) {
    if (entry.action == Action::barrier) add_sync(to, tags::barrier, 0);
    if (entry.action == Action::wait) {
      add_sync(to, entry.counter == Counter::vm ? tags::wait_vm : tags::wait_lgkm, entry.count);
    }
    const int slot = (place + entry.iteration) % entry.slots;
    Group group;
    if (entry.action == Action::fetch) {
      const cdna::Operand of = entry.tag == Plan::load_a ? cdna::Operand::a : cdna::Operand::b;
      group.name = "load " + letter(of) + " to slot " + std::to_string(slot);
      group.tile = place + entry.iteration;
      builder.load(group, of, slot, 0, tile.tile_bytes(of));
    } else if (entry.action == Action::move) {
      group.name = "fragments " + std::to_string(entry.part) + " of slot " + std::to_string(slot);
      builder.read(group, cdna::Operand::a, slot, 0, entry.part * part_pieces, entry.part);
      builder.read(group, cdna::Operand::b, slot, 0, entry.part * part_pieces, entry.part);
    } else if (entry.action == Action::consume) {
      group.name = "multiply part " + std::to_string(entry.part);
      builder.multiply(group, entry.part, entry.part, 0, cdna::Operand::a);
    } else {
      return;
    }
    to.push_back(group);
  };
  const auto section = [&](std::vector<Group>& to, Section of, int place) {
    for (int i = Plan::pipe.begin(0, 0, of); i < Plan::pipe.end(0, 0, of); ++i) add(to, Plan::pipe.entries[i], place);
  };
  section(out.prologue, Section::prologue, 0);
  for (int place = 0; place < cdna::unroll_trips<Plan>; ++place) section(out.kernel, Section::kernel, place);
  section(out.epilogue, Section::epilogue, 0);
  out.object_bytes = builder.object_bytes;
  out.proven = Plan::pipe.proven();
  out.tiles_outside = Plan::pipe.peeled - Plan::pipe.extra_trips[0];
  out.tiles_of_trip = cdna::unroll_trips<Plan>;
  return out;
}

}  // namespace detail

template <class Plan>
ExpectedKernel expected_of(const char* name, const char* target) {
  ExpectedKernel out;
  if constexpr (Plan::kind == cdna::GemmKind::single_buffer) {
    out = detail::of_single_buffer<Plan>();
  } else if constexpr (Plan::kind == cdna::GemmKind::pipelined) {
    out = detail::of_pipelined<Plan>();
  } else {
    out = detail::of_double_buffer<Plan>();
  }
  out.name = name;
  out.target = target;
  out.kind = Plan::kind;
  out.tile = Plan::tile;
  return out;
}

/// The kernels of gemm_kernels.def that are of one of the kinds; the schedules of others are not evaluated.
template <cdna::GemmKind... Kinds>
std::vector<ExpectedKernel> expected_of_kind() {
  using namespace stretto::cdna;
  std::vector<ExpectedKernel> out;
  const auto add = [&]<class Plan>(const Plan*, const char* name, const char* target) {
    if constexpr (((TileOf<Plan>::kind == Kinds) || ...)) out.push_back(expected_of<Plan>(name, target));
  };
#define STRETTO_CDNA_KERNEL(name, target, ...) add(static_cast<const __VA_ARGS__*>(nullptr), #name, #target);
#include <stretto/cdna/gemm_kernels.def>
#undef STRETTO_CDNA_KERNEL
  return out;
}

}  // namespace stretto::assembly
