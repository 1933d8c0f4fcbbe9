// GEMM kernels for Hopper as types: tile, slots, cluster, and the pipeline that follows from them.
//
// A block computes 128 x N of C with two consumer warpgroups of 64 x N each, 128 bytes of K at a time.
#pragma once

#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/ring_cursor.hpp>

namespace stretto::hopper {

inline constexpr int tile_rows = 128;                           ///< rows of C that a block computes
inline constexpr int block_bytes = 128;                         ///< bytes of K per iteration: one swizzled row
inline constexpr int warpgroup = 128;                           ///< threads of a warpgroup
inline constexpr int consumers = 2;                             ///< consumer warpgroups
inline constexpr int consumer_threads = consumers * warpgroup;  ///< threads that multiply

/// Roles of the pipeline.
inline constexpr int producer = 0;
inline constexpr int consumer = 1;

/// The declared loop of a plan.
template <DataType Type, int N, int Slots, int Cluster>
struct GemmLoop {
  /// The loop, for `pipeline`.
  static constexpr Loop declare() {
    loops::GemmShape shape;
    shape.m = tile_rows;
    shape.n = N;
    shape.k = block_bytes / bytes_of(Type);
    shape.type = Type;
    shape.slots = Slots;
    shape.cluster = Cluster;
    return loops::gemm(shape);
  }
  /// The target GPU.
  static constexpr Gpu target() { return targets::h200; }
  /// Blocks are persistent: each computes one tile after another.
  static constexpr PipelineOptions options() {
    PipelineOptions options;
    options.persistent = true;
    return options;
  }
};

/// Where the partial sums of a tile are added.
enum class Split : unsigned char {
  none,        ///< one block computes a tile; blocks are persistent
  in_cluster,  ///< the blocks of a cluster share K and add their sums through shared memory, in rank order
};

/// A GEMM kernel. `Declared` may change the loop beyond tile and slots. If it has a member `timed`, blocks measure
/// their cycles.
template <DataType Type, int N, int Slots, int Cluster, Split How = Split::none, bool Swapped = false,
          class Declared = GemmLoop<Type, N, Slots, How == Split::none ? Cluster : 1>>
struct GemmPlan {
  static constexpr DataType type = Type;    ///< data type of A and B
  static constexpr int columns = N;         ///< columns of C that a block computes
  static constexpr int slots = Slots;       ///< slots of the ring
  static constexpr int cluster = Cluster;   ///< blocks per cluster
  static constexpr Split split = How;       ///< where partial sums are added
  static constexpr bool swapped = Swapped;  ///< A and B are exchanged: C is written transposed
  /// Blocks along M that share B.
  static constexpr int multicast = How == Split::none ? Cluster : 1;
  static constexpr auto pipe = pipeline<Declared>();            ///< the programs of producer and consumer
  static constexpr bool timed = requires { Declared::timed; };  ///< blocks measure their cycles
  static_assert(pipe.proven());
  /// First entry of the producer's kernel section.
  static constexpr int producer_begins = pipe.begin(0, producer, Section::kernel);

  static constexpr int block_elements = block_bytes / bytes_of(Type);  ///< elements of K per iteration
  static constexpr int a_bytes = tile_rows * block_bytes;              ///< bytes of A's tile in a slot
  static constexpr int b_bytes = N * block_bytes;                      ///< bytes of B's tile in a slot
  static constexpr int slot_bytes = a_bytes + b_bytes;                 ///< bytes of a slot
  static constexpr int ring_bytes = Slots * slot_bytes;                ///< bytes of all slots

  // Each warp assembles rows of C in shared memory, one box of 16 x 64 at a time.
  static constexpr bool staged = How == Split::none && !Swapped;  ///< C is stored through shared memory, box by box
  static constexpr int box_bytes = 16 * 64 * 2;                   ///< bytes of a box of C: 16 rows of 64 elements
  static constexpr int staging_bytes = staged ? consumers * 4 * box_bytes : 0;  ///< one box per consumer warp

  // Sums that are added in shared memory reuse the memory of the ring; rows are padded to avoid bank conflicts.
  static constexpr int sum_rows = Swapped ? N : tile_rows;                 ///< rows of the sums in shared memory
  static constexpr int sum_columns = Swapped ? tile_rows : N;              ///< columns of the sums in shared memory
  static constexpr int sum_pitch = sum_columns + 4;                        ///< elements per padded row
  static constexpr int sum_bytes = staged ? 0 : sum_rows * sum_pitch * 4;  ///< bytes of all sums
  /// Bytes of the ring or the sums, plus staging.
  static constexpr int data_bytes = (ring_bytes > sum_bytes ? ring_bytes : sum_bytes) + staging_bytes;
  static constexpr int barrier_bytes = 2 * Slots * 8;                     ///< a full and an empty barrier per slot
  static constexpr int shared_bytes = 1024 + data_bytes + barrier_bytes;  ///< the ring is aligned to 1024 bytes

  // The sums of one tile and the packed previous tile need more registers than an equal share. So a whole warpgroup of
  // producers, of which only one thread works, gives its registers to the consumers.
  static constexpr bool moves_registers = staged && N > 128;  ///< producers give registers to consumers
  static constexpr int threads = consumer_threads + (moves_registers ? warpgroup : 32);  ///< threads per block
  /// Concurrent blocks per SM.
  static constexpr int blocks_per_sm = 2 * (shared_bytes + 1024) <= 228 * 1024 && N <= 128 ? 2 : 1;
};

}  // namespace stretto::hopper
