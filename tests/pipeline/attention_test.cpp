// What the kernel of `stretto::attention` adds to the programs of its pipelines: its consumers multiply in turn, by
// named barriers, and two warps load, one the keys, the other the values. The programs are proven with these changes,
// too, for every number of blocks of keys; without the first signal they are not.
#include <gtest/gtest.h>

#include <stretto/hopper/attention_plans.hpp>
#include <stretto/pipeline/pipeline.hpp>
#include <stretto/verify/verify.hpp>

namespace stretto {
namespace {

constexpr int scores_tag = 2;
constexpr int values_tag = 6;

enum class Fault { none, no_first_signal };

Step at_barrier(Action action, int barrier, Section section) {
  Step step;
  step.action = action;
  step.section = section;
  step.phase_barrier.barrier = barrier;
  return step;
}

/// The program with each consumer as a role of its own, and the steps that hopper/attention_kernel.cuh adds.
WaveProgram in_turn(const WaveProgram& program, Fault fault) {
  WaveProgram out = program;
  const Role consumers = program.roles[1];
  const int count = consumers.waves;
  const int first_barrier = out.phase_barriers.size();
  out.roles = {};
  // The steps of the first role by the ring that they serve: wait for a slot, announce the bytes, load.
  for (int ring = 0; ring < 2; ++ring) {
    Role loads = program.roles[0];
    loads.first_wave = ring;
    for (const Section section : run_sections) {
      Vector<Step> steps;
      for (const Step& step : program.roles[0].steps[section]) {
        if (step.phase_barrier.barrier / 2 == ring) steps.push_back(step);
      }
      loads.steps[section] = steps;
    }
    out.roles.push_back(loads);
  }
  for (int group = 0; group < count; ++group) {
    PhaseBarrier turn;
    turn.name = "turn";
    turn.kind = PhaseBarrierKind::named;
    turn.arrivals = 2;
    out.phase_barriers.push_back(turn);
    const int own = first_barrier + group;
    const int next = first_barrier + (group + 1) % count;
    Role role = consumers;
    role.waves = 1;
    role.first_wave = 2 + group;
    for (const Section section : run_sections) {
      Vector<Step> steps;
      if (section == Section::prologue && group == count - 1 && fault != Fault::no_first_signal) {
        steps.push_back(at_barrier(Action::arrive, next, section));
      }
      for (const Step& step : consumers.steps[section]) {
        const bool later = section != Section::prologue || step.tile > 0;
        if (step.tag == scores_tag && later) steps.push_back(at_barrier(Action::barrier, own, section));
        steps.push_back(step);
        if (step.tag == values_tag && section != Section::epilogue) {
          steps.push_back(at_barrier(Action::arrive, next, section));
        }
      }
      if (section == Section::epilogue && group == 0) {
        steps.push_back(at_barrier(Action::barrier, own, section));
      }
      role.steps[section] = steps;
    }
    out.roles.push_back(role);
  }
  return out;
}

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
  EXPECT_EQ(verify(in_turn(pipe.program, Fault::none)).verdict, Verdict::proven);
}

TEST(AttentionTurns, AreProvenFor64) { is_proven<64>(); }
TEST(AttentionTurns, AreProvenFor128) { is_proven<128>(); }
TEST(AttentionTurns, AreProvenFor256) { is_proven<256>(); }

TEST(AttentionTurns, NeedTheFirstSignal) {
  EXPECT_NE(verify(in_turn(made<128>().program, Fault::no_first_signal)).verdict, Verdict::proven);
}

}  // namespace
}  // namespace stretto
