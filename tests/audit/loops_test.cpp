// For which numbers of executions of a loop a verdict holds.
#include <gtest/gtest.h>

#include "audit/audit.hpp"
#include "small_kernel.hpp"

namespace stretto::audit {
namespace {

/// A small kernel whose second argument is a number, which is in s8 and s9 at the start.
std::string counting_kernel(std::vector<std::string> code) {
  code.insert(code.begin(), {"s_load_dword s8, s[0:1], 0x8", "v_lshlrev_b32_e32 v1, 2, v0",
                             "v_xor_b32_e32 v2, 0x100, v1", "s_waitcnt lgkmcnt(0)", "s_mov_b32 s9, s8"});
  std::string text = small_kernel(code);
  const std::string pointer = "        .size:           8\n        .value_kind:     global_buffer\n";
  return text.replace(text.rfind(pointer), pointer.size(),
                      "        .size:           4\n        .name: count\n        .value_kind:     by_value\n");
}

struct Counted {
  assembly::Kernel kernel;
  Audit found;

  Counted(const std::vector<std::string>& code, long count) : kernel(assembly::read_kernel(counting_kernel(code))) {
    KernelLaunch launch;
    launch.by_number = {std::nullopt, count};
    found = audit(kernel, launch);
    EXPECT_EQ(found.refusal, "");
  }
};

/// Each wave writes to its half, and reads what the other has written.
const Lines body = {"ds_write_b32 v1, v0", "s_waitcnt lgkmcnt(0)", "s_barrier",
                    "ds_read_b32 v3, v2",  "s_waitcnt lgkmcnt(0)", "s_barrier"};
const Lines race = {"ds_write_b32 v1, v0", "s_waitcnt lgkmcnt(0)", "ds_read_b32 v3, v2", "s_waitcnt lgkmcnt(0)"};
const Lines begin = {".Lloop: s_nop 0"};
const Lines end = {"s_sub_u32 s8, s8, 1", "s_cmp_lg_u32 s8, 0", "s_cbranch_scc1 .Lloop"};

TEST(AuditLoops, AreProvenForEveryTripCountThatDecidesNothingElse) {
  const Counted found(joined({begin, body, end}), 8);
  EXPECT_TRUE(found.found.proven());
  EXPECT_EQ(found.found.trips().period, 1);
  EXPECT_EQ(found.found.trips().launched, 8);
  EXPECT_TRUE(found.found.trips().same_branches.empty());
  EXPECT_EQ(found.found.trips().left_at, 0);
}

TEST(AuditLoops, ABranchBehindTheLoopMayDependOnTheCount) {
  const Lines more = {"s_cmp_gt_u32 s9, 16", "s_cbranch_scc0 .Lend"};
  const Lines code = joined({begin, body, end, more, race, {".Lend: s_nop 0"}});
  const Counted found(code, 8);
  EXPECT_TRUE(found.found.proven());
  EXPECT_EQ(found.found.trips().period, 1);
  EXPECT_EQ(found.found.trips().same_branches, std::vector<int>{found.kernel.code[16].line});
  EXPECT_FALSE(Counted(code, 20).found.proven());
}

TEST(AuditLoops, AnAddressBehindTheLoopMayDependOnTheCount) {
  // The count goes through an instruction in front of the loop.
  const Lines before = {"s_lshr_b32 s10, s9, 4", "s_lshl_b32 s10, s10, 8"};
  const Lines after = {"v_add_u32_e32 v4, s10, v1", "ds_read_b32 v3, v4", "s_waitcnt lgkmcnt(0)"};
  EXPECT_EQ(Counted(joined({before, begin, body, end, after}), 8).found.trips().period, 0);
}

TEST(AuditLoops, ABranchInTheLoopMayDependOnTheCount) {
  // It has never been taken, and would come back.
  const Lines detour = {"s_cmp_eq_u32 s8, 20", "s_cbranch_scc1 .Ldetour", ".Lback: s_nop 0"};
  const Lines code = joined({begin, body, detour, end, {"s_endpgm", ".Ldetour: s_nop 0"}, race, {"s_branch .Lback"}});
  EXPECT_TRUE(Counted(code, 8).found.proven());
  EXPECT_EQ(Counted(code, 8).found.trips().period, 0);
  EXPECT_FALSE(Counted(code, 20).found.proven());
}

TEST(AuditLoops, OtherExitsAreNamed) {
  const Lines leaves = {"s_cmp_eq_u32 s8, 20", "s_cbranch_scc1 .Lother"};
  const Lines code = joined({begin, body, leaves, end, {"s_endpgm", ".Lother: s_nop 0"}, race});
  const Counted found(code, 8);
  EXPECT_TRUE(found.found.proven());
  EXPECT_EQ(found.found.trips().period, 1);
  EXPECT_EQ(found.found.trips().left_at, found.kernel.code[16].line);
  EXPECT_EQ(found.kernel.code[16].mnemonic, "s_cbranch_scc1");
  EXPECT_FALSE(Counted(code, 20).found.proven());
}

TEST(AuditLoops, BranchesInFrontOfTheLoopAreNamed) {
  const Lines before = {"s_cmp_gt_u32 s9, 16", "s_cbranch_scc1 .Lmany"};
  const Lines code = joined({before, begin, body, end, {"s_endpgm", ".Lmany: s_nop 0"}, race});
  const Counted found(code, 8);
  EXPECT_TRUE(found.found.proven());
  EXPECT_EQ(found.found.trips().same_branches, std::vector<int>{found.kernel.code[6].line});
  EXPECT_FALSE(Counted(code, 20).found.proven());
}

/// Both waves write the same to the same bytes, until one iteration.
TEST(AuditLoops, EqualWritesOfALoopAreOfThisLaunch) {
  const Lines writes = {
      "v_readfirstlane_b32 s12, v0", "s_cmp_eq_u32 s8, 20", "s_cselect_b32 s13, s12, 0", "v_and_b32_e32 v4, 0xfc, v1",
      "v_mov_b32_e32 v5, s13",       "ds_write_b32 v4, v5", "s_waitcnt lgkmcnt(0)",      "s_barrier"};
  const Counted found(joined({begin, writes, end}), 8);
  EXPECT_TRUE(found.found.proven());
  EXPECT_EQ(found.found.trips().period, 0);
  const assembly::Kernel kernel = assembly::read_kernel(counting_kernel(joined({begin, writes, end})));
  KernelLaunch launch;
  launch.by_number = {std::nullopt, 20};
  EXPECT_NE(audit(kernel, launch).refusal.find("several waves write the same LDS bytes"), std::string::npos);
  launch.by_number = {std::nullopt, 5000};
  EXPECT_NE(audit(kernel, launch).refusal.find("at most 4096"), std::string::npos);
}

TEST(AuditLoops, LongLoopsAreJudgedWithoutAllTheirIterations) {
  const Counted found(joined({begin, body, end}), 100'000);
  EXPECT_TRUE(found.found.proven());
  EXPECT_EQ(found.found.trips().launched, 100'000);
  EXPECT_LT(found.found.program->loop.iterations, 100);
  EXPECT_FALSE(Counted(joined({begin, race, end}), 100'000).found.proven());
}

TEST(AuditLoops, ALoopThatIsTooLongIsRefused) {
  const assembly::Kernel kernel = assembly::read_kernel(counting_kernel(joined({begin, end})));
  KernelLaunch launch;
  launch.by_number = {std::nullopt, 2'000'000};
  EXPECT_NE(audit(kernel, launch).refusal.find("give a launch with fewer iterations"), std::string::npos);
}

}  // namespace
}  // namespace stretto::audit
