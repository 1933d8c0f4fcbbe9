// A consumer warpgroup: it multiplies 64 rows of a tile in the order of the plan's pipeline, and stores the sums.
#pragma once

#include <stretto/hopper/gemm_block.cuh>
#include <stretto/hopper/pipe_barriers.cuh>
#include <stretto/hopper/wgmma.cuh>

namespace stretto::hopper::detail {

template <class Plan>
struct Consumer {
  const SharedLayout<Plan>& shared;
  int group;   // index of the warpgroup
  int thread;  // index in the warpgroup
  RingCursor<Plan::slots> cursor;
  float sums[Plan::columns / 2];
  // C of the previous tile is stored while this tile is computed, one box at a time. If every block stored all of C at
  // once, all blocks of the GPU would wait for each other's stores.
  static constexpr int boxes = Plan::staged ? Plan::columns / 64 : 0;
  uint32_t packed[boxes > 0 ? boxes * 16 : 1];
  bool waiting = false;  // `packed` is not stored yet
  Tile packed_tile;

  /// Calls `locate` when the whole previous tile has been stored: its latency is then hidden.
  template <class Locate>
  __device__ __forceinline__ void multiply_tile(const KRange& k, const CUtensorMap& map_c, Locate locate) {
    run<Plan, consumer>(k.iterations, cursor, [&](auto entry, RingPlace at) {
      constexpr Entry e = entry.value;
      if constexpr (is_wait(e)) {
        wait(entry, shared, at);
      } else if constexpr (e.action == Action::arrive) {
        release<e.everywhere>(shared.barrier(e.barrier, at.slot));
      } else if constexpr (e.op >= 0) {
        multiply(at.slot, at.iteration != 0);
        if constexpr (Plan::staged) {
          // Store one box with each of the first K blocks.
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
      if constexpr (Plan::type == DataType::fp8) {
        packed[i] = pack(sums[2 * i] * factor, sums[2 * i + 1] * factor);
      } else {
        packed[i] = pack(sums[2 * i], sums[2 * i + 1]);
      }
    }
  }

  /// Stores 16 rows of 128 bytes per warp through the copy engine.
  template <int Box>
  __device__ __forceinline__ void store_box_of(int box, const CUtensorMap& map_c) {
    if (box != Box) {
      if constexpr (Box + 1 < boxes) store_box_of<Box + 1>(box, map_c);
      return;
    }
    const int lane = thread % 32;
    const int warp = thread / 32;
    const int row = lane % 16;  // the row whose address this lane provides
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

  /// Stores the boxes from this one on.
  __device__ __forceinline__ void store_rest(int box, const CUtensorMap& map_c) {
    if (!waiting) return;
    for (; box < boxes; ++box) store_box_of<0>(box, map_c);
    waiting = false;
  }

  /// Stores single elements, if rows of C are not aligned to 16 bytes.
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

  // Sums of a head, in thread order: the 16-byte vectors of all threads are adjacent.

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

  /// Writes the sums to shared memory in the order of C, so that the cluster can add them up.
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

}  // namespace stretto::hopper::detail
