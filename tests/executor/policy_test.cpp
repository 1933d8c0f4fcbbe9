// Seeds: which policies they cover, and that a run depends on its seed alone.
#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "executor/policy.hpp"
#include "executor/run.hpp"
#include "executor/wave_program_machine.hpp"
#include "small_programs.hpp"

namespace stretto::executor {
namespace {

TEST(Policy, FirstRoundGoesThroughAllChoicesLandingLate) {
  constexpr int waves = 8;
  constexpr std::uint64_t round = 2 * (3 + 2 * waves);
  std::set<std::tuple<WaveChoice, int, Sampling>> seen;
  for (std::uint64_t seed = 0; seed < round; ++seed) {
    const Policy policy = policy_of(seed, waves);
    EXPECT_EQ(policy.vm, Landing::late);
    EXPECT_EQ(policy.lgkm, Landing::late);
    seen.emplace(policy.choice, policy.wave, policy.sampling);
  }
  EXPECT_EQ(seen.size(), round);
  for (int wave = 0; wave < waves; ++wave) {
    for (WaveChoice choice : {WaveChoice::starved, WaveChoice::favoured}) {
      EXPECT_TRUE(seen.contains({choice, wave, Sampling::at_issue}));
      EXPECT_TRUE(seen.contains({choice, wave, Sampling::at_completion}));
    }
  }
}

TEST(Policy, LaterRoundsGoThroughAllLandings) {
  std::set<std::tuple<Landing, Landing, bool>> seen;
  for (std::uint64_t seed = 0; seed < 14 * 2 * (3 + 2 * 4); ++seed) {
    const Policy policy = policy_of(seed, 4);
    seen.emplace(policy.vm, policy.lgkm, policy.landing_by_wave);
  }
  EXPECT_EQ(seen.size(), 8u);
}

TEST(Runner, DependsOnItsSeedAlone) {
  Ring ring;
  swap_steps(ring.kernel(), Ring::wait_vm, Ring::barrier);  // right where loads happen to land early
  const Machine machine = machine_of(ring.program);
  Runner used(machine, 3);
  int wrong = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Report fresh = run(machine, 3, seed);
    const Report again = used.run(seed);
    EXPECT_EQ(fresh.outcome, again.outcome) << seed;
    EXPECT_EQ(fresh.what, again.what) << seed;
    EXPECT_EQ(fresh.outcome, used.outcome(seed)) << seed;
    wrong += fresh.right() ? 0 : 1;
  }
  EXPECT_GT(wrong, 0);
  EXPECT_LT(wrong, 200);
}

}  // namespace
}  // namespace stretto::executor
