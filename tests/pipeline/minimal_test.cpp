// No wait, await, arrival or barrier is idle: without any one of them, or with one more operation left pending, or with
// the other parity, the verifier rejects the program and the interpreter finds a run that goes wrong.
#include <gtest/gtest.h>

#include <stretto/targets/h200.hpp>

#include "pipeline_catalog.hpp"
#include "weakened.hpp"

namespace stretto::tool {
namespace {

class Minimal : public testing::TestWithParam<PipelineRequest> {};

TEST_P(Minimal, EveryStepOfSynchronisationIsNeeded) {
  const Pipeline pipe = make_pipeline(GetParam());
  int looked_at = 0;
  const auto expect_needed = [&](const WaveProgram& program) {
    for (const pipelines::Weakened& weak : pipelines::weakenings(program)) {
      ++looked_at;
      const bool rejected = verify(weak.program).verdict != Verdict::proven;
      if (!rejected && !program.persistent && pipelines::only_for_the_next_run(weak)) continue;
      EXPECT_TRUE(rejected) << weak.what;
      EXPECT_TRUE(pipelines::goes_wrong(weak.program, 8, 200)) << weak.what;
    }
  };
  expect_needed(pipe.program);
  for (const WaveProgram& few : pipe.few) expect_needed(few);
  EXPECT_GE(looked_at, 4);
}

std::vector<PipelineRequest> different_programs() {
  std::vector<PipelineRequest> all;
  for (PipelineRequest request : shipped_pipelines()) {
    // H100 has H200's figures, and fp8 the programs of bf16.
    if (request.target == &targets::h100 || request.type != NumberType::bf16) continue;
    all.push_back(request);
    request.persistent = true;
    if (request.target == &targets::h200) all.push_back(request);
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, Minimal, testing::ValuesIn(different_programs()), [](const auto& shipped) {
  return shipped.param.loop + "_" + short_name(*shipped.param.target) + (shipped.param.persistent ? "_persistent" : "");
});

}  // namespace
}  // namespace stretto::tool
