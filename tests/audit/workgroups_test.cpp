// Which workgroups of a launch are judged, and of which size they are.
#include <gtest/gtest.h>

#include <stdexcept>

#include "audit/audit.hpp"
#include "small_kernel.hpp"

namespace stretto::audit {
namespace {

using Size = std::array<int, 3>;
using Sizes = std::vector<Size>;

/// Judges a small kernel; s2 has the number of the workgroup along x.
struct InGrid {
  assembly::Kernel kernel;
  Audit found;

  InGrid(const Lines& code, const Size& grid, std::optional<Size> workgroup = std::nullopt)
      : kernel(assembly::read_kernel(small_kernel(code))) {
    KernelLaunch launch;
    launch.grid = grid;
    launch.workgroup = workgroup;
    found = audit(kernel, launch);
  }
};

const Lines addresses = {"v_lshlrev_b32_e32 v1, 2, v0", "v_xor_b32_e32 v2, 0x100, v1"};
/// Each wave writes to its half and reads it, except in workgroup 3: there it reads what the other one writes.
const Lines wrong_in_3 =
    joined({addresses,
            {"s_cmp_eq_u32 s2, 3", "s_cselect_b32 s4, 0x100, 0", "v_xor_b32_e32 v2, s4, v1", "ds_write_b32 v1, v0",
             "s_waitcnt lgkmcnt(0)", "ds_read_b32 v3, v2", "s_waitcnt lgkmcnt(0)", "v_mov_b32_e32 v4, v3"}});

TEST(AuditWorkgroups, OfASmallGridAreAllJudged) {
  const InGrid three(wrong_in_3, {3, 1, 1});
  EXPECT_TRUE(three.found.proven());
  EXPECT_EQ(three.found.workgroups, (Sizes{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}));
  EXPECT_EQ(three.found.all_workgroups, 3);
  const InGrid four(wrong_in_3, {4, 1, 1});
  EXPECT_FALSE(four.found.proven());
  EXPECT_EQ(four.found.workgroups, (Sizes{{3, 0, 0}}));
}

TEST(AuditWorkgroups, OfALargeGridTheCornersAreJudged) {
  const InGrid found(wrong_in_3, {8, 5, 1});
  EXPECT_TRUE(found.found.proven());
  EXPECT_EQ(found.found.workgroups, (Sizes{{0, 0, 0}, {7, 0, 0}, {0, 4, 0}, {7, 4, 0}}));
  EXPECT_EQ(found.found.all_workgroups, 40);
  EXPECT_FALSE(InGrid(wrong_in_3, {8, 5, 1}, Size{3, 2, 0}).found.proven());
  KernelLaunch launch;
  launch.grid = {1 << 20, 1 << 20, 1 << 21};
  EXPECT_THROW(prepare(found.kernel, launch), LaunchError);
}

TEST(AuditWorkgroups, OneOfThemMayBeNamed) {
  const InGrid found(wrong_in_3, {8, 1, 1}, Size{2, 0, 0});
  EXPECT_TRUE(found.found.proven());
  EXPECT_EQ(found.found.workgroups, (Sizes{{2, 0, 0}}));
}

/// Both waves write their number, times that of the workgroup, to the same bytes.
TEST(AuditWorkgroups, EqualAccessesMayWriteUnequalValues) {
  const Lines code = {"v_readfirstlane_b32 s4, v0",
                      "s_mul_i32 s4, s4, s2",
                      "v_mov_b32_e32 v4, s4",
                      "v_mov_b32_e32 v5, 0",
                      "ds_write_b32 v5, v4",
                      "s_waitcnt lgkmcnt(0)",
                      "s_barrier",
                      "ds_read_b32 v6, v5",
                      "s_waitcnt lgkmcnt(0)",
                      "v_mov_b32_e32 v7, v6"};
  EXPECT_TRUE(InGrid(code, {1, 1, 1}).found.proven());
  const std::string refusal = InGrid(code, {2, 1, 1}).found.refusal;
  EXPECT_NE(refusal.find("write the same LDS bytes"), std::string::npos);
  EXPECT_NE(refusal.find("in workgroup (1, 0, 0)"), std::string::npos);
}

/// The number of the workgroup decides the trip count, and the loop uses two slots in turn.
TEST(AuditWorkgroups, MayDifferInTheTripCountsThatAreProven) {
  const Lines code = joined(
      {addresses,
       {"s_add_u32 s4, s2, 6", "s_mov_b32 s5, 0", ".Lloop: s_xor_b32 s5, s5, 0x200", "v_add_u32_e32 v3, s5, v1",
        "v_add_u32_e32 v4, s5, v2", "ds_write_b32 v3, v0", "s_waitcnt lgkmcnt(0)", "s_barrier", "ds_read_b32 v5, v4",
        "s_waitcnt lgkmcnt(0)", "s_barrier", "s_sub_u32 s4, s4, 1", "s_cmp_lg_u32 s4, 0", "s_cbranch_scc1 .Lloop"}});
  const auto trips = [&](const Size& grid, std::optional<Size> workgroup) {
    const InGrid found(code, grid, workgroup);
    EXPECT_TRUE(found.found.proven());
    return found.found.trips();
  };
  EXPECT_EQ(trips({2, 1, 1}, Size{0, 0, 0}).period, 2);
  EXPECT_NE(trips({2, 1, 1}, Size{0, 0, 0}).first, trips({2, 1, 1}, Size{1, 0, 0}).first);
  EXPECT_EQ(trips({2, 1, 1}, std::nullopt).period, 0);
  EXPECT_NE(trips({2, 1, 1}, std::nullopt).why_not, "");
  EXPECT_EQ(trips({1, 1, 1}, std::nullopt).period, 2);
}

/// A small kernel that requires a size of the workgroup.
assembly::Kernel requiring(const std::string& size) {
  std::string text = small_kernel({});
  return assembly::read_kernel(text.insert(text.find("    .name:  "), "    .reqd_workgroup_size:" + size + "\n"));
}

std::string launch_failure(const assembly::Kernel& kernel, const Size& threads) {
  KernelLaunch launch;
  launch.threads = threads;
  try {
    prepare(kernel, launch);
  } catch (const LaunchError& error) {
    return error.what();
  }
  return "";
}

TEST(AuditWorkgroups, HaveTheSizeThatTheKernelRequires) {
  for (const char* size : {"\n      - 16\n      - 4\n      - 2", " [16, 4, 2]"}) {
    const assembly::Kernel kernel = requiring(size);
    EXPECT_EQ(prepare(kernel, {}).start.threads, (Size{16, 4, 2})) << size;
    EXPECT_EQ(launch_failure(kernel, {16, 4, 2}), "");
    EXPECT_NE(launch_failure(kernel, {128, 1, 1}).find("16 x 4 x 2, not 128 x 1 x 1"), std::string::npos);
  }
  for (const char* size : {"", " [16, 4]", " [16, 0, 4]", " [1, 1, 1, 1]", " [a, 1, 1]"}) {
    EXPECT_THROW(requiring(size), std::runtime_error) << size;
  }
}

TEST(AuditWorkgroups, HaveAtMostTheThreadsThatTheKernelAllows) {
  const assembly::Kernel kernel = assembly::read_kernel(small_kernel({}));
  EXPECT_EQ(launch_failure(kernel, {64, 2, 1}), "");
  EXPECT_NE(launch_failure(kernel, {129, 1, 1}).find(".max_flat_workgroup_size"), std::string::npos);
}

}  // namespace
}  // namespace stretto::audit
