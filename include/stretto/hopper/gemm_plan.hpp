// GEMM kernels for Hopper as types: tile, slots, cluster, and the pipeline that follows from them.
//
// A block computes 128 rows of C with two consumer warpgroups of 64 rows each, 128 bytes of K at a time.
#pragma once

#include <stretto/gpu/h200.hpp>
#include <stretto/hopper/gemm_schedules.hpp>
#include <stretto/pipeline/planned_pipeline.hpp>
#include <stretto/program/ring_cursor.hpp>

namespace stretto::hopper {

inline constexpr int tile_rows = 128;                           ///< rows of C that a block computes
inline constexpr int block_bytes = 128;                         ///< bytes of K per iteration: one swizzled row
inline constexpr int warpgroup = 128;                           ///< threads of a warpgroup
inline constexpr int consumers = 2;                             ///< consumer warpgroups
inline constexpr int consumer_threads = consumers * warpgroup;  ///< threads that multiply
inline constexpr int reserved_bytes = 1024;                     ///< shared memory per block that CUDA keeps
/// Shared memory of an SM: one block can have all that CUDA does not keep.
inline constexpr long sm_shared_bytes = targets::h200.limits.shared_bytes + reserved_bytes;

/// Roles of the pipeline.
inline constexpr int producer = 0;
inline constexpr int consumer = 1;

/// Where the partial sums of a tile are added.
enum class Split : unsigned char {
  none,        ///< one block computes a tile; blocks are persistent
  in_cluster,  ///< the blocks of a cluster share K and add their sums through shared memory, in rank order
};

/// What distinguishes one GEMM kernel from another.
struct GemmSpec {
  DataType type = DataType::bf16;  ///< data type of A and B
  int columns = 0;                 ///< columns of C that a block computes
  int slots = 0;                   ///< slots of the ring
  int cluster = 1;                 ///< blocks per cluster
  Split split = Split::none;       ///< where partial sums are added
  bool swapped = false;            ///< A and B are exchanged: C is written transposed

  /// Blocks along M that share B.
  [[nodiscard]] constexpr int multicast() const { return split == Split::none ? cluster : 1; }
  /// The tile of a block, for the loop. Kernels that differ only in what they do with their sums have the same.
  [[nodiscard]] constexpr loops::GemmShape tile() const {
    return {.m = tile_rows,
            .n = columns,
            .k = block_bytes / bytes_of(type),
            .type = type,
            .slots = slots,
            .cluster = multicast()};
  }
};

/// The declared loop of a plan.
template <loops::GemmShape Tile>
struct GemmLoop {
  /// The loop, for `pipeline`.
  static constexpr Loop declare() { return loops::gemm(Tile); }
  /// The target GPU.
  static constexpr Gpu target() { return targets::h200; }
  /// Blocks are persistent: each computes one tile after another.
  static constexpr PipelineOptions options() {
    PipelineOptions options;
    options.persistent = true;
    return options;
  }
};

/// The same loop with its schedule, if gemm_schedules.hpp has it. Otherwise the compiler searches for one, for which
/// stretto/pipeline/static_pipeline.hpp must be included.
template <loops::GemmShape Tile>
struct ScheduledGemmLoop : GemmLoop<Tile>, GemmSchedule<Tile> {};

/// A GEMM kernel: `GemmPlan<GemmSpec{.type = DataType::bf16, .columns = 256, .slots = 4, .cluster = 2}>`. `Declared`
/// may change the loop beyond tile and slots. If it has a member `timed`, blocks measure their cycles.
template <GemmSpec Spec, class Declared = ScheduledGemmLoop<Spec.tile()>>
struct GemmPlan {
  static_assert(Spec.columns > 0 && Spec.slots > 0, "a GemmSpec needs .columns and .slots");

  static constexpr loops::GemmShape tile = Spec.tile();  ///< the tile of a block, for the loop

  static constexpr DataType type = Spec.type;         ///< data type of A and B
  static constexpr int columns = Spec.columns;        ///< columns of C that a block computes
  static constexpr int slots = Spec.slots;            ///< slots of the ring
  static constexpr int cluster = Spec.cluster;        ///< blocks per cluster
  static constexpr Split split = Spec.split;          ///< where partial sums are added
  static constexpr bool swapped = Spec.swapped;       ///< A and B are exchanged: C is written transposed
  static constexpr int multicast = Spec.multicast();  ///< blocks along M that share B
  /// The programs of producer and consumer. The type is named, not deduced, so that only device code evaluates them:
  /// the host compiler needs sizes alone.
  static constexpr StaticPipeline pipe = pipeline<Declared>();
  static constexpr bool timed = requires { Declared::timed; };  ///< blocks measure their cycles
  /// First entry of the producer's kernel section.
  static constexpr int producer_begins = pipe.begin(0, producer, Section::kernel);

  static constexpr int block_elements = block_bytes / bytes_of(type);  ///< elements of K per iteration
  static constexpr int a_bytes = tile_rows * block_bytes;              ///< bytes of A's tile in a slot
  static constexpr int b_bytes = columns * block_bytes;                ///< bytes of B's tile in a slot
  static constexpr int slot_bytes = a_bytes + b_bytes;                 ///< bytes of a slot
  static constexpr int ring_bytes = slots * slot_bytes;                ///< bytes of all slots

  // Each warp assembles rows of C in shared memory, one box of 16 x 64 at a time.
  static constexpr bool staged = split == Split::none && !swapped;  ///< C is stored through shared memory, box by box
  static constexpr int box_bytes = 16 * 64 * 2;                     ///< bytes of a box of C: 16 rows of 64 elements
  static constexpr int staging_bytes = staged ? consumers * 4 * box_bytes : 0;  ///< one box per consumer warp

  // Sums that are added in shared memory reuse the memory of the ring; rows are padded to avoid bank conflicts.
  static constexpr int sum_rows = swapped ? columns : tile_rows;           ///< rows of the sums in shared memory
  static constexpr int sum_columns = swapped ? tile_rows : columns;        ///< columns of the sums in shared memory
  static constexpr int sum_pitch = sum_columns + 4;                        ///< elements per padded row
  static constexpr int sum_bytes = staged ? 0 : sum_rows * sum_pitch * 4;  ///< bytes of all sums
  /// Bytes of the ring or the sums, plus staging.
  static constexpr int data_bytes = (ring_bytes > sum_bytes ? ring_bytes : sum_bytes) + staging_bytes;
  static constexpr int barrier_bytes = 2 * slots * 8;                     ///< a full and an empty barrier per slot
  static constexpr int shared_bytes = 1024 + data_bytes + barrier_bytes;  ///< the ring is aligned to 1024 bytes

  // The sums of one tile and the packed previous tile need more registers than an equal share. So a whole warpgroup of
  // producers, of which only one thread works, gives its registers to the consumers.
  static constexpr bool moves_registers = staged && columns > 128;  ///< producers give registers to consumers
  static constexpr int threads = consumer_threads + (moves_registers ? warpgroup : 32);  ///< threads per block
  /// Concurrent blocks per SM.
  static constexpr int blocks_per_sm = 2 * (shared_bytes + reserved_bytes) <= sm_shared_bytes && columns <= 128 ? 2 : 1;
};

}  // namespace stretto::hopper
