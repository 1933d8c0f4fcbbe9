// Number formats and matrix instructions of the emulator, compared with their definitions.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "emulator/mfma.hpp"
#include "emulator/numbers.hpp"

namespace stretto::cdna::emulator {
namespace {

TEST(formats, round_to_bf16_to_nearest_even) {
  EXPECT_EQ(to_bf16(1.0F), 0x3f80);
  EXPECT_EQ(to_bf16(1.0F + 0x1p-8F), 0x3f80);  // between two: to even
  EXPECT_EQ(to_bf16(1.0F + 0x3p-8F), 0x3f82);  // the same, upwards
  EXPECT_EQ(to_bf16(1.0F + 0x1p-8F + 0x1p-20F), 0x3f81);
  EXPECT_EQ(to_bf16(-2.5F), 0xc020);
  EXPECT_EQ(to_bf16(0x1.fffp127F), 0x7f80);  // to infinity
  EXPECT_TRUE(std::isnan(from_bf16(to_bf16(std::nanf("")))));
  for (std::uint32_t bits = 0; bits < 0x7f80; ++bits) {
    EXPECT_EQ(to_bf16(from_bf16(static_cast<std::uint16_t>(bits))), bits);
  }
}

TEST(formats, have_the_ends_of_e4m3) {
  EXPECT_EQ(from_fp8(0x7e, Format::e4m3), 448.0F);
  EXPECT_TRUE(std::isnan(from_fp8(0x7f, Format::e4m3)));
  EXPECT_TRUE(std::isnan(from_fp8(0xff, Format::e4m3)));
  EXPECT_EQ(from_fp8(0x01, Format::e4m3), 0x1p-9F);
  EXPECT_EQ(from_fp8(0x38, Format::e4m3), 1.0F);
  EXPECT_EQ(from_fp8(0xb9, Format::e4m3), -1.125F);
  EXPECT_TRUE(std::signbit(from_fp8(0x80, Format::e4m3)));
}

TEST(formats, have_the_ends_of_e4m3_fnuz) {
  EXPECT_EQ(from_fp8(0x7f, Format::e4m3_fnuz), 240.0F);
  EXPECT_EQ(from_fp8(0xff, Format::e4m3_fnuz), -240.0F);
  EXPECT_TRUE(std::isnan(from_fp8(0x80, Format::e4m3_fnuz)));
  EXPECT_EQ(from_fp8(0x01, Format::e4m3_fnuz), 0x1p-10F);
  EXPECT_EQ(from_fp8(0x40, Format::e4m3_fnuz), 1.0F);
}

TEST(formats, make_nans_of_poison) {
  EXPECT_TRUE(std::isnan(from_bf16(static_cast<std::uint16_t>(poison_of(Format::bf16) * 257))));
  for (const Format format : {Format::e4m3, Format::e4m3_fnuz}) {
    EXPECT_TRUE(std::isnan(from_fp8(poison_of(format), format)));
  }
}

class mfma : public testing::TestWithParam<Mfma> {
 protected:
  /// 1, as bits of the operands' format.
  static void set_one(std::vector<Piece>& pieces, int lane, int byte) {
    const Format format = format_of(GetParam());
    unsigned char* to = pieces[static_cast<std::size_t>(byte / piece_bytes)].of[lane] + byte % piece_bytes;
    if (format == Format::bf16) {
      to[0] = 0x80;
      to[1] = 0x3f;
    } else {
      to[0] = format == Format::e4m3 ? 0x38 : 0x40;
    }
  }
};

/// One element of each operand is 1. Their product is not 0 if both have the same k, and it is at the place that the
/// instruction set defines. 16 rows: sum s of a lane is of row 4 * (lane / 16) + s. 32 rows: 8 * (s / 4) + 4 * (lane /
/// 32) + s % 4. The column is the lane's, modulo the rows.
TEST_P(mfma, multiplies_elements_of_one_k) {
  const MfmaShape of = shape(GetParam());
  const int bytes = of.operand_bytes();
  const int elements = bytes / of.element_bytes;
  const int pieces = bytes > piece_bytes ? bytes / piece_bytes : 1;
  const int steps = bytes < piece_bytes ? piece_bytes / bytes : 1;
  for (int step = 0; step < steps; ++step) {
    for (int first_lane = 0; first_lane < wave_lanes; first_lane += 7) {
      for (int second_lane = 0; second_lane < wave_lanes; second_lane += 5) {
        const int element = (first_lane + second_lane) % elements;
        std::vector<Piece> first(static_cast<std::size_t>(pieces));
        std::vector<Piece> second(static_cast<std::size_t>(pieces));
        std::vector<float> sums(static_cast<std::size_t>(of.sums() * wave_lanes));
        set_one(first, first_lane, step * bytes % piece_bytes + element * of.element_bytes);
        set_one(second, second_lane, step * bytes % piece_bytes + element * of.element_bytes);
        multiply(GetParam(), sums.data(), first.data(), second.data(), step);
        const bool meet = first_lane / of.rows == second_lane / of.rows;
        for (int s = 0; s < of.sums(); ++s) {
          for (int lane = 0; lane < wave_lanes; ++lane) {
            const int row = of.rows == 16 ? 4 * (lane / 16) + s : 8 * (s / 4) + 4 * (lane / 32) + s % 4;
            const bool here = meet && row == first_lane % of.rows && lane % of.rows == second_lane % of.rows;
            ASSERT_EQ(sums[static_cast<std::size_t>(s * wave_lanes + lane)], here ? 1.0F : 0.0F);
          }
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, mfma,
                         testing::Values(Mfma::bf16_16x16x32, Mfma::bf16_32x32x16, Mfma::bf16_16x16x16,
                                         Mfma::bf16_32x32x8, Mfma::fp8_16x16x128, Mfma::fp8_32x32x64,
                                         Mfma::fp8_16x16x32, Mfma::fp8_32x32x16),
                         [](const testing::TestParamInfo<Mfma>& instruction) {
                           const MfmaShape of = shape(instruction.param);
                           const std::string rows = std::to_string(of.rows);
                           return rows + "x" + rows + "x" + std::to_string(of.k) + "_" +
                                  std::to_string(8 * of.element_bytes) + "_bits";
                         });

}  // namespace
}  // namespace stretto::cdna::emulator
