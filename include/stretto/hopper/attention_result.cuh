// The result of a stretto::attention call.
#pragma once

#include <cuda_runtime.h>

#include <stretto/core/platform.hpp>

namespace stretto {

/// Outcome of a call.
enum class AttentionStatus : unsigned char {
  ok,                   ///< launched, or there was nothing to compute
  not_hopper,           ///< the current device is not of compute capability 9.0
  size_below_zero,      ///< a size is negative
  size_too_large,       ///< a size is 2^24 or more, or there are 2^31 tiles
  head_not_supported,   ///< there is no kernel for this head dimension
  heads_not_divisible,  ///< the heads of queries are not a multiple of those of keys
  scale_not_supported,  ///< the scale is negative or not finite
  null_pointer,         ///< q, k, v or o is null
  pointer_not_aligned,  ///< q, k, v and o must be aligned to 16 bytes
  stride_not_aligned,   ///< strides must be positive multiples of 8 elements below 2^38
  rows_overlap,         ///< a stride of o is smaller than a row
  offsets_incomplete,   ///< one of the offsets of queries and keys is given without the other
  driver_too_old,       ///< the driver cannot encode tensor maps
  launch_failed,        ///< a CUDA call failed; `cuda` is its error
};

/// Result of a call. A kernel was launched only if it is ok; `cuda` is the CUDA error behind `launch_failed`.
struct [[nodiscard]] AttentionResult {
  AttentionStatus status = AttentionStatus::ok;  ///< outcome of the call
  cudaError_t cuda = cudaSuccess;                ///< CUDA error code

  /// Is the result on its way?
  [[nodiscard]] constexpr bool ok() const { return status == AttentionStatus::ok; }

  /// What is wrong and how to fix it; "ok" if nothing is wrong.
  [[nodiscard]] const char* message() const {
    switch (status) {
      case AttentionStatus::ok: return "ok";
      case AttentionStatus::not_hopper:
        return "attention: the current device is not of compute capability 9.0 (H100, H200, GH200); select one with "
               "cudaSetDevice";
      case AttentionStatus::size_below_zero:
        return "attention: batch, heads, key_heads, queries, keys and the totals must not be negative";
      case AttentionStatus::size_too_large:
        return "attention: sizes must be below 2^24, batch * heads * queries below 2^37; split the batch";
      case AttentionStatus::head_not_supported: return "attention: head must be 64, 128 or 256; pad with zeros";
      case AttentionStatus::heads_not_divisible:
        return "attention: heads must be a multiple of key_heads, which must be at least 1";
      case AttentionStatus::scale_not_supported: return "attention: scale must be finite and not negative";
      case AttentionStatus::null_pointer: return "attention: q, k, v or o is null";
      case AttentionStatus::pointer_not_aligned: return "attention: q, k, v and o must lie at multiples of 16 bytes";
      case AttentionStatus::stride_not_aligned:
        return "attention: strides must be positive multiples of 8 elements below 2^38; 0 means adjacent";
      case AttentionStatus::rows_overlap: return "attention: strides of o must be at least a row of `head` elements";
      case AttentionStatus::offsets_incomplete:
        return "attention: query_offsets and key_offsets belong together; give both or neither";
      case AttentionStatus::driver_too_old:
        return "attention: the driver lacks cuTensorMapEncodeTiled; install a driver for CUDA 12 or later";
      case AttentionStatus::launch_failed: return cudaGetErrorString(cuda);
    }
    return "?";
  }
};

}  // namespace stretto
