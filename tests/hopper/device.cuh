// Shared by the test and the benchmarks of GEMM: checked calls, arrays, random numbers, a wait with a time limit.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <stretto/gpu/gpu.hpp>

namespace stretto::hopper_tests {

/// Ends the program if there is an error; null: there is none.
inline void check_call(const char* error, const char* call, const char* file, int line) {
  if (error == nullptr) return;
  std::printf("FAIL %s:%d: %s: %s\n", file, line, call, error);
  std::fflush(stdout);
  std::_Exit(1);  // nothing on the device can be relied on, not even its release
}

inline const char* error_text(cudaError_t error) { return error == cudaSuccess ? nullptr : cudaGetErrorString(error); }

#define CHECK_CUDA(call) \
  ::stretto::hopper_tests::check_call(::stretto::hopper_tests::error_text(call), #call, __FILE__, __LINE__)

/// Null, or why no kernel for sm_90a can run here.
inline const char* missing_device() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return "no NVIDIA GPU (or no driver)";
  int major = 0;
  int minor = 0;
  CHECK_CUDA(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
  CHECK_CUDA(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0));
  return major == 9 && minor == 0 ? nullptr : "the GPU is not of compute capability 9.0 (H100, H200, GH200)";
}

/// Waits for all work on the stream. A kernel that never ends ends the program, with the name of what was run.
inline void wait_for(cudaStream_t stream, const char* what, double seconds = 30) {
  const auto begin = std::chrono::steady_clock::now();
  for (cudaError_t state; (state = cudaStreamQuery(stream)) != cudaSuccess;) {
    if (state != cudaErrorNotReady) {
      std::printf("FAIL %s: %s\n", what, cudaGetErrorString(state));
      std::fflush(stdout);
      std::_Exit(1);
    }
    static_cast<void>(cudaGetLastError());  // "not ready" is remembered as an error
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    if (passed.count() > seconds) {
      std::printf("FAIL %s: not done after %.0f s\n", what, seconds);
      std::fflush(stdout);
      std::_Exit(1);
    }
    if (passed.count() > 1e-3) usleep(50);
  }
}

/// Times what is enqueued on a stream.
class Stopwatch {
 public:
  Stopwatch() {
    CHECK_CUDA(cudaEventCreate(&begin_));
    CHECK_CUDA(cudaEventCreate(&end_));
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }

  /// Seconds that the device takes for what `enqueue` enqueues. Waits for it; `what` is its name.
  template <class Enqueue>
  double seconds(cudaStream_t stream, const char* what, const Enqueue& enqueue) {
    CHECK_CUDA(cudaEventRecord(begin_, stream));
    enqueue();
    CHECK_CUDA(cudaEventRecord(end_, stream));
    wait_for(stream, what);
    float milliseconds = 0;
    CHECK_CUDA(cudaEventElapsedTime(&milliseconds, begin_, end_));
    return milliseconds * 1e-3;
  }

 private:
  cudaEvent_t begin_ = nullptr;
  cudaEvent_t end_ = nullptr;
};

template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(size_t n) : size_(n) { CHECK_CUDA(cudaMalloc(&data_, n * sizeof(T))); }
  DeviceArray(DeviceArray&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(other.size_) {}
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(data_); }

  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] size_t bytes() const { return size_ * sizeof(T); }

 private:
  T* data_ = nullptr;
  size_t size_;
};

__host__ __device__ inline uint32_t mix(uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

/// Number i of the sequence that the seed names.
__host__ __device__ inline uint32_t random_bits(uint32_t seed, size_t i) {
  return mix(mix(static_cast<uint32_t>(i) + seed * 0x9e3779b9u) + static_cast<uint32_t>(i >> 32) + seed);
}

/// Uniform in [-1, 1], rounded to the type.
template <class T>
__global__ void fill_random_kernel(T* data, size_t n, uint32_t seed) {
  const size_t threads = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += threads) {
    data[i] = T(static_cast<float>(random_bits(seed, i) >> 8) * (2.0F / 16777215.0F) - 1.0F);
  }
}

/// The number of blocks of 256 threads for this many elements; the kernels stride over the rest.
inline int blocks_for(size_t n) { return static_cast<int>(n / 256 + 1 < 4096 ? n / 256 + 1 : 4096); }

template <class T>
void fill_random(T* data, size_t n, uint32_t seed, cudaStream_t stream) {
  fill_random_kernel<<<blocks_for(n), 256, 0, stream>>>(data, n, seed);
  CHECK_CUDA(cudaGetLastError());
}

template <class T>
struct ElementOf;
template <>
struct ElementOf<__nv_bfloat16> {
  static constexpr DataType type = DataType::bf16;
  static constexpr const char* name = "bf16";
};
template <>
struct ElementOf<__nv_fp8_e4m3> {
  static constexpr DataType type = DataType::fp8;
  static constexpr const char* name = "fp8";
};

}  // namespace stretto::hopper_tests
