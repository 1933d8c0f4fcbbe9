// The reference of attention_correct.cu: every row of O in float64, and the bytes that no row has.
#pragma once

#include <stretto/hopper/attention.cuh>

#include "attention_tensors.cuh"
#include "correct.cuh"

namespace stretto::hopper_tests {

/// What a comparison found.
struct Measures {
  double reference = 0;  // sums of squares
  double error = 0;
  unsigned long long outside = 0;    // elements that are too far off
  unsigned long long wrong_lse = 0;  // log-sum-exps that are too far off
  unsigned long long touched = 0;    // elements outside of rows that changed
};

template <class T>
struct Comparison {
  const T* q;
  const T* k;
  const T* v;
  const T* o;
  const float* lse;
  AttentionStrides qs, ks, vs, os;
  int heads, group, queries, keys, head;
  long lse_rows;
  double scale;
  bool causal;
  const int* query_offsets;
  const int* key_offsets;
};

__device__ inline double block_sum(double x, double* shared) {
  const int thread = static_cast<int>(threadIdx.x);
  shared[thread] = x;
  __syncthreads();
  for (int step = static_cast<int>(blockDim.x) / 2; step > 0; step /= 2) {
    if (thread < step) shared[thread] += shared[thread + step];
    __syncthreads();
  }
  const double sum = shared[0];
  __syncthreads();
  return sum;
}

/// One block per query and head, one thread per column of O; scores in shared memory.
template <class T>
__global__ void compare(Comparison<T> of, double near, double rounding, Measures* out) {
  extern __shared__ double scores[];
  __shared__ double reduced[256];
  const int h = static_cast<int>(blockIdx.y) % of.heads;
  const int b = static_cast<int>(blockIdx.y) / of.heads;
  const int row = static_cast<int>(blockIdx.x);
  const int thread = static_cast<int>(threadIdx.x);
  const bool ragged = of.query_offsets != nullptr;
  const int queries = ragged ? of.query_offsets[b + 1] - of.query_offsets[b] : of.queries;
  const int keys = ragged ? of.key_offsets[b + 1] - of.key_offsets[b] : of.keys;
  if (row >= queries) return;
  const long qb = ragged ? of.query_offsets[b] * of.qs.row : b * of.qs.batch;
  const long kb = ragged ? of.key_offsets[b] * of.ks.row : b * of.ks.batch;
  const long vb = ragged ? of.key_offsets[b] * of.vs.row : b * of.vs.batch;
  const long ob = ragged ? of.query_offsets[b] * of.os.row : b * of.os.batch;
  const T* q = of.q + qb + row * of.qs.row + h * of.qs.head;
  int seen = of.causal ? row + 1 + keys - queries : keys;
  seen = seen < 0 ? 0 : seen > keys ? keys : seen;
  double top = -INFINITY;
  double widest = 0;
  for (int j = thread; j < seen; j += static_cast<int>(blockDim.x)) {
    const T* k = of.k + kb + j * of.ks.row + h / of.group * of.ks.head;
    double s = 0;
    for (int c = 0; c < of.head; ++c) s += static_cast<double>(static_cast<float>(q[c])) * static_cast<float>(k[c]);
    scores[j] = s * of.scale;
    top = fmax(top, scores[j]);
    widest = fmax(widest, fabs(scores[j]));
  }
  reduced[thread] = top;
  __syncthreads();
  for (int i = 0; i < static_cast<int>(blockDim.x); ++i) top = fmax(top, reduced[i]);
  __syncthreads();
  reduced[thread] = widest;
  __syncthreads();
  for (int i = 0; i < static_cast<int>(blockDim.x); ++i) widest = fmax(widest, reduced[i]);
  __syncthreads();
  double sum = 0;
  for (int j = thread; j < seen; j += static_cast<int>(blockDim.x)) {
    scores[j] = exp(scores[j] - top);
    sum += scores[j];
  }
  sum = block_sum(sum, reduced);
  // An error of a score, relative to the largest, is an error of its weight.
  const double loose = 1e-6 * widest;
  double reference = 0;
  double error = 0;
  for (int c = thread; c < of.head; c += static_cast<int>(blockDim.x)) {
    double mean = 0;
    double size = 0;
    for (int j = 0; j < seen; ++j) {
      const double v = static_cast<float>(of.v[vb + j * of.vs.row + h / of.group * of.vs.head + c]);
      mean += scores[j] * v;
      size += scores[j] * fabs(v);
    }
    if (seen > 0) mean /= sum, size /= sum;
    const double is = static_cast<float>(of.o[ob + row * of.os.row + h * of.os.head + c]);
    const double off = fabs(is - mean);
    if (!(off <= rounding * fabs(mean) + (near + loose) * size)) atomicAdd(&out->outside, 1ULL);
    reference += mean * mean;
    error += off * off;
  }
  reference = block_sum(reference, reduced);
  error = block_sum(error, reduced);
  if (thread != 0) return;
  atomicAdd(&out->reference, reference);
  atomicAdd(&out->error, error);
  if (of.lse != nullptr) {
    const long at = ragged ? h * of.lse_rows + of.query_offsets[b] + row : (b * of.heads + h) * of.lse_rows + row;
    const double is = of.lse[at];
    const double due = seen > 0 ? top + log(sum) : -INFINITY;
    const bool right = seen > 0 ? fabs(is - due) <= 1e-4 + 1e-6 * (widest + fabs(due)) : is == due;
    if (!right) atomicAdd(&out->wrong_lse, 1ULL);
  }
}

/// Counts elements that changed although no row has them. `begin` is the first element of the first row, `count` the
/// number of elements in front of the last frame.
template <class T>
__global__ void check_gaps(const T* memory, size_t all, size_t begin, TensorShape shape, Measures* out) {
  const AttentionStrides& strides = shape.strides;
  const size_t threads = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < all; i += threads) {
    bool inside = false;
    if (i >= begin) {
      const long at = static_cast<long>(i - begin);
      const long b = at / strides.batch;
      const long in_batch = at % strides.batch;
      const bool rows_first = strides.row > strides.head || (strides.row == strides.head && shape.heads == 1);
      const long outer = rows_first ? strides.row : strides.head;
      const long inner = rows_first ? strides.head : strides.row;
      const long first = in_batch / outer;
      const long second = in_batch % outer / inner;
      const long column = in_batch % outer % inner;
      const int outer_count = rows_first ? shape.rows : shape.heads;
      const int inner_count = rows_first ? shape.heads : shape.rows;
      inside = b < shape.batch && first < outer_count && second < inner_count && column < shape.head;
    }
    const auto bits = reinterpret_cast<const unsigned short*>(memory)[i];
    if (!inside && bits != guard_byte * 257) atomicAdd(&out->touched, 1ULL);
  }
}

}  // namespace stretto::hopper_tests
