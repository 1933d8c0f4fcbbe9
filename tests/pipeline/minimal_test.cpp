// Every wait, await, arrival and barrier is needed: if one is removed, leaves one more operation pending, or has the
// other parity, the verifier rejects the program and the interpreter finds a failing run.
#include <gtest/gtest.h>

#include <stretto/gpu/h100.hpp>

#include "loop/loaded_loop.hpp"
#include "weakened.hpp"

namespace stretto::tool {
namespace {

/// If two rings have the same producer and consumer, the deeper one's slots are free whenever the other's are; only its
/// phases need the await.
bool implied_by_another_ring(const pipelines::Weakened& weak, const Verification& found) {
  for (const Hazard& hazard : found.hazards) {
    if (hazard.kind != HazardKind::progress) return false;
  }
  return weak.what.find("(await empty") != std::string::npos && weak.what.find("dropped") != std::string::npos;
}

class Minimal : public testing::TestWithParam<PipelineRequest> {};

TEST_P(Minimal, EveryStepOfSynchronisationIsNeeded) {
  const Pipeline pipe = make_pipeline(GetParam());
  int looked_at = 0;
  const auto expect_needed = [&](const WaveProgram& program) {
    for (const pipelines::Weakened& weak : pipelines::weakenings(program)) {
      ++looked_at;
      const Verification found = verify(weak.program);
      const bool rejected = found.verdict != Verdict::proven;
      if (!rejected && pipelines::only_for_the_next_run(weak)) continue;
      EXPECT_TRUE(rejected) << weak.what;
      const bool wrong = pipelines::goes_wrong(weak.program, 10, 500);
      EXPECT_TRUE(wrong || implied_by_another_ring(weak, found)) << weak.what;
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
    if (request.target == &targets::h100 || request.type != DataType::bf16) continue;
    // Passing the turn tells the next group about everything that the previous group has awaited.
    if (request.groups > 1) continue;
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
