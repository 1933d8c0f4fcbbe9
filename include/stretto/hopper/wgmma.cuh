// wgmma: 64 rows by N columns by 32 bytes of K, operands in shared memory, sums in N / 2 registers per thread.
//
// Sum j of a thread with lane l in warp w of its warpgroup belongs to row 16 w + l / 4 + (j % 4 < 2 ? 0 : 8) and column
// j / 4 * 8 + l % 4 * 2 + j % 2.
#pragma once

#include <stretto/gpu/gpu.hpp>
#include <stretto/hopper/instructions.cuh>
#include <stretto/hopper/wgmma_sums.hpp>

namespace stretto::hopper {

#define STRETTO_WGMMA_OF_TYPE(TYPE, N, SHAPE, FLAGS, COUNT, A, B, SCALE)                                         \
  template <>                                                                                                    \
  struct Wgmma<DataType::TYPE, N> {                                                                              \
    static __device__ __forceinline__ void multiply(float (&d)[COUNT], uint64_t a, uint64_t b, int accumulate) { \
      asm volatile("{\n.reg .pred add;\nsetp.ne.b32 add, %" #SCALE                                               \
                   ", 0;\n"                                                                                      \
                   "wgmma.mma_async.sync.aligned.m64n" #N SHAPE " {" STRETTO_SUMS_##COUNT "}, %" #A ", %" #B     \
                                                                                          ", add, " FLAGS ";\n}" \
                   : STRETTO_REGISTERS_##COUNT                                                                   \
                   : "l"(a), "l"(b), "r"(accumulate));                                                           \
    }                                                                                                            \
  }
// FLAGS: A and B not negated, and for bf16 not transposed.
#define STRETTO_WGMMA(N, COUNT, A, B, SCALE)                                             \
  STRETTO_WGMMA_OF_TYPE(bf16, N, "k16.f32.bf16.bf16", "1, 1, 0, 0", COUNT, A, B, SCALE); \
  STRETTO_WGMMA_OF_TYPE(fp8, N, "k32.f32.e4m3.e4m3", "1, 1", COUNT, A, B, SCALE)

/// `multiply(d, a, b, accumulate)`: d = a b^T + (accumulate ? d : 0), asynchronously, in the open wgmma group.
template <DataType Type, int N>
struct Wgmma;

STRETTO_WGMMA(8, 4, 4, 5, 6);
STRETTO_WGMMA(16, 8, 8, 9, 10);
STRETTO_WGMMA(32, 16, 16, 17, 18);
STRETTO_WGMMA(64, 32, 32, 33, 34);
STRETTO_WGMMA(96, 48, 48, 49, 50);
STRETTO_WGMMA(128, 64, 64, 65, 66);
STRETTO_WGMMA(192, 96, 96, 97, 98);
STRETTO_WGMMA(224, 112, 112, 113, 114);
STRETTO_WGMMA(256, 128, 128, 129, 130);

#undef STRETTO_WGMMA
#undef STRETTO_WGMMA_OF_TYPE
}  // namespace stretto::hopper
