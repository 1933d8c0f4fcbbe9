// Each bug of docs/public_bugs.md: the broken program is refuted for the stated cause, the fixed one is proven, and
// the page shows the counterexample.
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "judged.hpp"
#include "program/execute_program.hpp"

namespace stretto::tool {
namespace {

/// What refutes the broken program. The words are the two steps, or the step and its role, in the order of the
/// sentence.
struct PublicBug {
  const char* stem;
  HazardKind kind;
  const char* second;
  const char* first;
};

constexpr PublicBug public_bugs[] = {
    {"01_barrier_before_reads_drain", HazardKind::anti, "kernel[2] ds_write tile", "kernel[5] ds_read fragment"},
    {"02_leader_reads_before_trailer_waits", HazardKind::flow, "ds_read K and V of leader", "of trailer has written"},
    {"03_epilogue_read_moved_up", HazardKind::flow, "epilogue[1] ds_read A", "kernel[0] buffer_load A"},
    {"04_refill_before_reads_land", HazardKind::anti, "kernel[4] buffer_load A", "kernel[2] ds_read A"},
    {"05_next_tile_over_reads", HazardKind::anti, "kernel[0] buffer_load tile", "kernel[3] ds_read tile"},
    {"06_barrier_waits_for_other_counter", HazardKind::anti, "kernel[0] buffer_load tile", "kernel[3] ds_read half 0"},
    {"07_three_buffers_no_barrier", HazardKind::anti, "kernel[0] buffer_load tile", "kernel[3] ds_read tile"},
    {"08_steady_counts_in_the_tail", HazardKind::flow, "epilogue[2] ds_read tile", "prologue[1] buffer_load tile"},
    {"09_count_of_another_path", HazardKind::flow, "epilogue[6] mfma with fragment 0", "epilogue[2] ds_read 0"},
    {"10_tree_reduction", HazardKind::anti, "write the partial sum", "add the partial sums"},
    {"11_partial_vmcnt", HazardKind::flow, "kernel[5] ds_read B", "kernel[1] buffer_load B"},
    {"12_groups_are_not_tiles", HazardKind::flow, "kernel[4] mma C", "cp_async B"},
    {"13_four_stages_three_buffers", HazardKind::anti, "kernel[2] cp_async tile", "kernel[3] mma C"},
    {"14_wait_in_a_later_cluster", HazardKind::anti, "kernel[4] cp_async tile", "kernel[3] wgmma C"},
    {"15_parity_of_the_ring", HazardKind::progress, "await mask full of consumer", "waits forever"},
    {"16_phase_restarts_with_the_tile", HazardKind::content, "wgmma C of consumer reads K tile 0", "K tile 1 is due"},
    {"17_no_loop_back_barrier", HazardKind::anti, "write A of warpgroup 0", "wgmma C of warpgroup 1"},
    {"18_read_before_its_wait", HazardKind::flow, "consume scale", "kernel[1] cp_async tile"},
    {"19_no_proxy_fence", HazardKind::fence, "wgmma C", "consume st.shared A"},
    {"20_tail_never_toggles", HazardKind::progress, "epilogue[0] await bias full of consumer", "waits forever"},
    {"21_one_rendezvous_for_three_slots", HazardKind::progress, "arrive rendezvous of follower", "leader has passed"},
    {"22_arrive_laps_sync", HazardKind::progress, "arrive ready of softmax", "barrier ready of multiply"},
    {"23_empty_tile_arrives_without_waiting", HazardKind::progress, "arrive empty[0] of consumer with an empty tile",
     "arrive empty[0] of consumer, "},
    {"24_mailbox_without_acknowledgement", HazardKind::anti, "write the next tile of scheduler", "take the tile of"},
    {"25_store_ring_restarts", HazardKind::anti, "kernel[2] consume st.shared", "kernel[5] tma_store D"},
    {"26_copies_not_drained", HazardKind::output, "epilogue[0] consume C to shared memory", "kernel[0] cp_async tile"},
    {"27_bulk_load_over_generic_reads", HazardKind::fence, "tma_load scales of producer",
     "ld.shared scales of consumer"},
    {"28_fence_behind_the_barrier", HazardKind::fence, "tma_store D of storing warp", "st.shared of other warps"},
    {"29_roles_disagree_on_trips", HazardKind::progress, "await full[0] of consumer", "waits forever"},
    {"30_epilogue_without_barrier", HazardKind::flow, "shared to global memory", "O to shared memory"},
    {"31_tensor_map_rewritten", HazardKind::anti, "rewrite the tensor map", "epilogue[4] tma_store D"},
    {"32_no_fence_after_init", HazardKind::uninitialised, "tma_load Q of producer", "setup[0] init Q full"},
    {"33_prefetches_in_the_epilogue", HazardKind::flow, "epilogue[1] ds_read A", "kernel[0] buffer_load A"},
    {"34_zero_trips", HazardKind::flow, "epilogue[0] ds_read A", "prologue[0] buffer_load A"},
    {"35_wait_behind_the_barrier", HazardKind::flow, "kernel[3] ds_read tile", "kernel[0] buffer_load tile"},
};

std::string path_of(const PublicBug& bug, const char* kind) {
  return std::string("tests/public_bugs/") + bug.stem + "." + kind + ".json";
}

std::string whole_file(const std::string& path) {
  const std::ifstream file(std::string(STRETTO_SOURCE_DIR) + "/" + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The hazard that the table names; null: there is none.
const Hazard* named_hazard(const Judged& broken, const PublicBug& bug) {
  for (const Hazard& hazard : broken.verification.hazards) {
    if (hazard.kind != bug.kind) continue;
    const std::string sentence = broken.sentence(hazard);
    const std::size_t second = sentence.find(bug.second);
    if (second != std::string::npos && sentence.find(bug.first, second) != std::string::npos) return &hazard;
  }
  return nullptr;
}

class PublicBugs : public ::testing::TestWithParam<PublicBug> {};

TEST_P(PublicBugs, BrokenIsRefutedForItsCause) {
  const Judged broken = judged(path_of(GetParam(), "broken"));
  ASSERT_EQ(broken.verification.verdict, Verdict::race);
  const Hazard* named = named_hazard(broken, GetParam());
  std::string found;
  for (const Hazard& hazard : broken.verification.hazards) found += broken.story(hazard);
  ASSERT_NE(named, nullptr) << found;
  EXPECT_NE(broken.story(*named).find("\n  missing: "), std::string::npos) << broken.story(*named);
  EXPECT_NE(whole_file("docs/public_bugs.md").find(broken.sentence(*named)), std::string::npos)
      << "docs/public_bugs.md does not show: " << broken.sentence(*named);
}

TEST_P(PublicBugs, FixedIsProven) {
  const Judged fixed = judged(path_of(GetParam(), "fixed"));
  std::string found;
  for (const Hazard& hazard : fixed.verification.hazards) found += fixed.story(hazard);
  EXPECT_EQ(fixed.verification.verdict, Verdict::proven) << found;
}

/// The interpreter shares no code with the verifier.
TEST_P(PublicBugs, ExecutionsAgree) {
  const std::vector<int> trips = {0, 1, 2, 3, 4, 5, 6, 7};
  constexpr long seeds = 300;
  const ProgramExecution fixed = execute_program(judged(path_of(GetParam(), "fixed")).file, trips, seeds / 10);
  EXPECT_TRUE(fixed.right) << fixed.text;
  const ProgramExecution broken = execute_program(judged(path_of(GetParam(), "broken")).file, trips, seeds);
  EXPECT_FALSE(broken.right) << broken.text;
}

TEST_P(PublicBugs, FilesSayWhereTheBugIsFrom) {
  for (const char* kind : {"broken", "fixed"}) {
    EXPECT_EQ(whole_file(path_of(GetParam(), kind)).substr(0, 3), "// ") << kind;
  }
}

INSTANTIATE_TEST_SUITE_P(All, PublicBugs, ::testing::ValuesIn(public_bugs),
                         [](const auto& chosen) { return std::string("bug_") + chosen.param.stem; });

TEST(PublicBugs, EveryFileIsInTheTable) {
  std::set<std::string> known;
  for (const PublicBug& bug : public_bugs) {
    for (const char* kind : {"broken", "fixed"}) known.insert(path_of(bug, kind));
  }
  std::set<std::string> there;
  const std::string folder = "tests/public_bugs";
  for (const auto& file : std::filesystem::directory_iterator(std::string(STRETTO_SOURCE_DIR) + "/" + folder)) {
    if (file.path().extension() == ".json") there.insert(folder + "/" + file.path().filename().string());
  }
  EXPECT_EQ(there, known);
}

}  // namespace
}  // namespace stretto::tool
