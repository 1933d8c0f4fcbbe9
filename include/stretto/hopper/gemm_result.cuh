// What a call of stretto::gemm says.
#pragma once

#include <cuda_runtime.h>

#include <stretto/core/platform.hpp>

namespace stretto {

/// What became of a call.
enum class GemmStatus : unsigned char {
  ok,                   ///< launched
  not_hopper,           ///< the current device is not of compute capability 9.0
  size_below_one,       ///< of m, n or k
  size_too_large,       ///< m, n and k must be below 2^24, m * n below 2^40
  k_not_multiple,       ///< rows of A and B are no multiples of 16 bytes
  null_pointer,         ///< a, b or c
  pointer_not_aligned,  ///< a, b and c must lie at multiples of 16 bytes
  driver_too_old,       ///< it cannot describe tensors
  launch_failed,        ///< `cuda` says why
};

/// Nothing was launched unless it is ok; `cuda` is the error behind `launch_failed`.
struct [[nodiscard]] GemmResult {
  GemmStatus status = GemmStatus::ok;  ///< what became of the call
  cudaError_t cuda = cudaSuccess;      ///< CUDA's own error

  /// Was it launched?
  [[nodiscard]] constexpr bool ok() const { return status == GemmStatus::ok; }

  /// What is wrong, and the way out; "ok" if nothing is.
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
        return "gemm: the driver cannot describe tensors (cuTensorMapEncodeTiled, CUDA 12)";
      case GemmStatus::launch_failed: return cudaGetErrorString(cuda);
    }
    return "?";
  }
};

}  // namespace stretto
