// Every GEMM kernel on the emulator, against float64.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "gemm_problem.hpp"

namespace stretto::cdna {

void PrintTo(const Kernel& kernel, std::ostream* out) { *out << kernel.name; }

namespace {

using emulator::Landing;
using emulator::Options;
using emulator::Outcome;

class numbers : public testing::TestWithParam<Kernel> {
 protected:
  static GemmProblem problem(int m, int n, int more_steps) {
    return {emulator::format_of(GetParam().tile.mfma), m, n, GetParam().k(more_steps)};
  }
  /// Nobody relies on time: every landing must do. Others must be right within the modelled latencies.
  static std::vector<Options> all_timings() {
    std::vector<Options> out;
    const auto add = [&](Landing landing, std::uint64_t seed) { out.push_back({landing, GetParam().registers, seed}); };
    add(Landing::modelled, 1);
    add(Landing::modelled, 2);
    if (!GetParam().proven()) return out;
    for (const std::uint64_t seed : {2U, 3U}) {
      add(Landing::late, seed);
      add(Landing::early_loads, seed);
      add(Landing::early_reads, seed);
    }
    for (const std::uint64_t seed : {2U, 3U, 4U, 5U}) add(Landing::random, seed);
    return out;
  }
  static void expect_right(GemmProblem problem, const std::vector<Options>& timings) {
    for (const Options& options : timings) {
      const Outcome outcome = problem.run(GetParam(), options);
      SCOPED_TRACE("landing " + std::to_string(static_cast<int>(options.landing)) + ", seed " +
                   std::to_string(options.seed));
      EXPECT_EQ(outcome.error, "");
      EXPECT_EQ(problem.wrong(), "");
      EXPECT_EQ(outcome.bank_conflicts, 0);
    }
  }
};

TEST_P(numbers, of_one_tile_with_the_smallest_k) {
  const GemmTile& tile = GetParam().tile;
  expect_right(problem(tile.m, tile.n, 0), all_timings());
}

TEST_P(numbers, of_one_tile_with_several_trips) {
  const GemmTile& tile = GetParam().tile;
  expect_right(problem(tile.m, tile.n, 2), all_timings());
}

INSTANTIATE_TEST_SUITE_P(, numbers, testing::ValuesIn(all_kernels()),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace stretto::cdna
