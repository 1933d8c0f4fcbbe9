// One small program for each sentence of the contract about places and their content, and about when they are read and
// written.
#include "model_checker.hpp"

#include <gtest/gtest.h>

#include "answers.hpp"
#include "program_maker.hpp"

namespace stretto::model_checker {
namespace {

TEST(Content, AFetchLeavesItsTile) {
  for (const int tile : {3, 4}) {
    Maker make;
    const int r = make.registers();
    make.role()(fetch(3), {write(r)})(consume(tile), {read(r)});
    EXPECT_EQ(rule(make), tile == 3 ? "" : "consume");
  }
}

TEST(Content, AFetchMovesOnWithTheTrips) {
  for (const bool turns : {true, false}) {
    Maker make;
    const int r = make.registers();
    Step step = fetch(2);
    step.tile_step = turns ? 2 : 0;
    Step taken = consume(2);
    taken.tile_step = 2;
    make.role().kernel()(step, {write(r)})(taken, {read(r)});
    EXPECT_EQ(rule(make, {2}), turns ? "" : "consume");
  }
}

TEST(Content, APartBeginsWithItsInitialContent) {
  Maker make;
  const int r = make.registers();
  make.role()(consume(0), {read(r, -1)})(fetch(0), {write(r)})(consume(0), {read(r)});
  EXPECT_EQ(rule(make), "");
  make(consume(0), {read(r, -1)});
  EXPECT_EQ(rule(make), "consume");
}

TEST(Content, VersionZeroIsNotInitialContent) {
  Maker make;
  const int r = make.registers();
  make.role()(consume(0), {read(r)});
  EXPECT_EQ(rule(make), "consume");
}

TEST(Content, ASumCountsThroughItsConsumes) {
  for (const int version : {-1, 0}) {
    Maker make;
    const int r = make.registers();
    make.program.accumulators = 1;
    make.program.tiles_per_trip = 1;
    make.role().kernel()(sum(0), {read(r, version), write(r, 0)});
    EXPECT_EQ(rule(make, {3}), version == -1 ? "" : "consume");
  }
}

TEST(Content, RegistersAreEachWavesOwn) {
  Maker make;
  const int r = make.registers();
  make.role()(fetch(1), {write(r)})(consume(1), {read(r)});
  make.role()(fetch(2), {write(r)})(consume(2), {read(r)});
  EXPECT_EQ(rule(make), "");
}

TEST(Content, SharedMemoryIsOneForAll) {
  for (const bool meets : {true, false}) {
    for (const bool tensor : {true, false}) {
      Maker make;
      const int s = tensor ? make.tensor() : make.shared();
      make.role()(fetch(1), {write(s)});
      if (meets) make(barrier());
      make.role();
      if (meets) make(barrier());
      make(consume(1), {read(s)});
      EXPECT_EQ(rule(make), meets ? "" : "consume");
    }
  }
}

TEST(Content, EachWriterHasAPart) {
  expect_forbidden("consume", [](Maker& make, bool late) {
    const int s = make.shared();
    make.role()(fetch(1), {write(s)})(barrier());
    make.role();
    if (!late) make(fetch(1), {write(s)});
    make(barrier());
    if (late) make(fetch(1), {write(s)});
    make.role()(barrier())(consume(1), {read(s)});
  });
}

TEST(Content, AWriterOfAnotherSlotHasAPartInEverySlot) {
  Maker make;
  const int s = make.shared(2);
  make.role()(fetch(1), {write(s)})(consume(1), {read(s)});
  EXPECT_EQ(rule(make), "");
  make.role()(fetch(1), {turning(write(s), 1)});
  EXPECT_EQ(rule(make), "consume");
}

TEST(Content, AMoveLeavesTheOneVersionThatItRead) {
  for (const int other : {1, 2}) {
    Maker make;
    const int r = make.registers(1, 3);
    make.role()(fetch(1), {write(r, 0, 0)})(fetch(other), {write(r, 0, 1)});
    make(move(), {read(r, 0, 0), read(r, 0, 1), write(r, 0, 2)})(consume(1), {read(r, 0, 2)});
    EXPECT_EQ(rule(make), other == 1 ? "" : "consume");
  }
}

TEST(Content, AMoveOfNothingLeavesGarbage) {
  Maker make;
  const int r = make.registers();
  make.role()(move(), {write(r)});
  EXPECT_EQ(rule(make), "");
  make(consume(0), {read(r, -1)});
  EXPECT_EQ(rule(make), "consume");
}

TEST(Content, InitialContentBelongsToItsPlace) {
  Maker make;
  const int r = make.registers(1, 2);
  make.role()(move(), {read(r, 0, 0), write(r, 0, 1)})(consume(0), {read(r, -1, 0)});
  EXPECT_EQ(rule(make), "");
  make(consume(0), {read(r, -1, 1)});
  EXPECT_EQ(rule(make), "consume");
}

TEST(Content, OnlyTheMarkedWavesRead) {
  for (const unsigned waves : {1U, 2U, 0U}) {
    Maker make;
    const int r = make.registers();
    make.role()(fetch(1), {write(r)});
    make.role()(fetch(2), {write(r)})(consume(1), {only(waves, read(r))});
    EXPECT_EQ(rule(make), waves == 1 ? "" : "consume");
  }
}

TEST(Synchronous, APartIsGarbageToOthersWhileItIsWritten) {
  expect_forbidden("consume", [](Maker& make, bool again) {
    const int s = make.shared();
    make.role()(fetch(1), {write(s)})(barrier());
    if (again) make(fetch(1), {write(s)});  // the same version
    make.role()(barrier())(consume(1), {read(s)});
  });
}

TEST(Synchronous, ItReadsAtItsBeginning) {
  Maker make;
  const int s = make.shared();
  make.role()(fetch(1), {write(s)})(consume(1), {read(s), write(s, 1)})(consume(2), {read(s)});
  EXPECT_EQ(rule(make), "");
}

TEST(Synchronous, AReadInFlightFindsGarbageEvenIfTheSameVersionIsWritten) {
  for (const int tile : {1, 2}) {
    Maker make;
    const int s = make.shared();
    make.role()(fetch(1), {write(s)})(consume(1, Counter::lgkm), {read(s)})(fetch(tile), {write(s)});
    EXPECT_EQ(rule(make), "consume");
  }
}

TEST(Asynchronous, ItIsGarbageUntilItIsComplete) {
  for (const bool waits : {true, false}) {
    for (const Counter counter : {Counter::vm, Counter::lgkm, Counter::copy}) {
      Maker make;
      const int r = make.registers();
      make.role()(fetch(1, counter), {write(r)});
      if (waits) make(wait(counter, 0));
      make(consume(1), {read(r)});
      if (!waits) make(wait(counter, 0));
      EXPECT_EQ(rule(make), waits ? "" : "consume");
    }
  }
}

TEST(Asynchronous, ItCompletesInOrder) {
  for (const int taken : {0, 1}) {
    Maker make;
    const int r = make.registers(1, 2);
    make.role()(fetch(1, Counter::vm), {write(r, 0, 0)})(fetch(1, Counter::vm), {write(r, 0, 1)});
    make(wait(Counter::vm, 1))(consume(1), {read(r, 0, taken)});
    EXPECT_EQ(rule(make), taken == 0 ? "" : "consume");
  }
}

TEST(Asynchronous, CountersAreIndependent) {
  Maker make;
  const int r = make.registers(1, 2);
  make.role()(fetch(1, Counter::lgkm), {write(r, 0, 0)})(fetch(1, Counter::vm), {write(r, 0, 1)});
  make(wait(Counter::vm, 0))(consume(1), {read(r, 0, 0)});
  EXPECT_EQ(rule(make), "consume");
}

TEST(Asynchronous, AStepIsCompleteWithItsLastOperation) {
  for (const int count : {0, 1, 2, 3}) {
    Maker make;
    const int r = make.registers(1, 2);
    make.role()(fetch(1, Counter::vm, 3), {write(r, 0, 0)})(fetch(1, Counter::vm, 2), {write(r, 0, 1)});
    make(wait(Counter::vm, count))(consume(1), {read(r, 0, 0)});
    EXPECT_EQ(rule(make), count <= 2 ? "" : "consume");
  }
}

TEST(Asynchronous, MemoryIsReadUntilTheCompletion) {
  for (const bool waits : {true, false}) {
    for (const int tile : {1, 2}) {
      Maker make;
      const int s = make.shared();
      const int r = make.registers();
      make.role()(fetch(1), {write(s)})(barrier())(barrier())(fetch(tile), {write(s)});
      make.role()(barrier())(move(Counter::lgkm), {read(s), write(r)});
      if (waits) make(wait(Counter::lgkm, 0));
      make(barrier())(wait(Counter::lgkm, 0))(consume(1), {read(r)});
      EXPECT_EQ(rule(make), waits ? "" : "consume");
    }
  }
}

TEST(Asynchronous, AReadThatBeginsInGarbageFindsGarbage) {
  Maker make;
  const int s = make.shared();
  const int r = make.registers();
  make.role()(fetch(1, Counter::vm), {write(s)})(move(Counter::lgkm), {read(s), write(r)});
  make(wait(Counter::vm, 0))(wait(Counter::lgkm, 0));
  EXPECT_EQ(rule(make), "");
  make(consume(1), {read(r)});
  EXPECT_EQ(rule(make), "consume");
}

TEST(Asynchronous, RegistersAreReadAtTheIssueExceptByMma) {
  for (const Counter counter : {Counter::vm, Counter::lgkm, Counter::copy, Counter::mma}) {
    Maker make;
    const int r = make.registers();
    make.role()(fetch(1), {write(r)})(mma_fence())(consume(1, counter), {read(r)});
    make(fetch(2), {write(r)})(wait(counter, 0));
    EXPECT_EQ(rule(make), counter == Counter::mma ? "consume" : "");
  }
}

TEST(Asynchronous, AStepReadsAPartBeforeItWritesIt) {
  Maker make;
  const int s = make.shared();
  make.role()(fetch(1), {write(s)})(move(Counter::lgkm), {read(s), write(s)})(wait(Counter::lgkm, 0));
  make(consume(1), {read(s)});
  EXPECT_EQ(rule(make), "");
}

TEST(Overlap, LeavesGarbage) {
  expect_needed("consume", [](Maker& make, bool waits) {
    const int r = make.registers();
    make.role()(fetch(1, Counter::vm), {write(r)});
    if (waits) make(wait(Counter::vm, 0));
    make(fetch(1, Counter::vm), {write(r)})(wait(Counter::vm, 0))(consume(1), {read(r)});
  });
}

TEST(Overlap, WithASynchronousWriteLeavesGarbage) {
  Maker make;
  const int r = make.registers();
  make.role()(fetch(1, Counter::vm), {write(r)})(fetch(1), {write(r)})(wait(Counter::vm, 0))(consume(1), {read(r)});
  EXPECT_EQ(rule(make), "consume");
}

TEST(Overlap, LastsUntilAWriteThatOverlapsWithNone) {
  for (const int count : {0, 1}) {
    Maker make;
    const int r = make.registers();
    make.role()(fetch(1, Counter::vm), {write(r)})(fetch(1, Counter::vm), {write(r)})(wait(Counter::vm, count));
    make(fetch(1, Counter::vm), {write(r)})(wait(Counter::vm, 0))(consume(1), {read(r)});
    EXPECT_EQ(rule(make), count == 0 ? "" : "consume");
  }
}

TEST(Overlap, TwoWritesOfOneStep) {
  for (const Counter counter : {Counter::none, Counter::lgkm}) {
    Maker make;
    const int r = make.registers();
    make.role()(fetch(1, counter), {write(r), write(r)})(wait(Counter::lgkm, 0));
    EXPECT_EQ(rule(make), "");
    make(consume(1), {read(r)});
    EXPECT_EQ(rule(make), "consume");
  }
}

TEST(Accumulation, FindsWhatTheOlderOnesLeave) {
  for (const Counter counter : {Counter::mma, Counter::lgkm}) {
    Maker make;
    const int r = make.registers();
    make.program.accumulators = 1;
    make.program.tiles = 3;
    make.role();
    for (int k = 0; k < 3; ++k) make(sum(0, counter), {read(r, -1), write(r, 0)});
    make(wait(counter, 0))(consume(2), {read(r)});
    EXPECT_EQ(rule(make), counter == Counter::mma ? "" : "consume");
  }
}

TEST(Accumulation, OverlapsWithOtherWrites) {
  for (const bool before : {true, false}) {
    Maker make;
    const int r = make.registers();
    make.role();
    if (before) make(fetch(0, Counter::mma), {write(r)});
    make(consume(0, Counter::mma), {read(r, before ? 0 : -1), write(r)});
    if (!before) make(fetch(0), {write(r)});
    make(wait(Counter::mma, 0));
    EXPECT_EQ(rule(make), "consume");
  }
}

TEST(Accumulation, SpoilsReadsThatDoNotAccumulate) {
  expect_needed("consume", [](Maker& make, bool waits) {
    const int r = make.registers();
    make.role()(consume(0, Counter::mma), {read(r, -1)});
    if (waits) make(wait(Counter::mma, 0));
    make(consume(0, Counter::mma), {read(r, -1), write(r)})(wait(Counter::mma, 0));
  });
}

TEST(Accumulation, IsGarbageToOthersUntilItIsComplete) {
  for (const int count : {0, 1}) {
    Maker make;
    const int r = make.registers();
    make.role()(consume(0, Counter::mma), {read(r, -1), write(r)});
    make(consume(1, Counter::mma), {read(r, -1), write(r)})(wait(Counter::mma, count))(consume(1), {read(r)});
    make(wait(Counter::mma, 0));
    EXPECT_EQ(rule(make), count == 0 ? "" : "consume");
  }
}

TEST(Groups, AStepOfWeightZeroCompletesWithTheNext) {
  for (const int count : {0, 1}) {
    Maker make;
    const int r = make.registers(1, 3);
    make.role()(fetch(1, Counter::copy, 0), {write(r, 0, 0)})(fetch(1, Counter::copy, 1), {write(r, 0, 1)});
    make(fetch(1, Counter::copy, 1), {write(r, 0, 2)})(wait(Counter::copy, 1));
    make(consume(1), {read(r, 0, 0), read(r, 0, 1)})(wait(Counter::copy, count))(consume(1), {read(r, 0, 2)});
    make(wait(Counter::copy, 0));
    EXPECT_EQ(rule(make), count == 0 ? "" : "consume");
  }
}

TEST(Groups, NoWaitWaitsForAnOpenGroup) {
  Maker make;
  const int r = make.registers();
  make.role()(fetch(1, Counter::copy, 0), {write(r)})(wait(Counter::copy, 0))(consume(1), {read(r)});
  make(fetch(1, Counter::copy, 1))(wait(Counter::copy, 0));
  EXPECT_EQ(rule(make), "consume");
}

TEST(Groups, AGroupThatStaysOpenNeverCompletes) {
  expect_needed("unfinished", [](Maker& make, bool closed) {
    const int r = make.registers();
    make.role()(fetch(1, Counter::copy, 0), {write(r)});
    if (closed) make(fetch(1, Counter::copy, 1));
    make(wait(Counter::copy, 0));
  });
}

TEST(Groups, AStoreIsCompleteWhenItHasReadItsSource) {
  expect_needed("consume", [](Maker& make, bool waits) {
    const int s = make.shared();
    make.role()(fetch(1), {write(s)})(fence())(consume(1, Counter::store), {read(s)});
    if (waits) make(wait(Counter::store, 0));
    make(fetch(2), {write(s)})(wait(Counter::store, 0));
  });
}

}  // namespace
}  // namespace stretto::model_checker
