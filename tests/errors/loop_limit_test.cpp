// Declared loops that look odd and are right: what the rules of a multiplication must accept.
#include <gtest/gtest.h>

#include <stretto/gpu/b200.hpp>
#include <stretto/gpu/h200.hpp>
#include <stretto/gpu/mi355x.hpp>
#include <stretto/loops/flash_attention.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/loop_error.hpp>
#include <stretto/pipeline/pipeline.hpp>

namespace stretto::errors {
namespace {

constexpr int m = 128;
constexpr int n = 256;
constexpr int k = 64;

void expect_accepted(const Loop& loop, const Gpu& gpu = targets::h200) {
  const Result<TargetLoop> target = on_target(loop, gpu);
  EXPECT_TRUE(target.ok()) << describe(loop, target.error).c_str();
}

/// A loop with one multiplication, whose buffers of these bytes are loaded, and its accumulator.
Loop multiplying(const std::vector<int>& operands, DataType type = DataType::bf16) {
  static constexpr const char* buffers[] = {"first", "second", "third", "fourth", "fifth"};
  static constexpr const char* loads[] = {"load first", "load second", "load third", "load fourth", "load fifth"};
  Loop loop("multiplying");
  for (std::size_t i = 0; i < operands.size(); ++i) loop.load(loads[i]).writes(loop.shared(buffers[i], operands[i]));
  const LoopOpRef multiply = loop.multiply("multiply", m, n, k, type);
  for (int b = 0; b < loop.buffers.size(); ++b) multiply.reads({loop, b});
  multiply.accumulates(loop.accumulator("C", m * n * 4));
  return loop;
}

TEST(Operands, StandInEitherOrder) { expect_accepted(multiplying({n * k * 2, m * k * 2})); }

TEST(Operands, StayOutsideOfTheLoop) {
  expect_accepted(multiplying({m * k * 2}));
  expect_accepted(multiplying({n * k * 2}));
  expect_accepted(multiplying({}));
}

TEST(Operands, ArePadded) { expect_accepted(multiplying({m * k * 2 + 1024, n * k * 2 + 2048})); }

TEST(Operands, ComeInPieces) {
  expect_accepted(multiplying({m * k, m * k, n * k * 2}));
  expect_accepted(multiplying({m * k, m * k, n * k, n * k}));
  expect_accepted(multiplying({m * k, n * k, m * k, n * k / 2, n * k / 2}));
  expect_accepted(multiplying({n * k, n * k}));
}

TEST(Operands, AreBothOneBuffer) {
  Loop loop("square");
  const auto x = loop.shared("X", m * k * 2);
  const auto c = loop.accumulator("C", m * m * 4);
  loop.load("load").writes(x);
  loop.multiply("multiply", m, m, k, DataType::bf16).reads(x).reads(x).accumulates(c);
  expect_accepted(loop);
}

TEST(Operands, OfFp8HaveScalesThatSomeInstructionsRead) {
  for (const Gpu& gpu : {targets::b200, targets::mi355x}) {
    expect_accepted(multiplying({m * k, n * k, m * k / 32}, DataType::fp8), gpu);
    expect_accepted(multiplying({m * k, n * k, m * k / 32, n * k / 32}, DataType::fp8), gpu);
    expect_accepted(multiplying({n * k, n * k / 32}, DataType::fp8), gpu);
  }
  const Loop loop = multiplying({m * k, n * k, m * k / 32}, DataType::fp8);
  EXPECT_EQ(on_target(loop, targets::h200).error.rule, Rule::operand_bytes);
}

TEST(Products, AreHeldTogetherByTheirBuffers) {
  Loop loop = multiplying({m * k * 2, n * k * 2});
  loop.buffers[2].bytes /= 2;
  const auto rest = loop.accumulator("rest of C", m * n * 2);
  loop.accesses.push_back({2, rest.index(), LoopMode::accumulate, 0});
  expect_accepted(loop);
}

// The values of attention replace the scaled sum in its registers, and P is an operand there.
TEST(Products, AreInPlaceOfTheirPreviousValue) { expect_accepted(loops::flash_attention({})); }

TEST(Tiles, AreIssuedByOneWaveInTensorMemory) {
  loops::GemmShape shape;
  shape.m = 64;  // a single instruction
  shape.n = 8;
  shape.threads = 512;
  expect_accepted(loops::gemm(shape), targets::b200);
}

TEST(Tiles, AreSplitAlongEitherSide) {
  loops::GemmShape shape;
  shape.m = 64;
  shape.n = 8;
  shape.threads = 128;
  expect_accepted(loops::gemm(shape));
  shape.n = 16;
  shape.threads = 256;
  expect_accepted(loops::gemm(shape));
}

}  // namespace
}  // namespace stretto::errors
