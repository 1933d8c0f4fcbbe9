// What differs between compilers: the language version they must have, functions that run on host and device, and
// inlining. Every header of the library includes this one, directly or not.
#pragma once

#if __cplusplus < 202002L
#error "stretto needs C++20: compile with -std=c++20"
#endif

/// Marks a function that runs on host and device. Empty for a host compiler.
#if defined(__CUDACC__) || defined(__HIP__)
#define STRETTO_HOST_DEVICE __attribute__((host)) __attribute__((device))
#else
#define STRETTO_HOST_DEVICE
#endif

/// Marks a function that must be inlined, so that its arguments stay constants in device code.
#if defined(__CUDACC__)
#define STRETTO_INLINE __forceinline__
#else
#define STRETTO_INLINE inline __attribute__((always_inline))
#endif

/// Marks a template that calls its argument. Without it, nvcc rejects a device-only callable in a host-device function.
#if defined(__CUDACC__)
#define STRETTO_CALLS_ANY_SPACE _Pragma("nv_exec_check_disable")
#else
#define STRETTO_CALLS_ANY_SPACE
#endif

/// Marks a loop that must not be unrolled, because unrolling would duplicate its body.
#if defined(__CUDACC__)
#define STRETTO_ROLLED _Pragma("unroll 1")
#else
#define STRETTO_ROLLED
#endif
