// The entries of a pipeline as groups of instructions.
#pragma once

#include <numeric>

#include <stretto/cdna/gemm_tile.hpp>
#include <stretto/cdna/interleave.hpp>
#include <stretto/program/run.hpp>

namespace stretto::cdna {

/// The number of trips after which every slot of a pipeline repeats.
template <class Plan>
inline constexpr int unroll_trips = [] {
  int trips = 1;
  for (int b = 0; b < Plan::pipe.buffers; ++b) trips = std::lcm(trips, Plan::pipe.buffer_slots[b]);
  return trips;
}();

/// The entries of one section as groups of instructions; for the kernel, those of `unroll_trips` trips.
template <class Plan, Section P>
struct PipelinedGroups {
  static constexpr GemmTile tile = Plan::tile;
  static constexpr int part_pieces = tile.pieces() / Plan::k_parts;
  static constexpr int reads_a = tile.mmas(Operand::a) * part_pieces;  // reads of A per part; they precede those of B
  static constexpr int reads_b = tile.mmas(Operand::b) * part_pieces;

  static constexpr int first = Plan::pipe.begin(0, 0, P);
  static constexpr int of_trip = Plan::pipe.end(0, 0, P) - first;
  static constexpr Entry entry(int number) { return Plan::pipe.entries[first + number % of_trip]; }
  static constexpr int trip(int number) { return number / of_trip; }
  static constexpr int slot(int number) { return entry(number).slot(trip(number)); }

  static constexpr Vector<Group> groups() {
    Vector<Group> out;
    const int trips = P == Section::kernel ? unroll_trips<Plan> : 1;
    int multiplied = -1;  // part of the last multiplication, if no fixed group has followed it
    for (int e = 0; e < trips * of_trip; ++e) {
      const Entry& of = entry(e);
      switch (of.action) {
        case Action::fetch: {
          const Operand operand = of.tag == Plan::load_a ? Operand::a : Operand::b;
          out.push_back({GroupKind::load, tile.passes(tile.tile_bytes(operand)), 0, slot(e)});
          break;
        }
        case Action::move:
          out.push_back({GroupKind::read, reads_a + reads_b, of.part == multiplied ? 1 : 0, slot(e)});
          break;
        case Action::consume:
          out.push_back({GroupKind::multiply, tile.products(part_pieces)});
          multiplied = of.part;
          break;
        default: out.push_back({GroupKind::fixed, 1}); multiplied = -1;
      }
    }
    return out;
  }
};

}  // namespace stretto::cdna
