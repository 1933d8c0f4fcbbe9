// The GEMM kernels: tile and schedule of each, as a type.
//
// On gfx942 a lane brings 4 bytes to LDS, not 16, so that a half-tile is four times as many loads, and the LDS is 64
// KiB. A K of 32 bf16 (64 fp8) makes two stages of 256x256 fit, exactly. With eight waves a half-tile is then 4 loads a
// wave, 32 a trip. With four waves it would be 8, and 64 a trip: vmcnt holds 63, so the prologue would stall on its own
// loads. 256x128 has 8 and 4, 48 a trip.
#pragma once

#include <stretto/cdna/gemm_tile.hpp>
#include <stretto/compiler/compile_schedule.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/static_pipeline.hpp>
#include <stretto/schedules/four_wave.hpp>
#include <stretto/schedules/ping_pong.hpp>
#include <stretto/schedules/proven.hpp>
#include <stretto/schedules/single_buffer.hpp>
#include <stretto/targets/cdna.hpp>
#include <stretto/targets/mi300x.hpp>

namespace stretto::cdna {

enum class GemmKind : unsigned char { ping_pong, four_wave, single_buffer, pipelined };

enum class Synchronised : unsigned char {
  as_documented,
  derived,  // and proven
};

/// The matrix instruction of 16 rows, or of 32.
constexpr Mfma mfma_of(Chip chip, NumberType type, int rows) {
  const bool narrow = rows == 16;
  if (chip == Chip::gfx950) {
    if (type == NumberType::bf16) return narrow ? Mfma::bf16_16x16x32 : Mfma::bf16_32x32x16;
    return narrow ? Mfma::fp8_16x16x128 : Mfma::fp8_32x32x64;
  }
  if (type == NumberType::bf16) return narrow ? Mfma::bf16_16x16x16 : Mfma::bf16_32x32x8;
  return narrow ? Mfma::fp8_16x16x32 : Mfma::fp8_32x32x16;
}

/// K of a tile: rows of 128 bytes, 64 on gfx942.
constexpr int k_of(Chip chip, NumberType type) {
  return (chip == Chip::gfx950 ? 128 : 64) / (type == NumberType::bf16 ? 2 : 1);
}

constexpr TargetProfile profile_of(const GemmTile& tile, int max_globals) {
  const int vm_a = tile.passes(tile.tile_bytes(Operand::a) / 2);
  const int vm_b = tile.passes(tile.tile_bytes(Operand::b) / 2);
  return tile.chip == Chip::gfx950 ? mi355x_target(vm_a, vm_b, max_globals) : mi300x_target(vm_a, vm_b, max_globals);
}

/// Eight waves in two groups, 256x256. A wave's rows are one half of A's tile, and it reads one half of B's.
template <Chip C, NumberType Type, Synchronised Sync>
struct PingPongPlan {
  static constexpr GemmKind kind = GemmKind::ping_pong;
  static constexpr GemmTile tile{.chip = C,
                                 .mfma = mfma_of(C, Type, 16),
                                 .m = 256,
                                 .n = 256,
                                 .k = k_of(C, Type),
                                 .wave_rows = 2,
                                 .wave_columns = 4,
                                 .load_bytes = facts(C).load_bytes};
  static constexpr bool staggered = true;

  using Documented = DeclarativeSchedule<Type == NumberType::fp8, tile.reads(Operand::a), tile.reads(Operand::b)>;
  /// Loads a block: one, but none with fp8, as the documented system has it (derive_safe_max_globals).
  static constexpr TargetProfile target = profile_of(tile, derive_safe_max_globals(tile.steps(tile.pieces())));

  static constexpr auto compiled() {
    if constexpr (Sync == Synchronised::derived) {
      return compile_schedule([] { return Proven<Documented>({}, target); });
    } else {
      return compile_schedule([] { return Documented({}, target); });
    }
  }
  static constexpr auto schedule = compiled();
};

/// Four waves, one a SIMD; a wave's rows and columns are spread over both halves of the tile.
template <Chip C, NumberType Type, Synchronised Sync>
struct FourWavePlan {
  static constexpr GemmKind kind = GemmKind::four_wave;
  static constexpr GemmTile tile{.chip = C,
                                 .mfma = mfma_of(C, Type, 16),
                                 .m = 256,
                                 .n = C == Chip::gfx950 ? 256 : 128,
                                 .k = k_of(C, Type),
                                 .load_bytes = facts(C).load_bytes,
                                 .rows = WaveRows::interleaved};
  static constexpr bool staggered = false;

  static constexpr KernelGeometry geometry() {
    KernelGeometry g;
    g.BM = tile.m, g.BN = tile.n, g.BK = tile.k;
    g.MMA_M = g.MMA_N = tile.mma().rows;
    g.MMA_K = tile.mma().k;
    g.elem_bytes = tile.element_bytes();
    g.simd_width = piece_bytes / tile.element_bytes();
    g.is_fp8 = Type == NumberType::fp8;
    g.vm_per_load_a = tile.passes(tile.tile_bytes(Operand::a) / 2);
    g.vm_per_load_b = tile.passes(tile.tile_bytes(Operand::b) / 2);
    g.lgkm_per_load_a = tile.reads(Operand::a);
    g.lgkm_per_load_b = tile.reads(Operand::b);
    return g;
  }
  using Documented = Pipeline4Wave<geometry()>;
  static constexpr TargetProfile target = profile_of(tile, Type == NumberType::fp8 ? 0 : 1);
  static constexpr ScheduleConfig knobs() {
    ScheduleConfig config;
    if (Type == NumberType::bf16) {
      config.sched_barrier_mask = 255;
      config.wrap_waits_with_sched_barrier = true;
    } else {
      config.sched_barrier_mask = 0;
    }
    return config;
  }

  static constexpr auto compiled() {
    if constexpr (Sync == Synchronised::derived) {
      return compile_schedule([] { return Proven<Documented, LatencyHiding{1, 0}>(knobs(), target); });
    } else {
      return compile_schedule([] { return Documented(knobs(), target); });
    }
  }
  static constexpr auto schedule = compiled();
};

/// Four waves, 128x128x64 bf16, one stage in LDS; loads come through registers, 16 bytes a lane on both chips.
template <Chip C>
struct SingleBufferPlan {
  static constexpr GemmKind kind = GemmKind::single_buffer;
  static constexpr GemmTile tile{
      .chip = C, .mfma = mfma_of(C, NumberType::bf16, 16), .m = 128, .n = 128, .k = 64, .parts = 1, .slots = 1};

  static constexpr ScheduleHints hints{.m_mmas = tile.mmas(Operand::a),
                                       .n_mmas = tile.mmas(Operand::b),
                                       .k_mmas = tile.steps(tile.pieces()),
                                       .mma_m = tile.mma().rows,
                                       .mma_n = tile.mma().rows,
                                       .a_loads_per_thread = tile.passes(tile.tile_bytes(Operand::a)),
                                       .b_loads_per_thread = tile.passes(tile.tile_bytes(Operand::b))};
  static constexpr auto schedule = compile_schedule([] {
    return SingleBufferSchedule<tile.pieces(), hints>(C == Chip::gfx950 ? mi355x_single_buffer_target()
                                                                        : mi300x_single_buffer_target());
  });
};

/// Four waves; nothing but the loop is declared: order, stages, waits and barriers are found and proven. fp8 on gfx950
/// has no such kernel: its parts along K are half a tile, so that B needs three slots, and the loop six trips.
template <Chip C, NumberType Type>
struct PipelinedPlan {
  static constexpr GemmKind kind = GemmKind::pipelined;
  static constexpr GemmTile tile{.chip = C,
                                 .mfma = mfma_of(C, Type, 32),
                                 .m = 256,
                                 .n = 256,
                                 .k = k_of(C, Type),
                                 .parts = 1,
                                 .load_bytes = facts(C).load_bytes};
  /// Parts along K: one matrix instruction each, or what one read feeds.
  static constexpr int k_parts = tile.steps(tile.pieces()) < tile.pieces() ? tile.steps(tile.pieces()) : tile.pieces();
  static constexpr int load_a = 0;  // tags of the declared ops
  static constexpr int load_b = 1;

  static constexpr Loop declare() {
    Loop loop = loops::gemm({.m = tile.m,
                             .n = tile.n,
                             .k = tile.k,
                             .type = Type,
                             .threads = tile.threads(),
                             .rows = tile.wave_rows,
                             .columns = tile.wave_columns,
                             .slots = tile.slots});
    loop.fragment_steps = k_parts;
    return loop;
  }
  static constexpr Gpu target() { return C == Chip::gfx950 ? targets::mi355x : targets::mi300x; }

  static constexpr auto pipe = pipeline<PipelinedPlan>();
  static_assert(pipe.slots("A") == tile.slots && pipe.slots("B") == tile.slots);
};

}  // namespace stretto::cdna
