// Loops that are invalid, or that the target cannot run: the refusal names the rule and the op.
#include <gtest/gtest.h>

#include <stretto/gpu/a100.hpp>
#include <stretto/gpu/b200.hpp>
#include <stretto/gpu/h200.hpp>
#include <stretto/gpu/mi300x.hpp>
#include <stretto/loops/flash_attention.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/loop_error.hpp>

#include "weakened.hpp"

namespace stretto {
namespace {

void expect_refused(const Loop& loop, const Gpu& gpu, Rule rule, const std::vector<int>& ops) {
  const Result<Pipeline> made = make_pipeline(loop, gpu);
  ASSERT_FALSE(made.ok());
  EXPECT_STREQ(rule_text(made.error.rule).name, rule_text(rule).name);
  EXPECT_EQ(std::vector<int>(made.error.ops, made.error.ops + made.error.op_count), ops);
}

TEST(BadLoop, TypeThatTheTargetLacks) {
  loops::GemmShape shape;
  shape.type = DataType::fp8;
  expect_refused(loops::gemm(shape), targets::a100, Rule::target_lacks, {2});
}

TEST(BadLoop, NoOps) { expect_refused(Loop("nothing"), targets::h200, Rule::empty_body, {}); }

TEST(BadLoop, BufferNeverWritten) {
  Loop loop("unwritten");
  const auto tile = loop.shared("tile", 1024);
  const auto other = loop.shared("other", 1024);
  loop.load("load").writes(tile);
  loop.compute("use", 1024).reads(tile).reads(other);
  expect_refused(loop, targets::h200, Rule::never_written, {1});
}

TEST(BadLoop, BufferThatTwoOpsWrite) {
  Loop loop("twice");
  const auto tile = loop.shared("tile", 1024);
  loop.load("first").writes(tile);
  loop.load("second").writes(tile);
  loop.compute("use", 1024).reads(tile);
  expect_refused(loop, targets::h200, Rule::written_twice, {0});
}

TEST(BadLoop, ThreadsNotAMultipleOfAWave) {
  for (const int threads : {0, 100, 192, -128}) {
    Loop loop = loops::gemm({});
    loop.threads = threads;
    expect_refused(loop, targets::h200, Rule::thread_count, {});
  }
}

TEST(BadLoop, VersionOfALaterIteration) {
  Loop loop("later");
  const auto tile = loop.shared("tile", 1024);
  loop.load("load").writes(tile);
  loop.compute("use", 1024).reads(tile, -1);
  expect_refused(loop, targets::h200, Rule::negative_loop_distance, {1});
}

TEST(BadLoop, OpWithoutWork) {
  Loop loop("empty tile");
  const auto tile = loop.shared("tile", 1024);
  const auto sum = loop.accumulator("sum", 1024);
  loop.load("load").writes(tile);
  loop.multiply("multiply", 64, 0, 64, DataType::bf16).reads(tile).accumulates(sum);
  expect_refused(loop, targets::h200, Rule::no_work, {1});
}

TEST(BadLoop, LoadWithoutABuffer) {
  Loop load("nothing to bring");
  load.load("load");
  expect_refused(load, targets::h200, Rule::load_without_buffer, {0});
  Loop store("nothing to store");
  const auto tile = store.shared("tile", 1024);
  store.load("load").writes(tile);
  store.store("store");
  expect_refused(store, targets::h200, Rule::store_without_buffer, {1});
}

TEST(BadLoop, SumsBeyondTheRegisters) {
  loops::GemmShape shape;
  shape.m = 512;
  expect_refused(loops::gemm(shape), targets::h200, Rule::registers_exceeded, {});
}

TEST(BadLoop, UndeclaredRole) {
  Loop loop("nobody");
  const auto tile = loop.shared("tile", 1024);
  loop.role("only", 1);
  loop.load("load").writes(tile).by({1});
  expect_refused(loop, targets::h200, Rule::no_such_role, {0});
}

TEST(BadLoop, NegativeBytesSlotsAndParts) {
  Loop bytes = loops::gemm({});
  bytes.buffers[0].bytes = -1;
  expect_refused(bytes, targets::h200, Rule::negative_bytes, {});
  Loop slots = loops::gemm({});
  slots.buffers[0].slots = -1;
  expect_refused(slots, targets::h200, Rule::negative_slots, {});
  Loop parts = loops::gemm({});
  parts.buffers[0].parts = -1;
  expect_refused(parts, targets::h200, Rule::negative_parts, {});
}

TEST(BadLoop, MoreRegistersThanTheTargetHas) {
  const Result<Pipeline> made = make_pipeline(loops::flash_attention({}), targets::a100);
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error.rule, Rule::storage_exceeds_capacity);
}

/// Two ops that each read what the other writes.
Loop cycle(bool shared) {
  Loop loop("cycle");
  const auto a = shared ? loop.shared("a", 1024) : loop.registers("a", 1024);
  const auto b = shared ? loop.shared("b", 1024) : loop.registers("b", 1024);
  loop.compute("first", 1024).reads(b).writes(a);
  loop.compute("second", 1024).reads(a).writes(b);
  return loop;
}

TEST(BadLoop, CycleWithinOneIteration) {
  const Result<Pipeline> made = make_pipeline(cycle(/*shared=*/false), targets::h200);
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error.rule, Rule::circular_reads);
  EXPECT_EQ(made.error.op_count, 2);
}

TEST(BadLoop, IsDescribedWithNames) {
  Loop loop = loops::gemm({});
  loop.buffers[0].bytes = 3;
  const Diagnostic error = make_pipeline(loop, targets::h200).error;
  EXPECT_STREQ(describe(loop, error).c_str(),
               (std::string("copy_size: ") + rule_text(Rule::copy_size).meaning +
                "; value 3, limit 16; op \"load A\"; buffer \"A\". Fix: " + rule_text(Rule::copy_size).remedy)
                   .c_str());
  Loop roles = loops::gemm({});
  roles.role("idle", 1);
  EXPECT_NE(std::string(describe(roles, make_pipeline(roles, targets::h200).error).c_str()).find("role \"idle\""),
            std::string::npos);
}

/// The mistake is found on the target, where an op may have several parts; the message has the declared names.
void expect_names(const Loop& loop, const Gpu& gpu, Rule rule, const std::string& names,
                  const PipelineOptions& options = {}) {
  const Diagnostic error = make_pipeline(loop, gpu, options).error;
  EXPECT_STREQ(rule_text(error.rule).name, rule_text(rule).name);
  EXPECT_TRUE(error.of_loop);
  const std::string text = describe(loop, error).c_str();
  EXPECT_NE(text.find(names + ". Fix: "), std::string::npos) << text;
}

TEST(BadLoop, IsNamedWhereTheTargetRefusesIt) {
  Loop gather("gather");
  const auto producer = gather.role("producer", 1);
  const auto first = gather.role("first consumer", 1);
  const auto second = gather.role("second consumer", 1);
  const auto index = gather.shared("index", 1024);
  const auto tile = gather.shared("tile", 16384);
  const auto x = gather.registers("x", 16384);
  const auto y = gather.registers("y", 16384);
  gather.load("load index").writes(index).by(producer);
  gather.load("gather").reads(index).writes(tile).by(producer);
  gather.compute("first", 4096).reads(tile).writes(x).by(first);
  gather.compute("second", 4096).reads(x).reads(y, 1).writes(y).by(second);
  expect_names(gather, targets::h200, Rule::registers_of_another_role, R"(; op "second"; buffer "x")");

  PipelineOptions persistent;
  persistent.persistent = true;
  expect_names(loops::gemm({}), targets::b200, Rule::persistent_sums, R"(; op "multiply"; buffer "C")", persistent);

  Loop large = loops::gemm({});
  large.buffers[2].bytes *= 4;
  expect_names(large, targets::h200, Rule::registers_exceeded, R"(; buffer "C")");
}

TEST(BadLoop, GroupsWhoseSlotsFitAtNoIntervalAreRefusedAtOnce) {
  Loop loop = loops::gemm({});
  loop.groups = 2;
  for (LoopBuffer& buffer : loop.buffers) {
    if (buffer.space == LoopSpace::shared) buffer.slots = 1;
  }
  const Result<Pipeline> made = make_pipeline(loop, targets::a100);
  ASSERT_FALSE(made.ok());
  EXPECT_STREQ(rule_text(made.error.rule).name, rule_text(Rule::storage_exceeds_capacity).name);
}

/// Data that passes between the groups twice takes more than one interval, however long it is.
TEST(BadLoop, GroupsThatNoIntervalFitsIntoOneStage) {
  Loop loop("passed on");
  loop.groups = 2;
  const auto tile = loop.shared("tile", 16384);
  const auto passed = loop.shared("passed", 4096);
  loop.load("load").writes(tile);
  loop.compute("halve", 65536).reads(tile).writes(passed);
  loop.compute("use", 1024).reads(passed);
  PipelineOptions options;
  options.modulo.max_stages = 1;
  const Result<Pipeline> made = make_pipeline(loop, targets::mi300x, options);
  ASSERT_FALSE(made.ok());
  EXPECT_STREQ(rule_text(made.error.rule).name, rule_text(Rule::no_interval).name);
}

TEST(BadLoop, NamesTheLargestBuffer) {
  Loop tile = loops::gemm({});
  tile.buffers[0].bytes = 1 << 20;
  expect_names(tile, targets::h200, Rule::storage_exceeds_capacity, R"(; buffer "A")");
  tile.buffers[0].bytes = 16384;
  tile.buffers[1].slots = 20;
  expect_names(tile, targets::h200, Rule::storage_exceeds_capacity, R"(; buffer "B")");
  // Fragments are not declared: the op that reads them is named.
  loops::GemmShape shape;
  shape.k = 2048;
  Loop fragments = loops::gemm(shape);
  fragments.fragment_steps = 1;
  Gpu gpu = targets::a100;
  gpu.limits.shared_bytes = 1 << 30;
  expect_names(fragments, gpu, Rule::storage_exceeds_capacity, R"(; op "multiply")");
}

TEST(BadLoop, NamesTheOpsOfACycle) {
  // On A100 each op reads its fragments first, so the cycle has twice as many ops.
  Loop loop("cycle");
  const auto a = loop.shared("a", 1024);
  const auto b = loop.shared("b", 1024);
  loop.compute("first", 1024).reads(b).writes(a);
  loop.compute("second", 1024).reads(a).writes(b);
  expect_names(loop, targets::a100, Rule::circular_reads, R"(; ops "second" -> "first" -> "second"; buffer "b")");
}

TEST(BadLoop, NamesTheFirstRoleThatComputes) {
  Loop loop = loops::gemm({});
  loop.role("producer", 1);
  loop.role("consumer", 3);
  loop.ops[0].role = loop.ops[1].role = 0;
  loop.ops[2].role = 1;
  expect_names(loop, targets::h200, Rule::role_waves, R"(; role "consumer")");
}

}  // namespace
}  // namespace stretto
