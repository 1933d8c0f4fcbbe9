// stretto::gemm against cuBLASLt on a Hopper GPU: C = A * B^T, row-major, bf16 and fp8 (e4m3) into bf16.
//
//   gemm_speed [--shapes MxNxK,...] [--type bf16|fp8|both] [--protocol single|sustained|both] [--quick] [--graph]
//              [--csv FILE]
//
// Inputs are random, uniform in [-1, 1], generated on the device. cuBLASLt has 64 MiB of workspace. Of the up to 16
// algorithms that its heuristic proposes, the fastest is used (all are timed, the best four again, longer). In fp8 it
// may use fast accumulation, so that both libraries do the same work; its time without is printed on a separate line.
// Before anything is timed, the two results must agree within 1e-2 (relative, Frobenius).
//
// There are two protocols. Both alternate the two libraries, and which of a pair comes first:
//   single     one call between two events, after a pause of 10 ms and a write of 256 MiB that evicts L2; both are not
//              timed. Clocks are at their highest.
//   sustained  calls back to back for at least 0.1 s between two events, after a warm-up. Clocks are those that power
//              allows. Inputs that do not fill L2 three times are replicated in enough sets to do so, used in turn.
// A ratio is cuBLASLt's time divided by ours, of one pair or round: above 1, stretto::gemm is faster. The output shows
// medians and, for the ratio, both quartiles. --graph replays the calls of a sustained round from a CUDA graph; without
// it, a line reports shapes for which a launch takes the CPU longer than the GPU.
//
// Exits with 1 if a result is wrong, with 77 if there is no Hopper GPU. A missed target is reported, but is not a
// failure.
#include <signal.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "../../tests/hopper/cublas_lt.cuh"

namespace stretto::hopper_tests {
namespace {

using Bf16 = __nv_bfloat16;
using Fp8 = __nv_fp8_e4m3;
using Clock = std::chrono::steady_clock;

constexpr double memory_rate = 4.8e12;            // bytes per second, H200
constexpr size_t cache_bytes = size_t{60} << 20;  // L2 plus a margin
constexpr size_t flush_bytes = size_t{256} << 20;
constexpr int few_rows = 16;  // up to here memory is the limit, and bandwidth is shown

struct Shape {
  int m = 0;
  int n = 0;
  int k = 0;

  bool operator==(const Shape&) const = default;
  [[nodiscard]] std::string name() const {
    return std::to_string(m) + "x" + std::to_string(n) + "x" + std::to_string(k);
  }
  [[nodiscard]] double operations() const { return 2.0 * m * n * k; }
};

struct Options {
  std::vector<Shape> shapes;
  bool bf16 = true;
  bool fp8 = true;
  bool single = true;
  bool sustained = true;
  bool graph = false;
  int pairs = 21;
  int rounds = 20;
  double round_seconds = 0.1;
  double warm_up_seconds = 0.3;
  std::string csv;
};

std::vector<Shape> bf16_shapes() {
  std::vector<Shape> shapes = {{8192, 8192, 8192}, {4096, 4096, 4096}, {16384, 8192, 4096},
                               {8192, 8192, 512},  {512, 8192, 8192},  {2048, 2048, 2048}};
  constexpr int layers[][2] = {{6144, 4096}, {4096, 4096}, {28672, 4096}, {4096, 14336}};
  for (const auto& layer : layers) {
    for (const int m : {1, 16, 128, 2048, 8192}) shapes.push_back({m, layer[0], layer[1]});
  }
  return shapes;
}

std::vector<Shape> fp8_shapes() { return {{8192, 8192, 8192}, {4096, 4096, 4096}}; }

/// The quantile at `part`, interpolated between two neighbours.
double quantile(std::vector<double> values, double part) {
  std::sort(values.begin(), values.end());
  const double place = part * static_cast<double>(values.size() - 1);
  const auto below = static_cast<size_t>(place);
  const size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (values[above] - values[below]) * (place - static_cast<double>(below));
}

/// Seconds per call, pair by pair.
struct Samples {
  std::vector<double> theirs;
  std::vector<double> ours;

  [[nodiscard]] std::vector<double> ratios() const {
    std::vector<double> all;
    for (size_t i = 0; i < ours.size(); ++i) all.push_back(theirs[i] / ours[i]);
    return all;
  }
};

struct Result {
  std::string type;
  std::string protocol;
  Shape shape;
  double ratio = 0;
};

/// Work that can be enqueued: one call with a set of inputs, or a graph of several.
struct Work {
  std::function<void(int set)> enqueue;
  int calls = 1;
};

/// Times work on one stream.
class Timer {
 public:
  explicit Timer(cudaStream_t stream) : stream_(stream) {}

  /// Seconds per call, averaged over `times` calls back to back.
  double seconds(const Work& work, int times, int sets, const char* what) {
    const double seconds = watch_.seconds(stream_, what, [&] {
      for (int i = 0; i < times; ++i) work.enqueue(i % sets);
    });
    return std::max(seconds, 1e-7) / (static_cast<double>(times) * work.calls);
  }

 private:
  cudaStream_t stream_;
  Stopwatch watch_;
};

/// A graph of several calls, replayed without the CPU cost of each.
class Graph {
 public:
  Graph(const Work& work, int calls, int sets, cudaStream_t stream) : stream_(stream), calls_(calls) {
    cudaGraph_t graph = nullptr;
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (int i = 0; i < calls; ++i) work.enqueue(i % sets);
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
    CHECK_CUDA(cudaGraphInstantiate(&ready_, graph, 0));
    CHECK_CUDA(cudaGraphDestroy(graph));
  }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph() { cudaGraphExecDestroy(ready_); }

  [[nodiscard]] Work work() const {
    return {[this](int) { CHECK_CUDA(cudaGraphLaunch(ready_, stream_)); }, calls_};
  }

 private:
  cudaGraphExec_t ready_ = nullptr;
  cudaStream_t stream_;
  int calls_;
};

__global__ void add_squares(const Bf16* x, const Bf16* y, size_t n, double* sums) {
  const size_t threads = static_cast<size_t>(gridDim.x) * blockDim.x;
  double off = 0;
  double size = 0;
  for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += threads) {
    const double due = __bfloat162float(y[i]);
    const double difference = __bfloat162float(x[i]) - due;
    off += difference * difference;
    size += due * due;
  }
  for (int step = 16; step > 0; step /= 2) {
    off += __shfl_xor_sync(0xffffffffu, off, step);
    size += __shfl_xor_sync(0xffffffffu, size, step);
  }
  if (threadIdx.x % 32 == 0) {
    atomicAdd(sums, off);
    atomicAdd(sums + 1, size);
  }
}

/// Measures one shape.
template <class T>
class Contest {
 public:
  static constexpr bool is_fp8 = ElementOf<T>::type == DataType::fp8;

  Contest(const Options& options, CublasLt& lt, const DeviceArray<char>& flush, Shape shape, cudaStream_t stream)
      : options_(options),
        lt_(lt),
        flush_(flush),
        shape_(shape),
        stream_(stream),
        timer_(stream),
        name_(std::string(ElementOf<T>::name) + " " + shape.name()),
        ours_c_(static_cast<size_t>(shape.m) * shape.n),
        theirs_c_(static_cast<size_t>(shape.m) * shape.n),
        scales_(8) {
    const size_t a = static_cast<size_t>(shape.m) * shape.k;
    const size_t b = static_cast<size_t>(shape.n) * shape.k;
    input_bytes_ = (a + b) * sizeof(T);
    sets_ = static_cast<int>((3 * cache_bytes + input_bytes_ - 1) / input_bytes_);
    sets_ = std::min(sets_, 1024);
    for (int i = 0; i < sets_; ++i) {
      a_.emplace_back(a);
      b_.emplace_back(b);
      fill_random(a_.back().data(), a, 2 * i + 1, stream);
      fill_random(b_.back().data(), b, 2 * i + 2, stream);
    }
    const float scales[8] = {0.5F, 0, 0, 0, 0.25F};  // cuBLASLt requires 16-byte alignment of each
    CHECK_CUDA(cudaMemcpyAsync(scales_.data(), scales, sizeof scales, cudaMemcpyHostToDevice, stream));
    wait_for(stream, "inputs");
  }

  /// Returns false if the shape cannot be timed.
  bool prepare() {
    theirs_ = std::make_unique<LtProduct<T>>(lt_, shape_.m, shape_.n, shape_.k);
    if (!choose(*theirs_)) return false;
    if (is_fp8) {
      careful_ = std::make_unique<LtProduct<T>>(lt_, shape_.m, shape_.n, shape_.k, false);
      if (!choose(*careful_)) careful_.reset();
    }
    CHECK_CUDA(cudaMemsetAsync(ours_c_.data(), 0xFF, ours_c_.bytes(), stream_));
    const GemmResult result = call_ours(0);
    if (!result.ok()) {
      std::printf("FAIL %s: %s\n", name_.c_str(), result.message());
      return false;
    }
    wait_for(stream_, name_.c_str());
    theirs_->run(a_[0].data(), b_[0].data(), theirs_c_.data(), stream_);
    const DeviceArray<double> sums(2);
    CHECK_CUDA(cudaMemsetAsync(sums.data(), 0, sums.bytes(), stream_));
    add_squares<<<blocks_for(ours_c_.size()), 256, 0, stream_>>>(ours_c_.data(), theirs_c_.data(), ours_c_.size(),
                                                                 sums.data());
    CHECK_CUDA(cudaGetLastError());
    wait_for(stream_, name_.c_str());
    double found[2] = {};
    CHECK_CUDA(cudaMemcpy(found, sums.data(), sizeof found, cudaMemcpyDeviceToHost));
    const double error = std::sqrt(found[0] / found[1]);
    if (error < 1e-2) return true;
    std::printf("FAIL %s: our result is off cuBLASLt's by %.3g\n", name_.c_str(), error);
    return false;
  }

  void measure(std::vector<Result>& results, FILE* csv) {
    if (options_.single) {
      report("single", single(work(*theirs_), options_.pairs), results, csv);
      if (careful_) report_careful("single", single(work(*careful_), std::max(3, options_.pairs / 3)));
    }
    if (options_.sustained) {
      report("sustained", sustained(work(*theirs_), options_.rounds), results, csv);
      if (careful_) report_careful("sustained", sustained(work(*careful_), std::max(3, options_.rounds / 4)));
      if (!options_.graph) report_launches();
    }
  }

 private:
  GemmResult call_ours(int set) const {
    const auto i = static_cast<size_t>(set);
    return call_gemm<T>({.a = a_[i].data(),
                         .b = b_[i].data(),
                         .c = ours_c_.data(),
                         .m = shape_.m,
                         .n = shape_.n,
                         .k = shape_.k,
                         .scale_a = scales_.data(),
                         .scale_b = scales_.data() + 4},
                        stream_);
  }

  Work ours() const {
    return {[this](int set) {
      const GemmResult result = call_ours(set);
      if (result.ok()) return;
      std::printf("FAIL %s: %s\n", name_.c_str(), result.message());
      std::fflush(stdout);
      std::_Exit(1);
    }};
  }

  Work work(const LtProduct<T>& product) const {
    return {[this, &product](int set) {
      const auto i = static_cast<size_t>(set);
      product.run(a_[i].data(), b_[i].data(), theirs_c_.data(), stream_);
    }};
  }

  /// Selects the fastest of the algorithms that the heuristic proposes.
  bool choose(LtProduct<T>& product) {
    product.set_scales(scales_.data(), scales_.data() + 4);
    struct Candidate {
      cublasLtMatmulAlgo_t algorithm;
      double seconds;
    };
    std::vector<Candidate> candidates;
    for (const cublasLtMatmulAlgo_t& algorithm : product.algorithms(16)) {
      product.use(algorithm);
      if (product.try_run(a_[0].data(), b_[0].data(), theirs_c_.data(), stream_) != CUBLAS_STATUS_SUCCESS) continue;
      candidates.push_back({algorithm, time_for(work(product), 0.003)});
    }
    if (candidates.empty()) {
      std::printf("FAIL %s: cuBLASLt has no algorithm\n", name_.c_str());
      return false;
    }
    const auto faster = [](const Candidate& x, const Candidate& y) { return x.seconds < y.seconds; };
    std::sort(candidates.begin(), candidates.end(), faster);
    if (candidates.size() > 4) candidates.resize(4);
    for (Candidate& candidate : candidates) {
      product.use(candidate.algorithm);
      candidate.seconds = time_for(work(product), 0.02);
    }
    product.use(std::min_element(candidates.begin(), candidates.end(), faster)->algorithm);
    return true;
  }

  /// Seconds per call, from about `seconds` seconds of calls.
  double time_for(const Work& work, double seconds) {
    const double guess = timer_.seconds(work, 3, sets_, name_.c_str());
    return timer_.seconds(work, times_for(seconds, guess * work.calls), sets_, name_.c_str());
  }

  static int times_for(double seconds, double each) {
    return static_cast<int>(std::clamp(std::ceil(seconds / each), 1.0, 1e6));
  }

  Samples single(const Work& theirs, int pairs) {
    Samples samples;
    const Work mine = ours();
    const auto once = [&](const Work& work, int set) {
      usleep(10000);
      CHECK_CUDA(cudaMemsetAsync(flush_.data(), set, flush_.bytes(), stream_));
      const Work at{[&](int) { work.enqueue(set); }};
      return timer_.seconds(at, 1, 1, name_.c_str());
    };
    for (int pair = 0; pair < pairs; ++pair) {
      const int set = pair % sets_;
      const bool first = pair % 2 == 0;
      const double one = once(first ? theirs : mine, set);
      const double other = once(first ? mine : theirs, set);
      samples.theirs.push_back(first ? one : other);
      samples.ours.push_back(first ? other : one);
    }
    return samples;
  }

  Samples sustained(const Work& their_calls, int rounds) {
    const Work my_calls = ours();
    std::unique_ptr<Graph> their_graph;
    std::unique_ptr<Graph> my_graph;
    if (options_.graph) {
      // About 2 ms of calls, each set equally often.
      const double each = time_for(my_calls, 0.002);
      const int calls = (times_for(0.002, each) + sets_ - 1) / sets_ * sets_;
      their_graph = std::make_unique<Graph>(their_calls, calls, sets_, stream_);
      my_graph = std::make_unique<Graph>(my_calls, calls, sets_, stream_);
    }
    const Work theirs = their_graph ? their_graph->work() : their_calls;
    const Work mine = my_graph ? my_graph->work() : my_calls;
    double their_seconds = time_for(theirs, 0.01);
    double my_seconds = time_for(mine, 0.01);
    for (const auto begin = Clock::now(); since(begin) < options_.warm_up_seconds;) {
      their_seconds = time_for(theirs, 0.03);
      my_seconds = time_for(mine, 0.03);
    }
    Samples samples;
    const auto once = [&](const Work& work, double& each) {
      // Adapts the length of the next round, in case clocks have risen.
      const int times = times_for(options_.round_seconds * 1.02, each * work.calls);
      each = timer_.seconds(work, times, sets_, name_.c_str());
      return each;
    };
    for (int round = 0; round < rounds; ++round) {
      const bool first = round % 2 == 0;
      const double one = first ? once(theirs, their_seconds) : once(mine, my_seconds);
      const double other = first ? once(mine, my_seconds) : once(theirs, their_seconds);
      samples.theirs.push_back(first ? one : other);
      samples.ours.push_back(first ? other : one);
    }
    return samples;
  }

  static double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

  [[nodiscard]] double bytes() const {
    return static_cast<double>(input_bytes_) + static_cast<double>(ours_c_.bytes());
  }

  void report(const char* protocol, const Samples& samples, std::vector<Result>& results, FILE* csv) {
    const double theirs = quantile(samples.theirs, 0.5);
    const double mine = quantile(samples.ours, 0.5);
    const std::vector<double> ratios = samples.ratios();
    const double ratio = quantile(ratios, 0.5);
    const double low = quantile(ratios, 0.25);
    const double high = quantile(ratios, 0.75);
    std::printf("%-4s %-17s %-9s  %8.1f  %8.1f  %6.3f [%.3f, %.3f]", ElementOf<T>::name, shape_.name().c_str(),
                protocol, shape_.operations() / theirs * 1e-12, shape_.operations() / mine * 1e-12, ratio, low, high);
    if (shape_.m <= few_rows) {
      std::printf("  %5.0f %5.0f GB/s  %.1f %.1f us, memory %.1f us", bytes() / theirs * 1e-9, bytes() / mine * 1e-9,
                  theirs * 1e6, mine * 1e6, bytes() / memory_rate * 1e6);
    }
    std::printf("\n");
    std::fflush(stdout);
    if (csv != nullptr) {
      std::fprintf(csv, "%s,%d,%d,%d,%s,%d,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.5f,%.5f,%.5f,%.6g\n", ElementOf<T>::name,
                   shape_.m, shape_.n, shape_.k, protocol, static_cast<int>(ratios.size()), theirs * 1e6, mine * 1e6,
                   shape_.operations() / theirs * 1e-12, shape_.operations() / mine * 1e-12, bytes() / theirs * 1e-9,
                   bytes() / mine * 1e-9, ratio, low, high, bytes() / memory_rate * 1e6);
      std::fflush(csv);
    }
    results.push_back({ElementOf<T>::name, protocol, shape_, ratio});
  }

  void report_careful(const char* protocol, const Samples& samples) {
    std::printf("     (cuBLASLt without fast accumulation, %s: %.1f TFLOP/s, ratio %.3f)\n", protocol,
                shape_.operations() / quantile(samples.theirs, 0.5) * 1e-12, quantile(samples.ratios(), 0.5));
    std::fflush(stdout);
  }

  /// Reports if the CPU cost of a call limits back-to-back calls.
  void report_launches() {
    const auto cpu = [&](const Work& work) {
      constexpr int calls = 128;  // fewer than a stream can hold
      wait_for(stream_, name_.c_str());
      const auto begin = Clock::now();
      for (int i = 0; i < calls; ++i) work.enqueue(i % sets_);
      const double seconds = since(begin) / calls;
      wait_for(stream_, name_.c_str());
      return seconds;
    };
    const Work theirs = work(*theirs_);
    const Work mine = ours();
    const double theirs_cpu = cpu(theirs);
    const double mine_cpu = cpu(mine);
    const double theirs_gpu = time_for(theirs, 0.005);
    const double mine_gpu = time_for(mine, 0.005);
    if (theirs_cpu < 0.8 * theirs_gpu && mine_cpu < 0.8 * mine_gpu) return;
    std::printf(
        "     (launching takes the CPU %.1f us of cuBLASLt's %.1f us a call, %.1f us of our %.1f us; see --graph)\n",
        theirs_cpu * 1e6, theirs_gpu * 1e6, mine_cpu * 1e6, mine_gpu * 1e6);
    std::fflush(stdout);
  }

  const Options& options_;
  CublasLt& lt_;
  const DeviceArray<char>& flush_;
  Shape shape_;
  cudaStream_t stream_;
  Timer timer_;
  std::string name_;
  DeviceArray<Bf16> ours_c_;
  DeviceArray<Bf16> theirs_c_;
  DeviceArray<float> scales_;
  std::vector<DeviceArray<T>> a_;
  std::vector<DeviceArray<T>> b_;
  size_t input_bytes_ = 0;
  int sets_ = 1;
  std::unique_ptr<LtProduct<T>> theirs_;
  std::unique_ptr<LtProduct<T>> careful_;  // fp8 without fast accumulation
};

struct Target {
  const char* what;
  double least;
  double found;  // 0: not measured
};

/// Prints geometric means, the worst ratio, and which targets were met.
void summarise(const std::vector<Result>& results, const std::string& protocol) {
  double logarithms = 0;
  int count = 0;
  const Result* worst = nullptr;
  double square = 0;
  double worst_fp8 = 0;
  for (const Result& result : results) {
    if (result.protocol != protocol) continue;
    if (result.type == "fp8") {
      worst_fp8 = worst_fp8 == 0 ? result.ratio : std::min(worst_fp8, result.ratio);
      continue;
    }
    if (result.shape == Shape{8192, 8192, 8192}) square = result.ratio;
    if (result.shape.m < 128) continue;
    logarithms += std::log(result.ratio);
    ++count;
    if (worst == nullptr || result.ratio < worst->ratio) worst = &result;
  }
  const double mean = count == 0 ? 0 : std::exp(logarithms / count);
  std::printf("\n%s\n", protocol.c_str());
  if (worst != nullptr) {
    std::printf("  bf16, m >= 128: geometric mean %.3f of %d shapes, smallest %.3f (%s)\n", mean, count, worst->ratio,
                worst->shape.name().c_str());
  }
  const Target targets[] = {{"bf16 8192x8192x8192 at least 1.00", 1.0, square},
                            {"bf16 geometric mean from m = 128 at least 1.00", 1.0, mean},
                            {"bf16 none below 0.90 from m = 128", 0.9, worst == nullptr ? 0 : worst->ratio},
                            {"fp8 each at least 1.00", 1.0, worst_fp8}};
  for (const Target& target : targets) {
    std::printf("  target %-48s ", target.what);
    if (target.found == 0) {
      std::printf("not measured\n");
    } else if (target.found >= target.least) {
      std::printf("reached: %.3f\n", target.found);
    } else {
      std::printf("missed by %.1f%%: %.3f\n", (1 - target.found / target.least) * 100, target.found);
    }
  }
}

/// What all contests have in common.
struct Arena {
  const Options& options;
  CublasLt& lt;
  const DeviceArray<char>& flush;
  cudaStream_t stream;
  std::vector<Result>& results;
  FILE* csv;  // null: none is written
};

template <class T>
bool contest(const Arena& in, Shape shape) {
  alarm(120);  // a kernel that never ends can block the CPU in a launch
  Contest<T> contest(in.options, in.lt, in.flush, shape, in.stream);
  const bool right = contest.prepare();
  if (right) contest.measure(in.results, in.csv);
  std::fflush(stdout);
  alarm(0);
  return right;
}

int run_all(const Options& options) {
  if (const char* missing = missing_device(); missing != nullptr) {
    std::printf("skipped: %s\n", missing);
    return 77;
  }
  signal(SIGALRM, [](int) {
    constexpr char text[] = "FAIL a shape was not done after 120 s\n";
    const auto written = write(STDOUT_FILENO, text, sizeof text - 1);
    _exit(written > 0 ? 1 : 2);
  });
  const auto begin = Clock::now();
  cudaDeviceProp properties{};
  CHECK_CUDA(cudaGetDeviceProperties(&properties, 0));
  int driver = 0;
  CHECK_CUDA(cudaDriverGetVersion(&driver));
  std::printf("%s, %d SMs, driver for CUDA %d.%d, cuBLASLt %zu\n", properties.name, properties.multiProcessorCount,
              driver / 1000, driver % 1000 / 10, cublasLtGetVersion());
  std::printf(
      "single: %d pairs, 10 ms pause and 256 MiB written before each call; sustained: %d rounds of %.2f s%s\n\n",
      options.pairs, options.rounds, options.round_seconds, options.graph ? ", from graphs" : "");
  std::printf("%-4s %-17s %-9s  %8s  %8s  %s\n", "", "m x n x k", "protocol", "cuBLASLt", "stretto",
              "ratio [quartiles]; TFLOP/s, medians");
  FILE* csv = nullptr;
  if (!options.csv.empty()) {
    csv = std::fopen(options.csv.c_str(), "w");
    if (csv == nullptr) {
      std::fprintf(stderr, "cannot write %s\n", options.csv.c_str());
      return 2;
    }
    std::fprintf(csv,
                 "type,m,n,k,protocol,samples,cublaslt_us,stretto_us,cublaslt_tflops,stretto_tflops,cublaslt_gbs,"
                 "stretto_gbs,ratio,ratio_q25,ratio_q75,memory_us\n");
  }

  int failures = 0;
  std::vector<Result> results;
  {
    cudaStream_t stream = nullptr;
    CHECK_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CublasLt lt;
    const DeviceArray<char> flush(flush_bytes);
    const Arena arena{options, lt, flush, stream, results, csv};
    if (options.bf16) {
      for (const Shape& shape : options.shapes.empty() ? bf16_shapes() : options.shapes) {
        failures += !contest<Bf16>(arena, shape);
      }
    }
    if (options.fp8) {
      for (const Shape& shape : options.shapes.empty() ? fp8_shapes() : options.shapes) {
        failures += !contest<Fp8>(arena, shape);
      }
    }
    CHECK_CUDA(cudaStreamDestroy(stream));
  }
  if (csv != nullptr && std::fclose(csv) != 0) ++failures;
  if (options.single) summarise(results, "single");
  if (options.sustained) summarise(results, "sustained");
  std::printf("\n%zu measured, %d failed, %.0f s\n", results.size(), failures,
              std::chrono::duration<double>(Clock::now() - begin).count());
  return failures == 0 ? 0 : 1;
}

/// Parses "MxNxK,..."; empty if the text is invalid.
std::vector<Shape> parse_shapes(const char* text) {
  std::vector<Shape> shapes;
  while (*text != '\0') {
    Shape shape;
    int read = 0;
    if (std::sscanf(text, "%dx%dx%d%n", &shape.m, &shape.n, &shape.k, &read) != 3) return {};
    if (shape.m < 1 || shape.n < 1 || shape.k < 1) return {};
    shapes.push_back(shape);
    text += read;
    if (*text == ',') ++text;
  }
  return shapes;
}

bool parse(int count, char** arguments, Options& options) {
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--quick") {
      options.pairs = 5;
      options.rounds = 5;
      options.round_seconds = 0.03;
      options.warm_up_seconds = 0.1;
      continue;
    }
    if (argument == "--graph") {
      options.graph = true;
      continue;
    }
    if (++i == count) return false;
    const std::string value = arguments[i];
    if (argument == "--shapes") {
      options.shapes = parse_shapes(value.c_str());
      if (options.shapes.empty()) return false;
    } else if (argument == "--type" && (value == "bf16" || value == "fp8" || value == "both")) {
      options.bf16 = value != "fp8";
      options.fp8 = value != "bf16";
    } else if (argument == "--protocol" && (value == "single" || value == "sustained" || value == "both")) {
      options.single = value != "sustained";
      options.sustained = value != "single";
    } else if (argument == "--csv") {
      options.csv = value;
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace
}  // namespace stretto::hopper_tests

int main(int count, char** arguments) {
  stretto::hopper_tests::Options options;
  if (!stretto::hopper_tests::parse(count, arguments, options)) {
    std::fprintf(stderr,
                 "usage: gemm_speed [--shapes MxNxK,...] [--type bf16|fp8|both] [--protocol single|sustained|both] "
                 "[--quick] [--graph] [--csv FILE]\n");
    return 2;
  }
  return stretto::hopper_tests::run_all(options);
}
