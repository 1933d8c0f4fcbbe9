// stretto::attention: O = softmax(scale * Q * K^T) * V on a Hopper GPU, scheduled and proven by the library.
//
//   const stretto::AttentionResult result = stretto::attention({.q = q,
//                                                               .k = k,
//                                                               .v = v,
//                                                               .o = o,
//                                                               .batch = batch,
//                                                               .heads = heads,
//                                                               .key_heads = key_heads,
//                                                               .queries = queries,
//                                                               .keys = keys,
//                                                               .head = head});
//
// Pass a stream as the second argument. The types of the pointers select bf16 (`Attention`) or fp16
// (`AttentionFp16`). `ok()` tells whether the attention was launched, `message()` what is wrong. Compile with nvcc
// -std=c++20 -gencode=arch=compute_90a,code=sm_90a.
//
// The call is asynchronous on the stream and allocates nothing; equal inputs give bit-identical results. Queries that
// have nothing to attend to get 0, and minus infinity as their log-sum-exp.
#pragma once

#include <cmath>
#include <optional>

#include <stretto/hopper/attention_choice.cuh>
#include <stretto/hopper/attention_launch.cuh>

namespace stretto {

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

namespace detail {

/// The problem without its type of elements.
template <class Element>
hopper::AttentionProblem untyped(const AttentionOf<Element>& given) {
  hopper::AttentionProblem out;
  out.q = given.q;
  out.k = given.k;
  out.v = given.v;
  out.o = given.o;
  out.lse = given.lse;
  out.batch = given.batch;
  out.heads = given.heads;
  out.key_heads = given.key_heads == 0 ? given.heads : given.key_heads;
  out.queries = given.queries;
  out.keys = given.keys;
  out.head = given.head;
  out.scale = given.scale ? *given.scale : 1.0F / std::sqrt(static_cast<float>(given.head > 0 ? given.head : 1));
  out.causal = given.causal;
  out.q_strides = given.q_strides;
  out.k_strides = given.k_strides;
  out.v_strides = given.v_strides;
  out.o_strides = given.o_strides;
  out.query_offsets = given.query_offsets;
  out.key_offsets = given.key_offsets;
  out.total_queries = given.total_queries;
  out.total_keys = given.total_keys;
  return out;
}

}  // namespace detail

// Both are templates, so that a translation unit compiles only the kernels of the types that it uses.

/// Launches an attention in bf16.
template <class Element = __nv_bfloat16>
AttentionResult attention(const Attention& given, cudaStream_t stream = nullptr) {
  return hopper::launch_for_head<Element>(detail::untyped(given), stream);
}

/// Launches an attention in fp16.
template <class Element = __half>
AttentionResult attention(const AttentionFp16& given, cudaStream_t stream = nullptr) {
  return hopper::launch_for_head<Element>(detail::untyped(given), stream);
}

}  // namespace stretto
