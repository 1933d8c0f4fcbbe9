// Each pair of the table in docs/program_files.md: the right program is proven and executes correctly, the wrong one is
// refuted for the stated cause.
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "../judged_pair.hpp"

namespace stretto::tool {
namespace {

constexpr const char* folder = "tests/program_files/";

constexpr ProgramPair program_pairs[] = {
    {"setup", "progress", "arrive empty[1] of consumer", "producer has passed its wait"},
    {"restarting_phases", "content", "kernel[1] wgmma C of consumer", "A[0]"},
    {"trips", "progress", "kernel[0] await full[0] of consumer", ""},
    {"proxy_fence", "fence", "kernel[3] wgmma C", "kernel[0] consume st.shared A"},
    {"fence_after_reads", "fence", "kernel[3] tma_load A of producer", "kernel[1] consume ld.shared A of consumer"},
    {"init_fence", "uninitialised", "kernel[3] arrive empty[0] of consumer", "setup[2] init empty of producer"},
    {"init_fence_and_data", "fence", "kernel[1] wgmma C of consumer", "setup[0] consume st.shared Q of consumer"},
    {"named_barriers", "anti", "kernel[1] consume write of writer", "kernel[2] consume read of reader"},
    {"cluster_barrier", "uninitialised", "kernel[2] arrive ready of peer", "setup[1] init ready of owner"},
    {"cluster_exit", "gone", "kernel[2] arrive free of owner", ""},
    {"multicast", "gone", "kernel[4] arrive empty 1[0] of consumer 0", ""},
    {"workgroup_barriers", "anti", "kernel[0] consume write of right", "kernel[2] consume read of right"},
    {"staging_halves", "anti", "epilogue[5] consume st.shared half 1", "epilogue[7] tma_store half 1"},
    {"store_written", "flow", "kernel[4] consume ld.global", "kernel[2] tma_store result"},
    {"tensor_map", "anti", "epilogue[1] consume tensormap.replace", "epilogue[4] tma_store D"},
    {"overlapping_buffers", "anti", "kernel[2] tma_load A of producer", "epilogue[2] tma_store C of consumer"},
    {"rewritten_in_place", "fence", "kernel[3] wgmma C", "kernel[2] move stmatrix, transposed"},
    {"scalar_loads", "flow", "kernel[6] consume use fragment", "kernel[3] ds_read fragment"},
    {"draining_barriers", "flow", "kernel[3] ds_read fragment", "kernel[1] ds_write tile"},
    {"setmaxnreg", "progress", "setup[1] setmaxnreg 240 of consumer 0", ""},
    {"wgmma_fence", "fence", "kernel[3] wgmma O += P*V", "kernel[2] move rescale O"},
    {"registers_in_place", "anti", "kernel[1] wgmma S = Q*K", "kernel[5] wgmma O += P*V"},
    {"promotion", "flow", "kernel[2] consume promote of consumer", "kernel[1] wgmma T = A*A"},
    {"asynchronous_arrival", "flow", "kernel[1] consume use A of consumer", "kernel[1] cp_async A of producer"},
    {"tensor_memory", "flow", "epilogue[1] consume tcgen05.ld C of store", "kernel[1] tcgen05_mma C of multiply"},
    {"alternating_sums", "content", "epilogue[1] consume tcgen05.ld C of store", "C[0]"},
    {"peeled_multiplication", "content", "epilogue[0] consume store C of consumer", "C"},
};

class ProgramFiles : public ::testing::TestWithParam<ProgramPair> {
 protected:
  static Judged read(const char* kind) { return judged(folder + std::string(GetParam().stem) + "." + kind + ".json"); }
};

TEST_P(ProgramFiles, WrongIsRefutedForItsCause) { expect_refuted(read("wrong"), GetParam()); }

TEST_P(ProgramFiles, RightIsProven) {
  const Judged right = read("right");
  expect_proven(right);
  EXPECT_TRUE(right.file.unread_sums.empty());
}

TEST_P(ProgramFiles, ExecutionsAgree) { expect_executions_agree(read("right"), read("wrong")); }

INSTANTIATE_TEST_SUITE_P(All, ProgramFiles, ::testing::ValuesIn(program_pairs),
                         [](const auto& chosen) { return std::string(chosen.param.stem); });

TEST(ProgramFiles, AreAllInTheTables) {
  std::set<std::string> known;
  for (const ProgramPair& pair : program_pairs) {
    for (const char* kind : {".right.json", ".wrong.json"}) known.insert(std::string(pair.stem) + kind);
  }
  const std::string root = std::string(STRETTO_SOURCE_DIR) + "/";
  const std::ifstream file(root + "docs/program_files.md");
  std::ostringstream page;
  page << file.rdbuf();
  std::set<std::string> there;
  for (const auto& entry : std::filesystem::directory_iterator(root + folder)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".json") continue;
    there.insert(name);
    EXPECT_NE(page.str().find("](../" + std::string(folder) + name + ")"), std::string::npos) << name;
  }
  EXPECT_EQ(there, known);
}

}  // namespace
}  // namespace stretto::tool
