// Shared by the tests of GEMM and attention: options, the report, and what happens without a Hopper GPU.
#pragma once

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <random>
#include <string>
#include <utility>

#include "device.cuh"

namespace stretto::hopper_tests {

using Bf16 = __nv_bfloat16;

inline constexpr int nan_byte = 0xFF;    // a NaN of e4m3; two of them are one of bf16 or fp16
inline constexpr int guard_byte = 0xA5;  // a small number

struct Options {
  bool quick = false;
  uint32_t seed = std::random_device{}();
};

/// Reads `--quick`, `--seed N` and the program's own options, each with a number. False: it printed the usage.
inline bool read_arguments(Options& options, int count, char** arguments, const char* usage,
                           std::initializer_list<std::pair<const char*, int*>> own = {}) {
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    const char* value = i + 1 < count ? arguments[i + 1] : nullptr;
    const auto* match = std::find_if(own.begin(), own.end(), [&](const auto& each) { return argument == each.first; });
    if (argument == "--quick") {
      options.quick = true;
    } else if (argument == "--seed" && value != nullptr) {
      options.seed = static_cast<uint32_t>(std::strtoul(value, nullptr, 0));
      ++i;
    } else if (match != own.end() && value != nullptr) {
      *match->second = std::atoi(value);
      ++i;
    } else {
      std::fprintf(stderr, "usage: %s\n", usage);
      return false;
    }
  }
  return true;
}

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

/// Runs `tests(report)`, or `refusals(report)` without a Hopper GPU. Returns the exit status of the program.
template <class Tests, class Refusals>
int run_all(const Options& options, const char* what, Tests tests, Refusals refusals) {
  Report report;
  if (const char* missing = missing_device(); missing != nullptr) {
    refusals(report);
    const int status = report.finish();
    std::printf("skipped: all %s: %s\n", what, missing);
    return status == 0 ? 77 : status;
  }
  cudaDeviceProp properties{};
  CHECK_CUDA(cudaGetDeviceProperties(&properties, 0));
  std::printf("%s, seed %u\n", properties.name, options.seed);
  tests(report);
  CHECK_CUDA(cudaDeviceSynchronize());
  return report.finish();
}

}  // namespace stretto::hopper_tests
