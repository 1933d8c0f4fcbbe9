// The kernel: C = scale * A * B^T, with the programs of a plan's pipeline unrolled into a producer and consumers.
//
// This file and the files of the roles contain what the library cannot know: the addresses of tiles, the descriptors of
// operands, and what happens to the sums. Order, slots, parities, waits and releases come from Plan::pipe.
#pragma once

#include <stretto/hopper/gemm_consumer.cuh>
#include <stretto/hopper/gemm_producer.cuh>
#include <stretto/hopper/gemm_split.cuh>
#include <stretto/hopper/pipe_barriers.cuh>

namespace stretto::hopper {

namespace detail {

__device__ __forceinline__ float scale_of(const GemmArguments& args) {
  return (args.scale_a ? *args.scale_a : 1.0F) * (args.scale_b ? *args.scale_b : 1.0F);
}

}  // namespace detail

/// The roles are template parameters, so that hand-written loops can be compared with those of the plan.
template <class Plan, class Producer = detail::Producer<Plan>, class Consumer = detail::Consumer<Plan>>
__global__ void __launch_bounds__(Plan::threads, Plan::blocks_per_sm)
    gemm_kernel(const __grid_constant__ CUtensorMap map_a, const __grid_constant__ CUtensorMap map_b,
                const __grid_constant__ CUtensorMap map_c, const __grid_constant__ GemmArguments args) {
  static_assert(Plan::pipe.verdict == Verdict::proven);
  extern __shared__ unsigned char memory[];
  const detail::SharedLayout<Plan> shared(memory);
  // Tells the compiler that the value is uniform in a warp.
  const int group = __shfl_sync(~0U, static_cast<int>(threadIdx.x) / warpgroup, 0);
  const int rank = Plan::cluster > 1 ? static_cast<int>(cluster_rank()) : 0;
  const bool produces = group == consumers;
  if (threadIdx.x == consumer_threads) {
    init_pipe_barriers<Plan, 0>([&](int b, int slot) { return shared.barrier(b, slot); });
    publish_barriers();
    prefetch_map(map_a);
    prefetch_map(map_b);
    if constexpr (Plan::staged) prefetch_map(map_c);
  }
  __syncthreads();
  if constexpr (Plan::multicast > 1) meet_cluster();
  let_next_kernel_start();
  await_previous_kernel();

  const int place = Plan::multicast > 1 ? rank : 0;  // index of the block among those that share B
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
        sync_threads(1, consumer_threads);  // no thread reads the ring any more
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
  // A block must not exit while other blocks may still read its sums.
  if constexpr (!Plan::staged && Plan::cluster > 1) meet_cluster();
}

}  // namespace stretto::hopper
