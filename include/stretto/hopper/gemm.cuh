// stretto::gemm: C = A * B^T on a Hopper GPU, scheduled and proven by the library.
//
// `stretto::gemm(a, b, c, m, n, k, stream)` launches the product and returns a `GemmResult`: `ok()` tells whether it
// was launched, `message()` what is wrong. Compile with nvcc -std=c++20 -gencode=arch=compute_90a,code=sm_90a.
//
// A is m x k, B is n x k and C is m x n, all row-major in device memory, aligned to 16 bytes; rows of A and B are
// multiples of 16 bytes. Sums are fp32, C is bf16. The call is asynchronous on the stream; equal inputs give
// bit-identical results.
#pragma once

#include <cuda_fp8.h>

#include <stretto/hopper/gemm_choice.cuh>

namespace stretto {

/// C = A * B^T in bf16.
inline GemmResult gemm(const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* c, int m, int n, int k,
                       cudaStream_t stream = nullptr) {
  return hopper::launch_best<DataType::bf16>({a, b, c, m, n, k, nullptr, nullptr}, stream);
}

/// C = scale_a * scale_b * A * B^T in fp8, with one scale per matrix in device memory (null: 1).
inline GemmResult gemm(const __nv_fp8_e4m3* a, const __nv_fp8_e4m3* b, __nv_bfloat16* c, int m, int n, int k,
                       const float* scale_a, const float* scale_b, cudaStream_t stream = nullptr) {
  return hopper::launch_best<DataType::fp8>({a, b, c, m, n, k, scale_a, scale_b}, stream);
}

}  // namespace stretto
