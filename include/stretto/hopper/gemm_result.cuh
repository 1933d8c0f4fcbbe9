// The result of a stretto::gemm call.
#pragma once

#include <cuda_runtime.h>

#include <stretto/core/platform.hpp>

namespace stretto {

/// Outcome of a call.
enum class GemmStatus : unsigned char {
  ok,                   ///< launched
  not_hopper,           ///< the current device is not of compute capability 9.0
  size_below_one,       ///< m, n or k is less than 1
  size_too_large,       ///< m, n and k must be below 2^24, m * n below 2^40
  k_not_multiple,       ///< rows of A and B are not multiples of 16 bytes
  null_pointer,         ///< a, b or c is null
  pointer_not_aligned,  ///< a, b and c must be aligned to 16 bytes
  driver_too_old,       ///< the driver cannot encode tensor maps
  launch_failed,        ///< a CUDA call failed; `cuda` is its error
};

/// Result of a call. A kernel was launched only if it is ok; `cuda` is the CUDA error behind `launch_failed`.
struct [[nodiscard]] GemmResult {
  GemmStatus status = GemmStatus::ok;  ///< outcome of the call
  cudaError_t cuda = cudaSuccess;      ///< CUDA error code

  /// Was a kernel launched?
  [[nodiscard]] constexpr bool ok() const { return status == GemmStatus::ok; }

  /// What is wrong and how to fix it; "ok" if nothing is wrong.
  [[nodiscard]] const char* message() const {
    switch (status) {
      case GemmStatus::ok: return "ok";
      case GemmStatus::not_hopper:
        return "gemm: the current device is not of compute capability 9.0 (H100, H200, GH200); select one with "
               "cudaSetDevice";
      case GemmStatus::size_below_one: return "gemm: m, n and k must be at least 1";
      case GemmStatus::size_too_large:
        return "gemm: m, n and k must be below 2^24, m * n below 2^40; split the product";
      case GemmStatus::k_not_multiple:
        return "gemm: rows of A and B must be multiples of 16 bytes: k a multiple of 8 for bf16, of 16 for fp8; pad "
               "with "
               "zeros";
      case GemmStatus::null_pointer: return "gemm: a, b or c is null";
      case GemmStatus::pointer_not_aligned: return "gemm: a, b and c must lie at multiples of 16 bytes";
      case GemmStatus::driver_too_old:
        return "gemm: the driver lacks cuTensorMapEncodeTiled; install a driver for CUDA 12 or later";
      case GemmStatus::launch_failed: return cudaGetErrorString(cuda);
    }
    return "?";
  }
};

}  // namespace stretto
