// stretto::attention against a reference in float64, at the edges of every plan; the same bits every time; every
// refusal.
//
//   attention_correct [--quick] [--seed N] [--head N]
//
// Between and around the rows of Q, K and V lie NaNs, around and between the rows of O a pattern that must survive; O
// itself begins with it, and every row must be written. An element may be off by its own rounding and a small part of
// the weighted mean of |V|; log-sum-exps by 1e-4. The last line is the sum: N passed, N failed. --quick is a short run
// for compute-sanitizer, --head restricts the cases to one head dimension. Without a Hopper GPU it checks the refusal
// that says so, and exits with 77.
#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <stretto/hopper/attention.cuh>

#include "device.cuh"

namespace stretto::hopper_tests {
namespace {

using Bf16 = __nv_bfloat16;

struct Options {
  bool quick = false;
  uint32_t seed = 0;
  int head = 0;
};

/// Counts as it prints.
class Report {
 public:
  __attribute__((format(printf, 3, 4))) void add(bool right, const char* format, ...) {
    std::printf("%s ", right ? "PASS" : "FAIL");
    va_list values;
    va_start(values, format);
    std::vprintf(format, values);
    va_end(values);
    std::printf("\n");
    std::fflush(stdout);
    ++(right ? passed_ : failed_);
  }
  [[nodiscard]] int finish() const {
    std::printf("%d passed, %d failed\n", passed_, failed_);
    return failed_ == 0 ? 0 : 1;
  }

 private:
  int passed_ = 0;
  int failed_ = 0;
};

/// How the rows of a tensor lie in memory.
enum class Layout : unsigned char {
  rows_outside,   // batch, row, head: adjacent, the default strides
  heads_outside,  // batch, head, row
  spaced,         // batch, row, head, with gaps behind every row, every row of heads and every batch
};

const char* name(Layout layout) {
  return layout == Layout::rows_outside ? "bshd" : layout == Layout::heads_outside ? "bhsd" : "spaced";
}

AttentionStrides strides_of(Layout layout, int rows, int heads, int head) {
  const long d = head;
  if (layout == Layout::heads_outside) return {d * rows * heads, d, d * rows};
  if (layout == Layout::spaced) return {(d + 8) * heads * (rows + 1) + 16 * rows, (d + 8) * heads + 16, d + 8};
  return {d * heads * rows, d * heads, d};
}

/// A case. With lengths, there is one sequence for each, and `queries` and `keys` are the longest.
struct Case {
  int head = 128;
  int batch = 1;
  int heads = 1;
  int key_heads = 1;
  int queries = 1;
  int keys = 1;
  bool causal = false;
  float scale = -1;  // below 0: the default
  float spread = 1;  // factor of Q
  float value_shift = 0;
  Layout layout = Layout::rows_outside;
  bool lse = true;
  std::vector<int> query_lengths;
  std::vector<int> key_lengths;
};

template <class T>
constexpr const char* type_name = std::is_same_v<T, Bf16> ? "bf16" : "fp16";

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

constexpr int nan_byte = 0xFF;    // a NaN of bf16 and fp16
constexpr int guard_byte = 0xA5;  // a small number

/// Fills `rows` rows of every head and batch with random elements in [-1, 1] times a factor, plus a shift.
template <class T>
__global__ void fill_rows(T* data, AttentionStrides strides, int batch, int rows, int heads, int head, float factor,
                          float shift, uint32_t seed) {
  const size_t n = static_cast<size_t>(batch) * rows * heads * head;
  const size_t threads = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += threads) {
    const size_t column = i % head;
    const size_t h = i / head % heads;
    const size_t row = i / head / heads % rows;
    const size_t b = i / head / heads / rows;
    const float x = static_cast<float>(random_bits(seed, i) >> 8) * (2.0F / 16777215.0F) - 1.0F;
    data[b * strides.batch + row * strides.row + h * strides.head + column] = T(x * factor + shift);
  }
}

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

__device__ double block_sum(double x, double* shared) {
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
__global__ void check_gaps(const T* memory, size_t all, size_t begin, AttentionStrides strides, int batch, int rows,
                           int heads, int head, Measures* out) {
  const size_t threads = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < all; i += threads) {
    bool inside = false;
    if (i >= begin) {
      const long at = static_cast<long>(i - begin);
      const long b = at / strides.batch;
      const long in_batch = at % strides.batch;
      const bool rows_first = strides.row > strides.head || (strides.row == strides.head && heads == 1);
      const long outer = rows_first ? strides.row : strides.head;
      const long inner = rows_first ? strides.head : strides.row;
      const long first = in_batch / outer;
      const long second = in_batch % outer / inner;
      const long column = in_batch % outer % inner;
      inside =
          b < batch && first < (rows_first ? rows : heads) && second < (rows_first ? heads : rows) && column < head;
    }
    const auto bits = reinterpret_cast<const unsigned short*>(memory)[i];
    if (!inside && bits != guard_byte * 257) atomicAdd(&out->touched, 1ULL);
  }
}

/// The inputs and the result of a case.
template <class T>
struct Tensors {
  const Case& of;
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
  static Tensor<T> make(const Case& c, int rows, int heads, int byte) {
    const int batch = c.query_lengths.empty() ? c.batch : 1;
    const AttentionStrides strides = strides_of(c.layout, rows, heads, c.head);
    return Tensor<T>(static_cast<size_t>(strides.batch) * batch, strides, byte);
  }
  Tensors(const Case& c, uint32_t seed, cudaStream_t stream)
      : of(c),
        query_rows(c.query_lengths.empty() ? c.queries : sum(c.query_lengths)),
        key_rows(c.query_lengths.empty() ? c.keys : sum(c.key_lengths)),
        q(make(c, query_rows, c.heads, nan_byte)),
        k(make(c, key_rows, c.key_heads, nan_byte)),
        v(make(c, key_rows, c.key_heads, nan_byte)),
        o(make(c, query_rows, c.heads, guard_byte)),
        lse(static_cast<size_t>(batch()) * c.heads * query_rows, {}, guard_byte),
        query_offsets(static_cast<size_t>(c.batch) + 1),
        key_offsets(static_cast<size_t>(c.batch) + 1) {
    fill(q, query_rows, c.heads, c.spread, 0, seed, stream);
    fill(k, key_rows, c.key_heads, 1, 0, seed + 1, stream);
    fill(v, key_rows, c.key_heads, 1, c.value_shift, seed + 2, stream);
    if (ragged()) {
      offsets(c.query_lengths, query_offsets);
      offsets(c.key_lengths, key_offsets);
    }
  }
  [[nodiscard]] bool ragged() const { return !of.query_lengths.empty(); }
  [[nodiscard]] int batch() const { return ragged() ? 1 : of.batch; }

  void fill(const Tensor<T>& to, int rows, int heads, float factor, float shift, uint32_t seed, cudaStream_t stream) {
    if (rows == 0) return;
    fill_rows<<<256, 256, 0, stream>>>(to.data(), to.strides, batch(), rows, heads, of.head, factor, shift, seed);
    CHECK_CUDA(cudaGetLastError());
  }
  static void offsets(const std::vector<int>& lengths, const DeviceArray<int>& to) {
    std::vector<int> sums{0};
    for (int n : lengths) sums.push_back(sums.back() + n);
    CHECK_CUDA(cudaMemcpy(to.data(), sums.data(), sums.size() * sizeof(int), cudaMemcpyHostToDevice));
  }
  [[nodiscard]] AttentionOf<T> problem() const {
    AttentionOf<T> out{.q = q.data(), .k = k.data(), .v = v.data(), .o = o.data()};
    out.lse = of.lse ? lse.data() : nullptr;
    out.batch = of.batch;
    out.heads = of.heads;
    out.key_heads = of.key_heads;
    out.queries = of.queries;
    out.keys = of.keys;
    out.head = of.head;
    if (of.scale >= 0) out.scale = of.scale;
    out.causal = of.causal;
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

std::string text_of(const Case& c, const char* type) {
  char text[256];
  std::snprintf(text, sizeof text, "%s d%d b%d h%d/%d q%d k%d %s %s scale %g spread %g%s%s", type, c.head, c.batch,
                c.heads, c.key_heads, c.queries, c.keys, c.causal ? "causal" : "full", name(c.layout), c.scale,
                c.spread, c.lse ? "" : " no lse", c.query_lengths.empty() ? "" : " ragged");
  return text;
}

class Tests {
 public:
  Tests(const Options& options, Report& report)
      : options_(options), report_(report), measures_(1), random_(options.seed) {
    CHECK_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
  }
  ~Tests() { cudaStreamDestroy(stream_); }
  Tests(const Tests&) = delete;
  Tests& operator=(const Tests&) = delete;

  void quick() {
    for (int head : {64, 128, 256}) {
      for (bool causal : {false, true}) {
        check<Bf16>(
            {.head = head, .batch = 2, .heads = 2, .key_heads = 1, .queries = 200, .keys = 300, .causal = causal});
        check<Bf16>(ragged(head, causal, 5));
      }
    }
    refusals();
  }

  void all() {
    for (int head : {64, 128, 256}) {
      if (options_.head != 0 && options_.head != head) continue;
      edges<Bf16>(head, 60);
      edges<__half>(head, 15);
      shapes<Bf16>(head);
      shapes<__half>(head);
      for (bool causal : {false, true}) {
        repeats({.head = head, .batch = 3, .heads = 8, .key_heads = 2, .queries = 700, .keys = 900, .causal = causal});
        chain(head, causal);
        graph(head, causal);
      }
    }
    refusals();
  }

 private:
  int pick(const std::vector<int>& from) { return from[random_() % from.size()]; }

  /// Lengths at, below and above multiples of the tiles, and the smallest.
  template <class T>
  void edges(int head, int count) {
    const std::vector<int> queries{1, 2, 63, 64, 65, 127, 128, 129, 191, 192, 193, 255, 256, 257, 300, 385};
    const std::vector<int> keys{0,   1,   15,  16,  17,  79,  80,  81,  127, 128,
                                129, 159, 160, 161, 240, 255, 256, 257, 400, 513};
    for (int causal = 0; causal < 2; ++causal) {
      for (size_t i = 0; i < keys.size(); ++i) {
        check<T>({.head = head,
                  .batch = 1,
                  .heads = 2,
                  .key_heads = 2,
                  .queries = queries[i % queries.size()],
                  .keys = keys[i],
                  .causal = causal != 0});
      }
      for (int i = 0; i < count; ++i) {
        const int group = pick({1, 1, 2, 4});
        const int key_heads = pick({1, 2, 3});
        check<T>({.head = head,
                  .batch = pick({1, 2, 3}),
                  .heads = group * key_heads,
                  .key_heads = key_heads,
                  .queries = pick(queries),
                  .keys = pick(keys),
                  .causal = causal != 0,
                  .layout = static_cast<Layout>(random_() % 3),
                  .lse = random_() % 4 != 0});
      }
    }
  }

  Case ragged(int head, bool causal, int sequences) {
    Case out{.head = head, .batch = sequences, .heads = 4, .key_heads = 2, .queries = 0, .keys = 0, .causal = causal};
    for (int i = 0; i < sequences; ++i) {
      out.query_lengths.push_back(pick({0, 1, 5, 64, 100, 128, 129, 200, 333}));
      out.key_lengths.push_back(pick({0, 1, 7, 80, 128, 131, 256, 300}));
      out.queries = std::max(out.queries, out.query_lengths.back());
    }
    return out;
  }

  /// Scales, large values, many tiles for each block, sequences of different lengths.
  template <class T>
  void shapes(int head) {
    const float large = std::is_same_v<T, Bf16> ? 300.0F : 30.0F;
    for (bool causal : {false, true}) {
      for (float scale : {0.0F, 1e-3F, 1.0F, 7.5F}) {
        check<T>({.head = head,
                  .batch = 1,
                  .heads = 2,
                  .key_heads = 1,
                  .queries = 150,
                  .keys = 270,
                  .causal = causal,
                  .scale = scale});
      }
      for (float spread : {0.0F, 10.0F, large}) {
        check<T>({.head = head,
                  .batch = 1,
                  .heads = 2,
                  .key_heads = 2,
                  .queries = 190,
                  .keys = 310,
                  .causal = causal,
                  .spread = spread});
      }
      check<T>({.head = head,
                .batch = 1,
                .heads = 2,
                .key_heads = 2,
                .queries = 190,
                .keys = 310,
                .causal = causal,
                .value_shift = 100});
      check<T>({.head = head, .batch = 4, .heads = 40, .key_heads = 8, .queries = 300, .keys = 300, .causal = causal});
      check<T>(
          {.head = head, .batch = 2, .heads = 12, .key_heads = 12, .queries = 1100, .keys = 1500, .causal = causal});
      check<T>({.head = head, .batch = 1, .heads = 3, .key_heads = 1, .queries = 1500, .keys = 130, .causal = causal});
      check<T>({.head = head, .batch = 200, .heads = 2, .key_heads = 2, .queries = 1, .keys = 77, .causal = causal});
      for (int i = 0; i < 10; ++i) check<T>(ragged(head, causal, pick({1, 2, 7, 40})));
    }
  }

  template <class T>
  void check(const Case& c) {
    const uint32_t seed = mix(options_.seed + 7919 * ++cases_);
    const std::string text = text_of(c, type_name<T>);
    const Tensors<T> t(c, seed, stream_);
    CHECK_CUDA(cudaMemsetAsync(measures_.data(), 0, measures_.bytes(), stream_));
    const AttentionResult result = attention(t.problem(), stream_);
    wait_for(stream_, text.c_str());
    const AttentionStrides& os = t.o.strides;
    Comparison<T> of{t.q.data(),
                     t.k.data(),
                     t.v.data(),
                     t.o.data(),
                     c.lse ? t.lse.data() : nullptr,
                     t.q.strides,
                     t.k.strides,
                     t.v.strides,
                     os,
                     c.heads,
                     c.heads / c.key_heads,
                     c.queries,
                     c.keys,
                     c.head,
                     t.query_rows,
                     c.scale >= 0 ? c.scale : 1.0 / std::sqrt(c.head),
                     c.causal,
                     nullptr,
                     nullptr};
    int most = c.keys;
    if (t.ragged()) {
      of.query_offsets = t.query_offsets.data();
      of.key_offsets = t.key_offsets.data();
      most = *std::max_element(c.key_lengths.begin(), c.key_lengths.end());
    }
    const double rounding = std::is_same_v<T, Bf16> ? 1.0 / 256 : 1.0 / 2048;
    if (t.query_rows > 0) {
      compare<T><<<dim3(c.queries, c.heads * c.batch), 128, (most + 1) * sizeof(double), stream_>>>(
          of, 2 * rounding, rounding, measures_.data());
      CHECK_CUDA(cudaGetLastError());
    }
    check_gaps<<<256, 256, 0, stream_>>>(t.o.memory.data(), t.o.memory.size(), Tensor<T>::frame, os, t.batch(),
                                         t.query_rows, c.heads, c.head, measures_.data());
    CHECK_CUDA(cudaGetLastError());
    wait_for(stream_, text.c_str());
    Measures found;
    CHECK_CUDA(cudaMemcpy(&found, measures_.data(), sizeof found, cudaMemcpyDeviceToHost));
    const double relative = found.reference > 0 ? std::sqrt(found.error / found.reference) : 0;
    const bool right = result.ok() && found.outside == 0 && found.wrong_lse == 0 && found.touched == 0;
    report_.add(right, "%s seed %u: error %.1e, %llu elements and %llu lse off, %llu around%s%s", text.c_str(), seed,
                relative, found.outside, found.wrong_lse, found.touched, result.ok() ? "" : ", ",
                result.ok() ? "" : result.message());
  }

  template <class T>
  static std::vector<T> copy_of(const Tensor<T>& from) {
    std::vector<T> out(from.memory.size());
    CHECK_CUDA(cudaMemcpy(out.data(), from.memory.data(), from.memory.bytes(), cudaMemcpyDeviceToHost));
    return out;
  }
  template <class T>
  static bool same(const std::vector<T>& a, const std::vector<T>& b) {
    return std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
  }

  /// Many launches of one problem give the same bits.
  void repeats(const Case& c) {
    const Tensors<Bf16> t(c, 5, stream_);
    bool ok = true;
    std::vector<Bf16> due;
    int differ = 0;
    constexpr int rounds = 20;
    for (int round = 0; round < rounds; ++round) {
      CHECK_CUDA(cudaMemsetAsync(t.o.memory.data(), guard_byte, t.o.memory.bytes(), stream_));
      for (int i = 0; i < 9; ++i) ok = ok && attention(t.problem(), stream_).ok();
      wait_for(stream_, "repeats");
      std::vector<Bf16> is = copy_of(t.o);
      if (round == 0) due = is;
      if (!same(is, due)) ++differ;
    }
    report_.add(ok && differ == 0, "%s: %d of %d repeats differ", text_of(c, "bf16 repeats,").c_str(), differ, rounds);
  }

  /// Each launch reads what the one before has written, without a pause between them.
  void chain(int head, bool causal) {
    const Case c{.head = head, .batch = 2, .heads = 6, .key_heads = 6, .queries = 520, .keys = 520, .causal = causal};
    const Tensors<Bf16> t(c, 11, stream_);
    const Tensors<Bf16> other(c, 11, stream_);
    bool ok = true;
    const auto run = [&](bool alone) {
      for (int i = 0; i < 8; ++i) {
        AttentionOf<Bf16> p = t.problem();
        if (i > 0) p.q = i % 2 == 0 ? other.o.data() : t.o.data();
        p.o = i % 2 == 0 ? t.o.data() : other.o.data();
        ok = ok && attention(p, stream_).ok();
        if (alone) wait_for(stream_, "chain");
      }
      wait_for(stream_, "chain");
      return copy_of(other.o);
    };
    const std::vector<Bf16> due = run(true);
    int differ = 0;
    for (int i = 0; i < 10; ++i) {
      if (!same(run(false), due)) ++differ;
    }
    report_.add(ok && differ == 0, "%s: %d of 10 runs differ", text_of(c, "bf16 chain of launches,").c_str(), differ);
  }

  /// A graph gives the same bits as the call.
  void graph(int head, bool causal) {
    const Case c{.head = head, .batch = 1, .heads = 4, .key_heads = 2, .queries = 333, .keys = 444, .causal = causal};
    const Tensors<Bf16> t(c, 23, stream_);
    bool ok = attention(t.problem(), stream_).ok();
    wait_for(stream_, "graph");
    const std::vector<Bf16> due = copy_of(t.o);
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t runnable = nullptr;
    CHECK_CUDA(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < 3; ++i) ok = attention(t.problem(), stream_).ok() && ok;
    CHECK_CUDA(cudaStreamEndCapture(stream_, &graph));
    CHECK_CUDA(cudaGraphInstantiate(&runnable, graph, 0));
    int differ = 0;
    for (int i = 0; i < 5; ++i) {
      CHECK_CUDA(cudaMemsetAsync(t.o.memory.data(), guard_byte, t.o.memory.bytes(), stream_));
      CHECK_CUDA(cudaGraphLaunch(runnable, stream_));
      wait_for(stream_, "graph");
      if (!same(copy_of(t.o), due)) ++differ;
    }
    CHECK_CUDA(cudaGraphExecDestroy(runnable));
    CHECK_CUDA(cudaGraphDestroy(graph));
    report_.add(ok && differ == 0, "%s: %d of 5 replays differ", text_of(c, "bf16 graph,").c_str(), differ);
  }

  /// Wrong calls: the right status, O as it was, no CUDA error left behind.
  void refusals() {
    const Case c{.head = 128, .batch = 2, .heads = 4, .key_heads = 2, .queries = 30, .keys = 40};
    const Tensors<Bf16> t(c, 3, stream_);
    const Attention good = t.problem();
    struct Call {
      const char* what;
      AttentionStatus due;
      Attention with;
    };
    std::vector<Call> calls;
    const auto add = [&](const char* what, AttentionStatus due, auto change) {
      Attention with = good;
      change(with);
      calls.push_back({what, due, with});
    };
    using S = AttentionStatus;
    add("q is null", S::null_pointer, [](Attention& a) { a.q = nullptr; });
    add("k is null", S::null_pointer, [](Attention& a) { a.k = nullptr; });
    add("v is null", S::null_pointer, [](Attention& a) { a.v = nullptr; });
    add("o is null", S::null_pointer, [](Attention& a) { a.o = nullptr; });
    add("batch is -1", S::size_below_zero, [](Attention& a) { a.batch = -1; });
    add("heads is -2", S::size_below_zero, [](Attention& a) { a.heads = -2; });
    add("queries is -1", S::size_below_zero, [](Attention& a) { a.queries = -1; });
    add("keys is -1", S::size_below_zero, [](Attention& a) { a.keys = -1; });
    add("key_heads is -1", S::size_below_zero, [](Attention& a) { a.key_heads = -1; });
    add("total_keys is -1", S::size_below_zero, [](Attention& a) { a.total_keys = -1; });
    add("queries is 2^24", S::size_too_large, [](Attention& a) { a.queries = 1 << 24; });
    add("keys is 2^24", S::size_too_large, [](Attention& a) { a.keys = 1 << 24; });
    add("too many tiles", S::size_too_large, [](Attention& a) { a.batch = a.heads = 1 << 20; });
    for (int head : {0, 8, 63, 65, 96, 120, 192, 512}) {
      add("head dimension", S::head_not_supported, [&](Attention& a) { a.head = head; });
    }
    add("3 heads for 2", S::heads_not_divisible, [](Attention& a) { a.heads = 3; });
    add("scale is -1", S::scale_not_supported, [](Attention& a) { a.scale = -1.0F; });
    add("scale is infinite", S::scale_not_supported,
        [](Attention& a) { a.scale = std::numeric_limits<float>::infinity(); });
    add("scale is NaN", S::scale_not_supported,
        [](Attention& a) { a.scale = std::numeric_limits<float>::quiet_NaN(); });
    add("q one element on", S::pointer_not_aligned, [](Attention& a) { ++a.q; });
    add("k one element on", S::pointer_not_aligned, [](Attention& a) { ++a.k; });
    add("v four elements on", S::pointer_not_aligned, [](Attention& a) { a.v += 4; });
    add("o one element on", S::pointer_not_aligned, [](Attention& a) { ++a.o; });
    add("row of q not aligned", S::stride_not_aligned, [](Attention& a) { a.q_strides.row = 516; });
    add("head of k not aligned", S::stride_not_aligned, [](Attention& a) { a.k_strides.head = 129; });
    add("row of v negative", S::stride_not_aligned, [](Attention& a) { a.v_strides.row = -256; });
    add("batch of o too far", S::stride_not_aligned, [](Attention& a) { a.o_strides.batch = 1L << 38; });
    add("rows of o overlap", S::rows_overlap, [](Attention& a) { a.o_strides.row = 64; });
    add("heads of o overlap", S::rows_overlap, [](Attention& a) { a.o_strides.head = 120; });
    add("only offsets of queries", S::offsets_incomplete,
        [&](Attention& a) { a.query_offsets = t.query_offsets.data(); });
    add("only offsets of keys", S::offsets_incomplete, [&](Attention& a) { a.key_offsets = t.key_offsets.data(); });
    add("no batch", S::ok, [](Attention& a) { a.batch = 0; });
    add("no heads", S::ok, [](Attention& a) { a.heads = 0; });
    add("no queries", S::ok, [](Attention& a) { a.queries = 0; });
    for (const Call& call : calls) {
      const AttentionResult result = attention(call.with, stream_);
      const cudaError_t left = cudaGetLastError();
      wait_for(stream_, call.what);
      bool untouched = true;
      const std::vector<Bf16> after = copy_of(t.o);
      for (const Bf16& x : after)
        untouched = untouched && reinterpret_cast<const unsigned short&>(x) == guard_byte * 257;
      const bool told = call.due == S::ok || std::strlen(result.message()) > 10;
      report_.add(result.status == call.due && untouched && left == cudaSuccess && told, "refusal, %s: \"%s\"%s%s",
                  call.what, result.message(), untouched ? "" : ", O was written",
                  left == cudaSuccess ? "" : ", a CUDA error is left");
    }
  }

  Options options_;
  Report& report_;
  DeviceArray<Measures> measures_;
  std::mt19937 random_;
  cudaStream_t stream_ = nullptr;
  uint32_t cases_ = 0;
};

int run_all(const Options& options) {
  Report report;
  if (const char* missing = missing_device(); missing != nullptr) {
    alignas(16) static unsigned char memory[64];
    auto* any = reinterpret_cast<Bf16*>(memory);
    const AttentionResult result =
        attention(Attention{.q = any, .k = any, .v = any, .o = any, .queries = 1, .keys = 1, .head = 64});
    report.add(result.status == AttentionStatus::not_hopper, "refusal, no Hopper GPU: \"%s\"", result.message());
    const int status = report.finish();
    std::printf("skipped: all attentions: %s\n", missing);
    return status == 0 ? 77 : status;
  }
  cudaDeviceProp properties{};
  CHECK_CUDA(cudaGetDeviceProperties(&properties, 0));
  std::printf("%s, seed %u\n", properties.name, options.seed);
  {
    Tests tests(options, report);
    options.quick ? tests.quick() : tests.all();
  }
  CHECK_CUDA(cudaDeviceSynchronize());
  return report.finish();
}

}  // namespace
}  // namespace stretto::hopper_tests

int main(int count, char** arguments) {
  stretto::hopper_tests::Options options;
  options.seed = std::random_device{}();
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--quick") {
      options.quick = true;
    } else if (argument == "--seed" && i + 1 < count) {
      options.seed = static_cast<uint32_t>(std::strtoul(arguments[++i], nullptr, 0));
    } else if (argument == "--head" && i + 1 < count) {
      options.head = std::atoi(arguments[++i]);
    } else {
      std::fprintf(stderr, "usage: attention_correct [--quick] [--seed N] [--head 64|128|256]\n");
      return 2;
    }
  }
  return stretto::hopper_tests::run_all(options);
}
