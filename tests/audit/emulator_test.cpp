// The emulator and the audit on small kernels with one mistake each.
#include "emulator/workgroup.hpp"

#include <gtest/gtest.h>

#include "audit/audit.hpp"
#include "small_kernel.hpp"

namespace stretto::audit {
namespace {

/// Each wave writes what it loads to its half of the LDS, and stores what the other one has written.
const std::vector<std::string> exchange = {"s_load_dwordx4 s[4:7], s[0:1], 0x0",
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

/// The chip executes a wave's LDS operations in order. The model does not, so such kernels are not judged.
TEST(AuditEmulator, TheOrderOfOneWavesLdsOperationsIsNotJudged) {
  const std::vector<std::string> before = {"s_load_dwordx4 s[4:7], s[0:1], 0x0", "v_lshlrev_b32_e32 v1, 2, v0",
                                           "s_waitcnt lgkmcnt(0)", "global_load_dword v3, v1, s[4:5]",
                                           "s_waitcnt vmcnt(0)"};
  const std::vector<std::vector<std::string>> middles = {
      {"ds_write_b32 v1, v3", "ds_read_b32 v4, v1"},
      {"ds_write_b32 v1, v1", "ds_write_b32 v1, v3", "s_waitcnt lgkmcnt(0)", "ds_read_b32 v4, v1"},
      {"ds_write_b32 v1, v3", "s_waitcnt lgkmcnt(0)", "ds_read_b32 v4, v1", "ds_write_b32 v1, v1"}};
  for (const std::vector<std::string>& middle : middles) {
    std::vector<std::string> code = before;
    code.insert(code.end(), middle.begin(), middle.end());
    code.insert(code.end(), {"s_waitcnt lgkmcnt(0)", "global_store_dword v1, v4, s[6:7]"});
    EXPECT_EQ(wrong_runs(code), 0);
    EXPECT_NE(refusal(code).find("without a wait between them"), std::string::npos) << refusal(code);
  }
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
