// The verifier on programs with phase barriers: rings that are right, and each single thing that can be wrong in one.
#include <gtest/gtest.h>

#include <stretto/debug/explain.hpp>
#include <stretto/verify/verify.hpp>

#include <string>

#include "phase_programs.hpp"

namespace stretto {
namespace {

using phased::HopperRing;

class RingOf : public testing::TestWithParam<int> {};

TEST_P(RingOf, IsProven) {
  EXPECT_EQ(verify(HopperRing{.slots = GetParam()}.program()).verdict, Verdict::proven);
  EXPECT_EQ(verify(HopperRing{.slots = GetParam(), .persistent = true}.program()).verdict, Verdict::proven);
  // The state repeats when slots and parities are where they were.
  const Verification found = verify(HopperRing{.slots = GetParam()}.program());
  EXPECT_EQ((found.trips_explored - found.repeats_from) % (2 * GetParam()), 0);
}

INSTANTIATE_TEST_SUITE_P(Slots, RingOf, testing::Values(2, 3, 4, 5, 6));

struct Broken {
  const char* name;
  HopperRing ring;
  HazardKind kind;
};

class BrokenRing : public testing::TestWithParam<Broken> {};

TEST_P(BrokenRing, IsRejected) {
  const WaveProgram program = GetParam().ring.program();
  const Verification found = verify(program);
  ASSERT_EQ(found.verdict, Verdict::race);
  bool of_kind = false;
  for (const Hazard& hazard : found.hazards) of_kind = of_kind || hazard.kind == GetParam().kind;
  EXPECT_TRUE(of_kind) << name(found.hazards[0].kind);
  // Every hazard can be told.
  const StepNames names(program);
  for (const Hazard& hazard : found.hazards) {
    Text story = explain(names, program, hazard);
    EXPECT_GT(story.size(), 20) << story.c_str();
  }
}

INSTANTIATE_TEST_SUITE_P(
    One, BrokenRing,
    testing::Values(Broken{"one_slot_for_two_groups", {.slots = 1}, HazardKind::progress},
                    Broken{"released_a_group_early", {.left_pending = 2}, HazardKind::anti},
                    Broken{"producer_waits_for_the_wrong_parity", {.empty_flip = 0}, HazardKind::progress},
                    Broken{"consumer_waits_for_the_wrong_parity", {.full_flip = 1}, HazardKind::progress},
                    Broken{"one_arrival_too_few", {.empty_arrivals = 1}, HazardKind::progress},
                    Broken{"one_arrival_too_many", {.empty_arrivals = 3}, HazardKind::progress},
                    Broken{"fewer_bytes_expected", {.expected_bytes = 256}, HazardKind::progress},
                    Broken{"more_bytes_expected", {.expected_bytes = 1024}, HazardKind::progress},
                    Broken{"slot_not_awaited", {.wait_for_empty = false}, HazardKind::anti},
                    Broken{"tile_not_awaited", {.wait_for_full = false}, HazardKind::flow},
                    Broken{"slot_never_released", {.release = false}, HazardKind::progress},
                    Broken{"producer_one_trip_short", {.extra_trips = 0}, HazardKind::progress},
                    Broken{"phase_not_carried_over", {.persistent = true, .extra_trips = 2}, HazardKind::progress},
                    Broken{"wrong_slot_released", {.released_slot = 1}, HazardKind::progress}),
    [](const auto& chosen) { return std::string(chosen.param.name); });

TEST(PhaseCounterexample, NamesTheSignalThatIsMissing) {
  const WaveProgram program = HopperRing{.wait_for_full = false}.program();
  const Verification found = verify(program);
  const Hazard* flow = nullptr;
  for (const Hazard& hazard : found.hazards) {
    if (hazard.kind == HazardKind::flow && flow == nullptr) flow = &hazard;
  }
  ASSERT_NE(flow, nullptr);
  const Counterexample example = counterexample(program, *flow);
  EXPECT_EQ(example.missing, Missing::signal);
  // The consumer may multiply before the producer has done anything.
  EXPECT_EQ(example.steps, 2);
  Text story = explain(StepNames(program), program, *flow);
  EXPECT_NE(std::string(story.c_str()).find("missing: a signal from wave 0 (producer)"), std::string::npos)
      << story.c_str();
}

TEST(PhaseCounterexample, CountsTheStepsThatMustHaveHappened) {
  const WaveProgram program = HopperRing{.left_pending = 2}.program();
  const Verification found = verify(program);
  ASSERT_EQ(found.hazards[0].kind, HazardKind::anti);
  const Counterexample example = counterexample(program, found.hazards[0]);
  // The consumer's waves up to the release of the slot, the producer up to the load that overwrites it.
  EXPECT_GT(example.steps, 10);
  EXPECT_LT(example.steps, 40);
  ASSERT_FALSE(example.events.empty());
  EXPECT_EQ(example.events[0].kind, EventKind::issues);
}

constexpr bool proven_in_a_constant() {
  phased::Writer writer;
  const int tile = writer.buffer("tile", Space::shared, 1);
  const int producer = writer.agent("producer", 1);
  const int consumer = writer.agent("consumer", 1);
  const int full = writer.barrier("full", PhaseBarrierKind::mbarrier, 1, 1);
  const int empty = writer.barrier("empty", PhaseBarrierKind::mbarrier, 1, 1);
  writer.put(producer, Phase::kernel, Action::await).phase_barrier = {empty, 0, 1, 1, 0};
  writer.put(producer, Phase::kernel, Action::arrive).phase_barrier = {full, 0, 1, 0, 16};
  Step& load = writer.put(producer, Phase::kernel, Action::fetch, Counter::bytes, {phased::write(tile, 0, 1)});
  load.tile_step = 1;
  load.phase_barrier = {full, 0, 1, 0, 16};
  writer.put(consumer, Phase::kernel, Action::await).phase_barrier = {full, 0, 1, 0, 0};
  writer.put(consumer, Phase::kernel, Action::consume, Counter::none, {phased::read(tile, 0, 1)}).accumulator = 0;
  writer.put(consumer, Phase::kernel, Action::arrive).phase_barrier = {empty, 0, 1, 0, 0};
  writer.program.accumulators = 1;
  writer.program.tiles_per_trip = 1;
  return verify(writer.program).proven();
}
static_assert(proven_in_a_constant());

}  // namespace
}  // namespace stretto
