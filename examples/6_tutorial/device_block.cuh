// One thread's part of a block, with the instructions of sm_80: cp.async, ldmatrix, mma.sync.
#pragma once

#include <cuda_bf16.h>

#include <cstdint>

#include "layout.hpp"

namespace tutorial {

using Bf16 = __nv_bfloat16;

/// A is m x k, B is n x k, both row-major; block (x, y) has column x and row y of the tiles of C.
class DeviceBlock {
 public:
  __device__ DeviceBlock(unsigned char* shared, int slots_a, const Bf16* a, const Bf16* b, int k)
      : apart_(static_cast<size_t>(rows_at_once) * k) {
    const int thread = static_cast<int>(threadIdx.x);
    const int column = copied_piece(thread) * piece_elements;
    from_a_ = a + static_cast<size_t>(blockIdx.y * tile_m + copied_row(thread)) * k + column;
    from_b_ = b + static_cast<size_t>(blockIdx.x * tile_n + copied_row(thread)) * k + column;
    const auto base_a = static_cast<uint32_t>(__cvta_generic_to_shared(shared));
    const uint32_t base_b = base_a + slots_a * a_bytes;
    to_a_ = base_a + offset(copied_row(thread), copied_piece(thread));
    to_b_ = base_b + offset(copied_row(thread), copied_piece(thread));
#pragma unroll
    for (int part = 0; part < parts; ++part) {
      const Place in_a = a_place(thread, 0, part), in_b = b_place(thread, 0, part);
      rows_a_[part] = base_a + offset(in_a.row, in_a.piece);
      rows_b_[part] = base_b + offset(in_b.row, in_b.piece);
    }
  }

  /// A tile through registers into slot 0.
  __device__ void load(int tile) {
    uint4 staged[a_copies + b_copies];
#pragma unroll
    for (int c = 0; c < a_copies; ++c) staged[c] = *reinterpret_cast<const uint4*>(source_a(tile, c));
#pragma unroll
    for (int c = 0; c < b_copies; ++c) staged[a_copies + c] = *reinterpret_cast<const uint4*>(source_b(tile, c));
#pragma unroll
    for (int c = 0; c < a_copies; ++c) store(to_a_ + c * rows_at_once * row_bytes, staged[c]);
#pragma unroll
    for (int c = 0; c < b_copies; ++c) store(to_b_ + c * rows_at_once * row_bytes, staged[a_copies + c]);
  }

  __device__ void copy_a(int tile, int slot) {
#pragma unroll
    for (int c = 0; c < a_copies; ++c) copy(to_a_ + slot * a_bytes + c * rows_at_once * row_bytes, source_a(tile, c));
  }
  __device__ void copy_b(int tile, int slot) {
#pragma unroll
    for (int c = 0; c < b_copies; ++c) copy(to_b_ + slot * b_bytes + c * rows_at_once * row_bytes, source_b(tile, c));
  }
  __device__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
  template <int Pending>
  __device__ void wait() {
    asm volatile("cp.async.wait_group %0;" ::"n"(Pending) : "memory");
  }
  __device__ void barrier() { __syncthreads(); }

  template <int Part>
  __device__ void read(int slot_a, int slot_b) {
#pragma unroll
    for (int i = 0; i < a_mmas; ++i) load_matrices(rows_a_[Part] + slot_a * a_bytes + i * 16 * row_bytes, a_[Part][i]);
#pragma unroll
    for (int j = 0; j < b_mmas / 2; ++j) {
      load_matrices(rows_b_[Part] + slot_b * b_bytes + j * 16 * row_bytes, b_[Part][j]);
    }
  }

  template <int Part>
  __device__ void multiply() {
#pragma unroll
    for (int i = 0; i < a_mmas; ++i) {
#pragma unroll
      for (int j = 0; j < b_mmas; ++j) mma(sums_[i][j], a_[Part][i], b_[Part][j / 2] + j % 2 * 2);
    }
  }

  __device__ void store_sums(float* c, int n) const {
    const int thread = static_cast<int>(threadIdx.x);
    float* tile = c + static_cast<size_t>(blockIdx.y * tile_m) * n + blockIdx.x * tile_n;
#pragma unroll
    for (int i = 0; i < a_mmas; ++i) {
#pragma unroll
      for (int j = 0; j < b_mmas; ++j) {
#pragma unroll
        for (int e = 0; e < 4; e += 2) {  // two sums are adjacent
          float* to = tile + static_cast<size_t>(sum_row(thread, i, e)) * n + sum_column(thread, j, e);
          *reinterpret_cast<float2*>(to) = make_float2(sums_[i][j][e], sums_[i][j][e + 1]);
        }
      }
    }
  }

 private:
  __device__ const Bf16* source_a(int tile, int c) const { return from_a_ + c * apart_ + tile * tile_k; }
  __device__ const Bf16* source_b(int tile, int c) const { return from_b_ + c * apart_ + tile * tile_k; }

  // Volatile assembly stays in the order of the loop.

  static __device__ void store(uint32_t to, const uint4& v) {
    asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(to), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w)
                 : "memory");
  }
  static __device__ void copy(uint32_t to, const Bf16* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
  }
  static __device__ void load_matrices(uint32_t from, uint32_t (&f)[4]) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(f[0]), "=r"(f[1]), "=r"(f[2]), "=r"(f[3])
                 : "r"(from)
                 : "memory");
  }
  static __device__ void mma(float (&c)[4], const uint32_t (&a)[4], const uint32_t* b) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }

  const Bf16* from_a_;
  const Bf16* from_b_;
  size_t apart_;  // elements between the rows that a thread copies
  uint32_t to_a_, to_b_;
  uint32_t rows_a_[parts], rows_b_[parts];
  uint32_t a_[parts][a_mmas][4];
  uint32_t b_[parts][b_mmas / 2][4];  // for two MMAs each
  float sums_[a_mmas][b_mmas][4] = {};
};

/// One block of 256 threads per tile of C; k is a multiple of 32, m of 128, n of 256.
template <class MainLoop>
__global__ void __launch_bounds__(threads) gemm(const Bf16* a, const Bf16* b, float* c, int n, int k) {
  extern __shared__ __align__(128) unsigned char shared[];
  DeviceBlock block(shared, MainLoop::slots_a, a, b, k);
  MainLoop::run(block, k / tile_k);
  block.store_sums(c, n);
}

template <class MainLoop>
constexpr int shared_bytes() {
  return MainLoop::slots_a * a_bytes + MainLoop::slots_b * b_bytes;
}

}  // namespace tutorial
