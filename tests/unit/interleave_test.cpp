#include <gtest/gtest.h>

#include <stretto/cdna/interleave.hpp>

#include <string>

using namespace stretto;
using namespace stretto::cdna;

namespace {

constexpr Group fixed{GroupKind::fixed, 1};

Group interleave_load(int instructions) { return {GroupKind::load, instructions}; }
Group interleave_read(int instructions, int after_parts = 0) { return {GroupKind::read, instructions, after_parts}; }
Group interleave_multiply(int instructions) { return {GroupKind::multiply, instructions}; }

/// The groups' numbers, instruction by instruction; each group's own instructions must come in order, and all of them.
std::string interleave_order(const Vector<Group>& groups) {
  std::string out;
  std::vector<int> next(static_cast<std::size_t>(groups.size()));
  for (const Instruction& instruction : interleave(groups)) {
    EXPECT_EQ(instruction.index, next[static_cast<std::size_t>(instruction.group)]++);
    out += static_cast<char>('0' + instruction.group);
  }
  for (int g = 0; g < groups.size(); ++g) EXPECT_EQ(next[static_cast<std::size_t>(g)], groups[g].instructions);
  return out;
}

}  // namespace

TEST(Interleave, SpreadsLoadsAndReadsOverTheMultiplication) {
  EXPECT_EQ(interleave_order({interleave_multiply(4), interleave_load(2), interleave_read(2)}), "01010202");
  EXPECT_EQ(interleave_order({interleave_multiply(6), interleave_read(2)}), "01000100");
  EXPECT_EQ(interleave_order({interleave_multiply(2), interleave_read(4)}), "011011");
}

TEST(Interleave, KeepsWhatIsFixedInItsPlace) {
  EXPECT_EQ(interleave_order({interleave_multiply(2), fixed, interleave_read(2)}), "00122");
  EXPECT_EQ(interleave_order({interleave_read(2), fixed, interleave_multiply(2), interleave_load(2), fixed}),
            "00123234");
}

TEST(Interleave, ReadsBeforeTheMultiplicationStayBeforeIt) {
  EXPECT_EQ(interleave_order({interleave_read(2), interleave_multiply(2), interleave_load(2)}), "001212");
  // A load before it may move into it, unless a read follows that must not.
  EXPECT_EQ(interleave_order({interleave_load(2), interleave_multiply(2)}), "1010");
  EXPECT_EQ(interleave_order({interleave_load(2), interleave_read(1), interleave_multiply(2)}), "00122");
}

TEST(Interleave, ReadsIntoOperandsWaitForThoseWhoUseThem) {
  // Row by row: the registers of the read's first half are free after the first half of the multiplication.
  EXPECT_EQ(interleave_order({interleave_multiply(4), interleave_read(4, 2)}), "00110011");
  // All of it.
  EXPECT_EQ(interleave_order({interleave_multiply(4), interleave_read(2, 1)}), "000011");
  // Operations after a waiting read do not wait for it, unless they are reads or access the same object.
  EXPECT_EQ(interleave_order({interleave_multiply(2), interleave_read(2, 1), {GroupKind::load, 2, 0, 7}}), "022011");
  EXPECT_EQ(interleave_order({interleave_multiply(2), interleave_read(2, 1), interleave_load(2)}), "001122");
  EXPECT_EQ(interleave_order({interleave_multiply(2), interleave_read(2, 1), {GroupKind::read, 2, 0, 7}}), "001122");
}

TEST(Interleave, MixesEachMultiplicationWithItsOwn) {
  EXPECT_EQ(interleave_order({interleave_multiply(2), interleave_load(2), interleave_multiply(2), interleave_load(2)}),
            "01012323");
}

TEST(Interleave, LoadsAndReadsKeepTheirOrder) {
  const std::string order = interleave_order(
      {interleave_load(3), interleave_multiply(8), interleave_read(4, 4), interleave_load(2), interleave_read(2)});
  std::string memory;
  for (const char group : order) {
    if (group != '1') memory += group;
  }
  EXPECT_EQ(memory, "00022223344");
}
