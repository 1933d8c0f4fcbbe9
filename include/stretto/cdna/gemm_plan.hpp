// The schedules of the GEMM kernels, each as a type.
#pragma once

#include <stretto/cdna/gemm_tiles.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/mojo/compiler/compile_schedule.hpp>
#include <stretto/mojo/config/targets.hpp>
#include <stretto/mojo/schedules/four_wave.hpp>
#include <stretto/mojo/schedules/ping_pong.hpp>
#include <stretto/mojo/schedules/proven.hpp>
#include <stretto/mojo/schedules/single_buffer.hpp>
#include <stretto/pipeline/static_pipeline.hpp>

namespace stretto::cdna {

/// The target of a double-buffer schedule: the tile's load counts, and at most `max_globals` loads per block.
constexpr TargetProfile profile_of(const GemmTile& tile, int max_globals) {
  const int vm_a = tile.half_passes(Operand::a);
  const int vm_b = tile.half_passes(Operand::b);
  TargetProfile target =
      tile.chip == Chip::gfx950
          ? mi355x_target({.vm_per_load_a = vm_a, .vm_per_load_b = vm_b, .max_globals = max_globals})
          : mi300x_target({.vm_per_load_a = vm_a, .vm_per_load_b = vm_b, .max_globals = max_globals});
  target.latency.compute_max = tile.part_cycles(tile.pieces());
  return target;
}

/// The geometry of a double-buffer schedule. Rows of a tile are shorter on gfx942, and a lane loads fewer bytes, so the
/// counts are the tile's, not those of `make_geometry`.
constexpr KernelGeometry geometry_of(const GemmTile& tile) {
  return {.BM = tile.m,
          .BN = tile.n,
          .BK = tile.k,
          .MMA_M = tile.mma().rows,
          .MMA_N = tile.mma().rows,
          .MMA_K = tile.mma().k,
          .elem_bytes = tile.element_bytes(),
          .simd_width = piece_bytes / tile.element_bytes(),
          .is_fp8 = tile.element_bytes() == bytes_of(DataType::fp8),
          .vm_per_load_a = tile.half_passes(Operand::a),
          .vm_per_load_b = tile.half_passes(Operand::b),
          .lgkm_per_load_a = tile.reads(Operand::a),
          .lgkm_per_load_b = tile.reads(Operand::b)};
}

/// Loads per block, as the Mojo package's kernels set them.
constexpr int max_globals_of(const GemmTile& tile) {
  return safe_max_globals(geometry_of(tile), {tile.wave_rows, tile.wave_columns});
}

/// The declaration that a plan is compiled from.
template <class Plan>
struct DeclarationOf;

/// A plan with its compiled schedule.
template <class Plan>
struct CompiledPlan : DeclarationOf<Plan> {
  /// The compiled schedule.
  static constexpr auto pipe = compile_schedule([] { return DeclarationOf<Plan>::declared(); });
};

/// One group of waves loads while the other multiplies.
template <Chip C, DataType Type, Synchronised Sync>
struct DeclarationOf<PingPongPlan<C, Type, Sync>> : TileOf<PingPongPlan<C, Type, Sync>> {
  static constexpr GemmTile tile = TileOf<PingPongPlan<C, Type, Sync>>::tile;

  static constexpr auto declared() {
    using Declared = DeclarativeSchedule<PingPongShape{
        .is_fp8 = Type == DataType::fp8, .lgkm_a = tile.reads(Operand::a), .lgkm_b = tile.reads(Operand::b)}>;
    const TargetProfile target = profile_of(tile, max_globals_of(tile));
    if constexpr (Sync == Synchronised::derived) {
      return Proven<Declared>(csp_schedule, target);
    } else {
      return Declared(csp_schedule, target);
    }
  }
};

/// One group of waves loads while the other multiplies.
template <Chip C, DataType Type, Synchronised Sync>
struct PingPongPlan : CompiledPlan<PingPongPlan<C, Type, Sync>> {
  static constexpr bool staggered = true;  ///< the second group starts later
};

/// The leading fragments of the next tile are rotated in early.
template <Chip C, DataType Type, Synchronised Sync>
struct DeclarationOf<FourWavePlan<C, Type, Sync>> : TileOf<FourWavePlan<C, Type, Sync>> {
  static constexpr GemmTile tile = TileOf<FourWavePlan<C, Type, Sync>>::tile;

  /// Uses the knobs that the Mojo package sets.
  static constexpr auto declared() {
    using Declared = Pipeline4Wave<geometry_of(tile)>;
    constexpr bool fp8 = Type == DataType::fp8;
    ScheduleConfig knobs;
    knobs.sched_barrier_mask = fp8 ? 0 : 255;
    knobs.wrap_waits_with_sched_barrier = !fp8;
    // gfx942's fp8 kernel has no cap either, like that of gfx950.
    const TargetProfile target = profile_of(tile, fp8 ? 0 : max_globals_of(tile));
    if constexpr (Sync == Synchronised::derived) {
      return Proven<Declared, LatencyHiding{.reads = 1, .loads = 0}>(knobs, target);
    } else {
      return Declared(knobs, target);
    }
  }
};

/// The leading fragments of the next tile are rotated in early.
template <Chip C, DataType Type, Synchronised Sync>
struct FourWavePlan : CompiledPlan<FourWavePlan<C, Type, Sync>> {
  static constexpr bool staggered = false;  ///< all waves run in step
};

/// The next tile stays in registers until it is stored to LDS.
template <Chip C>
struct DeclarationOf<SingleBufferPlan<C>> : TileOf<SingleBufferPlan<C>> {
  static constexpr GemmTile tile = TileOf<SingleBufferPlan<C>>::tile;

  static constexpr auto declared() {
    constexpr ScheduleHints hints{.m_mmas = tile.mmas(Operand::a),
                                  .n_mmas = tile.mmas(Operand::b),
                                  .k_mmas = tile.steps(tile.pieces()),
                                  .mma_m = tile.mma().rows,
                                  .mma_n = tile.mma().rows,
                                  .a_loads_per_thread = tile.passes(tile.tile_bytes(Operand::a)),
                                  .b_loads_per_thread = tile.passes(tile.tile_bytes(Operand::b))};
    return SingleBufferSchedule<SingleBufferShape{.num_k_tiles = tile.pieces(), .hints = hints}>(
        C == Chip::gfx950 ? mi355x_single_buffer_target() : mi300x_single_buffer_target());
  }
};

/// The next tile stays in registers until it is stored to LDS.
template <Chip C>
struct SingleBufferPlan : CompiledPlan<SingleBufferPlan<C>> {};

/// Only the loop is declared; order, stages, waits and barriers are derived and proven. There is no fp8 kernel for
/// gfx950: its parts along K are half a tile, so B needs three slots and the loop must be unrolled over six trips.
template <Chip C, DataType Type>
struct DeclarationOf<PipelinedPlan<C, Type>> : TileOf<PipelinedPlan<C, Type>> {
  static constexpr GemmTile tile = TileOf<PipelinedPlan<C, Type>>::tile;
  /// Parts along K: one matrix instruction each, or the instructions that one read feeds.
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
  static constexpr Gpu target() { return gpu_of(C); }
};

/// Only the loop is declared; order, stages, waits and barriers are derived and proven.
template <Chip C, DataType Type>
struct PipelinedPlan : DeclarationOf<PipelinedPlan<C, Type>> {
  static constexpr auto pipe = pipeline<DeclarationOf<PipelinedPlan>>();  ///< the compiled pipeline
};

}  // namespace stretto::cdna
