// A user's program: O = softmax(Q * K^T / sqrt(head)) * V with stretto::attention, on a Hopper GPU (H100, H200, GH200).
//
//   nvcc -std=c++20 -gencode=arch=compute_90a,code=sm_90a -I include examples/7_cuda/hopper_attention.cu -o attention
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <utility>
#include <vector>

#include <stretto/hopper/attention.cuh>

int main() {
  // Tensors are (batch, row, head, element). Any lengths; eight heads of queries share two heads of keys and values.
  constexpr int batch = 2, heads = 8, key_heads = 2, queries = 300, keys = 500, head = 64;
  const auto end = [](const stretto::AttentionResult& result) {
    std::fprintf(stderr, "%s\n", result.message());
    return result.status == stretto::AttentionStatus::not_hopper ? 77 : 1;
  };
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess) return end({stretto::AttentionStatus::not_hopper});

  constexpr int query_elements = batch * queries * heads * head, key_elements = batch * keys * key_heads * head;
  __nv_bfloat16 *q = nullptr, *k = nullptr, *v = nullptr, *o = nullptr;
  for (auto [tensor, elements] :
       {std::pair{&q, query_elements}, {&k, key_elements}, {&v, key_elements}, {&o, query_elements}}) {
    const cudaError_t error = cudaMallocManaged(tensor, elements * sizeof(__nv_bfloat16));
    if (error != cudaSuccess) return end({stretto::AttentionStatus::launch_failed, error});
  }
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  std::generate(q, q + query_elements, [&] { return __float2bfloat16(normal(random)); });
  std::generate(k, k + key_elements, [&] { return __float2bfloat16(normal(random)); });
  std::generate(v, v + key_elements, [&] { return __float2bfloat16(normal(random)); });

  // Asynchronous; a stream can be the second argument.
  const stretto::AttentionResult result = stretto::attention({.q = q,
                                                              .k = k,
                                                              .v = v,
                                                              .o = o,
                                                              .batch = batch,
                                                              .heads = heads,
                                                              .key_heads = key_heads,
                                                              .queries = queries,
                                                              .keys = keys,
                                                              .head = head});
  if (!result.ok()) return end(result);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) return end({stretto::AttentionStatus::launch_failed, error});

  double off = 0, size = 0;
  std::vector<double> weights(keys);
  for (int row = 0; row < batch * queries * heads; ++row) {
    const int b = row / (queries * heads), kh = row % heads / (heads / key_heads);
    const auto key = [&](int j) { return ((b * keys + j) * key_heads + kh) * head; };
    double total = 0;
    for (int j = 0; j < keys; ++j) {
      double score = 0;
      for (int c = 0; c < head; ++c)
        score += double(__bfloat162float(q[row * head + c])) * __bfloat162float(k[key(j) + c]);
      total += weights[j] = std::exp(score / std::sqrt(double(head)));
    }
    for (int c = 0; c < head; ++c) {
      double mean = 0;
      for (int j = 0; j < keys; ++j) mean += weights[j] / total * __bfloat162float(v[key(j) + c]);
      off += std::pow(mean - __bfloat162float(o[row * head + c]), 2);
      size += mean * mean;
    }
  }
  std::printf("relative error %.2g\n", std::sqrt(off / size));
  return off < 1e-4 * size ? 0 : 1;
}
