// Values in place of others, and several ops that accumulate in one accumulator.
#include <gtest/gtest.h>

#include <stretto/stretto.hpp>

namespace stretto {
namespace {

bool reads(const TargetLoop& loop, int op, int buffer, int distance) {
  for (const TargetAccess& access : loop.accesses) {
    if (access.op == op && access.buffer == buffer && access.mode == AccessMode::read && access.distance == distance) {
      return true;
    }
  }
  return false;
}

int op_named(const TargetLoop& loop, const char* name) {
  for (int i = 0; i < loop.ops.size(); ++i) {
    if (std::string(loop.ops[i].name) == name) return i;
  }
  return -1;
}

TEST(InPlace, ReadersKeepTheRegistersOfTheReplacedValue) {
  const TargetLoop loop = on_target(loops::flash_attention({}), targets::h200).value;
  constexpr int s = 2;
  constexpr int o = 5;
  ASSERT_STREQ(loop.buffers[s].name, "S");
  ASSERT_STREQ(loop.buffers[o].name, "O");
  EXPECT_TRUE(reads(loop, op_named(loop, "convert"), s, 0));  // exp S is where S was
  EXPECT_TRUE(reads(loop, op_named(loop, "values"), o, 1));   // scaled O is where the previous O was
}

// If exp S has its own registers, the next iteration's scores can start while `convert` still reads. In place, they
// would overwrite what it reads.
TEST(InPlace, TheNextScoresWaitForTheLastReader) {
  const Result<Pipeline> in_place = make_pipeline(loops::flash_attention({}), targets::h200);
  Loop loop = loops::flash_attention({});
  loop.buffers[3].in_place_of = -1;
  loop.buffers[3].bytes = 1024;
  const Result<Pipeline> apart = make_pipeline(loop, targets::h200);
  ASSERT_TRUE(in_place.ok() && apart.ok());
  EXPECT_EQ(in_place.value.verdict, Verdict::proven);
  EXPECT_EQ(in_place.value.schedule.ii, 2691);
  EXPECT_EQ(apart.value.schedule.ii, 2563);
}

/// Attention without the reads of one op that only keep registers alive.
Pipeline without_keeping(const char* op) {
  Pipeline pipe;
  pipe.loop = on_target(loops::flash_attention({}), targets::h200).value;
  Vector<TargetAccess> kept;
  int left_out = 0;
  for (const TargetAccess& access : pipe.loop.accesses) {
    const bool drop = access.keeps && access.op == op_named(pipe.loop, op);
    left_out += drop ? 1 : 0;
    if (!drop) kept.push_back(access);
  }
  EXPECT_EQ(left_out, *op == '\0' ? 0 : 1);
  pipe.loop.accesses = kept;
  const PipelineOptions options;
  EXPECT_FALSE(detail::find_interval(pipe, options.modulo));
  for (detail::OrderGoal goal : detail::later_goals) improve(pipe, options, goal);
  EXPECT_FALSE(write_programs(pipe, options));
  judge(pipe);
  return pipe;
}

TEST(InPlace, TheVerifierSeesAReaderThatDoesNotKeepTheRegisters) {
  EXPECT_EQ(without_keeping("").verdict, Verdict::proven);
  const Pipeline early = without_keeping("convert");
  EXPECT_EQ(early.schedule.ii, 2563);  // the scores of the next iteration start while exp S is still to be converted
  ASSERT_EQ(early.verdict, Verdict::race);
  const Hazard& hazard = early.hazards[0];
  EXPECT_STREQ(early.program.buffers[hazard.buffer].name, "exp S");
}

TEST(InPlace, ValuesShareRegistersInTheProgram) {
  const Pipeline pipe = make_pipeline(loops::flash_attention({}), targets::h200).value;
  const Vector<Buffer>& buffers = pipe.program.buffers;
  EXPECT_EQ(buffers[3].offset, buffers[2].offset);  // exp S and S
  EXPECT_EQ(buffers[6].offset, buffers[5].offset);  // scaled O and O
  EXPECT_NE(buffers[2].offset, buffers[5].offset);
  EXPECT_GE(buffers[2].offset, 0);
  EXPECT_EQ(buffers[4].offset, -1);  // P has its own registers
  // No step reads a value that another one has replaced.
  for (const Step& step : pipe.program.roles[1].steps.kernel) {
    if (step.op != op_named(pipe.loop, "convert")) continue;
    for (int i = 0; i < step.access_count; ++i) EXPECT_NE(pipe.program.accesses[step.first_access + i].buffer, 2);
  }
}

TEST(InPlace, TheFenceBeforeTheNextScoresIsNeeded) {
  const Pipeline pipe = make_pipeline(loops::flash_attention({}), targets::h200).value;
  int fences = 0;
  for (int a = 0; a < pipe.program.roles.size(); ++a) {
    for (const Section section : run_sections) {
      for (int i = 0; i < pipe.program.roles[a].steps[section].size(); ++i) {
        const Step& step = pipe.program.roles[a].steps[section][i];
        if (step.action != Action::fence || step.counter != Counter::mma) continue;
        ++fences;
        WaveProgram program = pipe.program;
        program.roles[a].steps[section][i].action = Action::nothing;
        program.roles[a].steps[section][i].counter = Counter::none;
        const Verification found = verify(program);
        ASSERT_FALSE(found.hazards.empty());
        EXPECT_EQ(found.hazards[0].kind, HazardKind::fence);
      }
    }
  }
  EXPECT_GT(fences, 0);
}

Loop two_k_steps() {
  Loop loop("two K steps an iteration");
  const auto a0 = loop.shared("A0", 128 * 64 * 2);
  const auto b0 = loop.shared("B0", 128 * 64 * 2);
  const auto a1 = loop.shared("A1", 128 * 64 * 2);
  const auto b1 = loop.shared("B1", 128 * 64 * 2);
  const auto c = loop.accumulator("C", 128 * 128 * 4);
  loop.load("load A0").writes(a0);
  loop.load("load B0").writes(b0);
  loop.load("load A1").writes(a1);
  loop.load("load B1").writes(b1);
  loop.multiply("multiply 0", 128, 128, 64, DataType::bf16).reads(a0).reads(b0).accumulates(c);
  loop.multiply("multiply 1", 128, 128, 64, DataType::bf16).reads(a1).reads(b1).accumulates(c);
  return loop;
}

TEST(Chains, SeveralMultiplicationsAddToOneAccumulator) {
  for (const Gpu& gpu : {targets::h200, targets::b200, targets::mi355x}) {
    const Result<Pipeline> made = make_pipeline(two_k_steps(), gpu);
    ASSERT_TRUE(made.ok()) << gpu.name << ": " << describe(made.error).c_str();
    EXPECT_EQ(made.value.verdict, Verdict::proven) << gpu.name;
    const Vector<long>& starts = made.value.schedule.starts;
    const int first = op_named(made.value.loop, "multiply 0");
    const int second = op_named(made.value.loop, "multiply 1");
    // In declaration order, iteration by iteration.
    EXPECT_GE(starts[second], starts[first] + made.value.loop.ops[first].occupancy) << gpu.name;
    EXPECT_GE(starts[first] + made.value.schedule.ii, starts[second] + made.value.loop.ops[second].occupancy)
        << gpu.name;
  }
  EXPECT_EQ(make_pipeline(two_k_steps(), targets::h200).value.schedule.ii, 1024);
}

TEST(Chains, APromotionAddsToAnAccumulatorOnTheLanes) {
  Loop loop("promotion");
  const auto a = loop.shared("A", 128 * 128);
  const auto b = loop.shared("B", 128 * 128);
  const auto partial = loop.registers("partial", 128 * 128 * 4);
  const auto c = loop.accumulator("C", 128 * 128 * 4);
  loop.load("load A").writes(a);
  loop.load("load B").writes(b);
  loop.multiply("multiply", 128, 128, 128, DataType::fp8).reads(a).reads(b).writes(partial);
  loop.compute("promote", 2L * 128 * 128).reads(partial).accumulates(c);
  const Result<Pipeline> made = make_pipeline(loop, targets::h200);
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made.value.verdict, Verdict::proven);

  // A multiplication that adds to the same registers could still be in flight.
  loop.multiply("add", 128, 128, 128, DataType::fp8).reads(a).reads(b).accumulates(c);
  EXPECT_EQ(make_pipeline(loop, targets::h200).error.rule, Rule::sum_in_two_places);
}

}  // namespace
}  // namespace stretto
