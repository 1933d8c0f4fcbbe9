// Measures the figures of gpu/h200.hpp: bulk loads, mbarriers, barriers, wgmma, exponentials. All are in cycles of an
// SM (clock64), as median and 5% to 95% of all samples. docs/targets.md describes the method and has a table of
// results.
//
// Every kernel's result is checked; a wrong result ends the program with 1. Without a Hopper GPU it prints a message
// and exits with 77.
#include <cuda_bf16.h>
#include <cuda_fp8.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace {

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(1);
}

void require(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "wrong: %s\n", what);
  std::exit(1);
}

template <class T>
struct DeviceArray {
  explicit DeviceArray(size_t n) : size(n) { check(cudaMalloc(&data, n * sizeof(T))); }
  DeviceArray(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(data); }

  void fill(int byte) { check(cudaMemset(data, byte, size * sizeof(T))); }
  void put(const std::vector<T>& from) {
    check(cudaMemcpy(data, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  [[nodiscard]] std::vector<T> get() const {
    check(cudaGetLastError());
    std::vector<T> to(size);
    check(cudaMemcpy(to.data(), data, size * sizeof(T), cudaMemcpyDeviceToHost));
    return to;
  }

  T* data = nullptr;
  size_t size;
};

void print(const char* what, std::vector<double> samples, const char* unit) {
  std::sort(samples.begin(), samples.end());
  const auto at = [&](double part) { return samples[static_cast<size_t>(part * (samples.size() - 1) + 0.5)]; };
  std::printf("%-58s %9.2f %9.2f %9.2f  %s\n", what, at(0.5), at(0.05), at(0.95), unit);
  std::fflush(stdout);
}

// PTX instructions; addresses are shared-memory addresses.

__device__ uint32_t address(const void* shared) { return static_cast<uint32_t>(__cvta_generic_to_shared(shared)); }

__device__ void init_barrier(uint32_t barrier, int arrivals) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

__device__ void arrive(uint32_t barrier) {
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(barrier) : "memory");
}

__device__ void arrive_expecting(uint32_t barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}

__device__ bool try_wait(uint32_t barrier, int parity) {
  uint32_t done;
  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
               : "=r"(done)
               : "r"(barrier), "r"(parity)
               : "memory");
  return done != 0;
}

__device__ void await(uint32_t barrier, int parity) {
  while (!try_wait(barrier, parity)) {
  }
}

/// Elects one thread of a converged warp, in a way that the compiler recognises.
__device__ bool elected() {
  uint32_t is;
  asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(is));
  return is != 0;
}

__device__ void bulk_load(uint32_t to, const void* from, int bytes, uint32_t barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to),
               "l"(from), "r"(bytes), "r"(barrier)
               : "memory");
}

__device__ long long nanoseconds() {
  long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

// Bulk loads. The data is a function of the address, so that the loaded data can be checked.

constexpr int chunk = 16384;
constexpr int chunk_words = chunk / 16;
constexpr int slots = 12;

__host__ __device__ constexpr uint32_t mix(uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

__device__ uint4 word_at(size_t i) {
  const auto x = static_cast<uint32_t>(i);
  return {mix(x), mix(x + 0x40000000u), mix(x + 0x80000000u), mix(x + 0xc0000000u)};
}

__global__ void fill_words(uint4* data, size_t words) {
  const size_t threads = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < words; i += threads) {
    data[i] = word_at(i);
  }
}

__device__ int differences(const uint4* arrived, size_t first_word, int words) {
  int wrong = 0;
  for (int i = static_cast<int>(threadIdx.x); i < words; i += static_cast<int>(blockDim.x)) {
    const uint4 is = arrived[i];
    const uint4 due = word_at(first_word + i);
    wrong += is.x != due.x || is.y != due.y || is.z != due.z || is.w != due.w;
  }
  return wrong;
}

struct Span {
  long long cycles;
  long long nanoseconds;
};

/// The chunks that a block loads: first, first + step, ..., modulo `set`.
struct Walk {
  int set;
  int first;   // of block 0
  int stride;  // between blocks
  int share;   // this many blocks load the same chunks
  int step;
};

/// Each warp keeps a ring of loads in flight: warp i % warps loads chunk i of the walk. A single warp needs about 280
/// cycles per load (wait, expect, issue), which is too slow for small loads.
__global__ void __launch_bounds__(128) stream(const uint4* data, Walk walk, int loads, Span* spans, int* wrong) {
  extern __shared__ __align__(1024) uint4 ring[];
  __shared__ __align__(8) uint64_t full[slots];
  const int warps = static_cast<int>(blockDim.x) / 32;
  const int first = (walk.first + static_cast<int>(blockIdx.x) / walk.share * walk.stride) % walk.set;
  const auto chunk_of = [&](int i) { return static_cast<size_t>((first + i * walk.step) % walk.set); };
  if (threadIdx.x == 0) {
    for (int s = 0; s < slots; ++s) init_barrier(address(&full[s]), 1);
  }
  __syncthreads();
  const long long began = nanoseconds();
  const long long start = clock64();
  int parity = 0;
  int slot = static_cast<int>(threadIdx.x) / 32;
  for (int i = slot; i < loads + slots; i += warps) {
    const uint32_t barrier = address(&full[slot]);
    if (i >= slots) await(barrier, parity ^ 1);
    if (i < loads && elected()) {
      arrive_expecting(barrier, chunk);
      bulk_load(address(ring + slot * chunk_words), data + chunk_of(i) * chunk_words, chunk, barrier);
    }
    __syncwarp();
    slot += warps;
    if (slot >= slots) {
      slot -= slots;
      parity ^= 1;
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) spans[blockIdx.x] = {clock64() - start, nanoseconds() - began};
  int bad = 0;
  for (int i = loads - slots; i < loads; ++i) {
    bad += differences(ring + i % slots * chunk_words, chunk_of(i) * chunk_words, chunk_words);
  }
  if (bad != 0) atomicAdd(wrong, bad);
}

void measure_stream(const char* what, const DeviceArray<uint4>& data, Walk walk, int blocks, bool from_memory) {
  constexpr int loads = 1020;  // a multiple of the slots
  constexpr int launches = 21;
  constexpr int bytes = slots * chunk;
  check(cudaFuncSetAttribute(stream, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  DeviceArray<Span> spans(blocks);
  DeviceArray<int> wrong(1);
  wrong.fill(0);
  std::vector<double> rates;
  std::vector<double> clocks;
  for (int l = 0; l < launches; ++l) {
    if (from_memory && blocks == 1) walk.first = l * loads;  // otherwise the data is in L2 from the previous launch
    stream<<<blocks, 128, bytes>>>(data.data, walk, loads, spans.data, wrong.data);
    for (const Span& span : spans.get()) {
      if (l == 0) continue;  // the first launch loads the data into L2
      rates.push_back(static_cast<double>(loads) * chunk / static_cast<double>(span.cycles));
      clocks.push_back(1000.0 * static_cast<double>(span.cycles) / static_cast<double>(span.nanoseconds));
    }
  }
  require(wrong.get()[0] == 0, what);
  print(what, rates, "bytes/cycle/SM");
  std::sort(clocks.begin(), clocks.end());
  std::printf("    SM clock %.0f MHz\n", clocks[clocks.size() / 2]);
}

constexpr int latency_samples = 65;  // the first loads code and pages

/// One load at a time, each from a different chunk; `warm`: loaded once before. The whole warp waits, because a single
/// lane would poll only every 150 cycles.
__global__ void one_load(const uint4* data, size_t base, int bytes, bool warm, int* cycles, int* issue, int* wrong) {
  extern __shared__ __align__(1024) uint4 ring[];
  __shared__ __align__(8) uint64_t full;
  const uint32_t barrier = address(&full);
  if (threadIdx.x == 0) init_barrier(barrier, 1);
  __syncwarp();
  int parity = 0;
  int bad = 0;
  for (int s = 0; s < latency_samples; ++s) {
    const size_t first = base + static_cast<size_t>(s) * 2 * chunk_words;
    for (int pass = warm ? 0 : 1; pass < 2; ++pass) {
      if (elected()) arrive_expecting(barrier, bytes);
      __syncwarp();
      const long long start = clock64();
      if (elected()) bulk_load(address(ring), data + first, bytes, barrier);
      const long long issued = clock64();
      await(barrier, parity);
      cycles[s] = static_cast<int>(clock64() - start);
      issue[s] = static_cast<int>(issued - start);
      parity ^= 1;
      bad += differences(ring, first, bytes / 16);
      __syncwarp();
    }
  }
  if (bad != 0) atomicAdd(wrong, bad);
}

/// `region` is the first unused chunk.
void measure_latency(const DeviceArray<uint4>& data, bool warm, int bytes, size_t& region) {
  DeviceArray<int> cycles(latency_samples);
  DeviceArray<int> issue(latency_samples);
  DeviceArray<int> wrong(1);
  wrong.fill(0);
  std::vector<double> latencies;
  std::vector<double> issues;
  for (int l = 0; l < 8; ++l) {
    one_load<<<1, 32, chunk>>>(data.data, region * chunk_words, bytes, warm, cycles.data, issue.data, wrong.data);
    region += 2 * latency_samples;
    const std::vector<int> all = cycles.get();
    const std::vector<int> holds = issue.get();
    latencies.insert(latencies.end(), all.begin() + 1, all.end());
    issues.insert(issues.end(), holds.begin() + 1, holds.end());
  }
  require(wrong.get()[0] == 0, "one_load");
  char what[80];
  std::snprintf(what, sizeof what, "bulk load of %d bytes from %s", bytes, warm ? "L2" : "memory");
  print(what, latencies, "cycles");
  if (warm && bytes == chunk) print("  its issue", issues, "cycles");
}

void measure_latencies(const DeviceArray<uint4>& data) {
  size_t region = 0;
  for (const bool warm : {true, false}) {
    for (const int bytes : {64, 256, 1024, 4096, 8192, 16384}) measure_latency(data, warm, bytes, region);
  }
}

// Barriers.

constexpr int rounds = 4096;

enum class Signal { ping_pong, group_ping_pong, satisfied_wait, lone_arrival, named_barrier, workgroup_barrier };

/// One round: the first warpgroup arrives at its barrier and waits for the other's; the second one does the reverse.
template <Signal signal>
__device__ void one_round(uint32_t mine, uint32_t theirs, int parity) {
  const bool second = threadIdx.x >= 128;
  const bool waits = signal == Signal::group_ping_pong || threadIdx.x % 128 < 32;
  const bool arrives = signal == Signal::group_ping_pong || threadIdx.x % 128 == 0;
  if constexpr (signal == Signal::ping_pong || signal == Signal::group_ping_pong) {
    if (second && waits) await(theirs, parity);
    if (arrives) arrive(mine);
    if (!second && waits) await(theirs, parity);
  } else if constexpr (signal == Signal::satisfied_wait) {
    await(mine, 0);
  } else if constexpr (signal == Signal::lone_arrival) {
    if (arrives) arrive(mine);
  } else if constexpr (signal == Signal::named_barrier) {
    asm volatile("bar.sync 1, 256;" ::: "memory");
  } else {
    __syncthreads();
  }
}

/// Measures the cycles of `rounds` rounds, after as many warm-up rounds.
template <Signal signal>
__global__ void signals(int* cycles, int* wrong) {
  __shared__ __align__(8) uint64_t barriers[2];
  const uint32_t mine = address(&barriers[threadIdx.x / 128 % 2]);
  const uint32_t theirs = address(&barriers[1 - threadIdx.x / 128 % 2]);
  constexpr int arrivals = signal == Signal::group_ping_pong ? 128 : 1;
  if (threadIdx.x == 0) {
    init_barrier(mine, arrivals);
    init_barrier(theirs, arrivals);
    if (signal == Signal::satisfied_wait) arrive(mine);
  }
  __syncthreads();
  long long start = 0;
  for (int pass = 0; pass < 2; ++pass) {
    start = clock64();
#pragma unroll 8
    for (int i = 0; i < rounds; ++i) one_round<signal>(mine, theirs, i & 1);
  }
  const long long end = clock64();
  if (threadIdx.x == 0) *cycles = static_cast<int>(end - start);
  __syncthreads();
  constexpr int last = signal == Signal::satisfied_wait ? 0 : 1;  // parity of the last phase
  constexpr bool uses_barrier = signal != Signal::named_barrier && signal != Signal::workgroup_barrier;
  if (uses_barrier && threadIdx.x == 0 && (!try_wait(mine, last) || try_wait(mine, 1 - last))) ++*wrong;
}

template <Signal signal>
void measure_signal(const char* what, int threads, int per_round = 1) {
  DeviceArray<int> cycles(1);
  DeviceArray<int> wrong(1);
  wrong.fill(0);
  std::vector<double> samples;
  for (int l = 0; l < 21; ++l) {
    signals<signal><<<1, threads>>>(cycles.data, wrong.data);
    samples.push_back(static_cast<double>(cycles.get()[0]) / rounds / per_round);
  }
  require(wrong.get()[0] == 0, what);
  print(what, samples, "cycles");
}

// wgmma: 64x256 sums, operands in shared memory with rows of 128 bytes (128-byte swizzle), up to four instructions per
// group.

constexpr int row_bytes = 128;
constexpr int rows_a = 64, rows_b = 256;

#define TEN(x) "%" #x "0, %" #x "1, %" #x "2, %" #x "3, %" #x "4, %" #x "5, %" #x "6, %" #x "7, %" #x "8, %" #x "9, "
#define HUNDRED TEN() TEN(1) TEN(2) TEN(3) TEN(4) TEN(5) TEN(6) TEN(7) TEN(8) TEN(9)
#define SUMS "{" HUNDRED TEN(10) TEN(11) "%120, %121, %122, %123, %124, %125, %126, %127}"
#define FOUR(i) "+f"(d[i]), "+f"(d[(i) + 1]), "+f"(d[(i) + 2]), "+f"(d[(i) + 3])
#define SIXTEEN(i) FOUR(i), FOUR((i) + 4), FOUR((i) + 8), FOUR((i) + 12)
#define ALL_SUMS SIXTEEN(0), SIXTEEN(16), SIXTEEN(32), SIXTEEN(48), SIXTEEN(64), SIXTEEN(80), SIXTEEN(96), SIXTEEN(112)

template <bool fp8>
__device__ void wgmma(float (&d)[128], uint64_t a, uint64_t b, int accumulate) {
  if constexpr (fp8) {
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %130, 0; wgmma.mma_async.sync.aligned.m64n256k32.f32.e4m3.e4m3 " SUMS
                 ", %128, %129, p, 1, 1; }"
                 : ALL_SUMS
                 : "l"(a), "l"(b), "r"(accumulate));
  } else {
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %130, 0; wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 " SUMS
                 ", %128, %129, p, 1, 1, 0, 0; }"
                 : ALL_SUMS
                 : "l"(a), "l"(b), "r"(accumulate));
  }
}

__device__ uint64_t descriptor(uint32_t tile) {
  return (tile & 0x3ffff) >> 4 | 1ull << 16 | static_cast<uint64_t>(8 * row_bytes >> 4) << 32 | 1ull << 62;
}

__device__ void copy_swizzled(uint4* to, const uint4* from, int rows) {
  for (int i = static_cast<int>(threadIdx.x); i < rows * 8; i += static_cast<int>(blockDim.x)) {
    to[i ^ (i / 8 % 8)] = from[i];
  }
}

struct MmaTime {
  int hold;  // until all are issued and committed
  int end;   // until all are complete
};

constexpr int mma_repetitions = 9;  // the first loads the code

/// `operands`: B, then an A for each warpgroup. Each repetition is `groups` equal products. `none` is 0, but the
/// compiler must not know it, because it would drop products that are overwritten.
template <bool fp8, int steps>
__global__ void __launch_bounds__(256, 1)
    multiply(const uint4* operands, int groups, int none, MmaTime* times, float* product) {
  extern __shared__ __align__(1024) uint4 tiles[];
  const int groups_of_warps = static_cast<int>(blockDim.x) / 128;
  const int warpgroup = static_cast<int>(threadIdx.x) / 128;
  copy_swizzled(tiles, operands, rows_b + groups_of_warps * rows_a);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  uint64_t b = descriptor(address(tiles));
  uint64_t a = descriptor(address(tiles + (rows_b + warpgroup * rows_a) * 8));
  asm volatile("" : "+l"(a), "+l"(b));  // compute them here, not in the loop
  float d[128] = {};
  __shared__ long long start[2], issued[2], end[2];
  for (int r = 0; r < mma_repetitions; ++r) {
    __syncthreads();
    const long long began = clock64();
#pragma unroll 1
    for (int g = 0; g < groups; ++g) {
      asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
      wgmma<fp8>(d, a, b, none);
      for (int k = 1; k < steps; ++k) wgmma<fp8>(d, a + 2 * k, b + 2 * k, 1);
      asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    }
    const long long committed = clock64();
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    const long long done = clock64();
    if (threadIdx.x % 128 == 0) {
      start[warpgroup] = began;
      issued[warpgroup] = committed;
      end[warpgroup] = done;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      const int last = groups_of_warps - 1;
      const long long first = min(start[0], start[last]);
      times[blockIdx.x * mma_repetitions + r] = {static_cast<int>(max(issued[0], issued[last]) - first),
                                                 static_cast<int>(max(end[0], end[last]) - first)};
    }
  }
  float* rows = product + (blockIdx.x * 2 + warpgroup) * rows_a * rows_b;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int row = static_cast<int>(threadIdx.x) % 128 / 32 * 16 + lane / 4;
  for (int i = 0; i < 128; ++i) {
    rows[(row + i / 2 % 2 * 8) * rows_b + i / 4 * 8 + lane % 4 * 2 + i % 2] = d[i];
  }
}

/// Random operands, as bytes and as numbers.
template <bool fp8>
struct Operands {
  static constexpr int k = fp8 ? row_bytes : row_bytes / 2;
  std::vector<uint4> bytes = std::vector<uint4>((rows_b + 2 * rows_a) * row_bytes / 16);
  std::vector<float> numbers = std::vector<float>((rows_b + 2 * rows_a) * k);

  Operands() {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> uniform(-1, 1);
    for (size_t i = 0; i < numbers.size(); ++i) {
      if constexpr (fp8) {
        const __nv_fp8_e4m3 x(uniform(random));
        reinterpret_cast<__nv_fp8_e4m3*>(bytes.data())[i] = x;
        numbers[i] = static_cast<float>(x);
      } else {
        const __nv_bfloat16 x(uniform(random));
        reinterpret_cast<__nv_bfloat16*>(bytes.data())[i] = x;
        numbers[i] = static_cast<float>(x);
      }
    }
  }

  [[nodiscard]] double relative_error(const float* product, int warpgroup, int steps) const {
    double off = 0;
    double all = 0;
    for (int m = 0; m < rows_a; ++m) {
      for (int n = 0; n < rows_b; ++n) {
        double sum = 0;
        for (int i = 0; i < k / 4 * steps; ++i) {
          sum += static_cast<double>(numbers[(rows_b + warpgroup * rows_a + m) * k + i]) * numbers[n * k + i];
        }
        off += std::pow(product[m * rows_b + n] - sum, 2);
        all += sum * sum;
      }
    }
    return std::sqrt(off / all);
  }
};

struct MmaSamples {
  std::vector<double> hold;
  std::vector<double> rest;  // from there to the end
  std::vector<double> end;
};

/// Samples of `groups` groups of `steps` instructions on all SMs.
template <bool fp8, int steps>
MmaSamples multiply_samples(int blocks, int warpgroups, int groups) {
  static const Operands<fp8> operands;
  DeviceArray<uint4> bytes(operands.bytes.size());
  bytes.put(operands.bytes);
  DeviceArray<MmaTime> times(static_cast<size_t>(blocks) * mma_repetitions);
  DeviceArray<float> product(static_cast<size_t>(blocks) * 2 * rows_a * rows_b);
  product.fill(0xff);
  constexpr int shared = (rows_b + 2 * rows_a) * row_bytes;
  check(cudaFuncSetAttribute(multiply<fp8, steps>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  MmaSamples samples;
  for (int l = 0; l < 11; ++l) {
    multiply<fp8, steps><<<blocks, warpgroups * 128, shared>>>(bytes.data, groups, 0, times.data, product.data);
    const std::vector<MmaTime> all = times.get();
    for (size_t i = 0; i < all.size(); ++i) {
      if (i % mma_repetitions == 0) continue;
      samples.hold.push_back(all[i].hold);
      samples.rest.push_back(all[i].end - all[i].hold);
      samples.end.push_back(all[i].end);
    }
  }
  const std::vector<float> out = product.get();
  for (int w = 0; w < warpgroups; ++w) {
    require(operands.relative_error(out.data() + w * rows_a * rows_b, w, steps) < 1e-3, "multiply");
  }
  return samples;
}

template <bool fp8, int steps>
void measure_group(int blocks, int warpgroups) {
  const MmaSamples samples = multiply_samples<fp8, steps>(blocks, warpgroups, 1);
  char what[80];
  std::snprintf(what, sizeof what, "  a group of %d: until issued", steps);
  print(what, samples.hold, "cycles");
  print("    from there to the end", samples.rest, "cycles");
  print("    in all", samples.end, "cycles");
}

template <bool fp8>
void measure_multiply(int blocks) {
  for (const int warpgroups : {1, 2}) {
    constexpr int groups = 64;
    const MmaSamples samples = multiply_samples<fp8, 4>(blocks, warpgroups, groups);
    std::vector<double> all = samples.end;
    for (double& cycles : all) cycles /= groups * 4 * warpgroups;
    char what[80];
    std::snprintf(what, sizeof what, "wgmma %s, warpgroups: %d, back to back",
                  fp8 ? "fp8 m64n256k32" : "bf16 m64n256k16", warpgroups);
    print(what, all, "cycles");
    print("  issued before the end", samples.rest, "cycles");
    measure_group<fp8, 1>(blocks, warpgroups);
    measure_group<fp8, 2>(blocks, warpgroups);
    measure_group<fp8, 4>(blocks, warpgroups);
  }
}

// Vector lanes: 256 threads with eight chains each, which converge to a known number.

constexpr int chains = 8;
constexpr int links = 4096;

template <bool exponential>
__global__ void lanes(float factor, float addend, int* cycles, float* ends) {
  float x[chains];
  for (int c = 0; c < chains; ++c) x[c] = static_cast<float>(threadIdx.x * chains + c) / (256.0f * chains);
  __syncthreads();
  const long long start = clock64();
#pragma unroll 32
  for (int i = 0; i < links; ++i) {
    for (int c = 0; c < chains; ++c) {
      if constexpr (exponential) {
        asm volatile("{ .reg .f32 n; neg.ftz.f32 n, %0; ex2.approx.ftz.f32 %0, n; }" : "+f"(x[c]));
      } else {
        asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(x[c]) : "f"(factor), "f"(addend));
      }
    }
  }
  __syncthreads();
  const long long end = clock64();
  if (threadIdx.x == 0) cycles[blockIdx.x] = static_cast<int>(end - start);
  for (int c = 0; c < chains; ++c) ends[(blockIdx.x * blockDim.x + threadIdx.x) * chains + c] = x[c];
}

template <bool exponential>
void measure_lanes(const char* what, int blocks, float limit) {
  DeviceArray<int> cycles(blocks);
  DeviceArray<float> ends(static_cast<size_t>(blocks) * 256 * chains);
  ends.fill(0xff);
  std::vector<double> rates;
  for (int l = 0; l < 12; ++l) {
    lanes<exponential><<<blocks, 256>>>(0.5f, 0.75f, cycles.data, ends.data);
    for (const int c : cycles.get()) {
      if (l > 0) rates.push_back(256.0 * chains * links / c);
    }
  }
  for (const float x : ends.get()) require(std::abs(x - limit) < 1e-4f, what);
  print(what, rates, "a cycle and SM");
}

}  // namespace

int main() {
  int devices = 0;
  cudaDeviceProp properties{};
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0 ||
      cudaGetDeviceProperties(&properties, 0) != cudaSuccess || properties.major != 9) {
    std::puts("no Hopper GPU");
    return 77;
  }
  const int sms = properties.multiProcessorCount;
  std::printf("%s, %d SMs, L2 %d MiB\n%-58s %9s %9s %9s\n", properties.name, sms, properties.l2CacheSize >> 20, "",
              "median", "5%", "95%");

  const size_t chunks = static_cast<size_t>(sms) * 1020;
  DeviceArray<uint4> data(chunks * chunk_words);
  fill_words<<<sms * 8, 256>>>(data.data, data.size);
  check(cudaDeviceSynchronize());
  measure_latencies(data);  // first, while the chunks at the front are not in L2
  constexpr int l2_set = 1024;
  measure_stream("L2, one SM", data, {l2_set, 0, 0, 1, 1}, 1, false);
  measure_stream("L2, all SMs, each its own", data, {l2_set, 0, l2_set / sms, 1, 1}, sms, false);
  measure_stream("L2, all SMs, by two the same", data, {l2_set, 0, l2_set * 2 / sms, 2, 1}, sms, false);
  measure_stream("L2, all SMs, by four the same", data, {l2_set, 0, l2_set * 4 / sms, 4, 1}, sms, false);
  measure_stream("L2, all SMs, by twelve the same", data, {l2_set, 0, l2_set * 12 / sms, 12, 1}, sms, false);
  measure_stream("L2, all SMs, all the same", data, {l2_set, 0, 0, 1, 1}, sms, false);
  measure_stream("memory, one SM", data, {static_cast<int>(chunks), 0, 0, 1, 1}, 1, true);
  measure_stream("memory, all SMs", data, {static_cast<int>(chunks), 0, 1, 1, sms}, sms, true);

  measure_signal<Signal::ping_pong>("mbarrier, arrival to awaiting warp", 256, 2);
  measure_signal<Signal::group_ping_pong>("mbarrier, 128 arrivals to awaiting warpgroup", 256, 2);
  measure_signal<Signal::satisfied_wait>("mbarrier, wait that is satisfied", 32);
  measure_signal<Signal::lone_arrival>("mbarrier, arrival alone", 32);
  measure_signal<Signal::named_barrier>("bar.sync of two warpgroups", 256);
  measure_signal<Signal::workgroup_barrier>("__syncthreads, 128 threads", 128);
  measure_signal<Signal::workgroup_barrier>("__syncthreads, 384 threads", 384);

  measure_multiply<false>(sms);
  measure_multiply<true>(sms);

  measure_lanes<true>("ex2.approx.ftz.f32, 256 threads", sms, 0.641186f);
  measure_lanes<false>("fma.rn.f32, 256 threads", sms, 1.5f);
  return 0;
}
