// Which bytes and lanes instructions touch: masks, writes by several waves, loads to the LDS, and addresses that chips
// may compute differently.
#include <gtest/gtest.h>

#include "audit/audit.hpp"
#include "small_kernel.hpp"

namespace stretto::audit {
namespace {

/// v3 gets some lanes from one load, and others from a second one, without a wait between.
bool proven_with_masks(const std::string& second) {
  const Lines code = {"s_load_dwordx4 s[4:7], s[0:1], 0x0",
                      "v_lshlrev_b32_e32 v1, 2, v0",
                      "s_waitcnt lgkmcnt(0)",
                      "s_mov_b64 exec, 0xffff",
                      "global_load_dword v3, v1, s[4:5]",
                      "s_mov_b64 exec, " + second,
                      "global_load_dword v3, v1, s[4:5]",
                      "s_mov_b64 exec, -1",
                      "s_waitcnt vmcnt(0)",
                      "global_store_dword v1, v3, s[6:7]"};
  const assembly::Kernel kernel = assembly::read_kernel(small_kernel(code));
  return audit(kernel, {}).proven();
}

TEST(AuditLanes, LoadsUnderComplementaryMasksDoNotMeet) {
  EXPECT_TRUE(proven_with_masks("0xffff0000"));
  EXPECT_FALSE(proven_with_masks("0xffff8000"));
}

TEST(AuditLanes, ALoadForNoLaneFillsNothing) { EXPECT_TRUE(proven_with_masks("0")); }

TEST(AuditLanes, ALaneIsUsedAfterItsOwnLoad) {
  const auto proven = [](const std::string& mask) {
    const Lines code = {"s_load_dwordx4 s[4:7], s[0:1], 0x0",
                        "v_lshlrev_b32_e32 v1, 2, v0",
                        "s_waitcnt lgkmcnt(0)",
                        "s_mov_b64 exec, 0xffff",
                        "global_load_dword v3, v1, s[4:5]",
                        "s_mov_b64 exec, " + mask,
                        "v_mov_b32_e32 v4, v3",
                        "s_mov_b64 exec, -1",
                        "s_waitcnt vmcnt(0)"};
    const assembly::Kernel kernel = assembly::read_kernel(small_kernel(code));
    return audit(kernel, {}).proven();
  };
  EXPECT_TRUE(proven("0xffff0000"));
  EXPECT_FALSE(proven("0xffff8000"));
}

/// All waves write two values to the same bytes; `second` is the order of the second wave.
std::string refusal_of_orders(const Lines& second) {
  const Lines code =
      joined({{"v_mov_b32_e32 v4, 0", "v_mov_b32_e32 v5, 1", "v_mov_b32_e32 v6, 2", "v_readfirstlane_b32 s4, v0",
               "s_mov_b32 s6, 0", "s_cmp_lt_u32 s4, 64"},
              second,
              {".La: ds_write_b32 v4, v5", "s_waitcnt lgkmcnt(0)", "s_add_u32 s6, s6, 1", "s_cmp_eq_u32 s6, 2",
               "s_cbranch_scc1 .Lend", ".Lb: ds_write_b32 v4, v6", "s_waitcnt lgkmcnt(0)", "s_add_u32 s6, s6, 1",
               "s_cmp_lt_u32 s6, 2", "s_cbranch_scc1 .La", ".Lend: s_barrier", "ds_read_b32 v7, v4",
               "s_waitcnt lgkmcnt(0)", "v_mov_b32_e32 v8, v7"}});
  const assembly::Kernel kernel = assembly::read_kernel(small_kernel(code));
  return audit(kernel, {}).refusal;
}

TEST(AuditSharedWrites, OfSeveralInstructionsHaveOneOrder) {
  EXPECT_EQ(refusal_of_orders({}), "");
  EXPECT_NE(refusal_of_orders({"s_cbranch_scc0 .Lb"}).find("in different orders"), std::string::npos);
}

/// One wave writes another value after the one that both have written.
TEST(AuditSharedWrites, OneWaveMayNotOverwriteThem) {
  const Lines code = {"v_mov_b32_e32 v4, 0",        "v_mov_b32_e32 v5, 1",  "v_mov_b32_e32 v6, 2",
                      "v_readfirstlane_b32 s4, v0", "ds_write_b32 v4, v5",  "s_waitcnt lgkmcnt(0)",
                      "s_cmp_lg_u32 s4, 0",         "s_cbranch_scc1 .Lend", "ds_write_b32 v4, v6",
                      "s_waitcnt lgkmcnt(0)",       ".Lend: s_barrier",     "ds_read_b32 v7, v4",
                      "s_waitcnt lgkmcnt(0)",       "v_mov_b32_e32 v8, v7"};
  const assembly::Kernel kernel = assembly::read_kernel(small_kernel(code));
  const Audit found = audit(kernel, {});
  EXPECT_EQ(found.refusal, "");
  EXPECT_FALSE(found.proven());
}

TEST(AuditLoadsToLds, OfOtherSizesAreRefused) {
  const auto refusal = [](const std::string& size) {
    const Lines code = {"s_load_dwordx4 s[4:7], s[0:1], 0x0",
                        "v_readfirstlane_b32 s12, v0",
                        "s_mov_b32 s10, -1",
                        "s_mov_b32 s11, 0x27000",
                        "s_lshl_b32 m0, s12, 4",
                        "s_waitcnt lgkmcnt(0)",
                        "s_mov_b64 s[8:9], s[4:5]",
                        "buffer_load_" + size + " v1, s[8:11], 0 offen lds"};
    std::string text = small_kernel(code);
    text.replace(text.find("size: 1024"), 10, "size: 4096");
    const assembly::Kernel kernel = assembly::read_kernel(text);
    return audit(kernel, {}).refusal;
  };
  for (const char* size : {"ubyte", "sbyte", "ushort", "sshort", "dwordx3"}) {
    EXPECT_NE(refusal(size).find("4 or 16 bytes per lane"), std::string::npos) << size;
  }
  for (const char* size : {"dword", "dwordx4"}) EXPECT_EQ(refusal(size), "") << size;
}

/// The address is a quotient, without the correction that makes it exact.
TEST(AuditReciprocals, WhatDependsOnTheirLastBitIsRefused) {
  const auto refusal = [](const Lines& corrected) {
    const Lines code = joined({{"v_mov_b32_e32 v1, 0x40400000", "v_rcp_f32_e32 v1, v1"},
                               corrected,
                               {"v_cvt_u32_f32_e32 v1, v1", "v_lshlrev_b32_e32 v1, 2, v1", "v_mov_b32_e32 v2, 0",
                                "ds_write_b32 v1, v2", "s_endpgm"}});
    std::string text = small_kernel(code);
    text.replace(text.find("size: 128"), 9, "size: 64");
    const assembly::Kernel kernel = assembly::read_kernel(text);
    return audit(kernel, {}).refusal;
  };
  EXPECT_EQ(refusal({"v_mul_f32_e32 v1, 0x41980000, v1"}), "");                                  // 19 / 3
  EXPECT_NE(refusal({"v_mul_f32_e32 v1, 0x41a80000, v1"}).find("last bit"), std::string::npos);  // 21 / 3
}

}  // namespace
}  // namespace stretto::audit
