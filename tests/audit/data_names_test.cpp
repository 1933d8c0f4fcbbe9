// Which values the audit knows to be equal where several waves, or several lanes, write the same bytes of the LDS.
#include <gtest/gtest.h>

#include "audit/audit.hpp"
#include "small_kernel.hpp"

namespace stretto::audit {
namespace {

/// Both waves load the same, exchange it between lanes, and write it to the same bytes. v1 is the address of the
/// exchange.
bool write_the_same(const std::vector<std::string>& addresses) {
  std::vector<std::string> code = {"s_load_dwordx2 s[4:5], s[0:1], 0x0", "v_and_b32_e32 v2, 63, v0",
                                   "v_lshlrev_b32_e32 v2, 2, v2"};
  code.insert(code.end(), addresses.begin(), addresses.end());
  for (const char* line : {"s_waitcnt lgkmcnt(0)", "global_load_dword v3, v2, s[4:5]", "s_waitcnt vmcnt(0)",
                           "ds_bpermute_b32 v4, v1, v3", "s_waitcnt lgkmcnt(0)", "ds_write_b32 v2, v4",
                           "s_waitcnt lgkmcnt(0)", "s_barrier", "ds_read_b32 v5, v2", "s_waitcnt lgkmcnt(0)"}) {
    code.emplace_back(line);
  }
  const assembly::Kernel kernel = assembly::read_kernel(small_kernel(code));
  const Audit found = audit(kernel, {});
  EXPECT_EQ(found.found.verdict, Verdict::proven);
  EXPECT_EQ(found.program->shared.size(), 1U);
  EXPECT_EQ(found.proven(), found.program->shared.front().same_data) << found.refusal;
  return found.program->shared.front().same_data;
}

TEST(AuditDataNames, UpperBitsOfALaneExchangesAddressDoNotMatter) {
  EXPECT_TRUE(write_the_same({"v_lshlrev_b32_e32 v1, 2, v0", "v_xor_b32_e32 v1, 0x80, v1"}));
}

TEST(AuditDataNames, TheLaneThatIsReadMatters) {
  // Lane l of wave w reads lane l + w.
  EXPECT_FALSE(
      write_the_same({"v_lshrrev_b32_e32 v1, 6, v0", "v_add_u32_e32 v1, v0, v1", "v_lshlrev_b32_e32 v1, 2, v1"}));
}

/// Both waves write v4, which these lines set from v3, which both have loaded, to the same bytes.
bool write_the_same_value(const std::vector<std::string>& lines) {
  std::vector<std::string> code = {"s_load_dwordx2 s[4:5], s[0:1], 0x0",
                                   "v_and_b32_e32 v2, 63, v0",
                                   "v_lshlrev_b32_e32 v2, 2, v2",
                                   "v_readfirstlane_b32 s6, v0",
                                   "s_lshr_b32 s6, s6, 6",
                                   "v_mov_b32_e32 v4, 0",
                                   "s_waitcnt lgkmcnt(0)",
                                   "global_load_dword v3, v2, s[4:5]",
                                   "s_waitcnt vmcnt(0)"};
  code.insert(code.end(), lines.begin(), lines.end());
  for (const char* line :
       {"ds_write_b32 v2, v4", "s_waitcnt lgkmcnt(0)", "s_barrier", "ds_read_b32 v5, v2", "s_waitcnt lgkmcnt(0)"}) {
    code.emplace_back(line);
  }
  const assembly::Kernel kernel = assembly::read_kernel(small_kernel(code));
  const Audit found = audit(kernel, {});
  EXPECT_EQ(found.found.verdict, Verdict::proven) << found.refusal;
  return found.proven();
}

TEST(AuditDataNames, WhatIsComputedInTheSameWayIsEqual) {
  EXPECT_TRUE(write_the_same_value({"v_mul_f32_e32 v4, v3, v3"}));
  EXPECT_TRUE(write_the_same_value({"v_mul_f32_e64 v4, -v3, |v3|"}));
  EXPECT_TRUE(write_the_same_value({"v_mov_b32_dpp v4, v3 row_ror:1 row_mask:0xf bank_mask:0xf"}));
}

TEST(AuditDataNames, SignsAreAPartOfTheComputation) {
  EXPECT_FALSE(write_the_same_value({"s_cmp_eq_u32 s6, 0", "s_cbranch_scc1 .Lfirst", "v_mul_f32_e64 v4, v3, v3",
                                     "s_branch .Lend", ".Lfirst: v_mul_f32_e64 v4, -v3, v3", ".Lend: s_nop 0"}));
}

TEST(AuditDataNames, MaskedLanesAreAPartOfAnExchange) {
  EXPECT_FALSE(
      write_the_same_value({"s_cmp_eq_u32 s6, 0", "s_cselect_b32 s8, -1, 0x7fff7fff", "s_mov_b32 exec_lo, s8",
                            "v_mov_b32_dpp v4, v3 row_ror:1 row_mask:0xf bank_mask:0xf", "s_mov_b64 exec, 1"}));
}

TEST(AuditDataNames, TheStateOfTheChipIsNotEqual) {
  EXPECT_FALSE(write_the_same_value({"s_getreg_b32 s8, hwreg(HW_REG_HW_ID)", "v_mov_b32_e32 v4, s8"}));
}

TEST(AuditDataNames, TheModeIsAPartOfTheComputation) {
  EXPECT_TRUE(write_the_same_value({"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3", "v_mul_f32_e32 v4, v3, v3"}));
  EXPECT_FALSE(
      write_the_same_value({"s_cmp_eq_u32 s6, 0", "s_cbranch_scc1 .Lsame",
                            "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3", ".Lsame: v_mul_f32_e32 v4, v3, v3"}));
}

/// Lanes 2n and 2n + 1 of a wave write v4, which these lines set from s8 and the lane's own v3, to the same bytes.
Audit pairs_of_lanes_write(const std::vector<std::string>& lines) {
  std::vector<std::string> code = {
      "s_load_dwordx2 s[4:5], s[0:1], 0x0", "v_and_b32_e32 v2, 0x7e, v0",   "v_lshlrev_b32_e32 v2, 2, v2",
      "v_lshlrev_b32_e32 v1, 2, v0",        "s_waitcnt lgkmcnt(0)",         "s_load_dword s8, s[4:5], 0x0",
      "global_load_dword v3, v1, s[4:5]",   "s_waitcnt vmcnt(0) lgkmcnt(0)"};
  code.insert(code.end(), lines.begin(), lines.end());
  for (const char* line :
       {"ds_write_b32 v2, v4", "s_waitcnt lgkmcnt(0)", "ds_read_b32 v5, v2", "s_waitcnt lgkmcnt(0)"}) {
    code.emplace_back(line);
  }
  return audit(assembly::read_kernel(small_kernel(code)), {});
}

TEST(AuditDataNames, LanesMayWriteOneValueToTheSameBytes) {
  const Audit found = pairs_of_lanes_write({"v_mov_b32_e32 v4, s8"});
  ASSERT_EQ(found.program->shared.size(), 1U);
  EXPECT_TRUE(found.program->shared.front().by_lanes);
  EXPECT_TRUE(found.proven()) << found.refusal;
}

TEST(AuditDataNames, LanesMustNotWriteValuesOfTheirOwnToTheSameBytes) {
  const Audit found = pairs_of_lanes_write({"v_mov_b32_e32 v4, v3"});
  ASSERT_EQ(found.program->shared.size(), 1U);
  EXPECT_TRUE(found.program->shared.front().by_lanes);
  EXPECT_NE(found.refusal.find("several lanes of a wave write the same LDS bytes"), std::string::npos) << found.refusal;
}

}  // namespace
}  // namespace stretto::audit
