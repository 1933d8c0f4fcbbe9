// Memory through which the blocks of a launch pass sums. Each stream has its own, kept until the program ends.
#pragma once

#include <cuda_runtime.h>

#include <mutex>

#include <stretto/core/platform.hpp>

namespace stretto::hopper {

struct Workspace {
  float* sums = nullptr;
  int* flags = nullptr;  // zero between launches
};

namespace detail {

/// Allocates and clears the workspace; also works while a stream is being captured.
inline cudaError_t make_workspace(size_t sums, size_t flags, Workspace& out) {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaError_t error = cudaThreadExchangeStreamCaptureMode(&mode);
  if (error != cudaSuccess) return error;
  cudaStream_t aside = nullptr;
  void* memory = nullptr;
  error = cudaMalloc(&memory, sums + flags);
  if (error == cudaSuccess) error = cudaStreamCreateWithFlags(&aside, cudaStreamNonBlocking);
  if (error == cudaSuccess) error = cudaMemsetAsync(static_cast<char*>(memory) + sums, 0, flags, aside);
  if (error == cudaSuccess) error = cudaStreamSynchronize(aside);
  if (aside != nullptr) cudaStreamDestroy(aside);
  cudaThreadExchangeStreamCaptureMode(&mode);
  if (error != cudaSuccess) {
    cudaFree(memory);
    return error;
  }
  out.sums = static_cast<float*>(memory);
  out.flags = reinterpret_cast<int*>(static_cast<char*>(memory) + sums);
  return cudaSuccess;
}

}  // namespace detail

/// The stream's workspace on the current device. `sums` and `flags`, in bytes, must be the same in every call.
inline cudaError_t workspace_of(cudaStream_t stream, size_t sums, size_t flags, Workspace& out) {
  struct Known {
    int device;
    cudaStream_t stream;
    Workspace memory;
    Known* next;
  };
  static std::mutex mutex;
  static Known* known = nullptr;
  int device = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  const std::lock_guard<std::mutex> lock(mutex);
  for (const Known* k = known; k != nullptr; k = k->next) {
    if (k->device != device || k->stream != stream) continue;
    out = k->memory;
    return cudaSuccess;
  }
  error = detail::make_workspace(sums, flags, out);
  if (error == cudaSuccess) known = new Known{device, stream, out, known};
  return error;
}

}  // namespace stretto::hopper
