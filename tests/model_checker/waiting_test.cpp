// One small program for each sentence of the contract about waiting, phase barriers, and when an execution is wrong.
#include <gtest/gtest.h>

#include "answers.hpp"
#include "model_checker.hpp"
#include "program_maker.hpp"

namespace stretto::model_checker {
namespace {

TEST(Waiting, AnIssueIntoAFullCounterLasts) {
  for (const int capacity : {1, 2}) {
    for (const int weight : {1, 3}) {
      Maker make;
      const int r = make.registers(1, 2);
      make.program.limits.vm_capacity = capacity;
      make.role()(fetch(1, Counter::vm), {write(r, 0, 0)})(fetch(1, Counter::vm, weight), {write(r, 0, 1)});
      make(consume(1), {read(r, 0, 0)});
      EXPECT_EQ(rule(make), capacity < weight + 1 ? "" : "consume");
    }
  }
}

TEST(Waiting, ABarrierWaitsForEveryWave) {
  Maker make;
  make.role(2)(barrier())(barrier());
  EXPECT_EQ(rule(make), "");
  make.role()(barrier());
  EXPECT_EQ(rule(make), "deadlock");
}

TEST(Waiting, ABarrierDrainsLgkmOnlyIfItDrains) {
  for (const bool drains : {true, false}) {
    for (const Counter counter : {Counter::lgkm, Counter::vm}) {
      Maker make;
      const int s = make.shared();
      make.program.barriers = drains ? BarrierKind::draining : BarrierKind::raw;
      make.role()(fetch(1, counter), {write(s)})(barrier());
      make.role()(barrier())(consume(1), {read(s)});
      EXPECT_EQ(rule(make), drains && counter == Counter::lgkm ? "" : "consume");
    }
  }
}

TEST(Waiting, NamedBarriersNeverDrain) {
  expect_needed("consume", [](Maker& make, bool waits) {
    const int s = make.shared();
    const int b = make.named(2);
    make.program.barriers = BarrierKind::draining;
    make.role()(fetch(1, Counter::lgkm), {write(s)});
    if (waits) make(wait(Counter::lgkm, 0));
    make(barrier(b));
    make.role()(barrier(b))(consume(1), {read(s)});
  });
}

TEST(Waiting, InterlockedRegistersWaitForTheirWrites) {
  for (const bool interlocked : {true, false}) {
    for (const Counter counter : {Counter::vm, Counter::lgkm, Counter::copy}) {
      Maker make;
      const int r = make.registers();
      if (interlocked) make.program.registers = RegisterReading::interlocked;
      make.role()(fetch(1, counter), {write(r)})(consume(1), {read(r)})(wait(counter, 0));
      EXPECT_EQ(rule(make), interlocked && counter != Counter::copy ? "" : "consume");
    }
  }
}

TEST(Waiting, InterlockedWritersWaitToo) {
  expect_needed("consume", [](Maker& make, bool interlocked) {
    const int r = make.registers();
    if (interlocked) make.program.registers = RegisterReading::interlocked;
    make.role()(fetch(1, Counter::vm), {write(r)})(fetch(2), {write(r)})(wait(Counter::vm, 0))(consume(2), {read(r)});
  });
}

TEST(Waiting, AnInterlockWaitsForEverythingOlder) {
  expect_needed("consume", [](Maker& make, bool touched) {
    const int s = make.shared();
    const int r = make.registers();
    make.program.registers = RegisterReading::interlocked;
    make.role()(fetch(1, Counter::vm), {write(s)})(fetch(1, Counter::vm), {write(r)});
    if (touched) make(consume(1), {read(r)});
    make(consume(1), {read(s)});
  });
}

TEST(Phases, AnArrivalTellsWhatWasDoneBefore) {
  expect_needed("consume", [](Maker& make, bool waits) {
    const int s = make.shared();
    const int b = make.mbarrier();
    make.role()(fetch(1), {write(s)})(arrive(b));
    make.role();
    if (waits) make(await(b));
    make(consume(1), {read(s)});
  });
}

TEST(Phases, APhaseTakesAllItsArrivals) {
  for (const int arrivals : {1, 2, 3}) {
    Maker make;
    const int s = make.shared();
    const int b = make.mbarrier(arrivals);
    make.role(2)(fetch(1), {write(s)})(arrive(b));
    make.role()(await(b))(consume(1), {read(s)});
    EXPECT_EQ(rule(make), arrivals == 2 ? "" : arrivals == 3 ? "deadlock" : "consume");
  }
}

TEST(Phases, AFlippedParityIsOverAtOnce) {
  for (const int flip : {0, 1}) {
    Maker make;
    const int b = make.mbarrier();
    make.role()(await(b, flip));
    EXPECT_EQ(rule(make), flip == 1 ? "" : "deadlock");
  }
}

TEST(Phases, AParityCanBeMissed) {
  for (const int arrivals : {1, 2}) {
    Maker make;
    const int b = make.mbarrier();
    make.role();
    for (int k = 0; k < arrivals; ++k) make(arrive(b));
    make.role()(await(b));
    EXPECT_EQ(rule(make), arrivals == 1 ? "" : "deadlock");
  }
}

/// A producer and a consumer over a ring of slots.
Maker ring(int slots, int waits_for_free) {
  Maker make;
  const int s = make.shared(slots);
  const int full = make.mbarrier(1, slots);
  const int empty = make.mbarrier(1, slots);
  make.program.accumulators = 1;
  make.program.tiles_per_trip = 1;
  make.role().kernel();
  if (waits_for_free != 0) make(turning(await(empty, 1)));
  make(turning(arrive(full, 64)))(turning(load(0, full, 64)), {turning(write(s))});
  make.role().kernel()(turning(await(full)))(sum(0), {turning(read(s))})(fence())(turning(arrive(empty)));
  return make;
}

TEST(Phases, PlacesRotateWithTheTrips) {
  for (const int slots : {1, 2, 3}) {
    EXPECT_EQ(rule(ring(slots, 1), {7}), "") << slots;
    EXPECT_NE(rule(ring(slots, 0), {7}), "") << slots;
  }
}

TEST(Phases, BytesTellOfTheirLoad) {
  for (const int expected : {64, 32, 128}) {
    Maker make;
    const int s = make.shared();
    const int b = make.mbarrier();
    make.role()(load(1, b, 64), {write(s)})(arrive(b, expected));
    make.role()(await(b))(consume(1), {read(s)});
    EXPECT_EQ(rule(make), expected == 64 ? "" : expected == 32 ? "phase" : "deadlock");
  }
}

TEST(Phases, LoadsCompleteInNoOrder) {
  for (const int taken : {0, 1}) {
    Maker make;
    const int s = make.shared(1, 2);
    const int b[] = {make.mbarrier(), make.mbarrier()};
    make.role()(arrive(b[0], 8))(arrive(b[1], 8));
    make(load(1, b[0], 8), {write(s, 0, 0)})(load(1, b[1], 8), {write(s, 0, 1)});
    make(await(b[1]))(consume(1), {read(s, 0, taken)})(await(b[0]));
    EXPECT_EQ(rule(make), taken == 1 ? "" : "consume");
  }
}

TEST(Phases, ALoadOfNoBytesCompletesWithoutASignal) {
  Maker make;
  const int s = make.shared();
  const int b = make.mbarrier();
  make.role()(load(1, b, 0), {write(s)})(arrive(b))(await(b));
  EXPECT_EQ(rule(make), "unfinished");
}

TEST(Phases, AnArrivalInAFullPhaseIsWrong) {
  for (const int bytes : {0, 8}) {
    Maker make;
    const int b = make.mbarrier();
    make.role()(arrive(b, bytes))(arrive(b));
    EXPECT_EQ(rule(make), bytes == 0 ? "" : "phase");
  }
}

TEST(Phases, AnAsynchronousArrivalComesAfterItsCounter) {
  for (const Counter counter : {Counter::none, Counter::copy, Counter::tensor}) {
    Maker make;
    const int s = make.shared();
    const int b = make.mbarrier();
    make.role()(fetch(1, Counter::copy), {write(s)})(arrive(b, 0, counter))(await(b))(consume(1), {read(s)});
    make(wait(Counter::copy, 0));
    EXPECT_EQ(rule(make), counter == Counter::copy ? "" : "consume");
  }
}

TEST(Phases, AnAsynchronousArrivalDoesNotWaitForWhatIsIssuedLater) {
  for (const int taken : {0, 1}) {
    Maker make;
    const int s = make.shared(1, 2);
    const int b = make.mbarrier();
    make.role()(fetch(1, Counter::copy), {write(s, 0, 0)})(arrive(b, 0, Counter::copy));
    make(fetch(1, Counter::copy), {write(s, 0, 1)})(await(b))(consume(1), {read(s, 0, taken)})(wait(Counter::copy, 0));
    EXPECT_EQ(rule(make), taken == 0 ? "" : "consume");
  }
}

TEST(Phases, AnAsynchronousArrivalWithAnOpenGroupIsWrong) {
  expect_forbidden("phase", [](Maker& make, bool open) {
    const int b = make.mbarrier();
    make.role()(fetch(1, Counter::tensor, open ? 0 : 1))(arrive(b, 0, Counter::tensor))(await(b));
  });
}

TEST(Phases, ANamedBarrierArrivesAndWaits) {
  expect_needed("consume", [](Maker& make, bool waits) {
    const int s = make.shared();
    const int b = make.named(2);
    make.role()(fetch(1), {write(s)})(arrive(b));
    make.role()(waits ? barrier(b) : arrive(b))(consume(1), {read(s)});
  });
}

TEST(Phases, ANamedBarrierWaitsForThePhaseThatItArrivedIn) {
  for (const int arrivals : {2, 3}) {
    // The two arrivals alone may complete the first phase. Then the wave needs a third arrival for its own phase.
    Maker make;
    const int b = make.named(2);
    make.role()(barrier(b));
    make.role();
    for (int k = 0; k < arrivals; ++k) make(arrive(b));
    EXPECT_EQ(rule(make), arrivals == 3 ? "" : "deadlock");
  }
}

TEST(Wrong, TheCountOfConsumes) {
  for (const int extra : {0, 1}) {
    Maker make;
    make.program.accumulators = 2;
    make.program.tiles_per_trip = 1;
    make.program.tiles = 1;
    make.role(1, extra).kernel()(sum(0));
    make.role().kernel()(sum(1)).epilogue()(sum(1));
    EXPECT_EQ(rule(make, {2}), extra == 1 ? "" : "count");
  }
}

TEST(Wrong, ACountThatCannotBeEncoded) {
  for (const int count : {62, 63}) {
    Maker make;
    make.role()(wait(Counter::vm, count));
    EXPECT_EQ(rule(make), count == 62 ? "" : "encodable");
  }
  Maker make;
  make.role()(wait(Counter::mma, 8));
  EXPECT_EQ(rule(make), "encodable");
}

TEST(Wrong, BytesThatCannotBeEncoded) {
  for (const int more : {0, 1}) {
    Maker make;
    const int b = make.mbarrier(2);
    make.program.limits.max_expected_bytes = 100;
    make.role(2)(arrive(b, 50))(load(1, b, 50))(await(b));
    if (more != 0) make.program.limits.max_expected_bytes = 99;
    EXPECT_EQ(rule(make), more == 0 ? "" : "encodable");
  }
}

TEST(Wrong, WhatIsNotCompleteAtTheEnd) {
  for (const Counter counter :
       {Counter::vm, Counter::lgkm, Counter::copy, Counter::mma, Counter::store, Counter::tensor}) {
    Maker make;
    make.role()(consume(1, counter));
    const bool exempt = counter == Counter::vm || counter == Counter::lgkm;
    EXPECT_EQ(rule(make), exempt ? "" : "unfinished") << name(counter);
  }
}

TEST(Wrong, ButAnArrivalMayBeOutstandingAtTheEnd) {
  for (const bool waits : {true, false}) {
    Maker make;
    const int b = make.mbarrier();
    make.role()(arrive(b, 0, Counter::vm));
    if (waits) make(await(b));
    EXPECT_EQ(rule(make), "");
  }
}

TEST(Runs, TheIndexIsThatOfThePhase) {
  Maker make;
  const int r = make.registers();
  make.role(1, 1)(turning(fetch(5)), {write(r)})(consume(5), {read(r)});
  make.kernel()(turning(fetch(0)), {write(r)})(turning(consume(0)), {read(r)});
  make.epilogue()(turning(consume(-1)), {read(r)})(turning(fetch(0)), {write(r)})(consume(4), {read(r)});
  EXPECT_EQ(rule(make, {3}), "");
  EXPECT_EQ(rule(make, {2}), "consume");
}

TEST(Runs, TheIndexGoesOnFromRunToRun) {
  for (const int tiles : {2, 1}) {
    Maker make;
    const int r = make.registers(4);
    make.program.persistent = true;
    make.program.accumulators = 1;
    make.program.tiles_per_trip = 1;
    make.program.tiles = tiles;
    make.role()(turning(fetch(0)), {turning(write(r))})(turning(fetch(1)), {turning(write(r), 1)});
    make.kernel()(sum(0), {turning(read(r))})(turning(fetch(2)), {turning(write(r), 2)});
    make.epilogue()(sum(0), {turning(read(r))})(sum(0), {turning(read(r), 1)});
    EXPECT_EQ(rule(make, {0, 3, 1}), tiles == 2 ? "" : "count");
  }
}

}  // namespace
}  // namespace stretto::model_checker
