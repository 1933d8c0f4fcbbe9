// Kernels of a GEMM on Hopper, as types: tile, slots, cluster, and the pipeline that follows from them.
//
// A block computes 128 x N of C with two consumer warpgroups of 64 x N each, 128 bytes of K at a time.
#pragma once

#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/ring_cursor.hpp>

namespace stretto::hopper {

inline constexpr int tile_rows = 128;                           ///< rows of C that a block computes
inline constexpr int block_bytes = 128;                         ///< of K: one swizzled row
inline constexpr int warpgroup = 128;                           ///< threads of a warpgroup
inline constexpr int consumers = 2;                             ///< warpgroups
inline constexpr int consumer_threads = consumers * warpgroup;  ///< threads that multiply

/// Roles of the pipeline.
inline constexpr int producer = 0;
inline constexpr int consumer = 1;

/// What one declaration of the loop says.
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
  /// The GPU that it is scheduled for.
  static constexpr Gpu target() { return targets::h200; }
  /// Blocks go on from tile to tile.
  static constexpr PipelineOptions options() {
    PipelineOptions options;
    options.persistent = true;
    return options;
  }
};

/// Where partial sums of a tile come together.
enum class Split : unsigned char {
  none,        ///< one block computes the tile; blocks go on from tile to tile
  in_cluster,  ///< the blocks of a cluster share K, and add up through each other's shared memory in the order of ranks
};

/// `Declared` may change what the loop says beyond tile and slots. With a member `timed`, blocks tell how many cycles
/// they take.
template <DataType Type, int N, int Slots, int Cluster, Split How = Split::none, bool Swapped = false,
          class Declared = GemmLoop<Type, N, Slots, How == Split::none ? Cluster : 1>>
struct GemmPlan {
  static constexpr DataType type = Type;    ///< of A and B
  static constexpr int columns = N;         ///< of C that a block computes
  static constexpr int slots = Slots;       ///< of the ring
  static constexpr int cluster = Cluster;   ///< blocks of a cluster
  static constexpr Split split = How;       ///< where partial sums come together
  static constexpr bool swapped = Swapped;  ///< A and B are exchanged: C is written transposed
  /// Blocks along M that share B.
  static constexpr int multicast = How == Split::none ? Cluster : 1;
  static constexpr auto pipe = pipeline<Declared>();            ///< the programs of producer and consumer
  static constexpr bool timed = requires { Declared::timed; };  ///< blocks tell how many cycles they take
  static_assert(pipe.proven());
  /// First entry of the producer's kernel.
  static constexpr int producer_begins = pipe.begin(0, producer, Section::kernel);

  static constexpr int block_elements = block_bytes / bytes_of(Type);  ///< of K
  static constexpr int a_bytes = tile_rows * block_bytes;              ///< of A's tile in a slot
  static constexpr int b_bytes = N * block_bytes;                      ///< of B's tile in a slot
  static constexpr int slot_bytes = a_bytes + b_bytes;                 ///< of both
  static constexpr int ring_bytes = Slots * slot_bytes;                ///< of all slots

  // Each warp puts rows of C together, a box of 16 x 64 at a time.
  static constexpr bool staged = How == Split::none && !Swapped;  ///< C goes through shared memory, box by box
  static constexpr int box_bytes = 16 * 64 * 2;                   ///< of C: 16 rows of 64
  static constexpr int staging_bytes = staged ? consumers * 4 * box_bytes : 0;  ///< a box for each consumer warp

  // Sums that are added up in shared memory take the ring's place; rows are padded against bank conflicts.
  static constexpr int sum_rows = Swapped ? N : tile_rows;                 ///< of the sums that are added up
  static constexpr int sum_columns = Swapped ? tile_rows : N;              ///< of the sums that are added up
  static constexpr int sum_pitch = sum_columns + 4;                        ///< elements from row to row
  static constexpr int sum_bytes = staged ? 0 : sum_rows * sum_pitch * 4;  ///< of all sums
  /// Bytes of ring or sums, and of staging.
  static constexpr int data_bytes = (ring_bytes > sum_bytes ? ring_bytes : sum_bytes) + staging_bytes;
  static constexpr int barrier_bytes = 2 * Slots * 8;                     ///< full and empty, one of each a slot
  static constexpr int shared_bytes = 1024 + data_bytes + barrier_bytes;  ///< the ring begins at a multiple of 1024

  // Sums of the next tile and the packed tile before take more registers than an equal share: a whole warpgroup of
  // producers, of which one thread works, gives its own away.
  static constexpr bool moves_registers = staged && N > 128;  ///< producers give registers to consumers
  static constexpr int threads = consumer_threads + (moves_registers ? warpgroup : 32);  ///< of a block
  /// Blocks of an SM at a time.
  static constexpr int blocks_per_sm = 2 * (shared_bytes + 1024) <= 228 * 1024 && N <= 128 ? 2 : 1;
};

}  // namespace stretto::hopper
