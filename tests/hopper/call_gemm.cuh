// stretto::gemm for either type, by one name.
#pragma once

#include <stretto/hopper/gemm.cuh>

#include "device.cuh"

namespace stretto::hopper_tests {

/// The public call; scales are for fp8 alone.
inline GemmResult call_gemm(const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* c, int m, int n, int k,
                            const float*, const float*, cudaStream_t stream) {
  return gemm(a, b, c, m, n, k, stream);
}
inline GemmResult call_gemm(const __nv_fp8_e4m3* a, const __nv_fp8_e4m3* b, __nv_bfloat16* c, int m, int n, int k,
                            const float* scale_a, const float* scale_b, cudaStream_t stream) {
  return gemm(a, b, c, m, n, k, scale_a, scale_b, stream);
}

}  // namespace stretto::hopper_tests
