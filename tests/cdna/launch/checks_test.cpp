// The rules of a launch at their limits, for every kernel of the list, without HIP.
#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <string>
#include <string_view>

#include <stretto/cdna/gemm_checks.hpp>

namespace stretto::cdna {
namespace {

constexpr const GemmKernel& kernel(std::string_view name, Chip chip) { return *find_kernel(name, chip); }
constexpr const GemmKernel& ping_pong = kernel("gemm_bf16_256x256x64_ping_pong", Chip::gfx950);
constexpr const GemmKernel& single_buffer = kernel("gemm_bf16_128x128x64_single_buffer", Chip::gfx942);

// Sizes can also be checked in constant expressions.
static_assert(check_sizes(ping_pong, 1, 1, 128).ok());
static_assert(check_sizes(ping_pong, 1, 1, 64).status == GemmStatus::k_not_multiple);
static_assert(check_sizes(ping_pong, 1, 1, 0).status == GemmStatus::size_below_one);
static_assert(check_sizes(single_buffer, 300, 500, 128 + 64).ok());

TEST(Architecture, IsTheNameBeforeTheFeatures) {
  Chip chip = Chip::gfx950;
  EXPECT_TRUE(chip_of("gfx942:sramecc+:xnack-", chip));
  EXPECT_EQ(chip, Chip::gfx942);
  EXPECT_TRUE(chip_of("gfx950", chip));
  EXPECT_EQ(chip, Chip::gfx950);
  for (const char* other : {"", "gfx90a:sramecc+:xnack-", "gfx9500", "gfx95", "gfx1100", ":gfx950"}) {
    EXPECT_FALSE(chip_of(other, chip)) << other;
  }
}

TEST(List, SaysOfEveryKernelWhatItsNameSays) {
  for (const GemmKernel& of : gemm_kernels) {
    const std::string_view name = of.name;
    const auto has = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
    const std::string tile =
        std::to_string(of.tile.m) + "x" + std::to_string(of.tile.n) + "x" + std::to_string(of.tile.k);
    EXPECT_TRUE(has(std::string("gemm_") + stretto::name(of.type()) + "_" + tile + "_")) << name;
    EXPECT_EQ(of.proven, !has("mojo")) << name;
    EXPECT_EQ(of.kind == GemmKind::ping_pong, has("ping_pong")) << name;
    EXPECT_EQ(of.kind == GemmKind::four_wave, has("four_wave")) << name;
    EXPECT_EQ(of.kind == GemmKind::pipelined, has("pipelined")) << name;
    EXPECT_EQ(of.kind == GemmKind::single_buffer, has("single_buffer")) << name;
    EXPECT_TRUE(of.tile.valid()) << name;
    EXPECT_EQ(find_kernel(name, of.tile.chip), &of) << "duplicate name " << name;
  }
}

TEST(Sizes, EndWhereTheRulesSay) {
  for (const GemmKernel& of : gemm_kernels) {
    const GemmTile& tile = of.tile;
    const auto status = [&](long long m, long long n, long long k) {
      return check_sizes(of, static_cast<int>(m), static_cast<int>(n), static_cast<int>(k)).status;
    };
    const int least = 2 * tile.k;
    // k: whole trips of the loop, and at least two tiles.
    EXPECT_EQ(status(1, 1, least), GemmStatus::ok) << of.name;
    EXPECT_EQ(status(1, 1, tile.k), GemmStatus::k_not_multiple) << of.name;
    EXPECT_EQ(status(1, 1, least + 1), GemmStatus::k_not_multiple) << of.name;
    EXPECT_EQ(status(1, 1, least + tile.k),
              of.kind == GemmKind::single_buffer ? GemmStatus::ok : GemmStatus::k_not_multiple)
        << of.name;
    // Bytes spanned by a tile's rows: of A and B (B's tile has no more rows than A's), and of C.
    const long long span = 1LL << 31;
    ASSERT_GE(tile.m, tile.n) << of.name;
    const long long first_bad_k = span / (tile.m * tile.element_bytes());
    EXPECT_EQ(status(1, 1, first_bad_k), GemmStatus::offset_too_large) << of.name;
    EXPECT_EQ(status(1, 1, first_bad_k - of.k_step()), GemmStatus::ok) << of.name;
    const long long first_bad_n = (span - (1LL << 25)) / (tile.m * 2) + 1;
    EXPECT_EQ(status(1, first_bad_n, least), GemmStatus::offset_too_large) << of.name;
    EXPECT_EQ(status(1, first_bad_n - 1, least), GemmStatus::ok) << of.name;
    // So workgroups along n are never too many for HIP.
    const long long most_grid_y = 65535;
    EXPECT_LE(grid_of(tile, 1, static_cast<int>(first_bad_n - 1)).y, most_grid_y) << of.name;
    // Threads of the grid along m.
    const long long most_m = 0xffffffffLL / tile.threads() * tile.m;
    if (most_m < INT_MAX) {
      EXPECT_EQ(status(most_m, 1, least), GemmStatus::ok) << of.name;
      EXPECT_EQ(status(most_m + 1, 1, least), GemmStatus::grid_too_large) << of.name;
    }
    EXPECT_EQ(status(INT_MAX, 1, least), most_m < INT_MAX ? GemmStatus::grid_too_large : GemmStatus::ok) << of.name;
    for (const int bad : {0, -1, INT_MIN}) {
      EXPECT_EQ(status(bad, 1, least), GemmStatus::size_below_one) << of.name;
      EXPECT_EQ(status(1, bad, least), GemmStatus::size_below_one) << of.name;
      EXPECT_EQ(status(1, 1, bad), GemmStatus::size_below_one) << of.name;
    }
  }
}

TEST(Sizes, AreCountedInWholeTiles) {
  const GemmGrid grid = grid_of(ping_pong.tile, 257, 256);
  EXPECT_EQ(grid.x, 2);
  EXPECT_EQ(grid.y, 1);
  EXPECT_EQ(grid_of(ping_pong.tile, INT_MAX, 1).x, 1LL << 23);
}

void* at(std::uintptr_t address) { return reinterpret_cast<void*>(address); }

TEST(Pointers, MayTouchButNotOverlap) {
  // A has 8192 bytes, B 16384, C 4096.
  const auto status = [](std::uintptr_t a, std::uintptr_t b, std::uintptr_t c) {
    return check_pointers({.a = at(a), .b = at(b), .c = at(c), .m = 32, .n = 64, .k = 128}).status;
  };
  constexpr std::uintptr_t c = 1 << 20;
  constexpr std::uintptr_t far = 1 << 24;
  EXPECT_EQ(status(c - 8192, far, c), GemmStatus::ok);
  EXPECT_EQ(status(c - 8192 + 16, far, c), GemmStatus::matrices_overlap);
  EXPECT_EQ(status(c + 4096, far, c), GemmStatus::ok);
  EXPECT_EQ(status(c + 4096 - 16, far, c), GemmStatus::matrices_overlap);
  EXPECT_EQ(status(c, far, c), GemmStatus::matrices_overlap);
  EXPECT_EQ(status(far, c - 16384, c), GemmStatus::ok);
  EXPECT_EQ(status(far, c - 16384 + 16, c), GemmStatus::matrices_overlap);
  EXPECT_EQ(status(far, c + 4096, c), GemmStatus::ok);
  EXPECT_EQ(status(far, c + 4096 - 16, c), GemmStatus::matrices_overlap);
  EXPECT_EQ(status(far, far, c), GemmStatus::ok) << "A and B are only read: they may be one";
  EXPECT_EQ(status(far, far, c + 8), GemmStatus::ok) << "8 bytes are enough for C";
}

const char* chosen(Chip chip, NumberFormat format, int n, int k) {
  const GemmChoice choice = choose(
      chip, {.format = format, .a = at(1LL << 40), .b = at(1LL << 41), .c = at(1LL << 42), .m = 1, .n = n, .k = k});
  return choice.kernel != nullptr ? choice.kernel->name : "";
}

TEST(Choice, IsTheFirstProvenKernelThatMay) {
  using enum NumberFormat;
  EXPECT_STREQ(chosen(Chip::gfx950, bf16, 1, 256), "gemm_bf16_256x256x64_ping_pong");
  EXPECT_STREQ(chosen(Chip::gfx950, bf16, 1, 192), "gemm_bf16_128x128x64_single_buffer");
  EXPECT_STREQ(chosen(Chip::gfx950, bf16, 5000000, 256), "gemm_bf16_128x128x64_single_buffer");
  EXPECT_STREQ(chosen(Chip::gfx950, e4m3, 1, 256), "gemm_fp8_256x256x128_ping_pong");
  EXPECT_STREQ(chosen(Chip::gfx942, bf16, 1, 64), "gemm_bf16_256x256x32_ping_pong");
  EXPECT_STREQ(chosen(Chip::gfx942, e4m3_fnuz, 1, 128), "gemm_fp8_256x128x64_four_wave");
  EXPECT_STREQ(chosen(Chip::gfx950, bf16, 1, 100), "");
}

TEST(Choice, TellsTheLeastDemandingRule) {
  const auto refusal = [](Chip chip, NumberFormat format, int n, int k) {
    return choose(
               chip,
               {.format = format, .a = at(1LL << 40), .b = at(1LL << 41), .c = at(1LL << 42), .m = 1, .n = n, .k = k})
        .refusal;
  };
  const GemmRefusal k = refusal(Chip::gfx950, NumberFormat::bf16, 1, 100);
  EXPECT_EQ(k.status, GemmStatus::k_not_multiple);
  EXPECT_EQ(k.limit, 64);
  EXPECT_STREQ(k.kernel->name, "gemm_bf16_128x128x64_single_buffer");
  EXPECT_STREQ(refusal(Chip::gfx942, NumberFormat::bf16, 1, 32).kernel->name, "gemm_bf16_256x256x32_ping_pong");
  const GemmRefusal n = refusal(Chip::gfx950, NumberFormat::bf16, 1 << 23, 192);
  EXPECT_EQ(n.status, GemmStatus::offset_too_large) << "k is wrong for ping-pong only";
  EXPECT_STREQ(n.argument, "n");
}

}  // namespace
}  // namespace stretto::cdna
