// What a launch asks about the current device.
#pragma once

#include <cuda_runtime.h>

#include <stretto/core/platform.hpp>

namespace stretto::hopper::detail {

/// Has the current device compute capability 9.0?
inline bool on_hopper() {
  int device = 0;
  int major = 0;
  int minor = 0;
  if (cudaGetDevice(&device) == cudaSuccess &&
      cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) == cudaSuccess &&
      cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device) == cudaSuccess && major == 9 &&
      minor == 0) {
    return true;
  }
  cudaGetLastError();  // clear the error of the query: the caller must not see it
  return false;
}

}  // namespace stretto::hopper::detail
