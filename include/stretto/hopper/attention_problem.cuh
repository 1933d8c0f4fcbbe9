// What `stretto::attention` computes: sizes, tensors, and where their rows lie.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <optional>

#include <stretto/core/platform.hpp>

namespace stretto {

/// Where the rows of a tensor lie, in elements. A row has `head` adjacent elements. 0: the rows are adjacent, in the
/// order batch, row, head.
struct AttentionStrides {
  long batch = 0;  ///< from one batch to the next
  long row = 0;    ///< from one query or key to the next
  long head = 0;   ///< from one head to the next
};

/// An attention over elements of type `Element`, in device memory.
template <class Element>
struct AttentionOf {
  const Element* q = nullptr;  ///< queries
  const Element* k = nullptr;  ///< keys
  const Element* v = nullptr;  ///< values
  Element* o = nullptr;        ///< the result, one row per query
  float* lse = nullptr;        ///< logarithms of the sums of exponentials, (batch, heads, queries); null: not wanted

  int batch = 1;                 ///< sequences
  int heads = 1;                 ///< heads of queries
  int key_heads = 0;             ///< heads of keys and values, which divide `heads`; 0: as many
  int queries = 0;               ///< per sequence; the longest sequence's, if lengths differ
  int keys = 0;                  ///< per sequence; not used if lengths differ
  int head = 0;                  ///< elements of a row: 64, 128 or 256
  std::optional<float> scale{};  ///< of the scores; 1 / sqrt(head) unless given
  bool causal = false;           ///< query i sees key j only if j - keys <= i - queries

  AttentionStrides q_strides{};  ///< of q
  AttentionStrides k_strides{};  ///< of k
  AttentionStrides v_strides{};  ///< of v
  AttentionStrides o_strides{};  ///< of o

  // Sequences of different lengths lie one after another. Their strides of the batch are not used, and log-sum-exps are
  // (heads, total_queries).
  const int* query_offsets = nullptr;  ///< batch + 1 rows in device memory: where each sequence begins, and the end
  const int* key_offsets = nullptr;    ///< the same for keys and values
  int total_queries = 0;               ///< rows of q and o
  int total_keys = 0;                  ///< rows of k and v
};

using Attention = AttentionOf<__nv_bfloat16>;  ///< bf16
using AttentionFp16 = AttentionOf<__half>;     ///< fp16

}  // namespace stretto
