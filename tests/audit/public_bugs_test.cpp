// The AMD bugs of docs/public_bugs.md as kernels: the broken one is refuted for its cause, the fixed one is proven.
#include <set>

#include <gtest/gtest.h>

#include "audited.hpp"
#include "patched.hpp"

namespace stretto::tool {
namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(STRETTO_SOURCE_DIR) / "tests" / "audit" / "public_bugs";

/// What refutes the broken kernel: the later instruction of the hazard and the earlier one.
struct CompiledBug {
  const char* stem;
  HazardKind kind;
  const char* second;
  const char* first;
};

constexpr const char* tile_load = "buffer_load_dword";

constexpr CompiledBug compiled_bugs[] = {
    {"01_barrier_before_reads_drain", HazardKind::anti, "ds_write_b128", "ds_read_b128"},
    {"02_leader_reads_before_trailer_waits", HazardKind::flow, "ds_read_b128", tile_load},
    {"03_epilogue_read_moved_up", HazardKind::flow, "ds_read_b128", tile_load},
    {"04_refill_before_reads_land", HazardKind::anti, tile_load, "ds_read_b32"},
    {"05_next_tile_over_reads", HazardKind::anti, tile_load, "ds_read_b32"},
    {"06_barrier_waits_for_other_counter", HazardKind::anti, tile_load, "ds_read_b32"},
    {"07_three_buffers_no_barrier", HazardKind::anti, tile_load, "ds_read_b128"},
    {"08_steady_counts_in_the_tail", HazardKind::flow, "ds_read_b128", tile_load},
    {"09_count_of_another_path", HazardKind::flow, "v_mul_f32_e32 v12, v12, v8", "ds_read_b32 v8"},
    {"10_tree_reduction", HazardKind::anti, "ds_write_b32", "ds_read_b32"},
    {"11_partial_vmcnt", HazardKind::flow, "ds_read_b128 v[16:19]", tile_load},
    {"33_prefetches_in_the_epilogue", HazardKind::flow, "ds_read_b128", tile_load},
    {"34_zero_trips", HazardKind::flow, "ds_read_b128", tile_load},
    {"35_wait_behind_the_barrier", HazardKind::flow, "ds_read_b32", tile_load},
};

/// One launch for all, except for the bug that shows only without iterations.
audit::KernelLaunch launch_of(const std::string& stem) {
  const fs::path own = folder / (stem + ".launch.json");
  const fs::path path = fs::exists(own) ? own : folder / "launch.json";
  return read_launch(Json::parse(text_of(path)), JsonPlace(path.string())).launch;
}

audit::KernelLaunch launch_with(long count) {
  audit::KernelLaunch launch;
  set_argument(launch, "count=" + std::to_string(count));
  return launch;
}

fs::path file(const std::string& stem, const std::string& form) { return folder / (stem + "." + form + ".s"); }

TEST(CompiledBugs, BrokenOnesAreRefutedForTheirCause) {
  for (const CompiledBug& bug : compiled_bugs) {
    const Audited broken(file(bug.stem, "broken"), launch_of(bug.stem));
    EXPECT_EQ(broken.verdict(), "race") << bug.stem << "\n" << broken.text();
    EXPECT_TRUE(broken.reports(bug.kind, bug.second, bug.first)) << bug.stem << "\n" << broken.text();
  }
}

TEST(CompiledBugs, FixedOnesAreProven) {
  for (const CompiledBug& bug : compiled_bugs) {
    for (const audit::KernelLaunch& launch : {launch_of(bug.stem), launch_with(5), launch_with(16)}) {
      const Audited fixed(file(bug.stem, "fixed"), launch);
      EXPECT_EQ(fixed.verdict(), "proven") << bug.stem << "\n" << fixed.text();
    }
  }
}

TEST(CompiledBugs, PatchedOnesAreProvenAndAssemble) {
  for (const CompiledBug& bug : compiled_bugs) {
    const std::string broken = text_of(file(bug.stem, "broken"));
    const audit::KernelLaunch launch = launch_of(bug.stem);
    const audit::PatchedAssembly patched = audit::patch_assembly(broken, "", launch, false);
    EXPECT_EQ(patched.failure, "") << bug.stem;
    EXPECT_FALSE(patched.changes.empty()) << bug.stem;
    const assembly::Kernel kernel = assembly::read_kernel(patched.text);
    EXPECT_TRUE(audit::audit(kernel, launch).proven()) << bug.stem;
    EXPECT_TRUE(assembles(patched.text, kernel.target)) << patched.text;
    // No added line can be left out.
    const std::vector<std::string> all = lines_of(patched.text);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].find("; added by stretto audit") == std::string::npos) continue;
      std::string without;
      for (std::size_t k = 0; k < all.size(); ++k) without += k == i ? "" : all[k] + "\n";
      const assembly::Kernel less = assembly::read_kernel(without);
      EXPECT_FALSE(audit::audit(less, launch).proven()) << bug.stem << " without line " << i + 1;
    }
  }
}

TEST(CompiledBugs, NothingIsAddedToFixedOnes) {
  for (const CompiledBug& bug : compiled_bugs) {
    const std::string fixed = text_of(file(bug.stem, "fixed"));
    const audit::PatchedAssembly patched = audit::patch_assembly(fixed, "", launch_of(bug.stem), false);
    EXPECT_EQ(patched.text, fixed) << bug.stem;
    EXPECT_TRUE(patched.changes.empty()) << bug.stem;
  }
}

TEST(CompiledBugs, ThatNeedNoIterationsAreRightWithSome) {
  const Audited broken(file("34_zero_trips", "broken"), launch_with(8));
  EXPECT_EQ(broken.verdict(), "proven") << broken.text();
  EXPECT_EQ(broken.found.trips().period, 2);
}

TEST(CompiledBugs, AreAllFiles) {
  std::set<std::string> expected;
  for (const CompiledBug& bug : compiled_bugs) {
    for (const char* form : {"broken", "fixed"}) expected.insert(file(bug.stem, form).filename().string());
  }
  std::set<std::string> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".s") found.insert(entry.path().filename().string());
  }
  EXPECT_EQ(found, expected);
}

TEST(CompiledBugs, SayWhereTheyComeFrom) {
  for (const CompiledBug& bug : compiled_bugs) {
    const std::string broken = text_of(file(bug.stem, "broken"));
    const std::string fixed = text_of(file(bug.stem, "fixed"));
    EXPECT_TRUE(broken.starts_with("; ")) << bug.stem;
    EXPECT_EQ(broken.substr(0, broken.find('\n')), fixed.substr(0, fixed.find('\n'))) << bug.stem;
  }
}

}  // namespace
}  // namespace stretto::tool
