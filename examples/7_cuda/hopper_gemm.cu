// A user's program: C = A * B^T with stretto::gemm, on a Hopper GPU (H100, H200, GH200).
//
//   nvcc -std=c++20 -gencode=arch=compute_90a,code=sm_90a -I include examples/7_cuda/hopper_gemm.cu -o hopper_gemm
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <utility>

#include <stretto/hopper/gemm.cuh>

int main() {
  constexpr int m = 300, n = 500, k = 1024;  // any m and n; rows of A and B are multiples of 16 bytes
  const auto end = [](const stretto::GemmResult& result) {
    std::fprintf(stderr, "%s\n", result.message());
    return result.status == stretto::GemmStatus::not_hopper ? 77 : 1;
  };
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess) return end({stretto::GemmStatus::not_hopper});

  __nv_bfloat16 *a = nullptr, *b = nullptr, *c = nullptr;  // memory that CPU and GPU share; cudaMalloc works as well
  for (auto [matrix, elements] : {std::pair{&a, m * k}, {&b, n * k}, {&c, m * n}}) {
    const cudaError_t error = cudaMallocManaged(matrix, elements * sizeof(__nv_bfloat16));
    if (error != cudaSuccess) return end({stretto::GemmStatus::launch_failed, error});
  }
  std::mt19937 random(1);
  std::uniform_real_distribution<float> uniform(-1.0F, 1.0F);
  std::generate(a, a + m * k, [&] { return __float2bfloat16(uniform(random)); });
  std::generate(b, b + n * k, [&] { return __float2bfloat16(uniform(random)); });

  // C = A * B^T, asynchronous; a stream can be the second argument.
  const stretto::GemmResult result = stretto::gemm({.a = a, .b = b, .c = c, .m = m, .n = n, .k = k});
  if (!result.ok()) return end(result);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) return end({stretto::GemmStatus::launch_failed, error});

  double off = 0, size = 0;
  for (int i = 0; i < m * n; ++i) {
    double sum = 0;
    for (int l = 0; l < k; ++l) sum += double(__bfloat162float(a[i / n * k + l])) * __bfloat162float(b[i % n * k + l]);
    off += std::pow(sum - __bfloat162float(c[i]), 2);
    size += sum * sum;
  }
  std::printf("relative error %.2g\n", std::sqrt(off / size));
  return off < 1e-4 * size ? 0 : 1;
}
