// Values just inside a limit are accepted.
#include <gtest/gtest.h>

#include "variable_schedule.hpp"

namespace stretto::errors {
namespace {

std::string refused_by(const Diagnostic& diagnostic) { return rule_text(diagnostic.rule).name; }

TEST(JustInside, TheSmallGemmItself) {
  EXPECT_EQ(refused_by(compile_changed([](S&) {})), "none");
}

TEST(JustInside, RegisterBudgetOfThePeak) {
  const Diagnostic error = compile_changed([](S& s) {
    s.knobs.scheduling = SchedulingStrategy::csp;
    s.knobs.max_vgpr = 64;
  });
  EXPECT_EQ(refused_by(error), "none");
}

TEST(JustInside, RegisterBudgetIsReadByTheExactSchedulerOnly) {
  for (SchedulingStrategy strategy : {SchedulingStrategy::identity, SchedulingStrategy::greedy}) {
    const Diagnostic error = compile_changed([&](S& s) {
      s.knobs.scheduling = strategy;
      s.knobs.max_vgpr = 0;
    });
    EXPECT_EQ(refused_by(error), "none") << name(strategy);
  }
}

TEST(JustInside, LargestWaitsThatTheFieldsHold) {
  VariableSchedule schedule;
  schedule.knobs.auto_waits = false;
  schedule.knobs.wait_vm_last = 62;
  schedule.knobs.wait_lgkm_first = 14;
  const CompiledSchedule compiled = try_compile(schedule);
  ASSERT_EQ(refused_by(compiled.error), "none");
  int vm = 0;
  int lgkm = 0;
  for (const ScheduleEntry& entry : compiled.kernel) {
    vm += entry.op == OpDesc::wait_vm(62);
    lgkm += entry.op == OpDesc::wait_lgkm(14);
  }
  EXPECT_EQ(vm, 2);
  EXPECT_EQ(lgkm, 2);
}

// 64 vmcnt entries in flight are more than the counter's 63: the hardware holds the wave back. The waits fit: 56 at
// most.
TEST(JustInside, MoreOutstandingThanTheCounterHoldsIsBackPressure) {
  FourWaveSchedule schedule;
  schedule.geometry = make_geometry({.tile = {256, 256, 64}, .mma = {16, 16, 32}, .type = DataType::bf16});
  schedule.target = mi355x_target({.vm_per_load_a = 8, .vm_per_load_b = 8});
  const CompiledSchedule compiled = try_compile(schedule);
  ASSERT_EQ(refused_by(compiled.error), "none");
  int outstanding = 0;
  int largest_wait = 0;
  for (const ScheduleEntry& entry : compiled.prologue) {
    outstanding += entry.op.vm_cost;
    if (entry.op.tag == tags::wait_vm && entry.op.wait_value > largest_wait) largest_wait = entry.op.wait_value;
  }
  EXPECT_EQ(outstanding, 64);
  EXPECT_EQ(largest_wait, 56);
}

TEST(JustInside, SelfLoopAndCycleAcrossIterations) {
  const Diagnostic error = compile_changed([](S& s) {
    s.edges = Vector<DepEdge>{
        {3, 3, DepKind::flow, 1}, {3, 10, DepKind::flow, 0}, {10, 3, DepKind::flow, 1}, {0, 13, DepKind::anti, 0}};
  });
  EXPECT_EQ(refused_by(error), "none");
}

TEST(JustInside, NoEdgesAtAll) {
  EXPECT_EQ(refused_by(compile_changed([](S& s) { s.edges = Vector<DepEdge>{}; })), "none");
}

// An order that breaks a same-iteration edge is reported, not refused.
TEST(BrokenEdges, AreListedAndNotRefused) {
  VariableSchedule schedule;
  schedule.edges = Vector<DepEdge>{{4, 1, DepKind::flow, 0}, {0, 3, DepKind::flow, 0}, {12, 2, DepKind::anti, 0}};
  const CompiledSchedule compiled = try_compile(schedule);
  ASSERT_EQ(refused_by(compiled.error), "none");
  const Vector<DepEdge> expected = {{4, 1, DepKind::flow, 0}, {12, 2, DepKind::anti, 0}};
  EXPECT_EQ(compiled.broken_edges, expected);
  EXPECT_TRUE(compiled.broken_edges_in_kernel.empty());
}

// Identity order keeps 4 -> 5, but a block emits its fragments before its loads.
TEST(BrokenEdges, ByEmissionAreListedApart) {
  VariableSchedule schedule;
  schedule.edges = Vector<DepEdge>{{4, 5, DepKind::flow, 0}};
  const CompiledSchedule compiled = try_compile(schedule);
  ASSERT_EQ(refused_by(compiled.error), "none");
  EXPECT_TRUE(compiled.broken_edges.empty());
  const Vector<DepEdge> expected = {{4, 5, DepKind::flow, 0}};
  EXPECT_EQ(compiled.broken_edges_in_kernel, expected);
}

}  // namespace
}  // namespace stretto::errors
