// The loops of the tutorial on a GPU: checks that they are right, then measures how long they take.
//
//   nvcc -std=c++20 -O3 -gencode=arch=compute_90a,code=sm_90a -I include examples/6_tutorial/measure.cu -o measure
//   ./measure              right, on small matrices
//   ./measure 4096         right and how fast, on square ones; a multiple of 256
//
// Needs sm_80 or later (pass the architecture to nvcc). Without a GPU it says so and exits with 77.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include "device_block.cuh"
#include "loops.hpp"
#include "plan.hpp"

namespace {

using tutorial::Bf16;

void expect(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

struct Variant {
  const char* name;
  void (*kernel)(const Bf16*, const Bf16*, float*, int, int);
  int shared_bytes;
};

template <class MainLoop>
Variant variant(const char* name) {
  return {name, tutorial::gemm<MainLoop>, tutorial::shared_bytes<MainLoop>()};
}

const Variant variants[] = {
    variant<tutorial::Naive>("naive"),
    variant<tutorial::ByHand<tutorial::SecondBarrier::kept>>("by hand"),
    variant<tutorial::Pipelined<tutorial::Plan>>("plan for A100"),
    variant<tutorial::Pipelined<tutorial::PlanOnH200>>("plan for H200"),
};
constexpr int variant_count = 4;

/// Matrices on the host and on the device.
struct Problem {
  int m, n, k;
  std::vector<Bf16> a, b;
  Bf16 *device_a = nullptr, *device_b = nullptr;
  float* device_c = nullptr;

  template <class Number>
  Problem(int rows, int columns, int depth, Number&& number)
      : m(rows), n(columns), k(depth), a(static_cast<size_t>(m) * k), b(static_cast<size_t>(n) * k) {
    for (Bf16& e : a) e = __float2bfloat16(number());
    for (Bf16& e : b) e = __float2bfloat16(number());
    expect(cudaMalloc(&device_a, a.size() * sizeof(Bf16)), "cudaMalloc");
    expect(cudaMalloc(&device_b, b.size() * sizeof(Bf16)), "cudaMalloc");
    expect(cudaMalloc(&device_c, bytes_of_c()), "cudaMalloc");
    expect(cudaMemcpy(device_a, a.data(), a.size() * sizeof(Bf16), cudaMemcpyHostToDevice), "cudaMemcpy");
    expect(cudaMemcpy(device_b, b.data(), b.size() * sizeof(Bf16), cudaMemcpyHostToDevice), "cudaMemcpy");
  }
  ~Problem() {
    cudaFree(device_a);
    cudaFree(device_b);
    cudaFree(device_c);
  }
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  size_t bytes_of_c() const { return static_cast<size_t>(m) * n * sizeof(float); }

  void launch(const Variant& variant) const {
    const dim3 grid(n / tutorial::tile_n, m / tutorial::tile_m);
    variant.kernel<<<grid, tutorial::threads, variant.shared_bytes>>>(device_a, device_b, device_c, n, k);
  }
  std::vector<float> run(const Variant& variant) const {
    expect(cudaMemset(device_c, 0xff, bytes_of_c()), "cudaMemset");  // not numbers
    launch(variant);
    expect(cudaGetLastError(), variant.name);
    std::vector<float> c(static_cast<size_t>(m) * n);
    expect(cudaMemcpy(c.data(), device_c, bytes_of_c(), cudaMemcpyDeviceToHost), variant.name);
    return c;
  }
  double element(int row, int column) const {
    double sum = 0;
    const Bf16 *from_a = &a[static_cast<size_t>(row) * k], *from_b = &b[static_cast<size_t>(column) * k];
    for (int l = 0; l < k; ++l) sum += double(__bfloat162float(from_a[l])) * __bfloat162float(from_b[l]);
    return sum;
  }
};

/// Whole numbers, so that every sum is exact: each element must be equal. Small K uses a plan's programs for few
/// iterations.
bool right_on_small_ones() {
  std::mt19937 random(1);
  std::uniform_int_distribution<int> whole(-4, 4);
  int wrong = 0;
  for (const int k_tiles : {1, 2, 3, 4, 5, 6, 7, 16}) {
    const Problem problem(2 * tutorial::tile_m, 2 * tutorial::tile_n, k_tiles * tutorial::tile_k,
                          [&] { return static_cast<float>(whole(random)); });
    std::vector<float> right(static_cast<size_t>(problem.m) * problem.n);
    for (int i = 0; i < problem.m; ++i) {
      for (int j = 0; j < problem.n; ++j) right[i * problem.n + j] = static_cast<float>(problem.element(i, j));
    }
    for (const Variant& variant : variants) {
      if (problem.run(variant) == right) continue;
      ++wrong;
      std::printf("%s, %d K tiles: wrong\n", variant.name, k_tiles);
    }
  }
  std::printf("small matrices: %s\n", wrong == 0 ? "every element equal, with every loop" : "wrong");
  return wrong == 0;
}

/// Compares 16 rows with sums in double precision, and all elements with those of the naive loop: the same order of
/// additions gives the same bits.
bool right_on(const Problem& problem) {
  std::mt19937 random(2);
  const std::vector<float> naive = problem.run(variants[0]);
  double worst = 0, largest = 0;
  bool numbers = true;
  for (int sample = 0; sample < 16; ++sample) {
    const int row = static_cast<int>(random() % static_cast<unsigned>(problem.m));
    for (int j = 0; j < problem.n; ++j) {
      const double sum = problem.element(row, j);
      const double off = std::abs(sum - naive[static_cast<size_t>(row) * problem.n + j]);
      numbers = numbers && std::isfinite(off);
      worst = std::max(worst, off);
      largest = std::max(largest, std::abs(sum));
    }
  }
  bool right = numbers && worst / largest < 1e-4;
  std::printf("%d^3: largest error of 16 rows / largest element %.2g: %s\n", problem.m, worst / largest,
              right ? "right" : "wrong");
  for (const Variant& variant : variants) {
    const std::vector<float> c = problem.run(variant);
    const bool same = std::memcmp(c.data(), naive.data(), problem.bytes_of_c()) == 0;
    if (!same) std::printf("%s: differs from naive\n", variant.name);
    right = right && same;
  }
  if (right) std::puts("all loops: the same bits");
  return right;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Each round runs all loops, so that clocks and temperature are the same for all.
void measure(const Problem& problem) {
  constexpr int rounds = 15, warm_up = 3, launches = 10;
  cudaEvent_t from, to;
  expect(cudaEventCreate(&from), "cudaEventCreate");
  expect(cudaEventCreate(&to), "cudaEventCreate");
  std::vector<double> times[variant_count];
  for (int round = -warm_up; round < rounds; ++round) {
    for (int v = 0; v < variant_count; ++v) {
      expect(cudaEventRecord(from), "cudaEventRecord");
      for (int l = 0; l < launches; ++l) problem.launch(variants[v]);
      expect(cudaEventRecord(to), "cudaEventRecord");
      expect(cudaEventSynchronize(to), variants[v].name);
      float milliseconds = 0;
      expect(cudaEventElapsedTime(&milliseconds, from, to), "cudaEventElapsedTime");
      if (round >= 0) times[v].push_back(milliseconds / launches);
    }
  }
  cudaDeviceProp device{};
  expect(cudaGetDeviceProperties(&device, 0), "cudaGetDeviceProperties");
  std::printf("%s; medians of %d rounds after %d, %d launches a loop and round, loops in turn\n", device.name, rounds,
              warm_up, launches);
  std::puts(
      "loop             median ms (least - most)   TFLOP/s   naive / it (least - most)   registers  local  shared");
  const double operations = 2.0 * problem.m * problem.n * problem.k;
  for (int v = 0; v < variant_count; ++v) {
    std::vector<double> ratios;
    for (int r = 0; r < rounds; ++r) ratios.push_back(times[0][r] / times[v][r]);
    const auto [least, most] = std::minmax_element(times[v].begin(), times[v].end());
    const auto [low, high] = std::minmax_element(ratios.begin(), ratios.end());
    cudaFuncAttributes attributes{};
    expect(cudaFuncGetAttributes(&attributes, variants[v].kernel), "cudaFuncGetAttributes");
    std::printf("%-15s  %.3f (%.3f - %.3f)       %6.0f     %.2f (%.2f - %.2f)          %9d  %5d  %6d\n",
                variants[v].name, median(times[v]), *least, *most, operations / median(times[v]) * 1e-9, median(ratios),
                *low, *high, attributes.numRegs, static_cast<int>(attributes.localSizeBytes), variants[v].shared_bytes);
  }
  cudaEventDestroy(from);
  cudaEventDestroy(to);
}

}  // namespace

int main(int count, char** arguments) {
  int side = 0;
  if (count > 1) std::from_chars(arguments[1], arguments[1] + std::strlen(arguments[1]), side);
  if (count > 2 || (count == 2 && (side < 256 || side > 16384 || side % 256 != 0))) {
    std::fprintf(stderr, "usage: %s [SIDE]; a multiple of 256, at most 16384\n", arguments[0]);
    return 2;
  }
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("skipped: no GPU");
    return 77;
  }
  for (const Variant& variant : variants) {
    expect(cudaFuncSetAttribute(variant.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, variant.shared_bytes),
           variant.name);
  }
  if (!right_on_small_ones()) return 1;
  if (side == 0) return 0;
  std::mt19937 random(3);
  std::uniform_real_distribution<float> uniform(-1.0F, 1.0F);
  const Problem problem(side, side, side, [&] { return uniform(random); });
  if (!right_on(problem)) return 1;
  measure(problem);
}
