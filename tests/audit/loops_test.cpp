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

/// Where only the address, or the mask, of an access depends on the count, and not in the registers of the loop.
struct Elsewhere {
  const char* name;
  Lines code;
  long proven;  // with this count
  long racing;  // and with this one not
};

const Lines own_use = {"s_waitcnt lgkmcnt(0)", "ds_read_b32 v3, v1", "s_waitcnt lgkmcnt(0)",
                       "v_add_u32_e32 v3, v3, v3"};
/// For one count, v4 is an address of the other wave.
Lines address_from(const std::string& count) {
  return {"s_cmp_eq_u32 " + count + ", 20", "s_cselect_b32 s10, 0x100, 0", "v_xor_b32_e32 v4, s10, v1"};
}
const Lines write_v4 = {"ds_write_b32 v4, v0"};
const Lines forget = {"v_mov_b32_e32 v3, 0", "v_mov_b32_e32 v4, 0", "s_mov_b32 s10, 0", "s_mov_b64 vcc, 0",
                      "s_barrier"};
const Lines reload = {"s_load_dword s11, s[0:1], 0x8", "s_waitcnt lgkmcnt(0)"};
const Lines up = {"s_add_u32 s12, s12, 1"};

std::vector<Elsewhere> elsewhere() {
  const Lines start = {"s_mov_b32 s12, 0"};
  const Lines until_s9 = {"s_cmp_lg_u32 s12, s9", "s_cbranch_scc1 .Lloop"};
  const Lines until_s11 = {"s_cmp_lg_u32 s12, s11", "s_cbranch_scc1 .Lloop"};
  return {
      {"an address before the loop", joined({address_from("s9"), write_v4, own_use, forget, begin, body, end}), 8, 20},
      {"a mask before the loop",
       joined({{"ds_write_b32 v1, v0", "s_waitcnt lgkmcnt(0)", "s_barrier", "s_cmp_eq_u32 s9, 20",
                "s_cselect_b64 exec, -1, 0", "ds_write_b32 v2, v0", "s_mov_b64 exec, -1"},
               own_use,
               forget,
               begin,
               body,
               end}),
       8, 20},
      {"an address after the loop", joined({begin, body, end, reload, address_from("s11"), write_v4, own_use}), 8, 20},
      {"an address in the loop",
       joined({start, begin, reload, address_from("s11"), write_v4, own_use, forget, up, until_s9}), 8, 20},
      {"a count that the loop reloads",
       joined({start, address_from("s9"), begin, write_v4, own_use, {"s_barrier"}, up, reload, until_s11}), 8, 20},
  };
}

TEST(AuditLoops, WhatIsTouchedElsewhereMayDependOnTheCount) {
  for (const Elsewhere& each : elsewhere()) {
    const Counted found(each.code, each.proven);
    EXPECT_TRUE(found.found.proven()) << each.name;
    EXPECT_EQ(found.found.trips().period, 0) << each.name;
    EXPECT_FALSE(Counted(each.code, each.racing).found.proven()) << each.name;
  }
}

/// With other lanes, an instruction would touch a register while a load fills it.
TEST(AuditLoops, ATouchedLaneMayDependOnTheCount) {
  const Lines touch = {"s_load_dwordx2 s[4:5], s[0:1], 0x0",
                       "s_waitcnt lgkmcnt(0)",
                       "s_mov_b64 exec, 0xffff",
                       "global_load_dword v3, v1, s[4:5]",
                       "s_cmp_eq_u32 s9, 20",
                       "s_cselect_b64 exec, -1, 0xffff0000",
                       "v_mov_b32_e32 v4, v3",
                       "s_mov_b64 exec, -1",
                       "s_waitcnt vmcnt(0)"};
  const Lines code = joined({touch, begin, body, end});
  EXPECT_TRUE(Counted(code, 8).found.proven());
  EXPECT_EQ(Counted(code, 8).found.trips().period, 0);
  EXPECT_FALSE(Counted(code, 20).found.proven());
}

/// The number of workgroups decides the count; the address comes from the dispatch packet, which has it, too.
TEST(AuditLoops, TheSizesOfALaunchAreOneInputInBothPlacesThatHaveThem) {
  const Lines loop_of_s9 = joined({{"s_mov_b32 s8, s9"}, begin, body, end});
  const auto period = [&](const Lines& before) {
    std::string text = counting_kernel(joined({before, loop_of_s9}));
    const auto change = [&](const std::string& from, const std::string& to) {
      text.replace(text.find(from), from.size(), to);
    };
    change("by_value", "hidden_block_count_x");
    change("user_sgpr_count 2", "user_sgpr_count 4\n\t\t.amdhsa_user_sgpr_dispatch_ptr 1");
    change("s_load_dword s8, s[0:1], 0x8", "s_load_dword s8, s[2:3], 0x8");
    const assembly::Kernel kernel = assembly::read_kernel(text);
    KernelLaunch launch;
    launch.grid = {8, 1, 1};
    const Audit found = audit(kernel, launch);
    EXPECT_TRUE(found.proven()) << found.refusal;
    return found.trips().period;
  };
  EXPECT_EQ(period({}), 1);
  const Lines from_packet = {"s_load_dword s10, s[0:1], 0xc", "s_waitcnt lgkmcnt(0)", "s_lshr_b32 s10, s10, 20"};
  EXPECT_EQ(period(joined({from_packet, {"v_xor_b32_e32 v4, s10, v1"}, write_v4, own_use, forget})), 0);
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

/// A lane exchange reads inactive lanes, but no lane is inactive.
TEST(AuditLoops, AnExchangeDoesNotKeepARegisterAlive) {
  const Lines swap = {"v_mov_b32_e32 v5, s8", "v_mov_b32_e32 v6, s8", "v_permlane32_swap_b32 v5, v6",
                      "v_mov_b32_e32 v5, 0", "v_mov_b32_e32 v6, 0"};
  EXPECT_EQ(Counted(joined({begin, swap, body, end}), 8).found.trips().period, 1);
}

}  // namespace
}  // namespace stretto::audit
