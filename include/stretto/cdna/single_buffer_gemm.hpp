// The GEMM of the single-buffer schedule: the next tile stays in registers while the tile in LDS is multiplied. The
// compiler inserts its waits, and its barrier is the barrier of the language. k is a multiple of the tile's K, at least
// two tiles.
#pragma once

#include <stretto/cdna/gemm_wave.hpp>
#include <stretto/mojo/config/targets.hpp>
#include <stretto/program/run.hpp>

namespace stretto::cdna {

template <class Plan, class Isa>
struct SingleBufferWave : GemmWave<Plan, Isa> {
  using Base = GemmWave<Plan, Isa>;
  using Base::tile;
  using typename Base::Int;
  using typename Base::Piece;

  static_assert(tile.load_bytes == piece_bytes);
  static constexpr int loads_a = tile.passes(tile.tile_bytes(Operand::a));
  static constexpr int loads_b = tile.passes(tile.tile_bytes(Operand::b));

  int k_byte = 0;  // byte offset of the next tile to load
  Piece next_a[loads_a] = {};
  Piece next_b[loads_b] = {};
  Piece fragment_a[Base::pieces][Base::mmas_a][1] = {};
  Piece fragment_b[Base::pieces][Base::mmas_b][1] = {};

  STRETTO_CDNA explicit SingleBufferWave(const GemmArguments& given) : Base(given) {}

  STRETTO_CDNA void run() {
    run_section<Plan, 0, Section::prologue>(*this);
    for (int trips = this->pitch / Base::row_bytes - 2; trips > 0; --trips)
      run_section<Plan, 0, Section::kernel>(*this);
    run_section<Plan, 0, Section::epilogue>(*this);
    this->store();
  }

  template <class At>
  STRETTO_CDNA void operator()(At, int) {
    namespace ops = single_buffer_tags;
    constexpr Entry entry = At::value;
    if constexpr (entry.tag == ops::load_dram) {
      load(next_a, this->a, this->load_a);
      load(next_b, this->b, this->load_b);
      k_byte += Base::row_bytes;
    }
    if constexpr (entry.tag == ops::store_smem) {
      write<Operand::a>(next_a);
      write<Operand::b>(next_b);
    }
    if constexpr (entry.tag == ops::load_frag) {
      STRETTO_UNROLLED
      for (int i = 0; i < Base::mmas_a; ++i) {
        this->template read<Operand::a, 0, 0, entry.part>(fragment_a[entry.part], i);
      }
      STRETTO_UNROLLED
      for (int j = 0; j < Base::mmas_b; ++j) {
        this->template read<Operand::b, 0, 0, entry.part>(fragment_b[entry.part], j);
      }
    }
    if constexpr (entry.tag == ops::compute) {
      constexpr int count = tile.products(1);
      STRETTO_UNROLLED
      for (int i = 0; i < count; ++i) {
        this->template multiply<Operand::a, 0>(fragment_a[entry.part], fragment_b[entry.part], this->sums[0][0], i);
      }
    }
    if constexpr (entry.tag == tags::barrier) Isa::draining_barrier();
    if constexpr (entry.tag == tags::schedule_barrier) Isa::keep_order();
    if constexpr (entry.tag == tags::sched_group_barrier) {
      constexpr int masks[] = {0x100, 0x200, 0x20, 0x8};  // LDS read, LDS write, global read, MFMA (LLVM)
      Isa::template schedule_group<masks[entry.part], entry.count>();
    }
  }

 private:
  template <int Count>
  STRETTO_CDNA void load(Piece (&to)[Count], const typename Base::Buffer& from, const Int (&at)[Count]) const {
    STRETTO_UNROLLED
    for (int i = 0; i < Count; ++i) Isa::load(to[i], from, at[i], k_byte);
  }
  template <Operand Of, int Count>
  STRETTO_CDNA void write(const Piece (&from)[Count]) const {
    STRETTO_UNROLLED
    for (int i = 0; i < Count; ++i) {
      Isa::template write_lds<LdsTile<Plan, Of, 0, 0>>(this->pass_byte() + i * Base::pass_bytes, from[i]);
    }
  }
};

}  // namespace stretto::cdna
