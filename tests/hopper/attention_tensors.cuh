// The cases of attention_correct.cu: an attention without its tensors, and the tensors with their contents.
#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include <stretto/hopper/attention.cuh>

#include "correct.cuh"

namespace stretto::hopper_tests {

/// How the rows of a tensor lie in memory.
enum class Layout : unsigned char {
  rows_outside,   // batch, row, head: adjacent, the default strides
  heads_outside,  // batch, head, row
  spaced,         // batch, row, head, with gaps behind every row, every row of heads and every batch
};

inline const char* name(Layout layout) {
  return layout == Layout::rows_outside ? "bshd" : layout == Layout::heads_outside ? "bhsd" : "spaced";
}

inline AttentionStrides strides_of(Layout layout, int rows, int heads, int head) {
  const long d = head;
  if (layout == Layout::heads_outside) return {d * rows * heads, d, d * rows};
  if (layout == Layout::spaced) return {(d + 8) * heads * (rows + 1) + 16 * rows, (d + 8) * heads + 16, d + 8};
  return {d * heads * rows, d * heads, d};
}

/// A case. With lengths, there is one sequence for each, and `queries` and `keys` of the call are the longest.
template <class T>
struct Case {
  AttentionOf<T> call;  // without pointers and strides
  float spread = 1;     // factor of Q
  float value_shift = 0;
  Layout layout = Layout::rows_outside;
  bool lse = true;
  std::vector<int> query_lengths;
  std::vector<int> key_lengths;
};

template <class T>
constexpr const char* type_name = std::is_same_v<T, Bf16> ? "bf16" : "fp16";

template <class T>
std::string text_of(const Case<T>& c, const std::string& title = type_name<T>) {
  const AttentionOf<T>& a = c.call;
  char text[256];
  std::snprintf(text, sizeof text, "%s d%d b%d h%d/%d q%d k%d %s %s scale %g spread %g%s%s", title.c_str(), a.head,
                a.batch, a.heads, a.key_heads, a.queries, a.keys, a.causal ? "causal" : "full", name(c.layout),
                a.scale.value_or(-1), c.spread, c.lse ? "" : " no lse", c.query_lengths.empty() ? "" : " ragged");
  return text;
}

/// A tensor of rows between two frames, all NaN before the rows are filled in.
template <class T>
struct Tensor {
  static constexpr size_t frame = 1024;  // elements
  size_t count = 0;                      // elements between the frames
  AttentionStrides strides;
  DeviceArray<T> memory;

  Tensor(size_t n, const AttentionStrides& s, int byte) : count(n), strides(s), memory(n + 2 * frame) {
    CHECK_CUDA(cudaMemset(memory.data(), byte, memory.bytes()));
  }
  [[nodiscard]] T* data() const { return memory.data() + frame; }
};

/// The rows of every head and batch of a tensor.
struct TensorShape {
  AttentionStrides strides;
  int batch;
  int rows;
  int heads;
  int head;  // columns
};

/// Random elements in [-1, 1] times a factor, plus a shift.
struct RandomValues {
  float factor;
  float shift;
  uint32_t seed;
};

/// Fills all rows.
template <class T>
__global__ void fill_rows(T* data, TensorShape shape, RandomValues values) {
  const size_t n = static_cast<size_t>(shape.batch) * shape.rows * shape.heads * shape.head;
  const size_t threads = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += threads) {
    const size_t column = i % shape.head;
    const size_t h = i / shape.head % shape.heads;
    const size_t row = i / shape.head / shape.heads % shape.rows;
    const size_t b = i / shape.head / shape.heads / shape.rows;
    const float x = static_cast<float>(random_bits(values.seed, i) >> 8) * (2.0F / 16777215.0F) - 1.0F;
    const AttentionStrides& to = shape.strides;
    data[b * to.batch + row * to.row + h * to.head + column] = T(x * values.factor + values.shift);
  }
}

/// The inputs and the result of a case.
template <class T>
struct Tensors {
  const Case<T>& of;
  int query_rows;
  int key_rows;
  Tensor<T> q, k, v, o;
  Tensor<float> lse;
  DeviceArray<int> query_offsets;
  DeviceArray<int> key_offsets;

  static int sum(const std::vector<int>& lengths) {
    int all = 0;
    for (int n : lengths) all += n;
    return all;
  }
  static Tensor<T> make(const Case<T>& c, int rows, int heads, int byte) {
    const int batch = c.query_lengths.empty() ? c.call.batch : 1;
    const AttentionStrides strides = strides_of(c.layout, rows, heads, c.call.head);
    return Tensor<T>(static_cast<size_t>(strides.batch) * batch, strides, byte);
  }
  Tensors(const Case<T>& c, uint32_t seed, cudaStream_t stream)
      : of(c),
        query_rows(c.query_lengths.empty() ? c.call.queries : sum(c.query_lengths)),
        key_rows(c.query_lengths.empty() ? c.call.keys : sum(c.key_lengths)),
        q(make(c, query_rows, c.call.heads, nan_byte)),
        k(make(c, key_rows, c.call.key_heads, nan_byte)),
        v(make(c, key_rows, c.call.key_heads, nan_byte)),
        o(make(c, query_rows, c.call.heads, guard_byte)),
        lse(static_cast<size_t>(batch()) * c.call.heads * query_rows, {}, guard_byte),
        query_offsets(static_cast<size_t>(c.call.batch) + 1),
        key_offsets(static_cast<size_t>(c.call.batch) + 1) {
    fill(q, query_rows, c.call.heads, {.factor = c.spread, .shift = 0, .seed = seed}, stream);
    fill(k, key_rows, c.call.key_heads, {.factor = 1, .shift = 0, .seed = seed + 1}, stream);
    fill(v, key_rows, c.call.key_heads, {.factor = 1, .shift = c.value_shift, .seed = seed + 2}, stream);
    if (ragged()) {
      offsets(c.query_lengths, query_offsets);
      offsets(c.key_lengths, key_offsets);
    }
  }
  [[nodiscard]] bool ragged() const { return !of.query_lengths.empty(); }
  [[nodiscard]] int batch() const { return ragged() ? 1 : of.call.batch; }

  /// The shape of a tensor of this case.
  [[nodiscard]] TensorShape shape(const Tensor<T>& tensor, int rows, int heads) const {
    return {.strides = tensor.strides, .batch = batch(), .rows = rows, .heads = heads, .head = of.call.head};
  }
  void fill(const Tensor<T>& to, int rows, int heads, const RandomValues& values, cudaStream_t stream) {
    if (rows == 0) return;
    fill_rows<<<256, 256, 0, stream>>>(to.data(), shape(to, rows, heads), values);
    CHECK_CUDA(cudaGetLastError());
  }
  static void offsets(const std::vector<int>& lengths, const DeviceArray<int>& to) {
    std::vector<int> sums{0};
    for (int n : lengths) sums.push_back(sums.back() + n);
    CHECK_CUDA(cudaMemcpy(to.data(), sums.data(), sums.size() * sizeof(int), cudaMemcpyHostToDevice));
  }
  [[nodiscard]] AttentionOf<T> problem() const {
    AttentionOf<T> out = of.call;
    out.q = q.data();
    out.k = k.data();
    out.v = v.data();
    out.o = o.data();
    out.lse = of.lse ? lse.data() : nullptr;
    if (of.layout != Layout::rows_outside) {
      out.q_strides = q.strides;
      out.k_strides = k.strides;
      out.v_strides = v.strides;
      out.o_strides = o.strides;
    }
    if (ragged()) {
      out.query_offsets = query_offsets.data();
      out.key_offsets = key_offsets.data();
      out.total_queries = query_rows;
      out.total_keys = key_rows;
    }
    return out;
  }
};

}  // namespace stretto::hopper_tests
