// The instructions of the kernels on a CPU: the names of stretto/cdna/device_isa.hpp, executed by the current wave of
// the running workgroup.
#pragma once

#include <stretto/cdna/gemm_tile.hpp>

#include "lanes.hpp"
#include "mfma.hpp"
#include "numbers.hpp"
#include "workgroup.hpp"

namespace stretto::cdna::emulator {

struct EmulatedIsa {
  template <class T>
  using Lanes = emulator::Lanes<T>;
  using Int = Lanes<int>;
  using Bool = Lanes<bool>;
  using Piece = emulator::Piece;
  template <int Count>
  using Sums = emulator::Sums<Count>;
  using Buffer = emulator::Buffer;

  // --- who

  static Int lane() {
    Int out;
    for (int i = 0; i < wave_lanes; ++i) out[i] = i;
    return out;
  }
  static int wave() { return Workgroup::current().wave(); }
  static int workgroup_x() { return Workgroup::current().x(); }
  static int workgroup_y() { return Workgroup::current().y(); }
  static Int select(const Bool& condition, const Int& yes, const Int& no) {
    return emulator::select(condition, yes, no);
  }

  // --- global memory

  static Buffer buffer(const void* base, unsigned bytes) {
    return {static_cast<unsigned char*>(const_cast<void*>(base)), bytes};
  }
  template <class Tile, int Bytes>
  static void load_to_lds(const Buffer& from, int to, const Int& lane_offset, int offset) {
    static_assert(Bytes == 4 || Bytes == 16);
    if (to < 0 || to + wave_lanes * Bytes > Tile::bytes) throw Fault{"a load leaves its object in LDS"};
    Workgroup::current().load_to_lds(from, Tile::first + to, lane_offset, offset, Bytes);
  }
  static void load(Piece& to, const Buffer& from, const Int& lane_offset, int offset) {
    Workgroup::current().load(to, from, lane_offset, offset);
  }
  template <int Count>
  static void store_four(const Buffer& to, const Int& lane_offset, const Sums<Count>& sums, int first) {
    std::uint16_t four[wave_lanes * 4];
    for (int lane = 0; lane < wave_lanes; ++lane) {
      for (int i = 0; i < 4; ++i) four[lane * 4 + i] = to_bf16(sums.of[first + i][lane]);
    }
    Workgroup::current().store(to, lane_offset, four, 4);
  }
  template <int Count>
  static void store_one(const Buffer& to, const Int& lane_offset, const Sums<Count>& sums, int index) {
    std::uint16_t one[wave_lanes];
    for (int lane = 0; lane < wave_lanes; ++lane) one[lane] = to_bf16(sums.of[index][lane]);
    Workgroup::current().store(to, lane_offset, one, 1);
  }

  // --- LDS

  template <class Tile>
  static void read_lds(Piece& to, const Int& offset) {
    Workgroup::current().read_lds(to, within<Tile>(offset));
  }
  template <class Tile>
  static void write_lds(const Int& offset, const Piece& value) {
    Workgroup::current().write_lds(within<Tile>(offset), value);
  }

  // --- matrix instructions

  template <Mfma M, int Pieces>
  static void multiply(Sums<shape(M).sums()>& sums, const Piece (&first)[Pieces], const Piece (&second)[Pieces],
                       int step) {
    const PiecesOfStep pieces = pieces_of_step(M, step);
    if (pieces.first + pieces.count > Pieces) throw Fault{"a matrix instruction reads beyond its operand"};
    Workgroup::current().multiply(M, sums.of[0], first, second, step);
  }
  template <Mfma M, bool InAccumulators, int Pieces>
  static void multiply_in_place(Sums<shape(M).sums()>& sums, const Piece (&first)[Pieces],
                                const Piece (&second)[Pieces], int step) {
    multiply<M>(sums, first, second, step);
  }
  static void settle() {}
  template <bool InAccumulators, class AnySums>
  static void pin(AnySums& /*sums*/) {}
  static void keep(const Piece& /*piece*/) {}

  // --- order

  template <int Count>
  static void wait_vm() {
    static_assert(Count >= 0 && Count <= CounterLimits{}.max_wait_vm);
    Workgroup::current().wait_vm(Count);
  }
  template <int Count>
  static void wait_lgkm() {
    static_assert(Count >= 0 && Count <= CounterLimits{}.max_wait_lgkm);
    Workgroup::current().wait_lgkm(Count);
  }
  static void barrier() { Workgroup::current().barrier(false); }
  static void draining_barrier() { Workgroup::current().barrier(true); }
  template <int Priority>
  static void set_priority() {
    Workgroup::current().set_priority(Priority);
  }
  template <int Mask, int Count>
  static void schedule_group() {}
  static void keep_order() {}
  static void compute_anew(int& /*value*/) {}

 private:
  /// Bytes of an object as bytes of LDS.
  template <class Tile>
  static Int within(const Int& offset) {
    for (int lane = 0; lane < wave_lanes; ++lane) {
      if (offset[lane] < 0 || offset[lane] + piece_bytes > Tile::bytes) {
        throw Fault{"an access leaves its object in LDS"};
      }
    }
    return offset + Tile::first;
  }
};

}  // namespace stretto::cdna::emulator
