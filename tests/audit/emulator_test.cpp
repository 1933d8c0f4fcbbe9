// The emulator and the audit on small kernels with one mistake each.
#include "emulator/workgroup.hpp"

#include <gtest/gtest.h>

#include "audit/audit.hpp"
#include "small_kernel.hpp"

namespace stretto::audit {
namespace {

/// Each wave writes what it loads to its half of the LDS, and stores what the other one has written.
const Lines exchange = {"s_load_dwordx4 s[4:7], s[0:1], 0x0",
                        "v_lshlrev_b32_e32 v1, 2, v0",
                        "v_xor_b32_e32 v2, 0x100, v1",
                        "s_waitcnt lgkmcnt(0)",
                        "global_load_dword v3, v1, s[4:5]",
                        "s_waitcnt vmcnt(0)",
                        "ds_write_b32 v1, v3",
                        "s_waitcnt lgkmcnt(0)",
                        "s_barrier",
                        "ds_read_b32 v4, v2",
                        "s_waitcnt lgkmcnt(0)",
                        "s_barrier",
                        "ds_write_b32 v1, v1",
                        "global_store_dword v1, v4, s[6:7]"};

std::string refusal(const std::vector<std::string>& code) {
  const assembly::Kernel kernel = assembly::read_kernel(small_kernel(code));
  return audit(kernel, {}).refusal;
}

bool proven(const std::vector<std::string>& code) {
  const assembly::Kernel kernel = assembly::read_kernel(small_kernel(code));
  const Audit found = audit(kernel, {});
  EXPECT_EQ(found.refusal, "");
  return found.proven();
}

/// The number of seeds of 64 with which it stores something else.
int wrong_runs(const std::vector<std::string>& code) {
  const emulator::Workgroup workgroup(assembly::read_kernel(small_kernel(code)), {});
  EXPECT_EQ(workgroup.problem, "");
  const emulator::Outcome right = emulator::run_at_once(workgroup);
  int wrong = 0;
  for (std::uint64_t seed = 0; seed < 64; ++seed) wrong += emulator::run_seed(workgroup, seed) == right ? 0 : 1;
  return wrong;
}

TEST(AuditEmulator, AKernelWithAllWaitsIsRight) {
  EXPECT_TRUE(proven(exchange));
  EXPECT_EQ(wrong_runs(exchange), 0);
}

TEST(AuditEmulator, EachWaitAndBarrierIsNeeded) {
  for (std::size_t i = 0; i < exchange.size(); ++i) {
    if (!exchange[i].starts_with("s_waitcnt") && exchange[i] != "s_barrier") continue;
    std::vector<std::string> code = exchange;
    code.erase(code.begin() + static_cast<long>(i));
    EXPECT_FALSE(proven(code)) << i << ": " << exchange[i];
    EXPECT_GT(wrong_runs(code), 0) << i << ": " << exchange[i];
  }
}

TEST(AuditEmulator, BytesThatNothingWritesDifferFromRunToRun) {
  std::vector<std::string> code = exchange;
  code.erase(code.begin() + 6);
  EXPECT_FALSE(proven(code));
  EXPECT_GT(wrong_runs(code), 0);
}

const Lines loaded = {"s_load_dwordx4 s[4:7], s[0:1], 0x0", "v_lshlrev_b32_e32 v1, 2, v0",
                      "v_xor_b32_e32 v2, 0x100, v1",        "s_waitcnt lgkmcnt(0)",
                      "global_load_dword v3, v1, s[4:5]",   "s_waitcnt vmcnt(0)"};

/// The chip executes a wave's LDS operations in order.
TEST(AuditEmulator, OneWavesLdsOperationsAreInOrder) {
  const Lines after = {"s_waitcnt lgkmcnt(0)", "s_barrier", "global_store_dword v1, v4, s[6:7]"};
  for (const Lines& middle :
       {Lines{"ds_write_b32 v1, v3", "ds_read_b32 v4, v1"},
        Lines{"ds_write_b32 v1, v1", "ds_write_b32 v1, v3", "s_waitcnt lgkmcnt(0)", "ds_read_b32 v4, v1"},
        Lines{"ds_write_b32 v1, v3", "s_waitcnt lgkmcnt(0)", "ds_read_b32 v4, v1", "ds_write_b32 v1, v1"}}) {
    const Lines code = joined({loaded, middle, after});
    EXPECT_EQ(wrong_runs(code), 0);
    EXPECT_TRUE(proven(code));
  }
}

/// In a loop, and at the end without a wait.
TEST(AuditEmulator, OneWavesLdsOperationsAreInOrderInALoop) {
  const Lines code =
      joined({loaded,
              {"s_mov_b32 s8, 6", ".Lloop: ds_write_b32 v1, v3", "ds_read_b32 v4, v1", "s_waitcnt lgkmcnt(0)",
               "s_barrier", "ds_read_b32 v5, v2", "s_waitcnt lgkmcnt(0)", "s_barrier", "s_sub_u32 s8, s8, 1",
               "s_cmp_lg_u32 s8, 0", "s_cbranch_scc1 .Lloop", "global_store_dword v1, v4, s[6:7]",
               "global_store_dword v2, v5, s[6:7] offset:1024", "ds_write_b32 v1, v3", "ds_read_b32 v4, v1"}});
  EXPECT_EQ(wrong_runs(code), 0);
  EXPECT_TRUE(proven(code));
}

/// Other waves learn nothing from this order, and neither do registers and loads to the LDS.
TEST(AuditEmulator, TheOrderOfOneWavesLdsOperationsIsNoWait) {
  const Lines pair = {"ds_write_b32 v1, v3", "ds_read_b32 v4, v1"};
  const Lines wait = {"s_waitcnt lgkmcnt(0)"};
  const Lines other = {"s_barrier", "ds_read_b32 v5, v2", "s_waitcnt lgkmcnt(0)", "global_store_dword v1, v5, s[6:7]"};
  const Lines own = {"global_store_dword v1, v4, s[6:7] offset:1024"};
  const Lines use = {"global_store_dword v1, v5, s[6:7]"};
  const Lines later = {"s_barrier", "s_waitcnt lgkmcnt(0)", "s_barrier"};
  // The other wave reads what is still in flight.
  EXPECT_GT(wrong_runs(joined({loaded, pair, other, wait, own})), 0);
  EXPECT_FALSE(proven(joined({loaded, pair, other, wait, own})));
  EXPECT_NE(refusal(joined({loaded, pair, later, own})).find("without a wait between them"), std::string::npos);
  // One instruction reads its own wave's bytes, which are there, and the other one's.
  const Lines both = {"v_and_b32_e32 v5, 0xfc, v1", "ds_write_b32 v1, v3", "s_barrier",
                      "ds_read2_b32 v[4:5], v5 offset0:0 offset1:64"};
  EXPECT_GT(wrong_runs(joined({loaded, both, wait, own, use})), 0);
  EXPECT_FALSE(proven(joined({loaded, both, wait, own})));
  // A register is used too early, for which an older operation must be complete.
  const Lines early = {"ds_write_b32 v1, v1", "s_waitcnt lgkmcnt(0)", "ds_read_b32 v5, v1"};
  EXPECT_GT(wrong_runs(joined({loaded, early, pair, use, wait, own})), 0);
  EXPECT_FALSE(proven(joined({loaded, early, pair, use, wait, own})));
  EXPECT_TRUE(proven(joined({loaded, early, pair, wait, use, own})));
  // A load to the LDS overwrites what an older operation may not have read.
  const Lines load = {"s_mov_b64 s[8:9], s[4:5]", "s_mov_b32 s10, -1", "s_mov_b32 s11, 0x27000",
                      "v_readfirstlane_b32 s12, v1", "s_mov_b32 m0, s12"};
  const Lines overwrite = {"buffer_load_dword v1, s[8:11], 0 offen offset:0 lds"};
  const Lines done = {"s_waitcnt vmcnt(0) lgkmcnt(0)"};
  const Lines elsewhere = {"ds_write_b32 v1, v3 offset:512", "ds_read_b32 v4, v1 offset:512"};
  const Lines racing = joined({loaded, load, early, elsewhere, overwrite, done, use, own});
  EXPECT_GT(wrong_runs(racing), 0);
  EXPECT_FALSE(proven(racing));
  EXPECT_TRUE(proven(joined({loaded, load, early, elsewhere, done, overwrite, done, use, own})));
}

/// An instruction uses VCC without naming it.
TEST(AuditEmulator, RegistersThatTheTextDoesNotNameNeedTheirWaits) {
  const std::vector<std::string> code = {"s_load_dwordx2 vcc, s[0:1], 0x0", "s_waitcnt lgkmcnt(0)",
                                         "v_div_fmas_f32 v1, v2, v3, v4"};
  EXPECT_TRUE(proven(code));
  EXPECT_FALSE(proven({code[0], code[2]}));
  EXPECT_FALSE(proven({code[0], "s_cbranch_vccnz .Lend", ".Lend: s_nop 0"}));
}

/// With an odd number of barriers in one wave.
TEST(AuditEmulator, ABarrierOfOneWaveAloneIsADeadlock) {
  std::vector<std::string> code = exchange;
  code.insert(code.begin() + 3,
              {"v_readfirstlane_b32 s8, v1", "s_cmp_eq_u32 s8, 0", "s_cbranch_scc1 .Lskip", "s_barrier"});
  std::string text = small_kernel(code);
  const std::string barrier = "\ts_barrier\n";
  text.insert(text.find(barrier) + barrier.size(), ".Lskip:\n");
  const emulator::Workgroup workgroup(assembly::read_kernel(text), {});
  EXPECT_EQ(workgroup.problem, "");
  EXPECT_NE(emulator::run_at_once(workgroup).failure, "");
}

}  // namespace
}  // namespace stretto::audit
