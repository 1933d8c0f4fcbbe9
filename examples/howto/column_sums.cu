// Sums of 128 columns, twice: a double buffer by hand, and the same loop with entries from the library.
//
//   nvcc -std=c++20 -arch=sm_80 -I include examples/howto/column_sums.cu -o column_sums
//
// Without a GPU the program says so and exits with 77.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

#include "column_sums.hpp"

namespace {

using howto::ColumnSumsPlan;
using howto::tile_columns;
using howto::tile_elements;
using howto::tile_rows;
using stretto::Action;
using stretto::Counter;

using Tile = float[tile_rows][tile_columns];
constexpr int pieces = tile_rows / 4;  // 16-byte pieces of a tile that a thread loads

/// One thread's part of a tile, as one group.
__device__ void load(Tile& to, const float* from) {
  for (int p = 0; p < pieces; ++p) {
    const int element = (p * tile_columns + static_cast<int>(threadIdx.x)) * 4;
    const auto address = static_cast<uint32_t>(__cvta_generic_to_shared(&to[0][0] + element));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address), "l"(from + element) : "memory");
  }
  asm volatile("cp.async.commit_group;" ::: "memory");
}

template <int Pending>
__device__ void wait() {
  asm volatile("cp.async.wait_group %0;" ::"n"(Pending) : "memory");
}

__device__ void read(float (&column)[tile_rows], const Tile& tile) {
  for (int r = 0; r < tile_rows; ++r) column[r] = tile[r][threadIdx.x];
}

__device__ void add(float& sum, const float (&column)[tile_rows]) {
  for (int r = 0; r < tile_rows; ++r) sum += column[r];
}

}  // namespace

__global__ void __launch_bounds__(tile_columns) sums_by_hand(const float* from, float* sums, int tiles) {
  __shared__ __align__(16) Tile tile[2];
  float column[tile_rows], sum = 0;

  load(tile[0], from);
  for (int i = 0; i + 1 < tiles; ++i) {
    load(tile[(i + 1) % 2], from + (i + 1) * tile_elements);
    wait<1>();
    __syncthreads();
    read(column, tile[i % 2]);
    add(sum, column);
    __syncthreads();  // without it, a leading warp overwrites what another one still reads
  }
  wait<0>();
  __syncthreads();
  read(column, tile[(tiles - 1) % 2]);
  add(sum, column);

  sums[threadIdx.x] = sum;
}

__global__ void __launch_bounds__(tile_columns) sums_by_plan(const float* from, float* sums, int tiles) {
  __shared__ __align__(16) Tile tile[ColumnSumsPlan::slots];
  float column[tile_rows], sum = 0;

  stretto::run<ColumnSumsPlan, 0>(tiles, [&](auto entry, int i) {
    constexpr stretto::Entry e = entry.value;
    const int n = i + e.iteration;  // the tile that this entry is about
    if constexpr (e.action == Action::fetch) {
      load(tile[n % e.slots], from + n * tile_elements);
    } else if constexpr (e.action == Action::wait && e.counter == Counter::copy) {
      wait<e.count>();
    } else if constexpr (e.action == Action::barrier) {
      __syncthreads();
    } else if constexpr (e.action == Action::move) {
      read(column, tile[n % ColumnSumsPlan::slots]);
    } else if constexpr (e.action == Action::consume) {
      add(sum, column);
    } else {
      // The compiler inserts the waits for shared memory: registers are interlocked.
      static_assert(e.action == Action::wait && e.counter == Counter::lgkm);
    }
  });

  sums[threadIdx.x] = sum;
}

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("skipped: no GPU");
    return 77;
  }
  std::mt19937 random(1);
  std::uniform_int_distribution<int> small(-8, 8);  // sums of such numbers are exact
  float *from = nullptr, *sums = nullptr;
  for (const int tiles : {1, 2, 3, 4, 5, 64}) {
    const int elements = tiles * tile_elements;
    if (cudaMallocManaged(&from, elements * sizeof(float)) != cudaSuccess) return 1;
    if (cudaMallocManaged(&sums, tile_columns * sizeof(float)) != cudaSuccess) return 1;
    std::vector<float> right(tile_columns);
    for (int i = 0; i < elements; ++i) right[i % tile_columns] += from[i] = static_cast<float>(small(random));
    for (const auto kernel : {sums_by_hand, sums_by_plan}) {
      kernel<<<1, tile_columns>>>(from, sums, tiles);
      if (cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) {
        std::printf("failed: %s\n", cudaGetErrorString(error));
        return 1;
      }
      for (int c = 0; c < tile_columns; ++c) {
        if (sums[c] != right[c]) return std::printf("%d tiles, column %d: wrong\n", tiles, c), 1;
      }
    }
    cudaFree(from);
    cudaFree(sums);
  }
  std::puts("both right");
}
