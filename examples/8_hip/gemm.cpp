// A user's program: C = A * B^T with cdna::gemm, on an MI300X or MI355X.
//
//   ./cdna && build-cdna/gemm build-cdna [m n k [kernel]]
//
// Without ./cdna: hipcc -std=c++20 -I include examples/8_hip/gemm.cpp -o gemm
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <stretto/cdna/gemm.hpp>

namespace {

using stretto::cdna::GemmProblem;
using stretto::cdna::GemmStatus;

float to_float(std::uint16_t bf16) { return std::bit_cast<float>(static_cast<std::uint32_t>(bf16) << 16); }
/// Truncates: the inputs are random anyway.
std::uint16_t to_bf16(float value) { return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16); }

/// 0, which gemm refuses, if the text is not a number.
int number(const char* text) {
  int value = 0;
  std::from_chars(text, text + std::strlen(text), value);
  return value;
}

/// The same numbers in every run (Knuth's linear congruence).
struct Random {
  std::uint64_t state = 1;

  std::uint32_t operator()() {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint32_t>(state >> 32);
  }
  int below(int limit) { return static_cast<int>(operator()() % static_cast<unsigned>(limit)); }
  float uniform() { return static_cast<float>(operator()()) * 0x1p-31F - 1.0F; }  // from -1 to 1
};

/// Ends the program if a HIP call failed.
void expect(hipError_t error, const char* what) {
  if (error == hipSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, hipGetErrorString(error));
  std::exit(1);
}

std::uint16_t* on_device(const std::vector<std::uint16_t>& host) {
  void* pointer = nullptr;
  const std::size_t bytes = host.size() * sizeof(std::uint16_t);
  expect(hipMalloc(&pointer, bytes), "hipMalloc");
  expect(hipMemcpy(pointer, host.data(), bytes, hipMemcpyHostToDevice), "hipMemcpy");
  return static_cast<std::uint16_t*>(pointer);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2 && count != 5 && count != 6) {
    std::fprintf(stderr, "usage: %s FOLDER [m n k [kernel]]\n", arguments[0]);
    return 2;
  }
  int devices = 0;
  if (hipGetDeviceCount(&devices) != hipSuccess || devices == 0) {
    std::fprintf(stderr, "there is no device that HIP can use\n");
    return 77;
  }
  GemmProblem problem{.m = 4096, .n = 4096, .k = 4096};
  if (count > 2) {
    problem.m = number(arguments[2]);
    problem.n = number(arguments[3]);
    problem.k = number(arguments[4]);
  }
  const std::string kernel = count > 5 ? arguments[5] : "";
  const auto elements = [](int rows, int columns) {
    return rows < 1 || columns < 1 ? std::size_t{1}
                                   : static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  };
  Random random;
  std::vector<std::uint16_t> a(elements(problem.m, problem.k));
  std::vector<std::uint16_t> b(elements(problem.n, problem.k));
  std::vector<std::uint16_t> c(elements(problem.m, problem.n));
  for (std::uint16_t& element : a) element = to_bf16(random.uniform());
  for (std::uint16_t& element : b) element = to_bf16(random.uniform());
  std::uint16_t* const device_a = on_device(a);
  std::uint16_t* const device_b = on_device(b);
  std::uint16_t* const device_c = on_device(c);
  problem.a = device_a;
  problem.b = device_b;
  problem.c = device_c;

  stretto::cdna::GemmLibrary library(arguments[1]);
  const auto multiply = [&] {
    return kernel.empty() ? gemm(library, problem)
                          : gemm_with(library, kernel, problem);  // a stream can be the last argument
  };
  const stretto::cdna::GemmResult result = multiply();  // also loads the code object
  if (!result.ok()) {
    std::fprintf(stderr, "%s\n", result.message());
    return result.status == GemmStatus::wrong_architecture ? 77 : 1;
  }
  expect(hipMemcpy(c.data(), device_c, c.size() * sizeof(std::uint16_t), hipMemcpyDeviceToHost), "the kernel");

  constexpr int samples = 2000;
  double off = 0;
  double size = 0;
  for (int sample = 0; sample < samples; ++sample) {
    const auto row = static_cast<std::size_t>(random.below(problem.m));
    const auto column = static_cast<std::size_t>(random.below(problem.n));
    const auto k = static_cast<std::size_t>(problem.k);
    double sum = 0;
    for (std::size_t i = 0; i < k; ++i) {
      sum += static_cast<double>(to_float(a[row * k + i])) * to_float(b[column * k + i]);
    }
    off += std::pow(sum - to_float(c[row * static_cast<std::size_t>(problem.n) + column]), 2);
    size += sum * sum;
  }

  constexpr int rounds = 20;
  hipEvent_t from = nullptr;
  hipEvent_t to = nullptr;
  expect(hipEventCreate(&from), "hipEventCreate");
  expect(hipEventCreate(&to), "hipEventCreate");
  expect(hipEventRecord(from, nullptr), "hipEventRecord");
  for (int round = 0; round < rounds; ++round) {
    if (!multiply().ok()) return 1;
  }
  expect(hipEventRecord(to, nullptr), "hipEventRecord");
  expect(hipEventSynchronize(to), "the kernel");
  float milliseconds = 0;
  expect(hipEventElapsedTime(&milliseconds, from, to), "hipEventElapsedTime");
  const double seconds = milliseconds * 1e-3 / rounds;
  const double operations = 2.0 * problem.m * problem.n * problem.k;
  std::printf("%s: relative error %.2g over %d elements, %.3f ms, %.0f TFLOP/s\n", result.kernel->name,
              std::sqrt(off / size), samples, seconds * 1e3, operations / seconds * 1e-12);

  expect(hipEventDestroy(from), "hipEventDestroy");
  expect(hipEventDestroy(to), "hipEventDestroy");
  for (std::uint16_t* matrix : {device_a, device_b, device_c}) expect(hipFree(matrix), "hipFree");
  return off < 1e-4 * size ? 0 : 1;
}
