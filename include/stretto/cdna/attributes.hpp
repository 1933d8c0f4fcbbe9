// What a function of a kernel is called: code of the device in clang's HIP dialect, an ordinary one elsewhere.
//
// Loops over registers are unrolled, all of them: registers cannot be indexed.
#pragma once

#include <stretto/core/platform.hpp>

#if defined(__HIP__)
#define STRETTO_CDNA __attribute__((device, always_inline))
#define STRETTO_UNROLLED _Pragma("unroll")
#else
#define STRETTO_CDNA
#define STRETTO_UNROLLED
#endif
