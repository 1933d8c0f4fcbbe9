// C = A * B^T (A is MxK, B is NxK, bf16, row-major; C is MxN, float), driven by the single-buffer schedule.
// M and N are multiples of 64, K of 32 and at least 64. 128 threads, one block per 64x64 tile of C.
//
// The program multiplies random matrices on the GPU, compares with the CPU and prints the largest relative error;
// without a GPU it says so and exits with 77.
#include <cuda_bf16.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

#include "single_buffer_plan.hpp"

namespace {

using Bf16 = __nv_bfloat16;
using stretto::Section;
namespace ops = stretto::single_buffer_tags;

constexpr int BM = 64, BN = 64, BK = 32;
constexpr int pitch = BK + 8;  // elements from row to row in shared memory; the padding spreads rows over the banks

// Volatile assembly keeps the entries in order in PTX: a plain load may be moved to where its value is used.

__device__ uint4 load_global(const Bf16* from) {
  uint4 v;
  asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(from)
               : "memory");
  return v;
}

__device__ void store_shared(uint32_t to, const uint4& v) {
  asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(to), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w) : "memory");
}

__device__ void load_matrices(uint32_t from, uint32_t (&f)[4]) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(f[0]), "=r"(f[1]), "=r"(f[2]), "=r"(f[3])
               : "r"(from)
               : "memory");
}

__device__ void mma(float (&c)[4], const uint32_t (&a)[4], const uint32_t* b) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

/// One thread's part of the block. Warps are 2x2, each with 32x32 of C: 2x4 MMAs.
struct Thread {
  const Bf16* from[4];            // sources of its four 16-byte pieces of a K tile: two rows of A, two of B
  uint32_t to[4];                 // where they go in shared memory
  uint32_t rows_a, rows_b;        // its first fragment addresses
  uint4 staged[4] = {};           // its pieces of the next tile, in flight
  uint32_t frag_a[2][2][4] = {};  // [subtile][MMA row]
  uint32_t frag_b[2][2][4] = {};  // [subtile][pair of MMA columns]
  float acc[2][4][4] = {};

  template <class At>
  __device__ void operator()(At, int) {
    constexpr stretto::Entry entry = At::value;
    constexpr int t = entry.part;
    if constexpr (entry.tag == ops::load_dram) {
      for (int i = 0; i < 4; ++i) {
        staged[i] = load_global(from[i]);
        from[i] += BK;
      }
    } else if constexpr (entry.tag == ops::store_smem) {
      for (int i = 0; i < 4; ++i) store_shared(to[i], staged[i]);
    } else if constexpr (entry.tag == stretto::tags::barrier) {
      __syncthreads();
    } else if constexpr (entry.tag == ops::load_frag) {
      for (int i = 0; i < 2; ++i) load_matrices(rows_a + (i * 16 * pitch + t * 16) * sizeof(Bf16), frag_a[t][i]);
      for (int j = 0; j < 2; ++j) load_matrices(rows_b + (j * 16 * pitch + t * 16) * sizeof(Bf16), frag_b[t][j]);
    } else if constexpr (entry.tag == ops::compute) {
      for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 4; ++j) mma(acc[i][j], frag_a[t][i], frag_b[t][j / 2] + j % 2 * 2);
      }
    } else {
      // Fences and instruction-mix hints are for AMD's instruction scheduler; ptxas has no counterpart.
      static_assert(entry.tag == stretto::tags::schedule_barrier || entry.tag == stretto::tags::sched_group_barrier);
    }
  }
};

}  // namespace

extern "C" __global__ void __launch_bounds__(128)
    single_buffer_gemm(const Bf16* a, const Bf16* b, float* c, int n, int k) {
  __shared__ __align__(16) Bf16 shared_a[BM][pitch], shared_b[BN][pitch];
  const auto address = [](const Bf16& e) { return static_cast<uint32_t>(__cvta_generic_to_shared(&e)); };
  const int lane = threadIdx.x % 32, warp_row = threadIdx.x / 64, warp_column = threadIdx.x / 32 % 2;
  const int first_row = blockIdx.x * BM, first_column = blockIdx.y * BN;

  Thread thread;
  const int chunk = threadIdx.x % 4 * 8;  // four threads load a row of 32 elements
  for (int i = 0; i < 2; ++i) {
    const int r = threadIdx.x / 4 + i * 32;
    thread.from[i] = a + static_cast<size_t>(first_row + r) * k + chunk;
    thread.from[2 + i] = b + static_cast<size_t>(first_column + r) * k + chunk;
    thread.to[i] = address(shared_a[r][chunk]);
    thread.to[2 + i] = address(shared_b[r][chunk]);
  }
  // ldmatrix.x4 takes a row address from each lane; the four 8x8 matrices come in the order of the MMA's registers
  // (PTX ISA, ldmatrix and mma.m16n8k16).
  thread.rows_a = address(shared_a[warp_row * 32 + lane % 16][lane / 16 * 8]);
  thread.rows_b = address(shared_b[warp_column * 32 + lane / 16 * 8 + lane % 8][lane / 8 % 2 * 8]);

  stretto::run_section<SingleBufferPlan, 0, Section::prologue>(thread);
#pragma unroll 1
  for (int tile = 2; tile < k / BK; ++tile) stretto::run_section<SingleBufferPlan, 0, Section::kernel>(thread);
  stretto::run_section<SingleBufferPlan, 0, Section::epilogue>(thread);

  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 4; ++j) {
      float* out = c + static_cast<size_t>(first_row + warp_row * 32 + i * 16 + lane / 4) * n + first_column +
                   warp_column * 32 + j * 8 + lane % 4 * 2;
      for (int e = 0; e < 4; ++e) out[e / 2 * 8 * n + e % 2] = thread.acc[i][j][e];
    }
  }
}

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("skipped: no GPU");
    return 77;
  }
  constexpr int m = 192, n = 256, k = 320;
  std::mt19937 random(1);
  std::uniform_real_distribution<float> uniform(-1.0F, 1.0F);
  std::vector<Bf16> a(m * k), b(n * k);
  for (Bf16& e : a) e = __float2bfloat16(uniform(random));
  for (Bf16& e : b) e = __float2bfloat16(uniform(random));

  Bf16 *device_a, *device_b;
  float* device_c;
  cudaMalloc(&device_a, a.size() * sizeof(Bf16));
  cudaMalloc(&device_b, b.size() * sizeof(Bf16));
  cudaMalloc(&device_c, m * n * sizeof(float));
  cudaMemcpy(device_a, a.data(), a.size() * sizeof(Bf16), cudaMemcpyHostToDevice);
  cudaMemcpy(device_b, b.data(), b.size() * sizeof(Bf16), cudaMemcpyHostToDevice);
  single_buffer_gemm<<<dim3(m / BM, n / BN), 128>>>(device_a, device_b, device_c, n, k);
  std::vector<float> c(m * n);
  if (cudaError_t e = cudaMemcpy(c.data(), device_c, m * n * sizeof(float), cudaMemcpyDeviceToHost); e != cudaSuccess) {
    std::printf("failed: %s\n", cudaGetErrorString(e));
    return 1;
  }

  double worst = 0, largest = 0;
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int l = 0; l < k; ++l) sum += double(__bfloat162float(a[i * k + l])) * __bfloat162float(b[j * k + l]);
      worst = std::max(worst, std::abs(sum - c[i * n + j]));
      largest = std::max(largest, std::abs(sum));
    }
  }
  std::printf("max error / max |C|: %.2g\n", worst / largest);
  return worst / largest < 1e-5 ? 0 : 1;
}
