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

#include <stretto/hopper/attention_choice.cuh>
#include <stretto/hopper/attention_problem.cuh>

namespace stretto {

// Both are templates, so that a translation unit compiles only the kernels of the types that it uses.

/// Launches an attention in bf16.
template <class Element = __nv_bfloat16>
AttentionResult attention(const Attention& given, cudaStream_t stream = nullptr) {
  return hopper::launch_for_head<Element>(given, stream);
}

/// Launches an attention in fp16.
template <class Element = __half>
AttentionResult attention(const AttentionFp16& given, cudaStream_t stream = nullptr) {
  return hopper::launch_for_head<Element>(given, stream);
}

}  // namespace stretto
