// Registers that waves hand over: which takes certainly get them, whatever the order of the waves.
#include <gtest/gtest.h>

#include <stretto/program/builder.hpp>
#include <stretto/verify/verify.hpp>

namespace stretto {
namespace register_pool_tests {  // not anonymous: the names of steps must not reach other files of the unit
namespace {

using steps::barrier;
using steps::registers;

/// A producer that gives up registers, and two consumers that take 12 each, in each workgroup. Before that, all roles
/// execute `meet`.
Verification handed_over(WaveProgramBuilder out, int given, const StepDraft& meet, int workgroups = 1) {
  for (int w = 0; w < workgroups; ++w) {
    out.role("producer").workgroup(w).setup(meet, registers(-given));
    for (const char* name : {"consumer 0", "consumer 1"}) out.role(name).workgroup(w).setup(meet, registers(12));
  }
  for (PhaseBarrier& met : out.program.phase_barriers) {
    if (met.kind == PhaseBarrierKind::cluster) met.arrivals = out.program.waves();
  }
  return verify(out.program);
}

TEST(RegisterPool, IsFilledAfterABarrierOfTheWorkgroup) {
  EXPECT_EQ(handed_over({}, 24, barrier()).verdict, Verdict::proven);
  EXPECT_EQ(handed_over({}, 23, barrier()).verdict, Verdict::race);
}

TEST(RegisterPool, IsFilledAfterTheClusterBarrier) {
  for (const int given : {24, 23}) {
    WaveProgramBuilder out;
    const BarrierHandle all = out.cluster_barrier();
    EXPECT_EQ(handed_over(out, given, barrier(all), 2).verdict, given == 24 ? Verdict::proven : Verdict::race);
  }
}

TEST(RegisterPool, IsFilledAfterANamedBarrierOfTheWholeWorkgroup) {
  for (const int arrivals : {3, 2}) {
    WaveProgramBuilder out;
    const BarrierHandle met = out.named_barrier("met", arrivals);
    EXPECT_EQ(handed_over(out, 24, barrier(met)).verdict, arrivals == 3 ? Verdict::proven : Verdict::race);
  }
}

TEST(RegisterPool, IsNotCertainAfterANamedBarrierOfSomeWaves) {
  // Two of the three waves meet, in any order; the third arrival is a bar.arrive of a wave that goes on.
  WaveProgramBuilder out;
  const BarrierHandle met = out.named_barrier("met", 3);
  out.role("ahead").setup(steps::arrive(met), registers(12));
  out.role("taker").setup(barrier(met), registers(12));
  out.role("giver").setup(barrier(met), registers(-24));
  EXPECT_EQ(verify(out.program).verdict, Verdict::race);
}

TEST(RegisterPool, OfEarlierBarriersIsKnown) {
  // Between the barriers, four are taken and given back. After them, the pool is full again.
  WaveProgramBuilder out;
  out.program.spare_registers = 4;
  for (const char* name : {"first", "second"}) {
    const bool first = name[0] == 'f';
    auto role = out.role(name);
    if (first) role.setup(registers(4)).setup(registers(-4));
    role.setup(barrier());
    if (!first) role.setup(registers(4));
  }
  EXPECT_EQ(verify(out.program).verdict, Verdict::proven);
}

TEST(RegisterPool, OfAWaveThatWaitsForOthersIsNotCertain) {
  // The order of the takes decides: if "late" comes first, "early" waits, and so does "giver", for ever.
  WaveProgramBuilder out;
  out.program.spare_registers = 8;
  const BarrierHandle pair = out.named_barrier("pair", 2);
  out.role("early").setup(registers(8)).setup(barrier(pair));
  out.role("giver").setup(barrier(pair)).setup(registers(-8));
  out.role("late").setup(registers(8));
  EXPECT_EQ(verify(out.program).verdict, Verdict::race);
  out.program.spare_registers = 16;
  EXPECT_EQ(verify(out.program).verdict, Verdict::proven);
}

}  // namespace
}  // namespace register_pool_tests
}  // namespace stretto
