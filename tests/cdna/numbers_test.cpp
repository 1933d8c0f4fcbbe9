// Every GEMM kernel on the emulator, compared with float64.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "emulated_gemm.hpp"

namespace stretto::cdna {

void PrintTo(const Kernel& kernel, std::ostream* out) { *out << kernel.name; }

namespace {

using emulator::Landing;
using emulator::Options;
using emulator::Outcome;

std::vector<Kernel> mojo_kernels() {
  std::vector<Kernel> out = all_kernels();
  std::erase_if(out, [](const Kernel& kernel) { return kernel.proven(); });
  return out;
}

std::string name_of(const testing::TestParamInfo<Kernel>& test) { return test.param.name; }

EmulatedGemm problem_for(const Kernel& kernel, int m, int n, int more_steps) {
  return {emulator::format_of(kernel.tile.mfma), m, n, kernel.k(more_steps)};
}

std::string in_words(const Options& options) {
  constexpr const char* landings[] = {"late", "early loads", "early reads", "random", "modelled"};
  return std::string(landings[static_cast<int>(options.landing)]) + ", seed " + std::to_string(options.seed);
}

class numbers : public testing::TestWithParam<Kernel> {
 protected:
  /// A proven kernel must be right for any order of landings; another one within the modelled latencies.
  static std::vector<Options> timings(const std::vector<std::uint64_t>& seeds) {
    std::vector<Options> out;
    for (const std::uint64_t seed : seeds) {
      out.push_back({Landing::modelled, GetParam().registers, seed});
      if (!GetParam().proven()) continue;
      for (const Landing landing : {Landing::late, Landing::early_loads, Landing::early_reads, Landing::random}) {
        out.push_back({landing, GetParam().registers, seed});
      }
    }
    return out;
  }
  static void expect_right(EmulatedGemm problem, const std::vector<Options>& all) {
    for (const Options& options : all) {
      SCOPED_TRACE(in_words(options));
      const Outcome outcome = problem.run(GetParam(), options);
      EXPECT_EQ(outcome.error, "");
      EXPECT_EQ(problem.wrong(), "");
      EXPECT_EQ(outcome.bank_conflicts, 0);
    }
  }
};

TEST_P(numbers, of_one_tile_with_the_smallest_k) {
  const GemmTile& tile = GetParam().tile;
  expect_right(problem_for(GetParam(), tile.m, tile.n, 0), timings({2, 3}));
}

TEST_P(numbers, of_one_tile_with_several_trips) {
  const GemmTile& tile = GetParam().tile;
  std::vector<Options> all = timings({2, 3});
  if (GetParam().proven()) {
    for (const std::uint64_t seed : {4U, 5U, 6U, 7U}) all.push_back({Landing::random, GetParam().registers, seed});
  }
  expect_right(problem_for(GetParam(), tile.m, tile.n, 2), all);
}

TEST_P(numbers, of_several_tiles_with_ragged_edges) {
  const GemmTile& tile = GetParam().tile;
  expect_right(problem_for(GetParam(), tile.m + 72, tile.n + 20, 1), timings({2}));
  expect_right(problem_for(GetParam(), tile.m + 1, tile.n + 33, 0), timings({3}));
}

TEST_P(numbers, of_less_than_one_tile) {
  expect_right(problem_for(GetParam(), 1, 7, 1), timings({2}));
  expect_right(problem_for(GetParam(), 130, 4, 0), timings({2}));
  expect_right(problem_for(GetParam(), 1, 1, 0), timings({3}));
}

/// A trip takes at least the cycles of its matrix instructions on a SIMD, and not many more if the next tile is loaded
/// meanwhile.
TEST_P(numbers, of_cycles_a_trip) {
  const GemmTile& tile = GetParam().tile;
  const Options options{Landing::modelled, GetParam().registers, 2};
  const int steps = 3;
  const long more = problem_for(GetParam(), tile.m, tile.n, 1 + steps).run(GetParam(), options).cycles;
  const long less = problem_for(GetParam(), tile.m, tile.n, 1).run(GetParam(), options).cycles;
  const MfmaShape mma = tile.mma();
  const int tiles = steps * GetParam().step_tiles;
  const long least =
      static_cast<long>(tiles) * (tile.m / mma.rows) * (tile.n / mma.rows) * (tile.k / mma.k) * mma.cycles() / 4;
  RecordProperty("cycles", std::to_string((more - less) / steps));
  EXPECT_GE(more - less, least);
  EXPECT_LE(more - less, least * (GetParam().kind == GemmKind::single_buffer ? 170 : 115) / 100);
}

INSTANTIATE_TEST_SUITE_P(, numbers, testing::ValuesIn(all_kernels()), name_of);

/// Unproven schedules, with a timing that their waits allow.
class mojo_kernel : public testing::TestWithParam<Kernel> {};

TEST_P(mojo_kernel, is_wrong_where_loads_land_early) {
  const GemmTile& tile = GetParam().tile;
  EmulatedGemm problem = problem_for(GetParam(), tile.m, tile.n, 2);
  for (const std::uint64_t seed : {2U, 3U}) {
    const Outcome outcome = problem.run(GetParam(), {Landing::early_loads, GetParam().registers, seed});
    EXPECT_EQ(outcome.error, "");
    EXPECT_NE(problem.wrong(), "") << seed;
  }
}

/// The epilogue of four-wave waits for no load.
TEST_P(mojo_kernel, is_wrong_where_loads_land_late_if_it_is_four_wave) {
  const GemmTile& tile = GetParam().tile;
  EmulatedGemm problem = problem_for(GetParam(), tile.m, tile.n, 0);
  const Outcome outcome = problem.run(GetParam(), {Landing::early_reads, GetParam().registers, 2});
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(problem.wrong() != "", GetParam().kind == GemmKind::four_wave);
}

INSTANTIATE_TEST_SUITE_P(, mojo_kernel, testing::ValuesIn(mojo_kernels()), name_of);

/// On gfx942 an LDS read takes longer. There four-wave, which lacks waits for its registers, is wrong in time as well
/// unless the compiler adds them.
TEST(mojo_kernels_on_gfx942, needs_the_compilers_waits_if_it_is_four_wave) {
  int wrong = 0;
  for (const Kernel& kernel : mojo_kernels()) {
    const GemmTile& tile = kernel.tile;
    if (tile.chip != Chip::gfx942) continue;
    EmulatedGemm problem = problem_for(kernel, tile.m, tile.n, 2);
    const Outcome outcome = problem.run(kernel, {Landing::modelled, RegisterReading::explicit_waits, 2});
    EXPECT_EQ(outcome.error, "");
    EXPECT_EQ(problem.wrong() != "", kernel.kind == GemmKind::four_wave) << kernel.name;
    wrong += problem.wrong() != "";
  }
  EXPECT_EQ(wrong, 2);
}

TEST(kernels, are_all_covered) {
  EXPECT_EQ(all_kernels().size(), 19U);
  EXPECT_EQ(mojo_kernels().size(), 7U);
}

}  // namespace
}  // namespace stretto::cdna
