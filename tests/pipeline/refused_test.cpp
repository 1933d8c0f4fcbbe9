// Loops that make no sense, or that the target cannot run: the rule and the op are named.
#include <gtest/gtest.h>

#include <stretto/gpu/a100.hpp>
#include <stretto/gpu/h200.hpp>
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
  expect_refused(store, targets::h200, Rule::load_without_buffer, {1});
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

TEST(BadLoop, CycleWithinOneIteration) {
  Loop loop("circle");
  const auto a = loop.registers("a", 1024);
  const auto b = loop.registers("b", 1024);
  loop.compute("first", 1024).reads(b).writes(a);
  loop.compute("second", 1024).reads(a).writes(b);
  const Result<Pipeline> made = make_pipeline(loop, targets::h200);
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error.rule, Rule::same_iteration_cycle);
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

}  // namespace
}  // namespace stretto
