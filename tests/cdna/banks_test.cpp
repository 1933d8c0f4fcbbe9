// The layout of tiles in LDS on the banks of each chip: no access of a kernel has a conflict.
#include <gtest/gtest.h>

#include <initializer_list>

#include <stretto/cdna/gemm_tiles.hpp>

#include "tests/cdna/lds_banks.hpp"

namespace stretto::cdna {
namespace {

struct NamedTile {
  const char* name;
  GemmTile tile;
};

#define STRETTO_CDNA_KERNEL(name, architecture, ...) {#architecture "_" #name, TileOf<__VA_ARGS__>::tile},
constexpr NamedTile tiles_of_kernels[] = {
#include <stretto/cdna/gemm_kernels.def>
};
#undef STRETTO_CDNA_KERNEL

/// Conflicts of all fragment reads of a wave, with pieces where the layout has them, or in order.
constexpr int conflicts_of_reads(const GemmTile& tile, bool turned) {
  const SwizzledTile layout = tile.layout();
  int conflicts = 0;
  for (const Operand of : {Operand::a, Operand::b}) {
    for (int place = 0; place < tile.waves_along(of); ++place) {
      for (int i = 0; i < tile.parts * tile.mmas(of); ++i) {
        const int part = i / tile.mmas(of);
        const int first = tile.lds_row(of, place, part) + i % tile.mmas(of) * tile.mma().rows;
        for (int p = 0; p < tile.pieces(); ++p) {
          int byte[wave_lanes] = {};
          for (int lane = 0; lane < wave_lanes; ++lane) {
            const int row = first + lane % tile.mma().rows;
            const int piece = lane / tile.mma().rows + p * tile.mma().lanes_of_row();
            byte[lane] = turned ? layout.offset(row, piece) : row * tile.row_bytes() + piece * piece_bytes;
          }
          conflicts += bank_conflicts(tile.chip, LdsAccess::read, byte);
        }
      }
    }
  }
  return conflicts;
}

class banks : public testing::TestWithParam<NamedTile> {};

TEST_P(banks, have_no_conflicts_in_fragment_reads) { EXPECT_EQ(conflicts_of_reads(GetParam().tile, true), 0); }

TEST_P(banks, would_have_conflicts_without_the_swizzle) { EXPECT_GT(conflicts_of_reads(GetParam().tile, false), 0); }

/// A pass of loads fills consecutive bytes; loads through registers write them.
TEST_P(banks, have_no_conflicts_in_writes_of_a_pass) {
  const GemmTile& tile = GetParam().tile;
  for (int wave = 0; wave < tile.waves(); ++wave) {
    int byte[wave_lanes] = {};
    for (int lane = 0; lane < wave_lanes; ++lane) byte[lane] = (lane + wave * wave_lanes) * piece_bytes;
    EXPECT_EQ(bank_conflicts(tile.chip, LdsAccess::write, byte), 0) << wave;
  }
}

/// Every place of the tile holds the piece that a load writes there.
TEST_P(banks, hold_every_piece_once) {
  const SwizzledTile layout = GetParam().tile.layout();
  for (int row = 0; row < GetParam().tile.m; ++row) {
    for (int piece = 0; piece < layout.pieces(); ++piece) {
      const int byte = layout.offset(row, piece);
      ASSERT_EQ(layout.source_row(byte), row);
      ASSERT_EQ(layout.source_byte(byte), piece * piece_bytes);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, banks, testing::ValuesIn(tiles_of_kernels),
                         [](const auto& test) { return std::string(test.param.name); });

// The rule itself.

constexpr int conflicts(Chip chip, LdsAccess access, int lane_bytes) {
  int byte[wave_lanes] = {};
  for (int lane = 0; lane < wave_lanes; ++lane) byte[lane] = lane * lane_bytes;
  return bank_conflicts(chip, access, byte);
}

TEST(bank_rule, takes_lanes_in_groups_of_one_line) {
  for (const Chip chip : {Chip::gfx942, Chip::gfx950}) {
    for (const LdsAccess access : {LdsAccess::read, LdsAccess::write}) {
      const BankRule rule = bank_rule(chip, access);
      int lanes[8] = {};
      for (int lane = 0; lane < wave_lanes; ++lane) ++lanes[rule.group(lane)];
      for (int group = 0; group < rule.groups; ++group) EXPECT_EQ(lanes[group] * piece_bytes, rule.banks * 4);
    }
  }
}

TEST(bank_rule, groups_the_lanes_that_the_sources_name) {
  const BankRule wide = bank_rule(Chip::gfx950, LdsAccess::read);
  for (const int lane : {0, 3, 12, 15, 20, 27}) EXPECT_EQ(wide.group(lane), 0) << lane;
  for (const int lane : {4, 11, 16, 19, 28, 31}) EXPECT_EQ(wide.group(lane), 1) << lane;
  for (const int lane : {32, 44, 59}) EXPECT_EQ(wide.group(lane), 2) << lane;
  const BankRule narrow = bank_rule(Chip::gfx942, LdsAccess::read);
  for (const int lane : {0, 3, 20, 23}) EXPECT_EQ(narrow.group(lane), 0) << lane;
  for (const int lane : {4, 7, 16, 19}) EXPECT_EQ(narrow.group(lane), 1) << lane;
  for (const int lane : {8, 11, 28, 31}) EXPECT_EQ(narrow.group(lane), 2) << lane;
  for (const int lane : {12, 15, 24, 27}) EXPECT_EQ(narrow.group(lane), 3) << lane;
  for (const int lane : {32, 55}) EXPECT_EQ(narrow.group(lane), 4) << lane;
}

TEST(bank_rule, counts_how_often_a_group_is_served_again) {
  EXPECT_EQ(conflicts(Chip::gfx950, LdsAccess::read, 16), 0);
  EXPECT_EQ(conflicts(Chip::gfx942, LdsAccess::read, 16), 0);
  EXPECT_EQ(conflicts(Chip::gfx950, LdsAccess::read, 0), 0);         // one word for all
  EXPECT_EQ(conflicts(Chip::gfx950, LdsAccess::read, 256), 4 * 15);  // all in the same banks
  EXPECT_EQ(conflicts(Chip::gfx942, LdsAccess::read, 128), 8 * 7);
  EXPECT_EQ(conflicts(Chip::gfx950, LdsAccess::write, 128), 8 * 7);
  EXPECT_EQ(conflicts(Chip::gfx950, LdsAccess::write, 32), 8 * 1);
}

}  // namespace
}  // namespace stretto::cdna
