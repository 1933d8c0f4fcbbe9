// STRETTO_CDNA marks a kernel function: a device function in clang's HIP dialect, an ordinary function elsewhere.
//
// STRETTO_UNROLLED unrolls a loop. Every loop over registers is unrolled, because registers cannot be indexed.
#pragma once

#include <stretto/core/platform.hpp>

#if defined(__HIP__)
#define STRETTO_CDNA __attribute__((device, always_inline))
#define STRETTO_UNROLLED _Pragma("unroll")
#else
#define STRETTO_CDNA
#define STRETTO_UNROLLED
#endif
