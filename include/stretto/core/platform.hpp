// What differs between compilers: the language version they must have, functions that run on host and device,
// inlining, and the messages of static assertions. Every header of the library includes this one, directly or not.
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

/// The message of a static assertion. Clang accepts a computed one in C++20, and warns that it is an extension; the
/// other compilers print the fixed one. Use it between STRETTO_BEGIN_MESSAGES and STRETTO_END_MESSAGES.
#if defined(__clang__) && defined(__cpp_static_assert) && __cpp_static_assert >= 202306L
/// Defined if the compiler prints computed messages.
#define STRETTO_COMPUTES_MESSAGES
#define STRETTO_MESSAGE(fixed, ...) __VA_ARGS__
#define STRETTO_BEGIN_MESSAGES \
  _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wc++26-extensions\"")
#define STRETTO_END_MESSAGES _Pragma("clang diagnostic pop")
#else
#define STRETTO_MESSAGE(fixed, ...) fixed
/// Begins a range of static assertions with STRETTO_MESSAGE.
#define STRETTO_BEGIN_MESSAGES
/// Ends that range.
#define STRETTO_END_MESSAGES
#endif
