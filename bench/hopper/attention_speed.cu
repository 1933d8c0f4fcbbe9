// stretto::attention against FlashAttention-3, if a library with its forward pass is given.
//
//   attention_speed [--library FILE] [--rows 0,1,...] [--quick] [--seconds S] [--rounds N] [--calls N]
//
// The library has int fa3_fwd(q, k, v, o, lse, b, sq, sk, h, hk, d, causal, scale, stream) for bf16 tensors (b, s, h,
// d). Without it, the contestants are the library's plans alone.
//
// Two protocols, with the contestants taking turns. *Single*: each call runs alone, after 10 ms of rest; a short kernel
// in front hides the work of the host. *Sustained*: calls follow one another for `seconds`, several rounds each. A
// ratio is the median of the ratios of the turns, with its quartiles; above 1, Stretto is faster. TFLOP/s = 4 b h s s
// d, half of it if causal. *Cycles* are SM cycles per block of keys of a tile, over all blocks of the grid; *balance*
// is the time of the longest block over the mean.
//
// Before it is timed, each result is compared with float64 in a sample of rows.
#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include <stretto/hopper/attention.cuh>

#include "../../tests/hopper/device.cuh"

namespace stretto::hopper_tests {
namespace {

using Bf16 = __nv_bfloat16;

struct Row {
  int batch, heads, key_heads, length, head;
  bool causal;
};

constexpr Row all_rows[] = {
    {4, 16, 16, 4096, 128, false}, {4, 16, 16, 4096, 128, true}, {1, 16, 16, 16384, 128, false},
    {1, 16, 16, 16384, 128, true}, {4, 32, 32, 4096, 64, false}, {4, 32, 32, 4096, 64, true},
    {2, 8, 8, 8192, 256, false},   {2, 8, 8, 8192, 256, true},   {16, 16, 16, 1024, 128, false},
    {16, 16, 16, 1024, 128, true}, {2, 32, 8, 8192, 128, false}, {2, 32, 8, 8192, 128, true},
    {32, 16, 16, 512, 128, false}, {32, 16, 16, 512, 128, true},
};

struct Options {
  std::string library;
  std::vector<int> rows;
  int calls = 30;
  int rounds = 5;
  double seconds = 0.3;
};

/// Normally distributed numbers.
__global__ void fill_normal(Bf16* data, size_t n, uint32_t seed) {
  const size_t threads = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += threads) {
    const float u = (static_cast<float>(random_bits(seed, 2 * i) >> 8) + 1) / 16777217.0F;
    const float w = static_cast<float>(random_bits(seed, 2 * i + 1) >> 8) / 16777216.0F;
    data[i] = Bf16(sqrtf(-2 * logf(u)) * cospif(2 * w));
  }
}

__global__ void spin(long long cycles) {
  const long long begin = clock64();
  while (clock64() - begin < cycles) {
  }
}

struct Buffers {
  DeviceArray<Bf16> q, k, v, o;
  DeviceArray<float> lse;
};

/// The largest error of sampled rows, in parts of the weighted mean of |V|. One block per sample.
__global__ void sample_error(const Bf16* q, const Bf16* k, const Bf16* v, const Bf16* o, Row row, float* worst) {
  extern __shared__ double weights[];
  __shared__ double sums[128];
  const uint32_t dice = random_bits(77, blockIdx.x);
  const int h = static_cast<int>(dice % row.heads);
  const int b = static_cast<int>(dice / 64 % row.batch);
  const int i = blockIdx.x == 0 ? row.length - 1 : static_cast<int>(dice / 4096 % row.length);
  const int kh = h / (row.heads / row.key_heads);
  const int d = row.head;
  const int seen = row.causal ? i + 1 : row.length;
  const Bf16* qr = q + ((static_cast<size_t>(b) * row.length + i) * row.heads + h) * d;
  double sum = 0;
  for (int j = static_cast<int>(threadIdx.x); j < seen; j += 128) {
    const Bf16* kr = k + ((static_cast<size_t>(b) * row.length + j) * row.key_heads + kh) * d;
    double s = 0;
    for (int c = 0; c < d; ++c) s += static_cast<double>(__bfloat162float(qr[c])) * __bfloat162float(kr[c]);
    weights[j] = exp(s / sqrt(static_cast<double>(d)));
    sum += weights[j];
  }
  sums[threadIdx.x] = sum;
  __syncthreads();
  sum = 0;
  for (double part : sums) sum += part;
  for (int c = static_cast<int>(threadIdx.x); c < d; c += 128) {
    double mean = 0;
    double size = 0;
    for (int j = 0; j < seen; ++j) {
      const double x = __bfloat162float(v[((static_cast<size_t>(b) * row.length + j) * row.key_heads + kh) * d + c]);
      mean += weights[j] * x;
      size += weights[j] * fabs(x);
    }
    const double is = __bfloat162float(o[((static_cast<size_t>(b) * row.length + i) * row.heads + h) * d + c]);
    const double off = fabs(is - mean / sum) / (size / sum);
    atomicMax(reinterpret_cast<int*>(worst), __float_as_int(isnan(off) ? 1e30F : static_cast<float>(off)));
  }
}

struct Contestant {
  std::string name;
  std::function<bool()> call;
};

double median(std::vector<double> values, double at = 0.5) {
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(at * static_cast<double>(values.size() - 1) + 0.5)];
}

using ForwardPass = int (*)(void*, void*, void*, void*, float*, int, int, int, int, int, int, int, float, void*);

class Bench {
 public:
  explicit Bench(const Options& options) : options_(options), worst_(1), times_(1024) {
    CHECK_CUDA(cudaStreamCreate(&stream_));
    if (!options.library.empty()) {
      void* library = dlopen(options.library.c_str(), RTLD_NOW);
      if (library != nullptr) peer_ = reinterpret_cast<ForwardPass>(dlsym(library, "fa3_fwd"));
      if (peer_ == nullptr) std::printf("no fa3_fwd in %s: %s\n", options.library.c_str(), dlerror());
    }
  }

  bool run() {
    std::printf("%-28s %9s %9s %22s %9s %9s %22s %8s %8s %s\n", "", "single", "", "", "sustained", "", "", "cycles",
                "balance", "error");
    for (size_t i = 0; i < std::size(all_rows); ++i) {
      const bool wanted = options_.rows.empty() || std::find(options_.rows.begin(), options_.rows.end(),
                                                             static_cast<int>(i)) != options_.rows.end();
      if (wanted) time_row(all_rows[i]);
    }
    for (int p = 0; p < 2 && peer_ != nullptr; ++p) {
      double sum = 0;
      for (double ratio : ratios_[p]) sum += std::log(ratio);
      std::printf("geometric mean, %s: %.3f\n", p == 0 ? "single" : "sustained",
                  std::exp(sum / static_cast<double>(ratios_[p].size())));
    }
    return right_;
  }

 private:
  template <int Head>
  bool launch(const Row& row, const Buffers& b, long long* times) {
    constexpr hopper::AttentionSpec spec = hopper::attention_spec<Head>;
    Attention problem;
    problem.q = b.q.data();
    problem.k = b.k.data();
    problem.v = b.v.data();
    problem.o = b.o.data();
    problem.lse = b.lse.data();
    problem.batch = row.batch;
    problem.heads = row.heads;
    problem.key_heads = row.key_heads;
    problem.queries = problem.keys = row.length;
    problem.head = row.head;
    problem.causal = row.causal;
    hopper::AttentionTuning tuning;
    tuning.times = times;
    return hopper::launch_attention<hopper::AttentionPlan<spec, Bf16>, hopper::QueryPlan<spec>>(problem, stream_,
                                                                                                tuning)
        .ok();
  }
  bool launch(const Row& row, const Buffers& b, long long* times) {
    if (row.head == 64) return launch<64>(row, b, times);
    if (row.head == 256) return launch<256>(row, b, times);
    return launch<128>(row, b, times);
  }
  static double key_blocks(const Row& row) {
    const hopper::AttentionSpec spec = row.head == 64    ? hopper::attention_spec<64>
                                       : row.head == 256 ? hopper::attention_spec<256>
                                                         : hopper::attention_spec<128>;
    double blocks = 0;
    for (int first = 0; first < row.length; first += spec.rows()) {
      const int seen = row.causal ? std::min(first + spec.rows(), row.length) : row.length;
      blocks += (seen + spec.keys - 1) / spec.keys;
    }
    return blocks * row.batch * row.heads;
  }

  double milliseconds(const Contestant& who) {
    spin<<<1, 1, 0, stream_>>>(60000);
    return milliseconds(who, 1);
  }
  double milliseconds(const Contestant& who, int calls) {
    const double seconds = watch_.seconds(stream_, who.name.c_str(), [&] {
      for (int i = 0; i < calls; ++i) right_ = who.call() && right_;
    });
    return seconds * 1e3 / calls;
  }

  void time_row(const Row& row) {
    const size_t queries = static_cast<size_t>(row.batch) * row.length * row.heads * row.head;
    const size_t keys = static_cast<size_t>(row.batch) * row.length * row.key_heads * row.head;
    const size_t lse = static_cast<size_t>(row.batch) * row.length * row.heads;
    const Buffers ours{DeviceArray<Bf16>(queries), DeviceArray<Bf16>(keys), DeviceArray<Bf16>(keys),
                       DeviceArray<Bf16>(queries), DeviceArray<float>(lse)};
    const DeviceArray<Bf16> peer_o(queries);
    const DeviceArray<float> peer_lse(lse);
    fill_normal<<<4096, 256, 0, stream_>>>(ours.q.data(), queries, 1);
    fill_normal<<<4096, 256, 0, stream_>>>(ours.k.data(), keys, 2);
    fill_normal<<<4096, 256, 0, stream_>>>(ours.v.data(), keys, 3);
    std::vector<Contestant> all{{"stretto", [&] { return launch(row, ours, nullptr); }}};
    if (peer_ != nullptr) {
      all.push_back({"fa3", [&] {
                       return peer_(ours.q.data(), ours.k.data(), ours.v.data(), peer_o.data(), peer_lse.data(),
                                    row.batch, row.length, row.length, row.heads, row.key_heads, row.head,
                                    row.causal ? 1 : 0, 1.0F / std::sqrt(static_cast<float>(row.head)), stream_) == 0;
                     }});
    }
    char name[64];
    std::snprintf(name, sizeof name, "b%d h%d/%d s%d d%d %s", row.batch, row.heads, row.key_heads, row.length, row.head,
                  row.causal ? "causal" : "full");

    CHECK_CUDA(cudaMemsetAsync(ours.o.data(), 0xFF, ours.o.bytes(), stream_));
    CHECK_CUDA(cudaMemsetAsync(worst_.data(), 0, worst_.bytes(), stream_));
    CHECK_CUDA(cudaMemsetAsync(times_.data(), 0, times_.bytes(), stream_));
    right_ = launch(row, ours, times_.data()) && right_;
    wait_for(stream_, name, 10);
    const int weights = row.length * static_cast<int>(sizeof(double));
    CHECK_CUDA(cudaFuncSetAttribute(sample_error, cudaFuncAttributeMaxDynamicSharedMemorySize, weights));
    sample_error<<<96, 128, weights, stream_>>>(ours.q.data(), ours.k.data(), ours.v.data(), ours.o.data(), row,
                                                worst_.data());
    wait_for(stream_, name, 10);
    float error = 0;
    std::vector<long long> times(times_.size());
    CHECK_CUDA(cudaMemcpy(&error, worst_.data(), sizeof error, cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaMemcpy(times.data(), times_.data(), times_.bytes(), cudaMemcpyDeviceToHost));
    double longest = 0;
    double cycles = 0;
    int blocks = 0;
    for (long long t : times) {
      if (t == 0) continue;
      ++blocks;
      cycles += static_cast<double>(t);
      longest = std::max(longest, static_cast<double>(t));
    }
    right_ = right_ && error < 0.02F;

    const double flop = 4.0 * row.batch * row.heads * row.length * row.length * row.head * (row.causal ? 0.5 : 1);
    std::printf("%-28s", name);
    for (int protocol = 0; protocol < 2; ++protocol) {
      std::vector<std::vector<double>> found(all.size());
      const int turns = protocol == 0 ? options_.calls : options_.rounds;
      for (const Contestant& who : all) milliseconds(who);
      std::vector<int> calls;
      for (const Contestant& who : all) {
        calls.push_back(std::max(1, static_cast<int>(options_.seconds * 1e3 / milliseconds(who))));
      }
      for (int turn = 0; turn < turns; ++turn) {
        for (size_t i = 0; i < all.size(); ++i) {
          if (protocol == 0) usleep(10000);
          found[i].push_back(protocol == 0 ? milliseconds(all[i]) : milliseconds(all[i], calls[i]));
        }
      }
      for (const std::vector<double>& values : found) std::printf(" %9.1f", flop / median(values) / 1e9);
      if (all.size() > 1) {
        std::vector<double> ratios;
        for (int turn = 0; turn < turns; ++turn) ratios.push_back(found[1][turn] / found[0][turn]);
        std::printf("  %.3f [%.3f, %.3f]", median(ratios), median(ratios, 0.25), median(ratios, 0.75));
        ratios_[protocol].push_back(median(ratios));
      }
    }
    std::printf(" %8.1f %8.3f %.1e\n", cycles / key_blocks(row), longest * blocks / cycles, error);
    std::fflush(stdout);
  }

  Options options_;
  DeviceArray<float> worst_;
  DeviceArray<long long> times_;
  cudaStream_t stream_ = nullptr;
  Stopwatch watch_;
  ForwardPass peer_ = nullptr;
  std::vector<double> ratios_[2];
  bool right_ = true;
};

int run_all(const Options& options) {
  if (const char* missing = missing_device(); missing != nullptr) {
    std::printf("skipped: %s\n", missing);
    return 77;
  }
  Bench bench(options);
  const bool right = bench.run();
  if (!right) std::printf("FAIL: a launch was refused, or a result is wrong\n");
  return right ? 0 : 1;
}

}  // namespace
}  // namespace stretto::hopper_tests

int main(int count, char** arguments) {
  stretto::hopper_tests::Options options;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--quick") {
      options.calls = 9;
      options.rounds = 3;
      options.seconds = 0.08;
    } else if (argument == "--library" && i + 1 < count) {
      options.library = arguments[++i];
    } else if (argument == "--seconds" && i + 1 < count) {
      options.seconds = std::atof(arguments[++i]);
    } else if (argument == "--rounds" && i + 1 < count) {
      options.rounds = std::atoi(arguments[++i]);
    } else if (argument == "--calls" && i + 1 < count) {
      options.calls = std::atoi(arguments[++i]);
    } else if (argument == "--rows" && i + 1 < count) {
      for (const char* at = arguments[++i]; at != nullptr; at = std::strchr(at, ',')) {
        if (*at == ',') ++at;
        options.rows.push_back(std::atoi(at));
      }
    } else {
      std::fprintf(stderr,
                   "usage: attention_speed [--library FILE] [--rows I,J] [--quick] [--seconds S] [--rounds N] "
                   "[--calls N]\n");
      return 2;
    }
  }
  return stretto::hopper_tests::run_all(options);
}
