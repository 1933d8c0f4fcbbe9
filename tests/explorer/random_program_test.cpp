// The random programs are small; many are safe and many are not, for various reasons.
#include "random_program.hpp"

#include <map>

#include <gtest/gtest.h>

#include "explorer.hpp"

namespace stretto::explorer {
namespace {

constexpr int programs = 300;
constexpr std::size_t most_states = 1'000'000;

TEST(RandomProgram, SafeAndUnsafeOnesAreWellMixed) {
  std::map<Outcome, int> found;
  std::map<int, int> first_wrong;  // trips -> programs
  for (int seed = 0; seed < programs; ++seed) {
    const RandomProgram random = random_program(static_cast<std::uint64_t>(seed));
    const SmallTrips any_time = explore_small_trips(random.program, 2, most_states);
    ++found[any_time.outcome];
    if (any_time.outcome == Outcome::wrong) ++first_wrong[any_time.trips];
    // Landing only when waited for is the worst case.
    const SmallTrips waited_for = explore_small_trips(random.program, 2, most_states, Landings::when_waited_for);
    EXPECT_EQ(any_time.outcome, waited_for.outcome) << "seed " << seed << "\n" << describe(random.program);
    EXPECT_EQ(any_time.trips, waited_for.trips) << "seed " << seed << "\n" << describe(random.program);
    EXPECT_EQ(any_time.steps, waited_for.steps) << "seed " << seed << "\n" << describe(random.program);
    if (random.changes == 0 && !random.staggered) {
      EXPECT_EQ(any_time.outcome, Outcome::safe) << "seed " << seed << "\n" << describe(random.program);
    }
  }
  EXPECT_EQ(found[Outcome::too_many_states], 0);
  EXPECT_GE(found[Outcome::safe], programs * 30 / 100);
  EXPECT_LE(found[Outcome::safe], programs * 60 / 100);
  EXPECT_GE(found[Outcome::wrong], programs * 20 / 100);
  EXPECT_GE(found[Outcome::deadlock], 1);
  for (const int trips : {0, 1, 2}) EXPECT_GE(first_wrong[trips], 1) << trips;
}

TEST(RandomProgram, SafetyOftenHangsOnTheHardware) {
  const auto safe = [](const WaveProgram& program) {
    return explore_small_trips(program, 3, most_states, Landings::when_waited_for).outcome == Outcome::safe;
  };
  int by_capacity = 0;
  int by_interlock = 0;
  int by_drain = 0;
  for (int seed = 0; seed < programs; ++seed) {
    const WaveProgram program = random_program(static_cast<std::uint64_t>(seed)).program;
    if (!safe(program)) continue;
    WaveProgram roomy = program;
    roomy.limits = {};
    WaveProgram unlocked = program;
    unlocked.registers = RegisterReading::explicit_waits;
    WaveProgram raw = program;
    raw.barriers = BarrierKind::raw;
    if (!safe(roomy)) ++by_capacity;
    if (!safe(unlocked)) ++by_interlock;
    if (!safe(raw)) ++by_drain;
  }
  EXPECT_GE(by_capacity, 2);
  EXPECT_GE(by_interlock, 5);
  EXPECT_GE(by_drain, 5);
}

TEST(RandomProgram, TheSeedDecides) {
  EXPECT_EQ(describe(random_program(7).program), describe(random_program(7).program));
  EXPECT_NE(describe(random_program(7).program), describe(random_program(8).program));
}

TEST(RandomProgram, WaitsCanBeEncoded) {
  for (int seed = 0; seed < programs; ++seed) {
    const WaveProgram program = random_program(static_cast<std::uint64_t>(seed)).program;
    for (const Role& role : program.roles) {
      for (const Section section : all_sections) {
        for (const Step& step : role.steps[section]) {
          if (step.action != Action::wait) continue;
          EXPECT_LE(step.count,
                    step.counter == Counter::vm ? program.limits.max_wait_vm : program.limits.max_wait_lgkm);
        }
      }
    }
  }
}

}  // namespace
}  // namespace stretto::explorer
