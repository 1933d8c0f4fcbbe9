// Stores the sums of a wgmma as rows of 16-bit elements, from registers: no shared memory, and no row beyond the last.
#pragma once

#include <stretto/hopper/wgmma_elements.cuh>

namespace stretto::hopper {

namespace detail {

/// Four lanes exchange words: lane l has word i of row block i of all, and gets the four words of block l.
__device__ __forceinline__ uint4 exchange_words(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  const unsigned lane = threadIdx.x % 4;
  const bool odd = lane % 2 == 1;
  const bool high = lane >= 2;
  // Pairs of lanes exchange odd and even words.
  const uint32_t ab = __shfl_xor_sync(~0U, odd ? a : b, 1);
  const uint32_t cd = __shfl_xor_sync(~0U, odd ? c : d, 1);
  const uint32_t a1 = odd ? ab : a;
  const uint32_t b1 = odd ? b : ab;
  const uint32_t c1 = odd ? cd : c;
  const uint32_t d1 = odd ? d : cd;
  // Then pairs of pairs.
  const uint32_t ac = __shfl_xor_sync(~0U, high ? a1 : c1, 2);
  const uint32_t bd = __shfl_xor_sync(~0U, high ? b1 : d1, 2);
  return high ? make_uint4(ac, bd, c1, d1) : make_uint4(a1, b1, ac, bd);
}

}  // namespace detail

/// Stores `N` columns of the two rows of a thread, multiplied by a factor per row; a factor of 0 means
/// zeros. `to` is the place of the first column of each row; null: the row is not stored.
template <class Element, int N>
__device__ __forceinline__ void store_rows(const float (&sums)[N / 2], const float (&factor)[2],
                                           Element* const (&to)[2]) {
#pragma unroll
  for (int row = 0; row < 2; ++row) {
#pragma unroll
    for (int part = 0; part < N / 32; ++part) {  // 64 bytes of a row
      uint32_t words[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const float* pair = sums + (part * 4 + i) * 4 + row * 2;
        words[i] = factor[row] == 0.0F ? 0 : pair_of<Element>(pair[0] * factor[row], pair[1] * factor[row]);
      }
      const uint4 eight = detail::exchange_words(words[0], words[1], words[2], words[3]);
      if (to[row] != nullptr) {
        *reinterpret_cast<uint4*>(to[row] + part * 32 + threadIdx.x % 4 * 8) = eight;
      }
    }
  }
}

}  // namespace stretto::hopper
