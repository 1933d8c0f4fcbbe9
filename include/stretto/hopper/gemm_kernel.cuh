// The kernel: C = scale * A * B^T, with the programs of a plan's pipeline unrolled into a producer and consumers.
//
// What is written here is what the library cannot know: where tiles lie, how operands are described, what becomes of
// the sums. Order, slots, parities, waits and releases come from Plan::pipe.
#pragma once

#include <cuda_bf16.h>

#include <stretto/hopper/gemm_plan.hpp>
#include <stretto/hopper/wgmma.cuh>
#include <stretto/hopper/work.cuh>
#include <stretto/hopper/workspace.cuh>

namespace stretto::hopper {

/// What the first block's first warpgroup measures, over its tiles.
struct BlockTimes {
  long long multiply = 0;  // cycles in the programs of the pipeline
  long long between = 0;   // and from each to the next
  long long blocks = 0;    // of K
  long long tiles = 0;
};

/// Of a launch. Rows are those of the kernel's A, columns those of its B: exchanged when the plan is swapped.
struct GemmArguments {
  int rows = 0;
  int columns = 0;
  TileOrder order;
  WorkPlan work;
  Workspace shared;  // where tiles are shared
  __nv_bfloat16* c = nullptr;
  long pitch = 0;  // of C, elements
  const float* scale_a = nullptr;
  const float* scale_b = nullptr;
  BlockTimes* times = nullptr;  // of a timed plan
};

namespace detail {

/// Addresses in shared memory.
template <class Plan>
struct SharedLayout {
  uint32_t ring;

  __device__ explicit SharedLayout(const void* begin) : ring((shared_address(begin) + 1023) / 1024 * 1024) {}

  __device__ uint32_t a(int slot) const { return ring + slot * Plan::slot_bytes; }
  __device__ uint32_t b(int slot) const { return ring + slot * Plan::slot_bytes + Plan::a_bytes; }
  __device__ uint32_t staging(int warp) const { return ring + Plan::ring_bytes + warp * Plan::box_bytes; }
  __device__ uint32_t barrier(int index, int slot) const {
    return ring + Plan::data_bytes + (index * Plan::slots + slot) * 8;
  }
};

template <class Plan, int B>
__device__ __forceinline__ void init_barriers(const SharedLayout<Plan>& shared) {
  constexpr PhaseBarrier barrier = Plan::pipe.phase_barriers[B];
  // A warp of consumers arrives when it has seen its own part of the group complete; a producer is one thread.
  constexpr int arrivals = barrier.arrivals * (barrier.arrivals > 1 ? 4 : 1);
  for (int slot = 0; slot < barrier.slots; ++slot) init_barrier(shared.barrier(B, slot), arrivals);
  if constexpr (B + 1 < Plan::pipe.barriers) init_barriers<Plan, B + 1>(shared);
}

/// The part of the K blocks of an item that a block takes.
struct KRange {
  int first;
  int count;       // of its own
  int iterations;  // at least as many as the pipeline needs; those beyond are zeros
};

template <class Plan>
__device__ __forceinline__ KRange k_range(const WorkItem& item, int rank) {
  constexpr int least = Plan::pipe.peeled > 1 ? Plan::pipe.peeled : 1;
  int first = item.first;
  int count = item.count;
  if constexpr (Plan::split == Split::in_cluster) {
    const int share = (count + Plan::cluster - 1) / Plan::cluster;
    first = rank * share < count ? rank * share : count;
    count = count - first < share ? count - first : share;
  }
  return {first, count, count > least ? count : least};
}

template <class Plan>
struct Producer {
  const SharedLayout<Plan>& shared;
  const CUtensorMap& map_a;
  const CUtensorMap& map_b;
  int rank;
  RingCursor<Plan::slots> cursor;

  __device__ __forceinline__ void load_tile(Tile tile, const KRange& k) {
    run<Plan, producer>(k.iterations, cursor, [&](auto entry, RingPlace at) {
      constexpr PipelineEntry e = entry.value;
      const uint32_t barrier = shared.barrier(e.barrier, at.slot);
      if constexpr (e.action == Action::await) {
        await(barrier, at.parity);
      } else if constexpr (e.action == Action::arrive) {
        arrive_expecting(barrier, e.bytes);
      } else {
        static_assert(e.action == Action::fetch);
        // Beyond the end of K everything is zero.
        const int block = at.iteration < k.count ? k.first + at.iteration : 1 << 20;
        const int column = block * Plan::block_elements;
        if constexpr (e.tag == 0) {
          load_box(shared.a(at.slot), map_a, column, tile.row * tile_rows, barrier);
        } else if constexpr (e.everywhere) {
          constexpr int part = Plan::columns / Plan::cluster;
          load_box_everywhere(shared.b(at.slot) + rank * part * block_bytes, map_b, column,
                              tile.column * Plan::columns + rank * part, barrier, (1 << Plan::cluster) - 1);
        } else {
          load_box(shared.b(at.slot), map_b, column, tile.column * Plan::columns, barrier);
        }
      }
    });
  }

  /// Until every slot has been given back: other blocks signal here, and the block must not be gone by then.
  __device__ __forceinline__ void finish() {
    constexpr PipelineEntry e = Plan::pipe.entries[Plan::producer_begins];
    static_assert(e.action == Action::await && e.iteration == 0);
    for (int slot = 0; slot < Plan::slots; ++slot) {
      await(shared.barrier(e.barrier, cursor.slot), cursor.parity ^ e.flip);
      cursor.advance();
    }
  }
};

template <class Plan>
struct Consumer {
  const SharedLayout<Plan>& shared;
  int group;   // warpgroup
  int thread;  // in it
  RingCursor<Plan::slots> cursor;
  float sums[Plan::columns / 2];
  // C of the tile before leaves while this one is computed, box after box: at once, all blocks of the GPU would wait
  // for each other's stores.
  static constexpr int boxes = Plan::staged ? Plan::columns / 64 : 0;
  uint32_t packed[boxes > 0 ? boxes * 16 : 1];
  bool waiting = false;  // what is packed has yet to leave
  Tile packed_tile;

  /// `locate` is called when everything of the tile before has left: it takes time that is to be hidden.
  template <class Locate>
  __device__ __forceinline__ void multiply_tile(const KRange& k, const CUtensorMap& map_c, Locate locate) {
    run<Plan, consumer>(k.iterations, cursor, [&](auto entry, RingPlace at) {
      constexpr PipelineEntry e = entry.value;
      if constexpr (e.action == Action::await) {
        await(shared.barrier(e.barrier, at.slot), at.parity);
      } else if constexpr (e.action == Action::wait) {
        await_groups<e.count>();
      } else if constexpr (e.action == Action::arrive) {
        release<e.everywhere>(shared.barrier(e.barrier, at.slot));
      } else if constexpr (e.op >= 0) {
        multiply(at.slot, at.iteration != 0);
        if constexpr (Plan::staged) {
          // A box with each of the first blocks of K.
          if (at.iteration < boxes) {
            if (waiting) store_box_of<0>(at.iteration, map_c);
          } else if (at.iteration == boxes) {
            locate();
          }
        }
      }
    });
  }

  __device__ __forceinline__ void multiply(int slot, bool add) {
    const uint64_t a = operand(shared.a(slot) + group * 64 * block_bytes);
    const uint64_t b = operand(shared.b(slot));
    begin_group();
#pragma unroll
    for (int part = 0; part < 4; ++part) {  // 32 bytes of K each
      Wgmma<Plan::type, Plan::columns>::multiply(sums, a + part * 2, b + part * 2, part > 0 || add);
    }
    end_group();
  }

  template <bool Everywhere>
  __device__ __forceinline__ void release(uint32_t empty) {
    if constexpr (Everywhere) {
      if (thread % 32 < Plan::cluster) arrive_at(empty, thread % 32);
    } else {
      if (thread % 32 == 0) arrive(empty);
    }
  }

  static __device__ __forceinline__ uint32_t pack(float low, float high) {
    const __nv_bfloat162 both = __floats2bfloat162_rn(low, high);
    return reinterpret_cast<const uint32_t&>(both);
  }

  __device__ __forceinline__ void pack_sums(float factor) {
#pragma unroll
    for (int i = 0; i < Plan::columns / 4; ++i) {
      if constexpr (Plan::type == NumberType::fp8) {
        packed[i] = pack(sums[2 * i] * factor, sums[2 * i + 1] * factor);
      } else {
        packed[i] = pack(sums[2 * i], sums[2 * i + 1]);
      }
    }
  }

  /// 16 rows of 128 bytes, each warp its own, through the copy engine.
  template <int Box>
  __device__ __forceinline__ void store_box_of(int box, const CUtensorMap& map_c) {
    if (box != Box) {
      if constexpr (Box + 1 < boxes) store_box_of<Box + 1>(box, map_c);
      return;
    }
    const int lane = thread % 32;
    const int warp = thread / 32;
    const int row = lane % 16;  // whose address this lane gives
    const uint32_t staging = shared.staging(group * 4 + warp);
    if (lane == 0) await_stores_read();
    __syncwarp();
#pragma unroll
    for (int pair = 0; pair < 4; ++pair) {  // 16 columns each
      const uint32_t* p = packed + (Box * 4 + pair) * 4;
      store_matrices(staging + row * 128 + ((pair * 2 + lane / 16) ^ (row % 8)) * 16, p[0], p[1], p[2], p[3]);
    }
    publish_to_copies();
    __syncwarp();
    if (lane == 0) {
      store_box(map_c, staging, packed_tile.column * Plan::columns + Box * 64,
                packed_tile.row * tile_rows + group * 64 + warp * 16);
      commit_stores();
    }
  }

  /// From this box on.
  __device__ __forceinline__ void store_rest(int box, const CUtensorMap& map_c) {
    if (!waiting) return;
    for (; box < boxes; ++box) store_box_of<0>(box, map_c);
    waiting = false;
  }

  /// Element by element, where rows of C do not begin at multiples of 16 bytes.
  __device__ __forceinline__ void store_elements(const GemmArguments& args) {
    const int lane = thread % 32;
    const int first_row = packed_tile.row * tile_rows + group * 64 + thread / 32 * 16 + lane / 4;
    const int first_column = packed_tile.column * Plan::columns + lane % 4 * 2;
#pragma unroll
    for (int i = 0; i < Plan::columns / 4; ++i) {
      const int row = first_row + i % 2 * 8;
      const int column = first_column + i / 2 * 8;
      const __nv_bfloat162 both = reinterpret_cast<const __nv_bfloat162&>(packed[i]);
      __nv_bfloat16* to = args.c + row * args.pitch + column;
      if (row < args.rows && column < args.columns) to[0] = both.x;
      if (row < args.rows && column + 1 < args.columns) to[1] = both.y;
    }
  }

  // Sums of a head, in the order of threads: 16 bytes of each side by side.

  static constexpr int sums_of_group = warpgroup * Plan::columns / 2;

  __device__ __forceinline__ float4* handed_over(const GemmArguments& args, int block) const {
    return reinterpret_cast<float4*>(args.shared.sums + (block * consumers + group) * sums_of_group) + thread;
  }

  __device__ __forceinline__ void hand_over(const GemmArguments& args, int block) {
    float4* to = handed_over(args, block);
#pragma unroll
    for (int i = 0; i < Plan::columns / 8; ++i) {
      to[i * warpgroup] = make_float4(sums[4 * i], sums[4 * i + 1], sums[4 * i + 2], sums[4 * i + 3]);
    }
    sync_threads(1 + group, warpgroup);
    if (thread == 0) set_flag(args.shared.flags + block * consumers + group, 1);
  }

  __device__ __forceinline__ void take_over(const GemmArguments& args, int block) {
    int* flag = args.shared.flags + block * consumers + group;
    if (thread == 0) {
      await_flag(flag);
      set_flag(flag, 0);  // for the next launch
    }
    sync_threads(1 + group, warpgroup);
    const float4* from = handed_over(args, block);
#pragma unroll
    for (int i = 0; i < Plan::columns / 8; ++i) {
      const float4 v = __ldcg(from + i * warpgroup);
      sums[4 * i] += v.x;
      sums[4 * i + 1] += v.y;
      sums[4 * i + 2] += v.z;
      sums[4 * i + 3] += v.w;
    }
  }

  __device__ __forceinline__ void store(const GemmArguments& args) {
    if (args.pitch % 8 == 0) {
      waiting = true;
    } else {
      store_elements(args);
    }
  }

  /// To shared memory in the order of C, for the cluster to add up.
  __device__ __forceinline__ void share_sums() {
    const int lane = thread % 32;
    const int first_row = group * 64 + thread / 32 * 16 + lane / 4;
#pragma unroll
    for (int j = 0; j < Plan::columns / 2; ++j) {
      const int row = first_row + (j % 4 < 2 ? 0 : 8);
      const int column = lane % 4 * 2 + j / 4 * 8 + j % 2;
      const int place = Plan::swapped ? column * Plan::sum_pitch + row : row * Plan::sum_pitch + column;
      asm volatile("st.shared.f32 [%0], %1;" ::"r"(shared.ring + place * 4), "f"(sums[j]) : "memory");
    }
  }
};

/// The cluster's sums, rank after rank, for this block's share of the tile.
template <class Plan>
__device__ __forceinline__ void add_up(const SharedLayout<Plan>& shared, const GemmArguments& args, Tile tile, int rank,
                                       int thread, float factor) {
  constexpr int quads = Plan::sum_rows * Plan::sum_columns / 4;
  constexpr int share = (quads + Plan::cluster - 1) / Plan::cluster;
  const int last = (rank + 1) * share < quads ? (rank + 1) * share : quads;
  const int out_rows = Plan::swapped ? args.columns : args.rows;  // of C
  const int out_columns = Plan::swapped ? args.rows : args.columns;
  const int first_row = Plan::swapped ? tile.column * Plan::columns : tile.row * tile_rows;
  const int first_column = Plan::swapped ? tile.row * tile_rows : tile.column * Plan::columns;
  for (int quad = rank * share + thread; quad < last; quad += consumer_threads) {
    const int row = quad / (Plan::sum_columns / 4);
    const int column = quad % (Plan::sum_columns / 4) * 4;
    const uint32_t place = shared.ring + (row * Plan::sum_pitch + column) * 4;
    float4 parts[Plan::cluster];
#pragma unroll
    for (int r = 0; r < Plan::cluster; ++r) parts[r] = load_from(place, r);
    float4 sum = parts[0];
#pragma unroll
    for (int r = 1; r < Plan::cluster; ++r) {
      sum.x += parts[r].x;
      sum.y += parts[r].y;
      sum.z += parts[r].z;
      sum.w += parts[r].w;
    }
    if (first_row + row >= out_rows) continue;
    const int at = first_column + column;
    __nv_bfloat16* to = args.c + (first_row + row) * args.pitch + at;
    const __nv_bfloat162 low = __floats2bfloat162_rn(sum.x * factor, sum.y * factor);
    const __nv_bfloat162 high = __floats2bfloat162_rn(sum.z * factor, sum.w * factor);
    if (at + 4 <= out_columns && args.pitch % 4 == 0) {
      uint2 both;
      both.x = reinterpret_cast<const uint32_t&>(low);
      both.y = reinterpret_cast<const uint32_t&>(high);
      *reinterpret_cast<uint2*>(to) = both;
    } else {
      if (at < out_columns) to[0] = low.x;
      if (at + 1 < out_columns) to[1] = low.y;
      if (at + 2 < out_columns) to[2] = high.x;
      if (at + 3 < out_columns) to[3] = high.y;
    }
  }
}

__device__ __forceinline__ float scale_of(const GemmArguments& args) {
  return (args.scale_a ? *args.scale_a : 1.0F) * (args.scale_b ? *args.scale_b : 1.0F);
}

}  // namespace detail

/// The agents are parameters so that loops written by hand can be compared with those of the plan.
template <class Plan, class Producer = detail::Producer<Plan>, class Consumer = detail::Consumer<Plan>>
__global__ void __launch_bounds__(Plan::threads, Plan::blocks_per_sm)
    gemm_kernel(const __grid_constant__ CUtensorMap map_a, const __grid_constant__ CUtensorMap map_b,
                const __grid_constant__ CUtensorMap map_c, const __grid_constant__ GemmArguments args) {
  extern __shared__ unsigned char memory[];
  const detail::SharedLayout<Plan> shared(memory);
  // The compiler is to know that a warp has one.
  const int group = __shfl_sync(~0U, static_cast<int>(threadIdx.x) / warpgroup, 0);
  const int rank = Plan::cluster > 1 ? static_cast<int>(cluster_rank()) : 0;
  const bool produces = group == consumers;
  if (threadIdx.x == consumer_threads) {
    detail::init_barriers<Plan, 0>(shared);
    publish_barriers();
    prefetch_map(map_a);
    prefetch_map(map_b);
    if constexpr (Plan::staged) prefetch_map(map_c);
  }
  __syncthreads();
  if constexpr (Plan::multicast > 1) meet_cluster();
  let_next_kernel_start();
  await_previous_kernel();

  const int place = Plan::multicast > 1 ? rank : 0;  // of the block among those that share B
  const Work work{args.work, static_cast<int>(blockIdx.x) / Plan::cluster, static_cast<int>(gridDim.x) / Plan::cluster};
  const auto item_of = [&](int i) {
    WorkItem item = work.item(i);
    item.first = __shfl_sync(~0U, item.first, 0);
    item.count = __shfl_sync(~0U, item.count, 0);
    return item;
  };

  if (produces) {
    if constexpr (Plan::moves_registers) give_registers<40>();
    if (threadIdx.x == consumer_threads) {
      Producer producer{shared, map_a, map_b, rank};
      for (int i = 0;; ++i) {
        const WorkItem item = work.item(i);
        if (item.count == 0) break;
        producer.load_tile(args.order.template tile<Plan::multicast>(item.tile, place),
                           detail::k_range<Plan>(item, rank));
      }
      if constexpr (Plan::multicast > 1) producer.finish();
    }
    __syncwarp();
    if constexpr (!Plan::staged && Plan::cluster > 1) sync_cluster();
  } else {
    if constexpr (Plan::moves_registers) take_registers<232>();
    const float factor = detail::scale_of(args);
    Consumer consumer{shared, group, static_cast<int>(threadIdx.x) % warpgroup};
    if constexpr (Plan::staged) {
      for (int i = 0;; ++i) {
        const WorkItem item = item_of(i);
        if (item.count == 0) break;
        const detail::KRange k = detail::k_range<Plan>(item, rank);
        const auto locate = [&] { consumer.packed_tile = args.order.template tile<Plan::multicast>(item.tile, place); };
        const long long begin = Plan::timed ? clock64() : 0;
        consumer.multiply_tile(k, map_c, locate);
        const long long end = Plan::timed ? clock64() : 0;
        consumer.store_rest(k.iterations, map_c);
        if (item.part == Part::head) {
          consumer.hand_over(args, static_cast<int>(blockIdx.x));
        } else {
          if (item.part == Part::tail) consumer.take_over(args, static_cast<int>(blockIdx.x) - Plan::cluster);
          if (k.iterations <= consumer.boxes) locate();
          consumer.pack_sums(factor);
          consumer.store(args);
        }
        if constexpr (Plan::timed) {
          if (blockIdx.x == 0 && threadIdx.x == 0) {
            args.times->multiply += end - begin;
            args.times->between += clock64() - end;
            args.times->blocks += item.count;
            args.times->tiles += 1;
          }
        }
      }
      consumer.store_rest(0, map_c);
      if (consumer.thread % 32 == 0) await_stores_read();
    } else {
      for (int i = 0;; ++i) {
        const WorkItem item = item_of(i);
        if (item.count == 0) break;
        const Tile tile = args.order.template tile<Plan::multicast>(item.tile, place);
        consumer.multiply_tile(detail::k_range<Plan>(item, rank), map_c, [] {});
        sync_threads(1, consumer_threads);  // nobody reads the ring any more
        consumer.share_sums();
        if constexpr (Plan::cluster > 1) {
          sync_cluster();
        } else {
          sync_threads(1, consumer_threads);
        }
        detail::add_up(shared, args, tile, rank, static_cast<int>(threadIdx.x), factor);
      }
    }
  }
  // Nobody leaves while others may still read its sums.
  if constexpr (!Plan::staged && Plan::cluster > 1) meet_cluster();
}

}  // namespace stretto::hopper
