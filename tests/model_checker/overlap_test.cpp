// One small program for each sentence of the contract about buffers that overlap, global memory, and reads of any
// version.
#include <gtest/gtest.h>

#include "answers.hpp"
#include "program_maker.hpp"

namespace stretto::model_checker {
namespace {

TEST(Overlapping, AWriteLeavesGarbageInTheOther) {
  for (const int offset : {0, 32, 63, 64}) {
    for (const Space space : {Space::shared, Space::tensor, Space::registers}) {
      Maker make;
      const int a = make.placed(0, 64, 1, 1, space);
      const int b = make.placed(offset, 64, 1, 1, space);
      make.role()(fetch(1), {write(a)})(fetch(1), {write(b)})(consume(1), {read(b)});
      EXPECT_EQ(rule(make), "");
      make(consume(1), {read(a)});
      EXPECT_EQ(rule(make), offset == 64 ? "" : "consume");
    }
  }
}

TEST(Overlapping, NeedsTheSameMemory) {
  for (const int other : {0, 1, 2, 3}) {
    Maker make;
    const int a = make.placed(0, 64);
    const int b = make.placed(0, 64, 1, 1, other == 1 ? Space::tensor : Space::shared);
    if (other == 2) make.program.buffers[b].workgroup = 1;
    if (other == 3) make.program.buffers[b].offset = -1;
    make.role()(fetch(1), {write(a)})(fetch(1), {write(b)})(consume(1), {read(a)})(barrier());
    make.role().in_workgroup(1)(barrier());  // so that the workgroup has not ended
    EXPECT_EQ(rule(make), other == 0 ? "consume" : "");
  }
}

TEST(Overlapping, SubtilesOfASlotFollowEachOther) {
  // Of 2 slots with 2 subtiles of 16 bytes, the bytes from 32 on are the second slot.
  for (const int slot : {0, 1}) {
    for (const int subtile : {0, 1}) {
      Maker make;
      const int a = make.placed(0, 16, 2, 2);
      const int b = make.placed(32, 16);
      make.role()(fetch(1), {turning(write(a, 0, subtile), slot)})(fetch(1), {write(b)});
      make(consume(1), {turning(read(a, 0, subtile), slot)});
      EXPECT_EQ(rule(make), slot == 1 && subtile == 0 ? "consume" : "");
    }
  }
}

TEST(Overlapping, AWriteEndsInitialContent) {
  expect_forbidden("consume", [](Maker& make, bool written) {
    const int a = make.placed(0, 64);
    const int b = make.placed(0, 64);
    make.role()(consume(0), {read(a, -1)});
    if (written) make(fetch(1), {write(b)});
    make(consume(0), {read(a, -1)})(fetch(0), {write(a)});
  });
}

TEST(Overlapping, AWriteMustNotBeginBeforeTheReadsAreComplete) {
  expect_needed("consume", [](Maker& make, bool waits) {
    const int a = make.placed(0, 64);
    const int b = make.placed(32, 64);
    make.role()(fetch(1), {write(a)})(barrier())(barrier())(fetch(1), {write(b)});
    make.role()(barrier())(consume(1, Counter::lgkm), {read(a)});
    if (waits) make(wait(Counter::lgkm, 0));
    make(barrier());
  });
}

TEST(Overlapping, WritesInFlightOverlap) {
  for (const bool waits : {true, false}) {
    for (const bool other_first : {true, false}) {
      // The buffer that is read is written last or first; while the other write is in flight, both are garbage.
      Maker make;
      const int a = make.placed(0, 64);
      const int b = make.placed(0, 64);
      make.role()(fetch(1, Counter::vm), {write(other_first ? b : a)});
      if (waits) make(wait(Counter::vm, 0));
      make(fetch(1, Counter::lgkm), {write(other_first ? a : b)})(wait(Counter::lgkm, 0))(wait(Counter::vm, 0));
      make(consume(1), {read(other_first ? a : b)});
      EXPECT_EQ(rule(make), waits ? "" : "consume");
    }
  }
}

TEST(Overlapping, OfSynchronousWritesOfTwoWaves) {
  expect_needed("consume", [](Maker& make, bool meet) {
    const int a = make.placed(0, 64);
    const int b = make.placed(0, 64);
    make.role()(fetch(1), {write(a)})(barrier());
    if (meet) make(barrier());
    make.role();
    if (meet) make(barrier());
    make(fetch(1), {write(b)})(consume(1), {read(b)});
    make(barrier());
  });
}

TEST(Overlapping, OnlyASynchronousStepWorksInPlace) {
  for (const Counter counter : {Counter::none, Counter::lgkm}) {
    Maker make;
    const int a = make.placed(0, 64);
    const int b = make.placed(0, 64);
    make.role()(fetch(1), {write(a)})(move(counter), {read(a), write(b)})(wait(Counter::lgkm, 0));
    make(consume(1), {read(b)});
    EXPECT_EQ(rule(make), counter == Counter::none ? "" : "consume");
  }
}

TEST(Overlapping, TwoWritesOfOneStep) {
  for (const int offset : {0, 64}) {
    Maker make;
    const int a = make.placed(0, 64);
    const int b = make.placed(offset, 64);
    make.role()(fetch(1), {write(a), write(b)})(consume(1), {read(b)});
    EXPECT_EQ(rule(make), offset == 64 ? "" : "consume");
  }
}

TEST(OverlappingRegisters, AreThoseOfOneWave) {
  Maker make;
  const int a = make.placed(0, 64, 1, 1, Space::registers);
  const int b = make.placed(0, 64, 1, 1, Space::registers);
  make.role()(fetch(1), {write(a)})(barrier())(barrier())(consume(1), {read(a)});
  make.role()(barrier())(fetch(1), {write(b)})(barrier());
  EXPECT_EQ(rule(make), "");
  EXPECT_TRUE(verify(make.program).proven());
}

TEST(OverlappingRegisters, AnMmaReadsTheSameBytesBeforeItWritesThem) {
  for (const int offset : {0, 32, 64}) {
    Maker make;
    const int scaled = make.placed(0, 64, 1, 1, Space::registers);
    const int sum = make.placed(offset, 64, 1, 1, Space::registers);
    make.role()(fetch(1), {write(scaled)})(mma_fence())(consume(1, Counter::mma), {read(scaled), write(sum)});
    make(wait(Counter::mma, 0))(consume(1), {read(sum)});
    EXPECT_EQ(rule(make), offset == 32 ? "consume" : "");
  }
}

TEST(OverlappingRegisters, OtherStepsReadThemAtTheirIssue) {
  Maker make;
  const int a = make.placed(0, 64, 1, 1, Space::registers);
  const int b = make.placed(32, 64, 1, 1, Space::registers);
  make.role()(fetch(1), {write(a)})(move(Counter::lgkm), {read(a), write(b)})(wait(Counter::lgkm, 0));
  make(consume(1), {read(b)});
  EXPECT_EQ(rule(make), "");
  EXPECT_TRUE(verify(make.program).proven());
}

TEST(OverlappingRegisters, AnMmaThatStillReadsThem) {
  for (const bool waits : {true, false}) {
    Maker make;
    const int p = make.placed(0, 64, 1, 1, Space::registers);
    const int s = make.placed(0, 64, 1, 1, Space::registers);
    make.role()(fetch(1), {write(p)})(mma_fence())(consume(1, Counter::mma), {read(p)});
    if (waits) make(wait(Counter::mma, 0));
    make(fetch(2), {write(s)})(wait(Counter::mma, 0))(consume(2), {read(s)});
    EXPECT_EQ(rule(make), waits ? "" : "consume");
  }
}

TEST(OverlappingRegisters, NeedTheFenceOfTheOther) {
  for (const bool fences : {true, false}) {
    Maker make;
    const int exps = make.placed(0, 64, 1, 1, Space::registers);
    const int s = make.placed(0, 64, 1, 1, Space::registers);
    make.role()(fetch(1), {write(exps)})(consume(1), {read(exps)});
    if (fences) make(mma_fence());
    make(consume(2, Counter::mma), {write(s)})(wait(Counter::mma, 0))(consume(2), {read(s)});
    EXPECT_EQ(rule(make), fences ? "" : "fence");
  }
}

TEST(OverlappingRegisters, AreInterlocked) {
  for (const bool interlocked : {true, false}) {
    Maker make;
    if (interlocked) make.program.registers = RegisterReading::interlocked;
    const int a = make.placed(0, 64, 1, 1, Space::registers);
    const int b = make.placed(0, 64, 1, 1, Space::registers);
    make.role()(fetch(1, Counter::vm), {write(b)})(fetch(1), {write(a)})(wait(Counter::vm, 0))(consume(1), {read(a)});
    EXPECT_EQ(rule(make), interlocked ? "" : "consume");
    EXPECT_EQ(verify(make.program).proven(), interlocked);
  }
}

TEST(Global, IsSharedByAllWorkgroups) {
  expect_needed("consume", [](Maker& make, bool meets) {
    const int g = make.global();
    make.role()(fetch(1), {write(g)});
    if (meets) make(barrier());
    make.role().in_workgroup(1);
    if (meets) make(barrier());
    make(consume(1), {read(g)});
  });
}

TEST(Any, TakesEveryVersionButNoGarbage) {
  Maker make;
  const int r = make.registers(1, 3);
  make.role()(fetch(5), {write(r, 0, 0)})(consume(1), {any(read(r, 0, 0))});
  EXPECT_EQ(rule(make), "");
  Maker initial = make;
  initial(consume(0), {any(read(r, -1, 1))});
  EXPECT_EQ(rule(initial), "consume");
  make(move(), {write(r, 0, 2)})(consume(0), {any(read(r, 0, 2))});
  EXPECT_EQ(rule(make), "consume");
}

TEST(Any, AFetchReadsSo) {
  expect_needed("fetch", [](Maker& make, bool written) {
    const int map = make.global();
    const int r = make.registers();
    make.role();
    if (written) make(fetch(7), {write(map)});
    make(fetch(1), {read(map), write(r)})(consume(1), {read(r)});
    if (!written) make(fetch(7), {write(map)});
  });
}

TEST(Any, AFetchReadsAsLongAsItIsInFlight) {
  expect_needed("fetch", [](Maker& make, bool waits) {
    const int map = make.global();
    make.role()(fetch(7), {write(map)})(fetch(1, Counter::vm), {read(map)});
    if (waits) make(wait(Counter::vm, 0));
    make(fetch(8), {write(map)});
  });
}

}  // namespace
}  // namespace stretto::model_checker
