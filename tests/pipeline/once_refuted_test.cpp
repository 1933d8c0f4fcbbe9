// Loops whose derived programs the verifier once refuted, or could not decide.
#include <gtest/gtest.h>

#include <stretto/gpu/b200.hpp>
#include <stretto/gpu/h200.hpp>
#include <stretto/gpu/mi355x.hpp>
#include <stretto/loops/flash_attention.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/pipeline.hpp>

namespace stretto {
namespace {

void expect_proven(const Loop& loop, const Gpu& gpu, bool persistent = false) {
  PipelineOptions options;
  options.persistent = persistent;
  const Result<Pipeline> made = make_pipeline(loop, gpu, options);
  ASSERT_TRUE(made.ok()) << describe(loop, made.error).c_str();
  EXPECT_EQ(made.value.verdict, Verdict::proven) << loop.name << " on " << gpu.name;
}

TEST(OnceRefuted, AttentionInTurnWhereMultiplicationsHaveParts) {
  Loop loop = loops::flash_attention({});
  loop.groups = 2;
  expect_proven(loop, targets::mi355x);
}

TEST(OnceRefuted, AProductIsReadAfterItsLastPart) {
  const TargetLoop loop = on_target(loops::flash_attention({}), targets::mi355x).value;
  const Pipeline pipe = make_pipeline(loops::flash_attention({}), targets::mi355x).value;
  int read = 0;
  for (const TargetAccess& access : loop.accesses) {
    if (access.mode != AccessMode::read || std::string(loop.buffers[access.buffer].name) != "S" || access.keeps)
      continue;
    const int last = loop.last_writer(access.buffer);
    EXPECT_GT(last, loop.writer(access.buffer));
    EXPECT_GE(pipe.schedule.starts[access.op], pipe.schedule.starts[last] + loop.ops[last].latency);
    ++read;
  }
  EXPECT_EQ(read, 1);
}

TEST(OnceRefuted, OneRoleThatLoadsAndMultipliesInTensorMemory) {
  Loop loop = loops::gemm({});
  const LoopRoleRef all = loop.role("all", 1);
  for (LoopOp& op : loop.ops) op.role = all.index;
  expect_proven(loop, targets::b200);
}

TEST(OnceRefuted, OneRoleThatAlsoComputesAndStores) {
  Loop loop("one role");
  loop.threads = 128;
  const auto all = loop.role("all", 1);
  const auto a = loop.shared("A", 64 * 64 * 2);
  const auto c = loop.accumulator("C", 64 * 64 * 4);
  const auto sum = loop.registers("sum", 512);
  loop.load("load").writes(a).by(all);
  loop.multiply("multiply", 64, 64, 64, DataType::bf16).reads(a).accumulates(c).by(all);
  loop.compute("add", 4096).reads(a).reads(sum, 1).writes(sum).by(all);
  loop.store("store").reads(a).by(all);
  expect_proven(loop, targets::b200);
}

TEST(OnceRefuted, TwoRolesWithSumsInTensorMemory) {
  Loop loop("two sums");
  const auto first = loop.role("first", 1);
  const auto second = loop.role("second", 1);
  const auto a = loop.shared("A", 64 * 64 * 2);
  const auto c = loop.accumulator("C", 64 * 64 * 4);
  const auto d = loop.accumulator("D", 64 * 64 * 4);
  loop.load("load").writes(a).by(first);
  loop.multiply("multiply C", 64, 64, 64, DataType::bf16).reads(a).accumulates(c).by(first);
  loop.multiply("multiply D", 64, 64, 64, DataType::bf16).reads(a).accumulates(d).by(second);
  expect_proven(loop, targets::b200);
}

/// A tile that two groups dequantise for each other.
Loop exchanged() {
  Loop loop("exchange");
  loop.threads = 256;
  loop.groups = 2;
  const auto packed = loop.shared("packed", 128 * 64).parts(0);
  const auto a = loop.shared("A", 128 * 64 * 2);
  const auto c = loop.accumulator("C", 128 * 128 * 4);
  loop.load("load").writes(packed);
  loop.compute("dequantise", 2L * 128 * 64).reads(packed).writes(a);
  loop.multiply("multiply", 128, 128, 64, DataType::bf16).reads(a).accumulates(c);
  return loop;
}

TEST(OnceRefuted, GroupsThatExchangeDataTakeNoTurns) {
  expect_proven(exchanged(), targets::h200);
  for (const PhaseBarrier& barrier : make_pipeline(exchanged(), targets::h200).value.program.phase_barriers) {
    EXPECT_STRNE(barrier.name, "turn");
  }
}

/// Two groups take turns, so each run announces more than its trips do.
Loop ring(int slots, int groups) {
  Loop loop("ring");
  loop.threads = 128 * groups;
  loop.groups = groups;
  const auto a = loop.shared("A", 64 * 16 * 2).slots(slots);
  const auto c = loop.accumulator("C", 64 * 64 * 4);
  loop.load("load").writes(a);
  loop.multiply("multiply", 64, 64, 16, DataType::bf16).reads(a).accumulates(c);
  return loop;
}

TEST(OnceRefuted, PersistentRingsOfManySlots) {
  for (const int slots : {9, 12, 16}) {
    for (const int groups : {1, 2}) {
      SCOPED_TRACE(std::to_string(slots) + " slots, " + std::to_string(groups) + " groups");
      expect_proven(ring(slots, groups), targets::h200, true);
    }
  }
}

}  // namespace
}  // namespace stretto
