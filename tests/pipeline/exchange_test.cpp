// Waves that exchange what they compute through shared memory. The barriers between write, read and the next write are
// derived and proven, the interpreter confirms them, and all are needed.
#include "expect_right.hpp"

namespace stretto {
namespace {

using pipelines::expect_right;
using pipelines::made;

/// Every wave writes its part of a tile and reads the parts of the others.
Loop transpose(int threads, int groups = 1) {
  Loop loop("transpose");
  loop.threads = threads;
  loop.groups = groups;
  const auto tile = loop.shared("tile", 8192).parts(0);
  const auto exchanged = loop.shared("exchanged", 8192).parts(0);
  const auto sum = loop.registers("sum", threads * 4);
  loop.load("load").writes(tile);
  loop.compute("write", 2048).reads(tile).writes(exchanged);
  loop.compute("read", 2048).reads(exchanged).reads(sum, 1).writes(sum);
  return loop;
}

/// A tile is dequantised into shared memory, and multiplied from there.
Loop dequantised_gemm(int threads) {
  Loop loop("dequantised GEMM");
  loop.threads = threads;
  loop.fragment_steps = 1;
  const auto packed = loop.shared("packed", 128 * 64).parts(0);
  const auto a = loop.shared("A", 128 * 64 * 2).parts(4);
  const auto b = loop.shared("B", 128 * 64 * 2).parts(2);
  const auto c = loop.accumulator("C", 128 * 128 * 4);
  loop.load("load packed").writes(packed);
  loop.load("load B").writes(b);
  loop.compute("dequantise", 2L * 128 * 64).reads(packed).writes(a);
  loop.multiply("multiply", 128, 128, 64, DataType::bf16).reads(a).reads(b).accumulates(c);
  return loop;
}

/// The inner loop of attention's backward pass without dQ: P and dS go through shared memory, because two
/// multiplications need them transposed.
Loop attention_backward() {
  constexpr int rows = 64;
  constexpr int keys = 128;
  constexpr int head = 64;
  Loop loop("attention backward");
  const auto q = loop.shared("Q", rows * head * 2);
  const auto d_o = loop.shared("dO", rows * head * 2);
  const auto s = loop.registers("S", rows * keys * 4);
  const auto d_p = loop.registers("dP", rows * keys * 4);
  const auto p = loop.registers("P", rows * keys * 2);
  const auto shared_p = loop.shared("shared P", rows * keys * 2);
  const auto d_s = loop.shared("dS", rows * keys * 2);
  const auto d_k = loop.accumulator("dK", keys * head * 4);
  const auto d_v = loop.accumulator("dV", keys * head * 4);
  loop.load("load Q").writes(q);
  loop.load("load dO").writes(d_o);
  loop.multiply("scores", rows, keys, head, DataType::bf16).reads(q).writes(s);
  loop.multiply("dO V", rows, keys, head, DataType::bf16).reads(d_o).writes(d_p);
  loop.compute("softmax", 3L * rows * keys).exponentials(rows * keys).reads(s).writes(p);
  loop.compute("write P", rows * keys).reads(p).writes(shared_p);
  loop.multiply("P dO", keys, head, rows, DataType::bf16).reads(shared_p).reads(d_o).accumulates(d_v);
  loop.compute("scale", 2L * rows * keys).reads(p).reads(d_p).writes(d_s);
  loop.multiply("dS Q", keys, head, rows, DataType::bf16).reads(d_s).reads(q).accumulates(d_k);
  return loop;
}

int named_barriers(const WaveProgram& program) {
  int count = 0;
  for (const PhaseBarrier& barrier : program.phase_barriers) count += barrier.kind == PhaseBarrierKind::named ? 1 : 0;
  return count;
}

TEST(Exchange, RightOnEveryTarget) {
  for (const Gpu& gpu : {targets::h200, targets::b200, targets::a100, targets::mi300x, targets::mi355x}) {
    expect_right(transpose(256), gpu);
    expect_right(dequantised_gemm(256), gpu);
  }
}

TEST(Exchange, RightWhenRunsFollowEachOther) {
  expect_right(transpose(256), targets::h200, true);
  expect_right(dequantised_gemm(256), targets::h200, true);
  expect_right(attention_backward(), targets::h200, true);
}

TEST(Exchange, RightInGroupsThatTakeTurns) {
  expect_right(transpose(256, 2), targets::h200);
  expect_right(transpose(256, 2), targets::mi300x);
}

TEST(Exchange, RightInAttentionBackward) { expect_right(attention_backward(), targets::h200); }

TEST(Exchange, OneWaveNeedsNoBarrier) {
  EXPECT_EQ(named_barriers(made(transpose(128), targets::h200).value.program), 0);
  EXPECT_EQ(named_barriers(made(transpose(256), targets::h200).value.program), 1);
}

/// The waves that write execute the fence, before the barrier that lets the others multiply.
TEST(Exchange, AProxyFenceFollowsTheWriteBeforeTheBarrier) {
  const Result<Pipeline> pipe = made(dequantised_gemm(256), targets::h200);
  ASSERT_TRUE(pipe.ok());
  const Vector<Step>& kernel = pipe.value.program.roles[1].steps.kernel;
  const auto is = [&](int i, Action action, Counter counter) {
    return kernel[i % kernel.size()].action == action && kernel[i % kernel.size()].counter == counter;
  };
  int written = 0;
  while (!is(written, Action::consume, Counter::none)) ASSERT_LT(++written, kernel.size());
  int fence = written + 1;
  while (!is(fence, Action::fence, Counter::none)) {
    EXPECT_FALSE(is(fence, Action::barrier, Counter::none));
    EXPECT_FALSE(is(fence, Action::consume, Counter::mma));
    ASSERT_LT(++fence, written + kernel.size());
  }
}

/// 64 KiB are written and read in each iteration, at 128 bytes a cycle.
TEST(Exchange, OccupiesTheSharedPort) {
  Loop loop("port");
  loop.threads = 128;
  const auto tile = loop.shared("tile", 1024);
  const auto large = loop.shared("large", 65536);
  const auto sum = loop.accumulator("sum", 1024);
  loop.load("load").writes(tile);
  loop.compute("expand", 128).reads(tile).writes(large);
  loop.compute("contract", 128).reads(large).accumulates(sum);
  const Result<Pipeline> pipe = made(loop, targets::h200);
  ASSERT_TRUE(pipe.ok());
  EXPECT_EQ(pipe.value.schedule.ii, (1024 + 65536 + 65536) / targets::h200.shared_per_cycle);
  const Result<TimedReport> time = steady_time(pipe.value, Signals::free);
  ASSERT_TRUE(time.ok());
  EXPECT_EQ(time.value.busy[static_cast<int>(TargetUnit::shared_port)] / time.value.period, 1032);
}

/// A kernel finds the barrier in its entries, with the number of the phase barrier.
TEST(Exchange, AnEntryNamesTheBarrier) {
  const Result<Pipeline> pipe = made(transpose(256), targets::h200);
  ASSERT_TRUE(pipe.ok());
  const WaveProgram& program = pipe.value.program;
  int found = 0;
  for (const Step& step : program.roles[1].steps.kernel) {
    if (step.action != Action::barrier) continue;
    EXPECT_GE(step.entry, 0);
    EXPECT_EQ(program.phase_barriers[step.phase_barrier.barrier].kind, PhaseBarrierKind::named);
    EXPECT_EQ(program.phase_barriers[step.phase_barrier.barrier].arrivals, program.roles[1].waves);
    ++found;
  }
  EXPECT_GE(found, 1);
}

void expect_every_barrier_needed(const WaveProgram& program) {
  for (const pipelines::Weakened& weak : pipelines::weakenings(program)) {
    if (weak.what.find("barrier") == std::string::npos) continue;
    EXPECT_NE(verify(weak.program).verdict, Verdict::proven) << weak.what;
    EXPECT_TRUE(pipelines::goes_wrong(weak.program, 10, 500)) << weak.what;
  }
}

TEST(Exchange, EveryBarrierIsNeeded) {
  for (const Loop& loop : {transpose(256), dequantised_gemm(256), attention_backward()}) {
    SCOPED_TRACE(loop.name);
    const Result<Pipeline> pipe = made(loop, targets::h200);
    ASSERT_TRUE(pipe.ok());
    expect_every_barrier_needed(pipe.value.program);
    for (const WaveProgram& few : pipe.value.few) expect_every_barrier_needed(few);
  }
}

}  // namespace
}  // namespace stretto
