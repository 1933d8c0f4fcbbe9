// The GEMM kernels: the schedule of each, as a type.
#pragma once

#include <stretto/cdna/gemm_tiles.hpp>
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

constexpr TargetProfile profile_of(const GemmTile& tile, int max_globals) {
  const int vm_a = tile.passes(tile.tile_bytes(Operand::a) / 2);
  const int vm_b = tile.passes(tile.tile_bytes(Operand::b) / 2);
  return tile.chip == Chip::gfx950 ? mi355x_target(vm_a, vm_b, max_globals) : mi300x_target(vm_a, vm_b, max_globals);
}

/// One group of waves loads while the other multiplies.
template <Chip C, NumberType Type, Synchronised Sync>
struct PingPongPlan : TileOf<PingPongPlan<C, Type, Sync>> {
  using TileOf<PingPongPlan>::tile;
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

/// The leading fragments of the next tile are rotated in early.
template <Chip C, NumberType Type, Synchronised Sync>
struct FourWavePlan : TileOf<FourWavePlan<C, Type, Sync>> {
  using TileOf<FourWavePlan>::tile;
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

/// The next tile waits in registers.
template <Chip C>
struct SingleBufferPlan : TileOf<SingleBufferPlan<C>> {
  using TileOf<SingleBufferPlan>::tile;

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
struct PipelinedPlan : TileOf<PipelinedPlan<C, Type>> {
  using TileOf<PipelinedPlan>::tile;
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
