// Counterexamples of programs with phases and several runs: which wait is too loose, which parity is stale, and where
// the roles are blocked when one waits forever.
#include <string>

#include <gtest/gtest.h>

#include <stretto/stretto.hpp>

namespace stretto {
namespace story_tests {  // not anonymous: the indices must not reach other files of the unit
namespace {

using namespace indices;

/// A ring of two slots with one producer and one consumer, and its possible mistakes.
struct StoryRing {
  bool persistent = false;
  int producer_flip = 1;
  bool restarts = false;  // slots and parities count with k
  int extra_trips = 0;    // of the consumer
  int left_pending = 0;   // groups that the consumer's wait leaves

  [[nodiscard]] constexpr WaveProgram program() const {
    using namespace steps;
    const Advance n = restarts ? k : i;
    WaveProgramBuilder out;
    out.program.persistent = persistent;
    out.program.min_trips = 1;
    out.program.tiles = extra_trips;
    const auto tile = out.shared("tile", 2, 64);
    const auto full = out.mbarrier("full", 2, 1);
    const auto empty = out.mbarrier("empty", 2, 1);
    out.role("producer")
        .kernel(await(empty[n], n / 2 + producer_flip), arrive(full[n]).expects(64),
                fetch(i).writes(tile[n]).signals(full[n], 64));
    auto consumer = out.role("consumer").extra_trips(extra_trips);
    consumer.kernel(await(full[n], n / 2), accumulate().in(Counter::mma).reads(tile[n]),
                    wait(Counter::mma, left_pending), arrive(empty[n]));
    consumer.epilogue(wait(Counter::mma));
    return out.program;
  }
};
static_assert(verify(StoryRing{}.program()).proven());
static_assert(verify(StoryRing{.persistent = true}.program()).proven());

const Hazard* hazard_of(const Verification& found, HazardKind kind) {
  for (const Hazard& hazard : found.hazards) {
    if (hazard.kind == kind) return &hazard;
  }
  return nullptr;
}

bool says(const WaveProgram& program, const Hazard& hazard, const std::string& words) {
  const std::string story = explain(StepNames(program), program, hazard).c_str();
  const bool said = story.find(words) != std::string::npos;
  if (!said) ADD_FAILURE() << "no \"" << words << "\" in\n" << story;
  return said;
}

TEST(Story, NamesTheWaitThatIsTooLoose) {
  const WaveProgram program = StoryRing{.left_pending = 1}.program();
  const Verification found = verify(program);
  const Hazard* anti = hazard_of(found, HazardKind::anti);
  ASSERT_NE(anti, nullptr);
  const Counterexample example = counterexample(program, *anti);
  EXPECT_EQ(example.missing, Missing::wait);
  EXPECT_EQ(example.count, 0);
  EXPECT_EQ(example.place.index, 3) << "the arrival that frees the slot";
  says(program, *anti, "kernel[2] wait mma 1: passes with that still in flight, 0 newer");
  says(program, *anti, "missing: wait_mma(0) or less in consumer before kernel[3] arrive empty[0]");
}

TEST(Story, NamesTheParityThatIsStale) {
  const WaveProgram program = StoryRing{.persistent = true, .restarts = true}.program();
  const Verification found = verify(program);
  const Hazard* content = hazard_of(found, HazardKind::content);
  ASSERT_NE(content, nullptr);
  const Counterexample example = counterexample(program, *content);
  EXPECT_EQ(example.missing, Missing::parity);
  ASSERT_EQ(example.runs.size(), 2);
  says(program, *content, "with 2 tiles of 1 trip");
  says(
      program, *content,
      "consumer          tile 1, trip 0 kernel[0] await full[0]: passes at once: it waits for parity 0, which has been "
      "complete since tile 0, trip 0");
}

/// The steps at which the roles are blocked when one of them waits forever; empty: none does.
Vector<Standing> standings_of(const WaveProgram& program, const std::string& words) {
  for (const Hazard& hazard : verify(program).hazards) {
    if (hazard.kind != HazardKind::progress || hazard.first.present()) continue;
    says(program, hazard, words);
    return counterexample(program, hazard).standings;
  }
  return {};
}

TEST(Story, SaysThatNobodyArrivesAnyMore) {
  const Vector<Standing> standings = standings_of(
      StoryRing{.extra_trips = 1}.program(),
      "missing: an arrival for kernel[0] await full[1] of consumer: consumer makes 1 trip more than producer");
  ASSERT_EQ(standings.size(), 2);
  EXPECT_FALSE(standings[0].waits());
  EXPECT_EQ(standings[1].cause, WaitCause::nobody);
}

TEST(Story, SaysWhoWaitsForWhom) {
  const Vector<Standing> standings =
      standings_of(StoryRing{.producer_flip = 0}.program(),
                   "the next arrival there is kernel[1] arrive full[0] of producer, which is blocked as well");
  ASSERT_EQ(standings.size(), 2);
  for (const Standing& standing : standings) EXPECT_EQ(standing.cause, WaitCause::role);
  EXPECT_EQ(standings[0].other.role, 1);
  EXPECT_EQ(standings[1].other.role, 0);
}

TEST(Story, SaysThatAPhaseIsOver) {
  using namespace steps;
  WaveProgramBuilder out;
  out.program.min_trips = 2;  // so that the phase that the watcher means is over
  const auto done = out.mbarrier("done", 1, 1);
  out.role("worker").kernel(consume(), arrive(done));
  out.role("watcher").kernel(accumulate()).epilogue(await(done, constant(0) / 1));
  const Vector<Standing> standings = standings_of(out.program, "the phase that it waits for is over");
  ASSERT_EQ(standings.size(), 2);
  EXPECT_EQ(standings[1].cause, WaitCause::too_late);
}

/// cp.async into a ring of two: A and B of a K tile are one group, which B commits. One tile is in flight ahead.
constexpr WaveProgram copies(int left_pending) {
  using namespace steps;
  WaveProgramBuilder out;
  out.program.tiles = 1;
  const auto a = out.shared("A", 2);
  const auto b = out.shared("B", 2);
  auto wave = out.role("wave", 2);
  wave.prologue(fetch().writes(a[i]).in(Counter::copy, 0), fetch().writes(b[i]).in(Counter::copy));
  wave.kernel(fetch(i + 1).writes(a[i + 1]).in(Counter::copy, 0), fetch(i + 1).writes(b[i + 1]).in(Counter::copy),
              wait(Counter::copy, left_pending), barrier(), accumulate().reads(a[i]).reads(b[i]), barrier());
  wave.epilogue(wait(Counter::copy), barrier(), accumulate().reads(a[i]).reads(b[i]));
  return out.program;
}
static_assert(verify(copies(1)).proven());

TEST(Story, CountsTheGroupOfAStepThatDoesNotCommit) {
  const WaveProgram program = copies(2);
  const Verification found = verify(program);
  ASSERT_EQ(found.verdict, Verdict::race);
  // A and B of tile 0 are one group, and only the group of tile 1 is newer.
  for (const Hazard& hazard : found.hazards) {
    const Counterexample example = counterexample(program, hazard);
    EXPECT_EQ(example.missing, Missing::wait);
    EXPECT_EQ(example.count, 1);
    says(program, hazard, "wait copy 2: passes with that still in flight, 1 newer");
  }
}

TEST(Story, SaysThatAGroupIsNotCommitted) {
  using namespace steps;
  WaveProgramBuilder out;
  const auto a = out.shared("A");
  out.role("wave").kernel(fetch().writes(a).in(Counter::copy, 0), wait(Counter::copy, 0), accumulate().reads(a));
  const Verification found = verify(out.program);
  const Hazard* flow = hazard_of(found, HazardKind::flow);
  ASSERT_NE(flow, nullptr);
  EXPECT_EQ(counterexample(out.program, *flow).count, -1);
  says(out.program, *flow, "wait copy 0: passes with that still in flight: its group is not committed yet");
  says(out.program, *flow, "missing: a commit of the group of kernel[0] fetch, and then wait_copy(0)");
}

TEST(Story, WaitThatWaitsForTheStepIsNotTold) {
  // A proxy fence is missing; the wait for the copy is right.
  using namespace steps;
  WaveProgramBuilder out;
  out.program.min_trips = 1;
  const auto tile = out.shared("tile");
  auto wave = out.role("wave");
  wave.kernel(fetch().writes(tile).in(Counter::copy), wait(Counter::copy, 0), accumulate().in(Counter::mma).reads(tile),
              wait(Counter::mma, 0));
  const Verification found = verify(out.program);
  const Hazard* fence = hazard_of(found, HazardKind::fence);
  ASSERT_NE(fence, nullptr);
  for (const Event& event : counterexample(out.program, *fence).events) EXPECT_NE(event.kind, EventKind::leaves);
}

TEST(Story, AScalarLoadIsWaitedForInLgkm) {
  using namespace steps;
  WaveProgramBuilder out;
  const auto scale = out.registers("scale");
  const auto other = out.registers("other");
  out.role("wave").kernel(fetch().writes(scale).in(Counter::scalar), fetch().writes(other).in(Counter::scalar),
                          wait(Counter::lgkm, 1), accumulate().reads(scale), wait(Counter::lgkm, 0));
  const Verification found = verify(out.program);
  const Hazard* flow = hazard_of(found, HazardKind::flow);
  ASSERT_NE(flow, nullptr);
  says(out.program, *flow, "missing: wait_lgkm(0) or less in wave 0 before kernel[3] consume");
}

/// The ring with another number of arrivals, or with loads that deliver other bytes than are expected.
void expect_budget(int arrivals, int bytes, Missing missing, const std::string& words) {
  WaveProgram program = StoryRing{}.program();
  program.phase_barriers[1].arrivals = arrivals;
  program.roles[0].steps.kernel[1].phase_barrier.bytes = bytes;
  const Verification found = verify(program);
  const Hazard* progress = hazard_of(found, HazardKind::progress);
  ASSERT_NE(progress, nullptr);
  EXPECT_EQ(counterexample(program, *progress).missing, missing);
  says(program, *progress, words);
}

TEST(Story, ComparesExpectedBytesWithThoseOfLoads) {
  expect_budget(1, 32, Missing::bytes, "expect 32 bytes per phase, but loads deliver 64");
  expect_budget(1, 128, Missing::bytes, "expect 128 bytes per phase, but loads deliver 64");
}

TEST(Story, ComparesArrivalsWithTheirCount) {
  expect_budget(2, 64, Missing::arrivals, "a phase of empty needs 2 arrivals, but 1 wave arrives");
  expect_budget(2, 64, Missing::arrivals, "1 of 2 arrivals have come");
}

TEST(Story, TellsOfAnotherWaveThanTheOneThatStores) {
  using namespace steps;
  WaveProgramBuilder out;
  out.program.persistent = true;
  out.program.min_trips = 1;
  const auto staging = out.shared("staging");
  const auto warps = out.named_barrier("warps", 2);
  auto role = out.role("warpgroup", 2);
  role.kernel(accumulate());
  // The wait is after the barrier, so only the storing wave knows.
  role.epilogue(barrier(warps), wait(Counter::store), consume().writes(staging), fence(), barrier(warps),
                consume().in(Counter::store).with(staging, AccessMode::read, 0, false, 1U));
  role.teardown(wait(Counter::stored));
  const Verification found = verify(out.program);
  const Hazard* anti = hazard_of(found, HazardKind::anti);
  ASSERT_NE(anti, nullptr);
  const Counterexample example = counterexample(out.program, *anti);
  EXPECT_EQ(example.first_wave, 0);
  EXPECT_EQ(example.second_wave, 1);
  says(out.program, *anti, "missing: wait_store(0) or less in wave 0 before epilogue[0] barrier warps");
}

TEST(Story, SumNeedsItsWait) {
  using namespace steps;
  for (const bool waits : {true, false}) {
    WaveProgramBuilder out;
    out.program.persistent = true;
    const auto tile = out.shared("tile");
    const auto sum = out.registers("C");
    auto wave = out.role("wave");
    wave.kernel(consume().writes(tile), fence(), accumulate().in(Counter::mma).reads(tile).into(sum));
    wave.kernel(wait(Counter::mma, waits ? 0 : 1));
    wave.epilogue(consume().reads_any(sum), wait(Counter::mma));
    out.program.min_trips = 1;
    EXPECT_EQ(verify(out.program).proven(), waits) << waits;
  }
}

TEST(Story, TellsOfSetupAndOfTheEndOfAStore) {
  using namespace steps;
  WaveProgramBuilder out;
  out.program.persistent = true;
  out.program.min_trips = 1;
  const auto map = out.buffer({.name = "map", .space = Space::global});
  const auto data = out.shared("data");
  auto wave = out.role("wave");
  wave.setup(consume(constant(0)).writes(data), fence());
  wave.kernel(accumulate());
  wave.epilogue(wait(Counter::store), consume().writes(map), fence(),
                consume().in(Counter::store).reads_any(data).reads_any(map));
  wave.teardown(wait(Counter::stored));
  const Verification found = verify(out.program);
  const Hazard* anti = hazard_of(found, HazardKind::anti);
  ASSERT_NE(anti, nullptr);
  says(out.program, *anti, "missing: wait_stored(0) or less in wave 0 before epilogue[1] consume");
  says(out.program, *anti, "tile 0 epilogue[3] consume: begins");
}

}  // namespace
}  // namespace story_tests
}  // namespace stretto
