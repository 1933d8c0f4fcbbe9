// stretto::gemm: C = A * B^T on a Hopper GPU, scheduled and proven by the library.
//
// `stretto::gemm(a, b, c, m, n, k, stream)` launches it, and answers with a `GemmResult`: `ok()`, or `message()` says
// what is wrong. Compiled by nvcc with -std=c++20 -gencode=arch=compute_90a,code=sm_90a.
//
// A is m x k, B n x k, C m x n, all row-major on the device, at multiples of 16 bytes; rows of A and B are multiples of
// 16 bytes. Sums are fp32, C is bf16. Asynchronous on the stream; the same inputs give the same bits every time.
#pragma once

#include <cuda_fp8.h>

#include <stretto/hopper/gemm_choice.cuh>

namespace stretto {

/// C = A * B^T in bf16.
inline GemmResult gemm(const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* c, int m, int n, int k,
                       cudaStream_t stream = nullptr) {
  return hopper::launch_best<DataType::bf16>({a, b, c, m, n, k, nullptr, nullptr}, stream);
}

/// C = scale_a * scale_b * A * B^T with one factor a matrix, on the device (null: 1).
inline GemmResult gemm(const __nv_fp8_e4m3* a, const __nv_fp8_e4m3* b, __nv_bfloat16* c, int m, int n, int k,
                       const float* scale_a, const float* scale_b, cudaStream_t stream = nullptr) {
  return hopper::launch_best<DataType::fp8>({a, b, c, m, n, k, scale_a, scale_b}, stream);
}

}  // namespace stretto
