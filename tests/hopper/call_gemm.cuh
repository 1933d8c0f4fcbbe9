// stretto::gemm for either type, by one name.
#pragma once

#include <type_traits>

#include <stretto/hopper/gemm.cuh>

#include "device.cuh"

namespace stretto::hopper_tests {

/// The public call for elements of type T; scales are for fp8 alone.
template <class T>
GemmResult call_gemm(const hopper::GemmProblem& given, cudaStream_t stream) {
  const auto* a = static_cast<const T*>(given.a);
  const auto* b = static_cast<const T*>(given.b);
  if constexpr (std::is_same_v<T, __nv_bfloat16>) {
    return gemm({.a = a, .b = b, .c = given.c, .m = given.m, .n = given.n, .k = given.k}, stream);
  } else {
    GemmFp8 product{.a = a, .b = b, .c = given.c, .m = given.m, .n = given.n, .k = given.k};
    product.scale_a = given.scale_a;
    product.scale_b = given.scale_b;
    return gemm(product, stream);
  }
}

}  // namespace stretto::hopper_tests
