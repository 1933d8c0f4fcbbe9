// The interpreter confirms every program: the pipeline's own, and those for few iterations.
#include <gtest/gtest.h>

#include "loop/loaded_loop.hpp"
#include "weakened.hpp"

namespace stretto::tool {
namespace {

constexpr int trips = 8;
constexpr int seeds = 200;

/// Successive runs need more: the sums in tensor memory must be read before the next run writes them, and waves that
/// run one program must meet at the end of a run.
bool can_run_again(const PipelineRequest& request) { return request.target->multiplies == MmaKind::warpgroup; }

std::vector<PipelineRequest> all_requests() {
  std::vector<PipelineRequest> all;
  for (PipelineRequest request : shipped_pipelines()) {
    all.push_back(request);
    request.persistent = true;
    if (can_run_again(request)) all.push_back(request);
  }
  return all;
}

class Right : public testing::TestWithParam<PipelineRequest> {};

TEST_P(Right, ForEveryTripCountAndSeed) {
  const Pipeline pipe = make_pipeline(GetParam());
  ASSERT_EQ(pipe.verdict, Verdict::proven);
  EXPECT_EQ(pipelines::first_failure(pipe.program, trips, seeds), "");
  for (const WaveProgram& few : pipe.few) EXPECT_EQ(pipelines::first_failure(few, 0, seeds), "") << few.tiles;
}

INSTANTIATE_TEST_SUITE_P(All, Right, testing::ValuesIn(all_requests()), [](const auto& shipped) {
  return shipped.param.loop + "_" + short_name(*shipped.param.target) + "_" + name(shipped.param.type) +
         (shipped.param.groups > 1 ? "_groups" : "") + (shipped.param.persistent ? "_persistent" : "");
});

}  // namespace
}  // namespace stretto::tool
