// stretto::gemm against a reference in float64, at the edges of every plan; the same bits every time; every refusal.
//
//   gemm_correct [--quick] [--seed N]
//
// Around A and B lie NaNs, around C a pattern that must survive; C itself begins as NaNs, and none may be left. An
// element may be off by its own rounding to bf16 and a small part of the usual size of an element; the whole by 1e-2 in
// the Frobenius norm. The last line is the sum: N passed, N failed. --quick is a short run for compute-sanitizer, with
// neither cuBLAS nor repeats. Without a Hopper GPU it checks the refusal that says so, and exits with 77.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "correct.cuh"
#include "cublas_lt.cuh"

namespace stretto::hopper_tests {
namespace {

using Fp8 = __nv_fp8_e4m3;
using hopper::GemmProblem;

struct Shape {
  int m = 0;
  int n = 0;
  int k = 0;
};

/// An array between two frames of 4 KiB, filled with one byte value.
template <class T>
class Framed {
 public:
  static constexpr size_t frame = 4096;

  Framed(size_t n, int byte) : n_(n), memory_(n * sizeof(T) + 2 * frame) {
    CHECK_CUDA(cudaMemset(memory_.data(), byte, memory_.bytes()));
  }
  [[nodiscard]] T* data() const { return reinterpret_cast<T*>(memory_.data() + frame); }
  [[nodiscard]] size_t size() const { return n_; }
  [[nodiscard]] size_t bytes() const { return n_ * sizeof(T); }
  [[nodiscard]] const unsigned char* begin() const { return memory_.data(); }

 private:
  size_t n_;
  DeviceArray<unsigned char> memory_;
};

/// What a comparison found.
struct Measures {
  double reference = 0;  // sums of squares
  double error = 0;
  double peer_error = 0;
  unsigned long long outside = 0;  // elements that are too far off
  unsigned long long unwritten = 0;
  unsigned long long frame = 0;  // bytes that changed
};

__device__ double over_warp(double x) {
  for (int step = 16; step > 0; step /= 2) x += __shfl_xor_sync(0xffffffffu, x, step);
  return x;
}

/// Which elements of C are compared: all, or the last row, the last column and a sample.
struct Points {
  size_t count = 0;
  bool all = true;
  uint32_t seed = 0;
};

template <class T>
struct Comparison {
  const T* a;
  const T* b;
  const Bf16* c;
  const Bf16* peer;  // may be null
  Shape shape;
  double factor;
  double near;  // allowed error of an element, in addition to rounding
};

/// One thread computes an element, in double.
template <class T>
__global__ void compare(Comparison<T> of, Points points, Measures* out) {
  const size_t threads = static_cast<size_t>(gridDim.x) * blockDim.x;
  const Shape s = of.shape;
  double reference = 0;
  double error = 0;
  double peer_error = 0;
  unsigned long long outside = 0;
  for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < points.count; i += threads) {
    size_t at = i;
    if (!points.all) {
      if (i < s.n) {
        at = static_cast<size_t>(s.m - 1) * s.n + i;
      } else if (i < static_cast<size_t>(s.n) + s.m) {
        at = (i - s.n) * s.n + s.n - 1;
      } else {
        at = static_cast<size_t>(random_bits(points.seed, 2 * i) % s.m) * s.n +
             random_bits(points.seed, 2 * i + 1) % s.n;
      }
    }
    const T* row = of.a + at / s.n * s.k;
    const T* column = of.b + at % s.n * s.k;
    double sum = 0;
    for (int l = 0; l < s.k; ++l) {
      sum += static_cast<double>(static_cast<float>(row[l])) * static_cast<double>(static_cast<float>(column[l]));
    }
    sum *= of.factor;
    const double off = static_cast<double>(__bfloat162float(of.c[at])) - sum;
    reference += sum * sum;
    error += off * off;
    if (!(fabs(off) <= fabs(sum) / 256 + of.near)) ++outside;
    if (of.peer != nullptr) {
      const double peer_off = static_cast<double>(__bfloat162float(of.peer[at])) - sum;
      peer_error += peer_off * peer_off;
    }
  }
  reference = over_warp(reference);
  error = over_warp(error);
  peer_error = over_warp(peer_error);
  if (outside != 0) atomicAdd(&out->outside, outside);
  if (threadIdx.x % 32 == 0) {
    atomicAdd(&out->reference, reference);
    atomicAdd(&out->error, error);
    atomicAdd(&out->peer_error, peer_error);
  }
}

/// Elements of C that still contain the poison, and bytes of its frame that changed.
__global__ void check_frame(const unsigned char* begin, size_t frame, size_t elements, Measures* out) {
  const size_t threads = static_cast<size_t>(gridDim.x) * blockDim.x;
  const size_t first = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const auto* c = reinterpret_cast<const unsigned short*>(begin + frame);
  const unsigned char* end = begin + frame + elements * sizeof(Bf16);
  unsigned long long unwritten = 0;
  unsigned long long changed = 0;
  for (size_t i = first; i < elements; i += threads) unwritten += c[i] == 0xFFFF;
  for (size_t i = first; i < frame; i += threads) changed += (begin[i] != guard_byte) + (end[i] != guard_byte);
  if (unwritten != 0) atomicAdd(&out->unwritten, unwritten);
  if (changed != 0) atomicAdd(&out->frame, changed);
}

__global__ void count_differences(const unsigned short* x, const unsigned short* y, size_t n,
                                  unsigned long long* count) {
  const size_t threads = static_cast<size_t>(gridDim.x) * blockDim.x;
  unsigned long long differ = 0;
  for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += threads)
    differ += x[i] != y[i];
  if (differ != 0) atomicAdd(count, differ);
}

/// A way to compute a product: the library's choice, or one plan.
struct Way {
  std::string name;
  GemmResult (*launch)(const GemmProblem& problem, cudaStream_t stream);
  int rows = 128;  // of a tile of C
  int columns = 128;
  int k_block = 64;
  int shares = 1;  // K is split into this many
};

template <class T>
Way chosen() {
  return {"gemm", call_gemm<T>};
}

template <class Plan>
Way plan(const char* name) {
  return {name,
          [](const GemmProblem& p, cudaStream_t stream) { return hopper::launch_gemm<Plan>(p, stream); },
          Plan::swapped ? Plan::columns : hopper::tile_rows * Plan::multicast,
          Plan::swapped ? hopper::tile_rows : Plan::columns,
          hopper::block_bytes / bytes_of(Plan::type),
          Plan::split == hopper::Split::none ? 1 : Plan::cluster};
}

/// Every plan of GemmPlans.
template <class T>
std::vector<Way> plans() {
  using P = hopper::GemmPlans<ElementOf<T>::type>;
  return {plan<typename P::Pair>("Pair"),           plan<typename P::Single>("Single"),
          plan<typename P::Square>("Square"),       plan<typename P::Wide>("Wide"),
          plan<typename P::Split128>("Split128"),   plan<typename P::Split96>("Split96"),
          plan<typename P::Split64>("Split64"),     plan<typename P::Some>("Some"),
          plan<typename P::SomeSplit>("SomeSplit"), plan<typename P::Few>("Few"),
          plan<typename P::FewSplit>("FewSplit")};
}

/// Runs the cases of one type.
template <class T>
class Tests {
 public:
  static constexpr bool is_fp8 = ElementOf<T>::type == DataType::fp8;
  static constexpr int step = 16 / sizeof(T);  // K comes in multiples of it

  Tests(const Options& options, Report& report, CublasLt* lt)
      : options_(options), report_(report), lt_(lt), scales_(8), measures_(1) {
    CHECK_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    CHECK_CUDA(cudaMemcpy(scales_.data(), scale_values, sizeof scale_values, cudaMemcpyHostToDevice));
  }
  Tests(const Tests&) = delete;
  Tests& operator=(const Tests&) = delete;
  ~Tests() { cudaStreamDestroy(stream_); }

  void quick() {
    for (const Way& way : plans<T>()) {
      // K ends within a block, and not every share of K gets a block.
      compare_once(way, {way.rows + 1, way.columns + 8, way.k_block * 2 + step});
      if (!is_fp8) compare_once(way, {way.rows - 1, way.columns - 1, step});
    }
    compare_once(chosen<T>(), {17, 129, 3 * step});
    refusals();
  }

  void all() {
    chosen_shapes();
    plan_edges();
    large_shapes();
    if (is_fp8) compare_once(chosen<T>(), {129, 257, 208}, false);
    repeats();
    if constexpr (!is_fp8) chains();
    refusals();
  }

 private:
  /// cuBLASLt wants each at a multiple of 16 bytes.
  static constexpr float scale_values[8] = {0.375F, 0, 0, 0, 1.75F};

  uint32_t next_seed() { return options_.seed + 1000003U * ++cases_; }

  std::string name_of(const Way& way, Shape s) const {
    return std::string(ElementOf<T>::name) + " " + way.name + " " + std::to_string(s.m) + "x" + std::to_string(s.n) +
           "x" + std::to_string(s.k);
  }

  GemmProblem problem(const T* a, const T* b, Bf16* c, Shape s, bool scaled = true) const {
    const float* scale = is_fp8 && scaled ? scales_.data() : nullptr;
    return {a, b, c, s.m, s.n, s.k, scale, scale == nullptr ? nullptr : scale + 4};
  }

  void wait(const std::string& what) { wait_for(stream_, what.c_str(), options_.quick ? 300 : 30); }

  /// NaNs in C, the pattern around it.
  void poison(const Framed<Bf16>& c) { CHECK_CUDA(cudaMemsetAsync(c.data(), nan_byte, c.bytes(), stream_)); }

  void fill(const Framed<T>& array, uint32_t seed) { fill_random(array.data(), array.size(), seed, stream_); }

  void compare_once(const Way& way, Shape s, bool scaled = true) {
    const uint32_t seed = next_seed();
    const std::string name = name_of(way, s) + (scaled ? "" : " without scales");
    const Framed<T> a(static_cast<size_t>(s.m) * s.k, nan_byte);
    const Framed<T> b(static_cast<size_t>(s.n) * s.k, nan_byte);
    const Framed<Bf16> c(static_cast<size_t>(s.m) * s.n, guard_byte);
    // The default stream's memsets must be done before this stream continues, because it does not wait for them.
    CHECK_CUDA(cudaDeviceSynchronize());
    fill(a, mix(seed));
    fill(b, mix(seed + 1));
    poison(c);
    const GemmProblem p = problem(a.data(), b.data(), c.data(), s, scaled);
    const GemmResult result = way.launch(p, stream_);
    if (!result.ok()) {
      report_.add(false, "%s: refused: %s", name.c_str(), result.message());
      return;
    }
    wait(name);

    std::unique_ptr<DeviceArray<Bf16>> peer;
    if (lt_ != nullptr) {
      LtProduct<T> product(*lt_, s.m, s.n, s.k);
      if (p.scale_a != nullptr) product.set_scales(p.scale_a, p.scale_b);
      const auto algorithms = product.algorithms(1);
      if (!algorithms.empty()) {
        peer = std::make_unique<DeviceArray<Bf16>>(c.size());
        product.use(algorithms[0]);
        if (product.try_run(a.data(), b.data(), peer->data(), stream_) != CUBLAS_STATUS_SUCCESS) peer.reset();
      }
    }

    const double factor = p.scale_a != nullptr ? static_cast<double>(scale_values[0]) * scale_values[4] : 1;
    const double usual = factor * std::sqrt(static_cast<double>(s.k)) / 3;
    const Comparison<T> comparison{
        a.data(), b.data(), c.data(), peer ? peer->data() : nullptr, s, factor, usual * (is_fp8 ? 0.05 : 0.01)};
    Points points{c.size(), true, seed};
    if (c.size() > 1200 * 1200) points = {static_cast<size_t>(s.m) + s.n + 4000, false, seed};
    CHECK_CUDA(cudaMemsetAsync(measures_.data(), 0, sizeof(Measures), stream_));
    compare<<<blocks_for(points.count), 256, 0, stream_>>>(comparison, points, measures_.data());
    CHECK_CUDA(cudaGetLastError());
    check_frame<<<blocks_for(c.size()), 256, 0, stream_>>>(c.begin(), Framed<Bf16>::frame, c.size(), measures_.data());
    CHECK_CUDA(cudaGetLastError());
    wait(name + ", comparison");
    Measures found;
    CHECK_CUDA(cudaMemcpy(&found, measures_.data(), sizeof found, cudaMemcpyDeviceToHost));

    // A result with few elements may be near zero by chance; relative to such a norm every rounding is large.
    const double norm = std::max(found.reference, static_cast<double>(points.count) * usual * usual / 16);
    const double error = std::sqrt(found.error / norm);
    const bool right = error < 1e-2 && found.outside == 0 && found.unwritten == 0 && found.frame == 0;
    char peer_error[32] = "-";
    if (peer) std::snprintf(peer_error, sizeof peer_error, "%.2e", std::sqrt(found.peer_error / norm));
    std::string wrong;
    if (found.outside != 0) wrong += ", " + std::to_string(found.outside) + " elements off";
    if (found.unwritten != 0) wrong += ", " + std::to_string(found.unwritten) + " elements not written";
    if (found.frame != 0) wrong += ", " + std::to_string(found.frame) + " bytes around C overwritten";
    report_.add(right, "%s seed %u%s: error %.2e, cuBLASLt %s%s", name.c_str(), seed, points.all ? "" : " (sample)",
                error, peer_error, wrong.c_str());
  }

  /// The public call, at sizes around the multiples of tiles and their parts.
  void chosen_shapes() {
    constexpr int ms[] = {1, 7, 8, 9, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 1000};
    constexpr int ns[] = {1, 7, 8, 9, 64, 65, 127, 128, 129, 255, 256, 257, 1023, 1024, 1030};
    constexpr int ks_bf16[] = {8, 16, 24, 64, 72, 128, 200, 1000, 4096};
    constexpr int ks_fp8[] = {16, 32, 48, 64, 80, 128, 208, 1008, 4096};
    // Each row of cases combines every m with another n and k; the strides have no common factor with the counts.
    const int rows = is_fp8 ? 2 : 5;
    for (int row = 0; row < rows; ++row) {
      for (int i = 0; i < 20; ++i) {
        const int n = ns[(i * 4 + row * 7 + i / 15) % 15];
        const int k = (is_fp8 ? ks_fp8 : ks_bf16)[(i * 2 + row * 4 + i / 9) % 9];
        compare_once(chosen<T>(), {ms[i], n, k});
      }
    }
  }

  /// Each plan at sizes around its own tile, and with shares of K that are uneven or empty.
  void plan_edges() {
    for (const Way& way : plans<T>()) {
      const int m = way.rows;
      const int n = way.columns;
      const int block = way.k_block;
      const int whole = block * way.shares;
      std::vector<Shape> shapes = {{m, n, whole}, {m + 1, n - 1, whole + step}, {2 * m + 1, 2 * n + 8, block}};
      if (!is_fp8) {
        shapes.insert(shapes.end(), {{m - 1, n + 1, step},
                                     {1, 1, block},
                                     {2 * m - 1, 2 * n - 8, 1000},
                                     {m, 3 * n + 2, whole - step},
                                     {m + 8, n + 4, 2 * whole + 3 * step},
                                     {3 * m + 7, n, 4096}});
      }
      for (const Shape& shape : shapes) compare_once(way, shape);
    }
  }

  /// More tiles than can run at once.
  void large_shapes() {
    if (is_fp8) {
      compare_once(chosen<T>(), {2048, 6144, 4096});
      compare_once(chosen<T>(), {2305, 4099, 528});
      return;
    }
    compare_once(chosen<T>(), {4096, 4096, 4096});
    compare_once(chosen<T>(), {1, 6144, 4096});
    compare_once(chosen<T>(), {16, 4096, 14336});
    compare_once(chosen<T>(), {2305, 4099, 520});
    compare_once(chosen<T>(), {4000, 5000, 1000});
    const std::vector<Way> ways = plans<T>();
    for (const Way& way : ways) compare_once(way, {1500, 2056, 712});
    // Tiles that are divided by blocks of K.
    for (const Way& way : ways) {
      if (way.shares > 1 || way.columns % 128 != 0) continue;
      compare_once(way, {2305, 4099, 2056});
      compare_once(way, {2305, 4104, 4096});
    }
  }

  /// The same bits, a thousand times.
  void repeats() {
    const std::vector<Way> ways = plans<T>();
    for (const Way& way : ways) {
      const bool one_of_a_kind =
          way.name == "Pair" || way.name == "Square" || way.name == "Split96" || way.name == "FewSplit";
      if (!one_of_a_kind || (is_fp8 && way.name == "Square")) continue;
      // Those of Pair are divided by blocks of K.
      const Shape s = way.name == "Pair"       ? Shape{2312, 4232, is_fp8 ? 4112 : 2056}
                      : way.name == "Square"   ? Shape{1160, 1928, 720}
                      : way.name == "FewSplit" ? Shape{25, 4104, 2064}
                                               : Shape{520, 904, 1424};
      repeat(way, s, 1000);
    }
  }

  void repeat(const Way& way, Shape s, int times) {
    const uint32_t seed = next_seed();
    const std::string name = name_of(way, s) + " x " + std::to_string(times);
    const Framed<T> a(static_cast<size_t>(s.m) * s.k, nan_byte);
    const Framed<T> b(static_cast<size_t>(s.n) * s.k, nan_byte);
    const Framed<Bf16> first(static_cast<size_t>(s.m) * s.n, guard_byte);
    const Framed<Bf16> c(first.size(), guard_byte);
    const DeviceArray<unsigned long long> differ(1);
    CHECK_CUDA(cudaMemset(differ.data(), 0, differ.bytes()));
    CHECK_CUDA(cudaDeviceSynchronize());
    fill(a, mix(seed));
    fill(b, mix(seed + 1));
    for (int i = 0; i < times; ++i) {
      const Framed<Bf16>& to = i == 0 ? first : c;
      poison(to);
      const GemmResult result = way.launch(problem(a.data(), b.data(), to.data(), s), stream_);
      if (!result.ok()) {
        report_.add(false, "%s: launch %d refused: %s", name.c_str(), i, result.message());
        return;
      }
      if (i > 0) different(c.data(), first.data(), c.size(), differ.data());
      if (i % 100 == 0) wait(name);
    }
    wait(name);
    unsigned long long count = 0;
    CHECK_CUDA(cudaMemcpy(&count, differ.data(), sizeof count, cudaMemcpyDeviceToHost));
    report_.add(count == 0, "%s seed %u: %llu elements differ", name.c_str(), seed, count);
  }

  void different(const Bf16* x, const Bf16* y, size_t n, unsigned long long* count) {
    count_differences<<<blocks_for(n), 256, 0, stream_>>>(reinterpret_cast<const unsigned short*>(x),
                                                          reinterpret_cast<const unsigned short*>(y), n, count);
    CHECK_CUDA(cudaGetLastError());
  }

  /// Products of products, with nothing between the launches: a kernel that starts early must still read complete
  /// inputs, and must not overwrite what is still being read.
  void chains() {
    for (const Way& way : plans<T>()) chain(way, way.rows <= 32 ? Shape{32, 1024, 1024} : Shape{512, 1024, 1024});
  }

  void chain(const Way& way, Shape s) {
    constexpr int rounds = 100;
    const uint32_t seed = next_seed();
    const std::string name = name_of(way, s) + " chained x " + std::to_string(4 * rounds);
    const size_t elements = static_cast<size_t>(s.m) * s.n;
    std::vector<Framed<T>> a;
    std::vector<Framed<T>> b;
    std::vector<Framed<Bf16>> due;   // computed one at a time
    std::vector<Framed<Bf16>> last;  // of the chain
    for (int i = 0; i < 2; ++i) {
      a.emplace_back(static_cast<size_t>(s.m) * s.k, nan_byte);
      b.emplace_back(static_cast<size_t>(s.n) * s.k, nan_byte);
      due.emplace_back(elements, guard_byte);
      last.emplace_back(elements, guard_byte);
    }
    const Framed<Bf16> between(elements, guard_byte);
    const DeviceArray<unsigned long long> differ(1);
    CHECK_CUDA(cudaMemset(differ.data(), 0, differ.bytes()));
    CHECK_CUDA(cudaDeviceSynchronize());
    for (int i = 0; i < 2; ++i) {
      fill(a[static_cast<size_t>(i)], mix(seed + i));
      fill(b[static_cast<size_t>(i)], mix(seed + 2 + i));
    }
    bool ok = true;
    const auto both = [&](const Framed<T>& from, const Framed<Bf16>& to, bool alone) {
      ok = ok && way.launch(problem(from.data(), b[0].data(), between.data(), s), stream_).ok();
      if (alone) wait(name);
      ok = ok && way.launch(problem(between.data(), b[1].data(), to.data(), {s.m, s.n, s.n}), stream_).ok();
      if (alone) wait(name);
    };
    for (size_t i = 0; i < 2; ++i) both(a[i], due[i], true);
    for (int round = 0; round < rounds; ++round) {
      for (size_t i = 0; i < 2; ++i) poison(last[i]);
      for (size_t i = 0; i < 2; ++i) both(a[i], last[i], false);
      for (size_t i = 0; i < 2; ++i) different(last[i].data(), due[i].data(), elements, differ.data());
    }
    wait(name);
    unsigned long long count = 0;
    CHECK_CUDA(cudaMemcpy(&count, differ.data(), sizeof count, cudaMemcpyDeviceToHost));
    report_.add(ok && count == 0, "%s seed %u: %llu elements differ%s", name.c_str(), seed, count,
                ok ? "" : ", a launch was refused");
  }

  /// Wrong calls: the right status, C as it was, no CUDA error left behind.
  void refusals() {
    constexpr Shape s{32, 32, 64};
    const Framed<T> a(s.m * s.k, 0);
    const Framed<T> b(s.n * s.k, 0);
    const Framed<Bf16> c(s.m * s.n, guard_byte);
    const T* x = a.data();
    const T* y = b.data();
    Bf16* z = c.data();
    constexpr int most = 1 << 24;
    const auto bytes = static_cast<size_t>(c.bytes() + 2 * Framed<Bf16>::frame);
    struct Call {
      const char* what;
      GemmStatus due;
      const T* a;
      const T* b;
      Bf16* c;
      int m, n, k;
    };
    const Call calls[] = {
        {"A is null", GemmStatus::null_pointer, nullptr, y, z, s.m, s.n, s.k},
        {"B is null", GemmStatus::null_pointer, x, nullptr, z, s.m, s.n, s.k},
        {"C is null", GemmStatus::null_pointer, x, y, nullptr, s.m, s.n, s.k},
        {"m = 0", GemmStatus::size_below_one, x, y, z, 0, s.n, s.k},
        {"n = 0", GemmStatus::size_below_one, x, y, z, s.m, 0, s.k},
        {"k = 0", GemmStatus::size_below_one, x, y, z, s.m, s.n, 0},
        {"m = -1", GemmStatus::size_below_one, x, y, z, -1, s.n, s.k},
        {"m = 2^24", GemmStatus::size_too_large, x, y, z, most, s.n, s.k},
        {"n = 2^24", GemmStatus::size_too_large, x, y, z, s.m, most, s.k},
        {"k = 2^24", GemmStatus::size_too_large, x, y, z, s.m, s.n, most},
        {"k = 1", GemmStatus::k_not_multiple, x, y, z, s.m, s.n, 1},
        {"k one below a multiple", GemmStatus::k_not_multiple, x, y, z, s.m, s.n, s.k - 1},
        {"k half a step below a multiple", GemmStatus::k_not_multiple, x, y, z, s.m, s.n, s.k - step / 2},
        {"A one element on", GemmStatus::pointer_not_aligned, x + 1, y, z, s.m, s.n, s.k},
        {"B one element on", GemmStatus::pointer_not_aligned, x, y + 1, z, s.m, s.n, s.k},
        {"C one element on", GemmStatus::pointer_not_aligned, x, y, z + 1, s.m, s.n, s.k},
    };
    std::vector<unsigned char> after(bytes);
    for (const Call& call : calls) {
      const GemmResult result =
          call_gemm<T>({.a = call.a, .b = call.b, .c = call.c, .m = call.m, .n = call.n, .k = call.k}, stream_);
      const cudaError_t left = cudaGetLastError();
      wait(call.what);
      CHECK_CUDA(cudaMemcpy(after.data(), c.begin(), bytes, cudaMemcpyDeviceToHost));
      bool untouched = true;
      for (const unsigned char byte : after) untouched = untouched && byte == guard_byte;
      report_.add(result.status == call.due && untouched && left == cudaSuccess && std::strlen(result.message()) > 10,
                  "%s refusal, %s: \"%s\"%s%s", ElementOf<T>::name, call.what, result.message(),
                  untouched ? "" : ", C was written", left == cudaSuccess ? "" : ", a CUDA error is left");
    }
  }

  Options options_;
  Report& report_;
  CublasLt* lt_;
  DeviceArray<float> scales_;
  DeviceArray<Measures> measures_;
  cudaStream_t stream_ = nullptr;
  uint32_t cases_ = 0;
};

/// Pointers that are in order; nothing is launched, so nothing is read.
template <class T>
void refuses_device(Report& report) {
  alignas(16) static unsigned char memory[64];
  const auto* in = reinterpret_cast<const T*>(memory);
  const GemmResult result =
      call_gemm<T>({.a = in, .b = in, .c = reinterpret_cast<Bf16*>(memory), .m = 1, .n = 1, .k = 16}, nullptr);
  report.add(result.status == GemmStatus::not_hopper, "%s refusal, no Hopper GPU: \"%s\"", ElementOf<T>::name,
             result.message());
}

void run_tests(const Options& options, Report& report) {
  std::unique_ptr<CublasLt> lt;
  if (!options.quick) lt = std::make_unique<CublasLt>();
  {
    Tests<Bf16> tests(options, report, lt.get());
    options.quick ? tests.quick() : tests.all();
  }
  Tests<Fp8> tests(options, report, lt.get());
  options.quick ? tests.quick() : tests.all();
}

}  // namespace
}  // namespace stretto::hopper_tests

int main(int count, char** arguments) {
  using namespace stretto::hopper_tests;
  Options options;
  if (!read_arguments(options, count, arguments, "gemm_correct [--quick] [--seed N]")) return 2;
  const auto refusals = [](Report& report) {
    refuses_device<Bf16>(report);
    refuses_device<Fp8>(report);
  };
  return run_all(options, "products", [&](Report& report) { run_tests(options, report); }, refusals);
}
