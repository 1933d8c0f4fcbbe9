// Small HIP kernels with one barrier left out, as clang compiles them: each is refuted by a story in program order, and
// patched with as many barriers as it lacks.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "audited.hpp"
#include "patched.hpp"
#include "small_kernel.hpp"

namespace stretto::tool {
namespace {

namespace fs = std::filesystem;

const fs::path kernel_folder = fs::path(STRETTO_SOURCE_DIR) / "tests" / "audit" / "missing_barrier";
constexpr const char* targets[] = {"gfx942", "gfx950"};

struct MissingBarrier {
  const char* stem;
  const char* launch;
  HazardKind kind;
  int first;  // lines of the two accesses, in program order
  int second;
  int barriers;  // that the patch adds
};

constexpr MissingBarrier missing_barriers[] = {
    {"broadcast", R"({"threads": 256, "args": [null, null, 6]})", HazardKind::anti, 23, 40, 1},
    {"double_buffer", R"({"threads": 256, "args": [null, null, 6]})", HazardKind::flow, 18, 152, 1},
    {"fenced_scan", R"({"threads": 256, "args": [null, null, 6]})", HazardKind::anti, 24, 148, 7},
    {"masked", R"({"threads": 256, "args": [null, null, 6]})", HazardKind::flow, 25, 32, 1},
    {"multiply", R"({"threads": 256, "args": [null, null, null, 64]})", HazardKind::anti, 52, 45, 1},
    {"producer", R"({"threads": 256, "args": [null, null, 6]})", HazardKind::anti, 77, 137, 5},
    {"reduce", R"({"threads": 256, "args": [null, null, 600]})", HazardKind::flow, 41, 45, 1},
    {"reverse", R"({"threads": 256, "shared": 4096, "args": [null, null, 600]})", HazardKind::flow, 199, 371, 1},
    {"same_value", R"({"threads": 256, "args": [null, null, 6]})", HazardKind::anti, 31, 28, 1},
    {"stencil", R"({"threads": 256, "args": [null, null, 6]})", HazardKind::flow, 50, 30, 1},
    {"transpose", R"({"threads": 256, "args": [null, null, 64]})", HazardKind::flow, 26, 28, 1},
    {"two_dimensions", R"({"threads": [16, 16], "args": [null, null, 64]})", HazardKind::flow, 25, 27, 1},
};

audit::KernelLaunch launch_from(const std::string& text) {
  return read_launch(Json::parse(text), JsonPlace("launch")).launch;
}

fs::path assembly_of(const std::string& stem, const std::string& target) {
  return kernel_folder / (stem + "." + target + ".s");
}

bool is_wait_or_barrier(const std::string& line) {
  return line.find("s_waitcnt") != std::string::npos || line.find("s_barrier") != std::string::npos;
}

std::vector<std::string> other_lines(const std::string& text) {
  std::vector<std::string> out = lines_of(text);
  std::erase_if(out, is_wait_or_barrier);
  return out;
}

TEST(MissingBarriers, AreReportedInProgramOrder) {
  for (const MissingBarrier& kernel : missing_barriers) {
    for (const char* target : targets) {
      const Audited broken(assembly_of(kernel.stem, target), launch_from(kernel.launch));
      EXPECT_EQ(broken.verdict(), "race") << kernel.stem;
      ASSERT_FALSE(broken.found.found.hazards.empty()) << kernel.stem;
      const Hazard& hazard = broken.found.found.hazards[0];
      EXPECT_EQ(hazard.kind, kernel.kind) << kernel.stem << "\n" << broken.text();
      ASSERT_TRUE(hazard.first.present()) << kernel.stem << "\n" << broken.text();
      EXPECT_EQ(broken.found.program->instruction(hazard.first).line, kernel.first) << kernel.stem << "\n"
                                                                                    << broken.text();
      EXPECT_EQ(broken.found.program->instruction(hazard.second).line, kernel.second) << kernel.stem;
      EXPECT_EQ(broken.text().find("uninitialised"), std::string::npos) << kernel.stem << "\n" << broken.text();
      EXPECT_NE(broken.text().find("missing: a barrier between "), std::string::npos) << kernel.stem;
    }
  }
}

TEST(MissingBarriers, ArePatched) {
  for (const MissingBarrier& kernel : missing_barriers) {
    for (const char* target : targets) {
      const std::string broken = text_of(assembly_of(kernel.stem, target));
      const audit::KernelLaunch launch = launch_from(kernel.launch);
      const audit::PatchedAssembly patched = audit::patch_assembly(broken, "", launch, false);
      EXPECT_EQ(patched.failure, "") << kernel.stem;
      const assembly::Kernel result = assembly::read_kernel(patched.text);
      EXPECT_TRUE(audit::audit(result, launch).proven()) << kernel.stem;
      EXPECT_TRUE(assembles(patched.text, target)) << kernel.stem;
      EXPECT_EQ(
          std::ranges::count_if(patched.changes, [](const std::string& c) { return c.ends_with("added s_barrier"); }),
          kernel.barriers)
          << kernel.stem;
      EXPECT_EQ(other_lines(patched.text), other_lines(broken)) << kernel.stem;
    }
  }
}

TEST(MissingBarriers, StoriesOfUnrolledLoopsCountExecutions) {
  const Audited broken(assembly_of("broadcast", targets[0]), launch_from(missing_barriers[0].launch));
  EXPECT_NE(
      broken.text().find("\n  41 steps in all waves from the start:\n    wave 0            execution 2 prologue[40]"),
      std::string::npos)
      << broken.text();
  EXPECT_EQ(broken.text().find(" trip"), std::string::npos) << broken.text();
}

/// Removing a barrier changes the numbers of all later instructions.
TEST(MissingBarriers, LooseningChangesNothingButWaitsAndBarriers) {
  std::set<std::string> kinds;
  for (const MissingBarrier& kernel : missing_barriers) {
    const std::string broken = text_of(assembly_of(kernel.stem, targets[0]));
    const audit::KernelLaunch launch = launch_from(kernel.launch);
    const audit::PatchedAssembly patched = audit::patch_assembly(broken, "", launch, true);
    EXPECT_EQ(patched.failure, "") << kernel.stem;
    const assembly::Kernel result = assembly::read_kernel(patched.text);
    EXPECT_TRUE(audit::audit(result, launch).proven()) << kernel.stem;
    EXPECT_TRUE(assembles(patched.text, targets[0])) << kernel.stem;
    EXPECT_EQ(other_lines(patched.text), other_lines(broken)) << kernel.stem;
    for (const std::string& change : patched.changes) {
      const std::size_t colon = change.find(": ");
      kinds.insert(change.substr(colon + 2, change.find(' ', colon + 2) - colon - 2));
      EXPECT_TRUE(is_wait_or_barrier(change)) << change;
    }
  }
  EXPECT_EQ(kinds, (std::set<std::string>{"added", "removed"}));
}

/// Without fences, the compiler removed writes that only other threads read. No barrier brings them back.
TEST(MissingBarriers, WritesThatTheCompilerRemovedAreNamed) {
  for (const char* target : targets) {
    const std::string broken = text_of(assembly_of("scan", target));
    const audit::PatchedAssembly patched =
        audit::patch_assembly(broken, "", launch_from(R"({"threads": 256, "args": [null, null, 6]})"), false);
    EXPECT_EQ(patched.failure,
              "line 85 ds_read_b32 v3, v1 offset:1016 reads LDS bytes 1024 to 1151, and no write of them comes before "
              "it in program order; the compiler may have removed or moved it");
  }
}

/// The LDS operations of one wave keep their order, so no wait is missing between a write and a read.
TEST(MissingBarriers, TheOrderOfTheOwnQueueNeedsNoWait) {
  const std::string code = audit::small_kernel(
      {"v_lshlrev_b32_e32 v1, 2, v0", "ds_write_b32 v1, v0", "ds_read_b32 v2, v1", "s_waitcnt lgkmcnt(0)"});
  EXPECT_TRUE(audit::audit(assembly::read_kernel(code), {}).proven());
  const audit::PatchedAssembly patched = audit::patch_assembly(code, "", {}, false);
  EXPECT_EQ(patched.failure, "");
  EXPECT_TRUE(patched.changes.empty());
}

TEST(MissingBarriers, WaitsGoBeforeTheBarrierIfOtherWavesReadBehindIt) {
  const std::string code = audit::small_kernel(
      {"v_mov_b32_e32 v1, 0", "v_cmp_eq_u32_e32 vcc, 0, v0", "s_and_saveexec_b64 s[4:5], vcc", "ds_write_b32 v1, v0",
       "s_or_b64 exec, exec, s[4:5]", "s_barrier", "ds_read_b32 v2, v1", "s_waitcnt lgkmcnt(0)"});
  const audit::PatchedAssembly patched = audit::patch_assembly(code, "", {}, false);
  EXPECT_EQ(patched.failure, "");
  EXPECT_EQ(patched.changes, std::vector<std::string>{"line 8: added s_waitcnt lgkmcnt(0)"});
}

TEST(MissingBarriers, BetweenCodeOfDifferentWavesAreNamed) {
  const std::string code = audit::small_kernel({"v_mov_b32_e32 v1, 0", "v_readfirstlane_b32 s4, v0",
                                                "s_cmp_lg_u32 s4, 0", "s_cbranch_scc1 .Lother", "ds_write_b32 v1, v0",
                                                "s_endpgm", ".Lother:", "ds_read_b32 v2, v1", "s_waitcnt lgkmcnt(0)"});
  EXPECT_EQ(audit::patch_assembly(code, "", {}, false).failure,
            "between line 7 ds_write_b32 v1, v0 and line 10 ds_read_b32 v2, v1, there is no instruction that all waves "
            "execute equally often");
}

TEST(MissingBarriers, BarriersThatNotAllWavesReachAreNamed) {
  const std::string code = audit::small_kernel(
      {"v_readfirstlane_b32 s4, v0", "s_cmp_lg_u32 s4, 0", "s_cbranch_scc1 .Lother", "s_barrier", ".Lother:"});
  EXPECT_EQ(audit::patch_assembly(code, "", {}, false).failure,
            "wave 0 waits at line 6 s_barrier, and wave 1 ends without reaching this barrier");
}

TEST(MissingBarriers, AreAllFiles) {
  std::set<std::string> expected = {"scan.gfx942.s", "scan.gfx950.s"};
  for (const MissingBarrier& kernel : missing_barriers) {
    for (const char* target : targets) expected.insert(assembly_of(kernel.stem, target).filename().string());
  }
  std::set<std::string> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(kernel_folder)) {
    if (entry.path().extension() == ".s") found.insert(entry.path().filename().string());
  }
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace stretto::tool
