// The programs of `stretto::attention` are proven as its kernel runs them (attention_program.hpp), with turns and
// without, for every number of blocks of keys. Without any one of the barriers of the turns, they are not.
#include <gtest/gtest.h>

#include <stretto/hopper/attention_plans.hpp>
#include <stretto/pipeline/pipeline.hpp>
#include <stretto/verify/verify.hpp>

#include "attention_program.hpp"

namespace stretto {
namespace {

template <int Head>
Pipeline made() {
  using Declared = hopper::AttentionLoop<hopper::attention_spec<Head>>;
  const Result<Pipeline> pipe = make_pipeline(Declared::declare(), Declared::target());
  EXPECT_TRUE(pipe.ok());
  return pipe.value;
}

template <int Head>
void is_proven() {
  const Pipeline pipe = made<Head>();
  ASSERT_EQ(pipe.program.roles.size(), 2);
  EXPECT_EQ(verify(pipe.program).verdict, Verdict::proven);
  EXPECT_EQ(verify(pipelines::as_attention_runs(pipe.program, true)).verdict, Verdict::proven);
  EXPECT_EQ(verify(pipelines::as_attention_runs(pipe.program, false)).verdict, Verdict::proven);
}

TEST(AttentionTurns, AreProvenFor64) { is_proven<64>(); }
TEST(AttentionTurns, AreProvenFor128) { is_proven<128>(); }
TEST(AttentionTurns, AreProvenFor256) { is_proven<256>(); }

/// Removes the n-th step that passes a turn on or waits for one. False: there are fewer. The wait in the epilogue does
/// not count: it only leaves no signal behind.
bool remove_turn(WaveProgram& program, int n) {
  for (Role& role : program.roles) {
    for (const Section section : {Section::prologue, Section::kernel}) {
      Vector<Step> kept;
      bool removed = false;
      for (const Step& step : role.steps[section]) {
        const int barrier = step.phase_barrier.barrier;
        const bool turn = barrier >= 0 && program.phase_barriers[barrier].kind == PhaseBarrierKind::named;
        if (turn && n-- == 0) {
          removed = true;
        } else {
          kept.push_back(step);
        }
      }
      role.steps[section] = kept;
      if (removed) return true;
    }
  }
  return false;
}

TEST(AttentionTurns, EachOfThemIsNeeded) {
  const WaveProgram right = pipelines::as_attention_runs(made<128>().program, true);
  int removed = 0;
  for (WaveProgram program = right; remove_turn(program, removed); program = right) {
    EXPECT_NE(verify(program).verdict, Verdict::proven) << "without turn " << removed;
    ++removed;
  }
  EXPECT_GE(removed, 5);  // two consumers that each wait and pass on, and the first signal
}

}  // namespace
}  // namespace stretto
