// wgmma of 16-bit elements, 64 rows by N columns by 16 of K: A in shared memory or in registers, sums in N / 2
// registers per thread, in the places that wgmma.cuh lists.
//
// The sums of one multiplication, rounded to elements in pairs, are the A operand of the next: registers 4 k to 4 k + 3
// hold columns 16 k to 16 k + 15.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <type_traits>

#include <stretto/hopper/instructions.cuh>
#include <stretto/hopper/wgmma_sums.hpp>

namespace stretto::hopper {

// Numbers of the operands behind the sums: A (or its four registers), B, and whether to add.
#define STRETTO_WGMMA_OF(ELEMENT, TYPE, N, COUNT, A0, A1, A2, A3, B, ADD)                                              \
  template <>                                                                                                          \
  struct WgmmaOf<ELEMENT, N> {                                                                                         \
    static __device__ __forceinline__ void from_shared(float (&d)[COUNT], uint64_t a, uint64_t b, int add) {           \
      asm volatile("{\n.reg .pred add;\nsetp.ne.b32 add, %" #A2                                                        \
                   ", 0;\n"                                                                                            \
                   "wgmma.mma_async.sync.aligned.m64n" #N "k16.f32." TYPE "." TYPE " {" STRETTO_SUMS_##COUNT           \
                   "}, %" #A0 ", %" #A1 ", add, 1, 1, 0, 0;\n}"                                                        \
                   : STRETTO_REGISTERS_##COUNT                                                                         \
                   : "l"(a), "l"(b), "r"(add));                                                                        \
    }                                                                                                                  \
    static __device__ __forceinline__ void from_registers(float (&d)[COUNT], const uint32_t* a, uint64_t b, int add) { \
      asm volatile("{\n.reg .pred add;\nsetp.ne.b32 add, %" #ADD                                                       \
                   ", 0;\n"                                                                                            \
                   "wgmma.mma_async.sync.aligned.m64n" #N "k16.f32." TYPE "." TYPE " {" STRETTO_SUMS_##COUNT           \
                   "}, {%" #A0 ", %" #A1 ", %" #A2 ", %" #A3 "}, %" #B ", add, 1, 1, 1;\n}"                            \
                   : STRETTO_REGISTERS_##COUNT                                                                         \
                   : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(add));                                    \
    }                                                                                                                  \
  }
#define STRETTO_WGMMA_OF_BOTH(N, COUNT, A0, A1, A2, A3, B, ADD)              \
  STRETTO_WGMMA_OF(__nv_bfloat16, "bf16", N, COUNT, A0, A1, A2, A3, B, ADD); \
  STRETTO_WGMMA_OF(__half, "f16", N, COUNT, A0, A1, A2, A3, B, ADD)

/// `from_shared(d, a, b, add)`: d = a b^T + (add ? d : 0), asynchronously, in the open wgmma group; a and b have their
/// rows in K's direction (`operand`). `from_registers` takes 16 columns of A as pairs, and b with its rows across K
/// (`operand_across`).
template <class Element, int N>
struct WgmmaOf;

STRETTO_WGMMA_OF_BOTH(64, 32, 32, 33, 34, 35, 36, 37);
STRETTO_WGMMA_OF_BOTH(80, 40, 40, 41, 42, 43, 44, 45);
STRETTO_WGMMA_OF_BOTH(96, 48, 48, 49, 50, 51, 52, 53);
STRETTO_WGMMA_OF_BOTH(128, 64, 64, 65, 66, 67, 68, 69);
STRETTO_WGMMA_OF_BOTH(192, 96, 96, 97, 98, 99, 100, 101);
STRETTO_WGMMA_OF_BOTH(256, 128, 128, 129, 130, 131, 132, 133);

#undef STRETTO_WGMMA_OF_BOTH
#undef STRETTO_WGMMA_OF

/// Descriptor of a B operand whose rows lie across K: boxes of 64 columns, each with rows of 128 bytes in a 128-byte
/// swizzle. `box_bytes` lie between two boxes.
__device__ __forceinline__ uint64_t operand_across(uint32_t address, int box_bytes) {
  constexpr uint64_t form = (uint64_t{1} << 62) | (uint64_t{1024 >> 4} << 32);
  return form | (static_cast<uint64_t>(box_bytes >> 4) << 16) | ((address & 0x3ffff) >> 4);
}

/// Two sums as a pair of elements, rounded to nearest.
template <class Element>
__device__ __forceinline__ uint32_t pair_of(float low, float high) {
  uint32_t both;
  if constexpr (std::is_same_v<Element, __half>) {
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
  } else {
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
  }
  return both;
}

/// As `pair_of`, but not before `after` is known: the registers that a multiplication still reads are not written, and
/// no others are taken instead. No instruction produces a NaN with this payload.
template <class Element>
__device__ __forceinline__ void replace_pair(uint32_t& both, float low, float high, float after) {
  if constexpr (std::is_same_v<Element, __half>) {
    asm volatile("{\n.reg .pred known;\nsetp.ne.b32 known, %3, 0x7fbadbad;\n@known cvt.rn.f16x2.f32 %0, %1, %2;\n}"
                 : "+r"(both)
                 : "f"(high), "f"(low), "r"(__float_as_uint(after)));
  } else {
    asm volatile("{\n.reg .pred known;\nsetp.ne.b32 known, %3, 0x7fbadbad;\n@known cvt.rn.bf16x2.f32 %0, %1, %2;\n}"
                 : "+r"(both)
                 : "f"(high), "f"(low), "r"(__float_as_uint(after)));
  }
}

/// Everything that a sum of weights depends on is computed before the waits that follow. Without it, ptxas moves a wait
/// up over arithmetic that should run under the multiplication. Sums of weights are never negative.
__device__ __forceinline__ void finish(float sum) {
  asm volatile("{\n.reg .pred never;\nsetp.lt.f32 never, %0, 0fBF800000;\n@never st.shared.f32 [%1], %0;\n}" ::"f"(sum),
               "r"(0)
               : "memory");
}

/// Keeps the compiler from moving accesses of registers that a wgmma group has used across this point.
template <class T, int Count>
__device__ __forceinline__ void hold(T (&registers)[Count]) {
#pragma unroll
  for (int i = 0; i < Count; ++i) {
    if constexpr (std::is_same_v<T, float>) {
      asm volatile("" : "+f"(registers[i])::"memory");
    } else {
      asm volatile("" : "+r"(registers[i])::"memory");
    }
  }
}

}  // namespace stretto::hopper
