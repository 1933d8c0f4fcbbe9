// stretto::gemm: C = A * B^T on a Hopper GPU, scheduled and proven by the library.
//
//   const stretto::GemmResult result = stretto::gemm({.a = a, .b = b, .c = c, .m = m, .n = n, .k = k});
//
// Pass a stream as the second argument. The types of `a` and `b` select bf16 (`Gemm`) or fp8 (`GemmFp8`). `ok()` tells
// whether the product was launched, `message()` what is wrong. Compile with nvcc -std=c++20
// -gencode=arch=compute_90a,code=sm_90a.
//
// A is m x k, B is n x k and C is m x n, all row-major in device memory, aligned to 16 bytes; rows of A and B are
// multiples of 16 bytes. Sums are fp32, C is bf16. The call is asynchronous on the stream; equal inputs give
// bit-identical results.
#pragma once

#include <cuda_fp8.h>

#include <stretto/hopper/gemm_choice.cuh>

namespace stretto {

/// A product in bf16: C = A * B^T.
struct Gemm {
  const __nv_bfloat16* a = nullptr;  ///< A, m x k
  const __nv_bfloat16* b = nullptr;  ///< B, n x k
  __nv_bfloat16* c = nullptr;        ///< C, m x n
  int m = 0;                         ///< rows of A and C
  int n = 0;                         ///< rows of B, columns of C
  int k = 0;                         ///< columns of A and B
};

/// A product in fp8 with one scale per matrix: C = scale_a * scale_b * A * B^T.
struct GemmFp8 {
  const __nv_fp8_e4m3* a = nullptr;  ///< A, m x k
  const __nv_fp8_e4m3* b = nullptr;  ///< B, n x k
  __nv_bfloat16* c = nullptr;        ///< C, m x n
  int m = 0;                         ///< rows of A and C
  int n = 0;                         ///< rows of B, columns of C
  int k = 0;                         ///< columns of A and B
  const float* scale_a = nullptr;    ///< scale of A, in device memory; null: 1
  const float* scale_b = nullptr;    ///< scale of B, in device memory; null: 1
};

namespace detail {

/// The matrices of a product, without scales.
template <class Product>
hopper::GemmProblem unscaled(const Product& given) {
  return {.a = given.a, .b = given.b, .c = given.c, .m = given.m, .n = given.n, .k = given.k};
}

}  // namespace detail

// Both are templates, so that a translation unit compiles only the kernels of the types that it uses.

/// Launches a product in bf16.
template <DataType Type = DataType::bf16>
GemmResult gemm(const Gemm& given, cudaStream_t stream = nullptr) {
  static_assert(Type == DataType::bf16, "the type follows from the product: call gemm without template arguments");
  return hopper::launch_best<Type>(detail::unscaled(given), stream);
}

/// Launches a product in fp8.
template <DataType Type = DataType::fp8>
GemmResult gemm(const GemmFp8& given, cudaStream_t stream = nullptr) {
  static_assert(Type == DataType::fp8, "the type follows from the product: call gemm without template arguments");
  hopper::GemmProblem problem = detail::unscaled(given);
  problem.scale_a = given.scale_a;
  problem.scale_b = given.scale_b;
  return hopper::launch_best<Type>(problem, stream);
}

}  // namespace stretto
