// Roles that the loop declares.
#include <gtest/gtest.h>

#include <stretto/gpu/b200.hpp>
#include <stretto/gpu/h200.hpp>
#include <stretto/pipeline/timed_pipeline.hpp>

#include "weakened.hpp"

namespace stretto {
namespace {

/// One role loads, another one multiplies.
Loop declared() {
  Loop loop("declared roles");
  const auto producer = loop.role("producer", 1);
  const auto consumer = loop.role("consumer", 2);
  const auto a = loop.shared("A", 16384);
  const auto b = loop.shared("B", 32768);
  const auto c = loop.accumulator("C", 131072);
  loop.load("load A").by(producer).writes(a);
  loop.load("load B").by(producer).writes(b);
  loop.multiply("multiply", 128, 256, 64, DataType::bf16).by(consumer).reads(a).reads(b).accumulates(c);
  return loop;
}

TEST(DeclaredRoles, DoWhatTheySay) {
  const Result<Pipeline> made = make_pipeline(declared(), targets::h200);
  ASSERT_TRUE(made.ok());
  const Pipeline& pipe = made.value;
  EXPECT_EQ(pipe.verdict, Verdict::proven);
  EXPECT_EQ(pipe.schedule.ii, 1024);
  ASSERT_EQ(pipe.program.roles.size(), 2);
  EXPECT_STREQ(pipe.program.roles[0].name, "producer");
  EXPECT_EQ(pipe.program.roles[0].waves, 1);
  EXPECT_STREQ(pipe.program.roles[1].name, "consumer");
  EXPECT_EQ(pipe.program.roles[1].waves, 2);
  for (const TargetOp& op : pipe.loop.ops) EXPECT_EQ(op.role, op.counter == Counter::bytes ? 0 : 1) << op.name;
  EXPECT_EQ(pipelines::first_failure(pipe.program, 8, 200), "");
  const Result<TimedReport> time = steady_time(pipe, Signals::free);
  ASSERT_TRUE(time.ok());
  EXPECT_EQ(time.value.cycles_per_trip(), 1024);
}

TEST(DeclaredRoles, LastOneMayWaitForItsOwnSumInTensorMemory) {
  Loop loop = declared();
  loop.roles[1].waves = 1;
  const Result<Pipeline> made = make_pipeline(loop, targets::b200);
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made.value.verdict, Verdict::proven);
  EXPECT_EQ(pipelines::first_failure(made.value.program, 8, 100), "");
}

TEST(DeclaredRoles, MayBeTwoProducers) {
  Loop loop = declared();
  loop.roles.clear();
  const auto first = loop.role("loads A", 1);
  const auto second = loop.role("loads B", 1);
  const auto consumer = loop.role("multiplies", 2);
  loop.ops[0].role = first.index;
  loop.ops[1].role = second.index;
  loop.ops[2].role = consumer.index;
  const Result<Pipeline> made = make_pipeline(loop, targets::h200);
  ASSERT_TRUE(made.ok());
  const Pipeline& pipe = made.value;
  EXPECT_EQ(pipe.verdict, Verdict::proven);
  EXPECT_EQ(pipe.rings.size(), 2) << "two writers share no barrier";
  EXPECT_EQ(pipe.schedule.ii, 1024);
  EXPECT_EQ(pipelines::first_failure(pipe.program, 8, 100), "");
  for (const pipelines::Weakened& weak : pipelines::weakenings(pipe.program)) {
    if (verify(weak.program).verdict == Verdict::proven) {
      EXPECT_NE(weak.what.find("epilogue"), std::string::npos) << weak.what;
      EXPECT_NE(weak.what.find("arrive empty"), std::string::npos) << weak.what;
    } else {
      EXPECT_TRUE(pipelines::goes_wrong(weak.program, 8, 200)) << weak.what;
    }
  }
}

TEST(DeclaredRoles, OpsWithoutOneAreRefused) {
  Loop loop = declared();
  loop.ops[2].role = -1;
  loop.ops[1].role = 1;
  EXPECT_EQ(make_pipeline(loop, targets::h200).error.rule, Rule::op_without_role);
}

TEST(DeclaredRoles, MayHandAResultOn) {
  Loop loop("three roles");
  const auto producer = loop.role("producer", 1);
  const auto worker = loop.role("worker", 2);
  const auto writer = loop.role("writer", 1);
  const auto in = loop.shared("in", 8192);
  const auto out = loop.shared("out", 8192);
  loop.load("load").by(producer).writes(in);
  loop.compute("work", 65536).by(worker).reads(in).writes(out);
  loop.store("store").by(writer).reads(out);
  const Result<Pipeline> made = make_pipeline(loop, targets::h200);
  ASSERT_TRUE(made.ok());
  const Pipeline& pipe = made.value;
  EXPECT_EQ(pipe.verdict, Verdict::proven);
  EXPECT_EQ(pipe.schedule.ii, 512);
  EXPECT_EQ(pipelines::first_failure(pipe.program, 8, 200), "");
}

}  // namespace
}  // namespace stretto
