// The rules of the timed executor, each in a program of its own with cycles computed by hand.
#include <gtest/gtest.h>

#include "timed_programs.hpp"

namespace stretto::timed {
namespace {

constexpr Section kernel = Section::kernel;

double cycles(const Made& made) {
  const Result<TimedReport> report = made.steady();
  EXPECT_TRUE(report.ok()) << describe(report.error).c_str();
  EXPECT_TRUE(report.value.exact);
  for (const RoleTime& role : report.value.roles) {
    EXPECT_EQ(role.cycles, role.working + role.issuing + role.stalled);
  }
  return report.value.cycles_per_trip();
}

// --- results of synchronous ops

/// Sums into `sums` registers, one after another.
Made reduction(int sums, int occupancy, int latency) {
  Made made;
  made.unit("vector");
  made.op({"add", 0, occupancy, latency});
  const int sum = made.buffer("sum", Space::registers, sums);
  made.role("waves");
  Step& add = made.put(0, kernel, consume(0));
  made.touch(add, sum, AccessMode::read, 0, 1);
  made.touch(add, sum, AccessMode::write, 0, 1);
  return made;
}

TEST(TimedRun, ARecurrenceTakesItsLatency) {
  const Made made = reduction(1, 4, 30);
  EXPECT_EQ(cycles(made), 30);
  const TimedReport report = made.steady().value;
  ASSERT_EQ(report.stalls.size(), 1);
  EXPECT_EQ(report.stalls[0].site.kind, StallKind::scoreboard);
  EXPECT_EQ(report.stalls[0].site.trips_before, 1);
  EXPECT_EQ(report.stalls[0].lost.cycles, 26);
  Text text = stall_text(made.program, made.costs, report.stalls[0], report.period);
  EXPECT_STREQ(text.c_str(),
               "role waves waits 26 cycles/trip at kernel step 0 (add): result of \"add\" of the previous trip");
}

TEST(TimedRun, TwoSumsHalveIt) {
  EXPECT_EQ(cycles(reduction(2, 4, 30)), 15);
  EXPECT_EQ(cycles(reduction(2, 4, 31)), 15.5);
  EXPECT_EQ(cycles(reduction(8, 4, 30)), 4);
}

TEST(TimedRun, AccumulationsInACounterChain) {
  Made made;
  made.unit("tensor");
  made.op({"multiply", 0, 16, 100});
  const int sum = made.buffer("C", Space::registers);
  made.role("consumer");
  made.update(made.put(0, kernel, consume(0, Counter::mma)), sum);
  made.put(0, kernel, wait(Counter::mma, 7));
  EXPECT_EQ(cycles(made), 16);
  // A synchronous reader would have to wait for them; that is what waits are for.
  made.program.roles[0].steps.kernel[1].count = 0;
  EXPECT_EQ(cycles(made), 100);
}

TEST(TimedRun, AnAsynchronousOpWaitsForRegistersThatItReads) {
  Made made;
  made.unit("vector");
  made.unit("tensor");
  made.op({"softmax", 0, 10, 40});
  made.op({"PV", 1, 5, 5});
  const int p = made.buffer("P", Space::registers);
  made.role("consumer");
  made.touch(made.put(0, kernel, consume(0)), p, AccessMode::write);
  made.touch(made.put(0, kernel, consume(1, Counter::mma)), p, AccessMode::read);
  made.put(0, kernel, wait(Counter::mma, 0));
  EXPECT_EQ(cycles(made), 45);
}

TEST(TimedRun, ABarrierAndAnArriveWaitForSynchronousStores) {
  for (const bool arrives : {false, true}) {
    Made made;
    made.unit("shared memory");
    made.op({"store", 0, 10, 40});
    const int tiles = made.buffer("tiles", Space::shared, 8);  // each trip's is another
    const int stored = made.barrier("stored", 1, 1);
    made.role("waves");
    made.touch(made.put(0, kernel, op_step(Action::move, 0)), tiles, AccessMode::write, 0, 1);
    EXPECT_EQ(cycles(made), 10);
    made.put(0, kernel, arrives ? arrive(use(stored)) : barrier());
    EXPECT_EQ(cycles(made), 40);
    EXPECT_EQ(made.steady().value.stalls[0].site.kind, StallKind::scoreboard);
  }
}

// --- units

TEST(TimedRun, AUnitServesSoManyAtATime) {
  Made made;
  made.unit("copy engines", 2);
  made.op({"copy", 0, 100, 100, 1});
  made.role("waves");
  for (int i = 0; i < 3; ++i) made.put(0, kernel, consume(0, Counter::mma));
  made.put(0, kernel, wait(Counter::mma, 3));
  EXPECT_EQ(cycles(made), 150);
  const TimedReport report = made.steady().value;
  EXPECT_DOUBLE_EQ(report.utilisation(0, made.costs), 1.0);
  EXPECT_EQ(report.busy[0], 300 * report.period);
  long free[] = {0, 0};
  for (const TimedSlice& slice : made.run(6).value.timeline) {
    EXPECT_GE(slice.start, free[slice.lane]);
    free[slice.lane] = slice.end;
  }
}

TEST(TimedRun, ASynchronousOpWaitsForItsUnit) {
  Made made;
  made.unit("vector");
  made.op({"long", 0, 70, 70});
  made.op({"short", 0, 30, 30});
  made.role("first");
  made.role("second");
  made.put(0, kernel, consume(0));
  made.put(1, kernel, consume(1));
  EXPECT_EQ(cycles(made), 100);
  const TimedReport report = made.steady().value;
  ASSERT_EQ(report.stalls.size(), 2);
  EXPECT_EQ(report.stalls[0].site.role, 1);
  EXPECT_EQ(report.stalls[0].site.kind, StallKind::unit);
  EXPECT_EQ(report.stalls[0].site.cause_role, 0);
  EXPECT_EQ(report.stalls[0].lost, (LostCycles{70, 0, 70}));
  EXPECT_EQ(report.stalls[1].lost.cycles, 30);
}

TEST(TimedRun, IssueHoldsTheWave) {
  Made made;
  made.unit("memory");
  made.op({"load", 0, 10, 100, 25});
  made.op({"work", -1, 8, 8, 12});
  made.role("waves");
  made.put(0, kernel, consume(0, Counter::copy));
  made.put(0, kernel, consume(1));
  made.put(0, kernel, wait(Counter::copy, 16));
  EXPECT_EQ(cycles(made), 37);
  const TimedReport report = made.steady().value;
  EXPECT_EQ(report.roles[0].issuing, 25);
  EXPECT_EQ(report.roles[0].working, 12);
}

TEST(TimedRun, AQueueThatNobodyWaitsForHasNoSteadyState) {
  Made made;
  made.unit("memory");
  made.op({"load", 0, 100, 100, 10});
  made.role("waves");
  made.put(0, kernel, consume(0, Counter::copy));
  const TimedReport report = made.steady().value;
  EXPECT_FALSE(report.exact);
  EXPECT_EQ(report.cycles_per_trip(), 100);
}

TEST(TimedRun, ConsecutiveLoopsHaveNoSteadyState) {
  // Each role's trip takes 100 cycles, 82 of them on the unit; the second begins when the first has ended.
  Made made;
  made.unit("tensor");
  made.op({"multiply", 0, 82, 82, 82});
  made.op({"scale", -1, 0, 0, 18});
  const int done = made.barrier("done", 1, 1);
  for (const char* name : {"first", "second"}) {
    const int role = made.role(name);
    if (role == 1) made.put(role, Section::prologue, await(use(done, 0, 0)));
    made.put(role, kernel, consume(0));
    made.put(role, kernel, consume(1));
    if (role == 0) made.put(role, Section::epilogue, arrive(use(done, 0, 0)));
  }
  const TimedReport report = made.steady().value;
  EXPECT_FALSE(report.exact);
  EXPECT_EQ(report.cycles_per_trip(), 200);
  EXPECT_DOUBLE_EQ(report.utilisation(0, made.costs), 0.82);
  EXPECT_EQ(report.roles[0].cycles, 100 * report.period) << "of its own loop";
}

// --- counters

/// Loads `ahead` tiles ahead, and stores each tile when it has arrived.
Made copy_loop(int ahead) {
  Made made;
  made.unit("memory");
  made.op({"load", 0, 64, 500});
  made.op({"store", 0, 64, 64});
  made.role("waves");
  for (int i = 0; i < ahead; ++i) made.put(0, Section::prologue, op_step(Action::fetch, 0, Counter::copy));
  made.put(0, kernel, op_step(Action::fetch, 0, Counter::copy));
  made.put(0, kernel, wait(Counter::copy, ahead));
  made.put(0, kernel, op_step(Action::move, 1, Counter::store));
  return made;
}

TEST(TimedRun, ACopyIsBoundByMemoryOnceEnoughIsInFlight) {
  // The load queues behind the previous trip's store: 564 cycles for ahead + 1 trips.
  EXPECT_EQ(cycles(copy_loop(1)), 282);
  EXPECT_EQ(cycles(copy_loop(2)), 188);
  EXPECT_EQ(cycles(copy_loop(3)), 141);
  EXPECT_EQ(cycles(copy_loop(4)), 128);
  EXPECT_EQ(cycles(copy_loop(7)), 128);
}

TEST(TimedRun, ACounterCompletesInOrder) {
  Made made;
  made.op({"slow", -1, 0, 100});
  made.op({"quick", -1, 0, 10});
  made.role("waves");
  made.put(0, kernel, op_step(Action::fetch, 0, Counter::vm));
  made.put(0, kernel, op_step(Action::fetch, 1, Counter::vm));
  made.put(0, kernel, wait(Counter::vm, 0));
  EXPECT_EQ(cycles(made), 100);
  const TimedReport report = made.steady().value;
  ASSERT_EQ(report.stalls.size(), 1);
  EXPECT_EQ(report.stalls[0].site.cause_step, 0);  // the slow one is to blame
  // One may be pending; both are, until the slow one has arrived.
  made.program.roles[0].steps.kernel[2].count = 1;
  EXPECT_EQ(made.run(1).value.roles[0].end, 100);
}

TEST(TimedRun, BytesComeInAnyOrder) {
  // Two barriers, one for each load; the quick load arrives first, although it was issued second.
  Made made;
  made.op({"slow", -1, 0, 100});
  made.op({"quick", -1, 0, 10});
  made.op({"work", -1, 50, 50});
  const int late = made.barrier("late", 1, 1);
  const int early = made.barrier("early", 1, 1);
  made.role("waves");
  for (const int bar : {late, early}) {
    made.put(0, kernel, arrive(use(bar, 0, 1, 0, 64)));
    made.put(0, kernel, fetch(bar == late ? 0 : 1, use(bar, 0, 1, 0, 64)));
  }
  made.put(0, kernel, await(use(early)));
  made.put(0, kernel, consume(2));
  made.put(0, kernel, await(use(late)));
  EXPECT_EQ(cycles(made), 100);
  const TimedReport report = made.steady().value;
  ASSERT_EQ(report.stalls.size(), 2);
  EXPECT_EQ(report.stalls[0].lost.cycles, 40);
  EXPECT_EQ(report.stalls[1].lost.cycles, 10);
}

TEST(TimedRun, EveryWaveOfARoleExpectsAndBringsItsBytes) {
  Made made;
  made.op({"load", -1, 0, 100});
  const int full = made.barrier("full", 1, 4);
  made.role("waves", 4);
  made.put(0, kernel, arrive(use(full, 0, 1, 0, 64)));
  made.put(0, kernel, fetch(0, use(full, 0, 1, 0, 64)));
  made.put(0, kernel, await(use(full)));
  EXPECT_EQ(cycles(made), 100);
  // If one wave delivers another's bytes, one load is missing.
  made.program.roles[0].steps.kernel[0].phase_barrier.bytes = 256;
  EXPECT_EQ(made.run(1).error.rule, Rule::waits_forever);
}

TEST(TimedRun, AnOpIsNotDoneBeforeItsUnitIs) {
  Made made;
  made.unit("memory");
  made.op({"load", 0, 100, 30});
  made.role("waves");
  made.put(0, kernel, op_step(Action::fetch, 0, Counter::copy));
  made.put(0, kernel, wait(Counter::copy, 0));
  EXPECT_EQ(made.run(1).value.roles[0].end, 100);
}

TEST(TimedRun, OperationsOfWeightZeroJoinTheNextGroup) {
  Made made;
  made.unit("tensor");
  made.op({"multiply", 0, 10, 10});
  made.role("consumer");
  made.put(0, kernel, consume(0, Counter::mma, 0));
  made.put(0, kernel, consume(0, Counter::mma, 1));
  made.put(0, kernel, consume(0, Counter::mma, 0));
  made.put(0, kernel, wait(Counter::mma, 0));
  // The third step is in no group yet: the wait lasts 20 cycles, and then that step delays the next trip.
  EXPECT_EQ(made.run(1).value.roles[0].end, 20);
  EXPECT_EQ(made.run(1).value.cycles, 30);
  EXPECT_EQ(cycles(made), 30);
}

TEST(TimedRun, AFullCounterHoldsTheNextIssue) {
  Made made;
  made.op({"load", -1, 0, 100, 0});
  made.role("waves");
  made.program.limits.vm_capacity = 4;
  made.put(0, kernel, op_step(Action::fetch, 0, Counter::vm, 2));
  EXPECT_EQ(cycles(made), 50);
  const TimedReport report = made.steady().value;
  EXPECT_EQ(report.stalls[0].site.kind, StallKind::full_counter);
  EXPECT_EQ(report.stalls[0].site.trips_before, 2);
}

TEST(TimedRun, TheInterlockWaitsForRegistersInFlight) {
  Made made;
  made.op({"read", -1, 0, 64});
  made.op({"multiply", -1, 16, 16});
  const int fragment = made.buffer("fragment", Space::registers);
  made.role("waves");
  made.touch(made.put(0, kernel, op_step(Action::move, 0, Counter::lgkm)), fragment, AccessMode::write);
  made.touch(made.put(0, kernel, consume(1)), fragment, AccessMode::read);
  EXPECT_EQ(cycles(made), 16);
  made.program.registers = RegisterReading::interlocked;
  EXPECT_EQ(cycles(made), 80);
  EXPECT_EQ(made.steady().value.stalls[0].site.kind, StallKind::interlock);
}

TEST(TimedRun, ADrainingBarrierWaitsForItsOwnReads) {
  Made made;
  made.op({"read", -1, 0, 64});
  made.role("waves");
  made.put(0, kernel, op_step(Action::move, 0, Counter::lgkm));
  made.put(0, kernel, barrier());
  made.costs.barrier = 6;
  EXPECT_EQ(cycles(made), 6);
  made.program.barriers = BarrierKind::draining;
  EXPECT_EQ(cycles(made), 70);
}

// --- barriers

TEST(TimedRun, ABarrierTakesTheSlowestAndItsCost) {
  for (const bool named : {false, true}) {
    for (const int waves : {1, 4}) {
      const Made made = Meeting{.named = named, .waves = waves}.made();
      EXPECT_EQ(cycles(made), 37);
      const TimedReport report = made.steady().value;
      ASSERT_EQ(report.stalls.size(), 3);
      EXPECT_EQ(report.stalls[0].site.role, 0);
      EXPECT_EQ(report.stalls[0].site.kind, named ? StallKind::arrival : StallKind::workgroup);
      EXPECT_EQ(report.stalls[0].site.cause_role, 1);
      EXPECT_EQ(report.stalls[0].lost.cycles, 20);
      for (int a = 0; a < 2; ++a) EXPECT_EQ(report.lost(a, StallKind::cost), 7);
    }
  }
}

TEST(TimedRun, ANamedBarrierThatOneSideOnlyArrivesAt) {
  // The first role only arrives: it never stalls, and the second one waits for it.
  Made made = Meeting{.quick = 30, .slow = 10, .cost = 0, .named = true}.made();
  made.program.roles[0].steps.kernel[1].action = Action::arrive;
  EXPECT_EQ(cycles(made), 30);
  const TimedReport report = made.steady().value;
  ASSERT_EQ(report.stalls.size(), 1);
  EXPECT_EQ(report.stalls[0].site.role, 1);
  EXPECT_EQ(report.stalls[0].site.cause_role, 0);
  EXPECT_EQ(report.stalls[0].lost.cycles, 20);
}

TEST(TimedRun, TurnsThroughNamedBarriers) {
  // Each role multiplies in turn, and does its other work while the other one multiplies: 40 + 40 cycles, behind which
  // 60 + 10 fit.
  Made made;
  made.unit("tensor");
  made.unit("vector", 2);
  made.op({"multiply", 0, 40, 40});
  made.op({"softmax", 1, 30, 30});
  const int turn = made.barrier("turn", 2, 2, PhaseBarrierKind::named);
  for (int a = 0; a < 2; ++a) {
    made.role(a == 0 ? "first" : "second");
    if (a == 1) made.put(1, Section::prologue, arrive(use(turn, 0, 0)));
    made.put(a, kernel, barrier(use(turn, a, 0)));
    made.put(a, kernel, consume(0, Counter::mma));
    made.put(a, kernel, wait(Counter::mma, 0));
    made.put(a, kernel, arrive(use(turn, 1 - a, 0)));
    made.put(a, kernel, consume(1));
  }
  EXPECT_EQ(cycles(made), 80);
  const TimedReport report = made.steady().value;
  EXPECT_DOUBLE_EQ(report.utilisation(0, made.costs), 1.0);
  for (int a = 0; a < 2; ++a) EXPECT_EQ(report.lost(a, StallKind::arrival), 10);
}

TEST(TimedRun, SynchronisationCostsWhatItCosts) {
  Made made;
  made.role("waves");
  const int bar = made.barrier("phase", 1, 1);
  made.put(0, kernel, arrive(use(bar)));
  made.put(0, kernel, await(use(bar)));
  made.put(0, kernel, wait(Counter::mma, 0));
  made.costs.arrive = 3;
  made.costs.await = 20;
  made.costs.wait = 5;
  EXPECT_EQ(cycles(made), 28);
  EXPECT_EQ(made.steady().value.stalls.size(), 3);
  EXPECT_EQ(made.steady().value.lost(0, StallKind::cost), 28);
}

TEST(TimedRun, ARoleThatNeverArrivesIsWaitedForForever) {
  Made made = Meeting{}.made();
  made.put(0, Section::epilogue, barrier());
  const Result<TimedTrace> run = made.run(3);
  EXPECT_EQ(run.error.rule, Rule::waits_forever);
  EXPECT_EQ(run.error.value, 0);
  EXPECT_EQ(run.error.entry, 0);
  EXPECT_EQ(run.error.section, static_cast<int>(Section::epilogue));
}

// --- attention

TEST(TimedAttention, SerialTakesTheSum) {
  const Made made = Attention{}.made();
  EXPECT_EQ(cycles(made), 280);
  EXPECT_DOUBLE_EQ(made.steady().value.utilisation(Attention::vector, made.costs), 80.0 / 280.0);
}

TEST(TimedAttention, OverlappedTakesTheTensorUnit) {
  const Made made = Attention{.overlapped = true}.made();
  EXPECT_EQ(cycles(made), 200);
  const TimedReport report = made.steady().value;
  EXPECT_DOUBLE_EQ(report.utilisation(Attention::tensor, made.costs), 1.0);
  ASSERT_EQ(report.stalls.size(), 2);
  EXPECT_EQ(report.stalls[0].lost.cycles, 100);  // QK, all of it
  EXPECT_EQ(report.stalls[0].site.cause_step, 0);
  EXPECT_EQ(report.stalls[1].lost.cycles, 20);  // what PV takes longer than softmax
  EXPECT_EQ(report.stalls[1].site.cause_step, 1);
}

TEST(TimedAttention, ALongSoftmaxHidesTheValues) {
  const Made made = Attention{.softmax = 150, .overlapped = true}.made();
  EXPECT_EQ(cycles(made), 250);
  EXPECT_EQ(made.steady().value.stalls.size(), 1);
  EXPECT_EQ(cycles(Attention{.softmax = 150}.made()), 350);
}

TEST(TimedAttention, ARunIsItsTripsWithPrologueAndEpilogue) {
  // QK and softmax, then trips of 200, then the last PV.
  EXPECT_EQ((Attention{.overlapped = true}.made().run(4).value.cycles), 180 + 3 * 200 + 100);
  EXPECT_EQ((Attention{}.made().run(4).value.cycles), 4 * 280);
}

// --- refusals

TEST(TimedRun, RefusesWhatItCannotLookUp) {
  const auto refused = [](auto&& change) {
    Made made = Ring{}.made();
    change(made);
    return made.run(4).error.rule;
  };
  EXPECT_EQ(refused([](Made&) {}), Rule::none);
  EXPECT_EQ(refused([](Made& m) { m.costs.ops.pop_back(); }), Rule::missing_cost);
  EXPECT_EQ(refused([](Made& m) { m.costs.units.pop_back(); }), Rule::unknown_unit);
  EXPECT_EQ(refused([](Made& m) { m.costs.units[0].limit = 0; }), Rule::unit_limit_below_one);
  EXPECT_EQ(refused([](Made& m) { m.costs.units[0].limit = 257; }), Rule::count_too_large);
  EXPECT_EQ(refused([](Made& m) { m.costs.ops[0].latency = -1; }), Rule::negative_count);
  EXPECT_EQ(refused([](Made& m) { m.costs.await = max_timed_cycles + 1; }), Rule::count_too_large);
  EXPECT_EQ(refused([](Made& m) { m.program.roles[0].steps.kernel[0].phase_barrier.barrier = 2; }),
            Rule::no_such_place);
  EXPECT_EQ(refused([](Made& m) { m.program.roles[0].steps.kernel[0].phase_barrier.barrier = -1; }),
            Rule::no_such_place);
  EXPECT_EQ(refused([](Made& m) { m.program.roles[0].steps.kernel[0].phase_barrier.slot = -1; }), Rule::negative_count);
  EXPECT_EQ(refused([](Made& m) { m.program.roles[0].steps.kernel[0].access_count = 1; }), Rule::no_such_place);
  EXPECT_EQ(refused([](Made& m) { m.program.roles[0].waves = 0; }), Rule::no_waves);
  EXPECT_EQ(refused([](Made& m) { m.program.roles.clear(); }), Rule::no_waves);
  EXPECT_EQ(refused([](Made& m) { m.program.phase_barriers[0].slots = 0; }), Rule::count_below_one);
  EXPECT_EQ((Ring{}.made().run(-1).error.rule), Rule::negative_count);
  EXPECT_EQ((Ring{}.made().run(max_timed_trips + 1).error.rule), Rule::count_too_large);
}

}  // namespace
}  // namespace stretto::timed
