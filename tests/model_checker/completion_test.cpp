// One small program for each sentence of the contract about bulk stores, which complete twice, and scalar loads, which
// complete in no order.
#include <gtest/gtest.h>

#include "answers.hpp"
#include "program_maker.hpp"

namespace stretto::model_checker {
namespace {

/// A bulk store from shared to global memory, and a wait for it.
Maker stored(int shared, int global, Maker make, Counter waits) {
  make.role()(fetch(1), {write(shared)})(fence())(move(Counter::store), {read(shared), write(global)});
  if (waits != Counter::none) make(wait(waits, 0));
  return make;
}

TEST(BulkStore, HasReadItsSourceWhenItIsCompleteInStore) {
  for (const Counter waits : {Counter::none, Counter::store, Counter::stored}) {
    Maker make;
    const int s = make.shared();
    const int g = make.global();
    make = stored(s, g, make, waits);
    make(fetch(2), {write(s)})(wait(Counter::stored, 0))(consume(1), {read(g)});
    EXPECT_EQ(rule(make), waits != Counter::none ? "" : "consume");
  }
}

TEST(BulkStore, HasWrittenWhenItIsCompleteInStored) {
  for (const Counter waits : {Counter::store, Counter::stored}) {
    Maker make;
    const int s = make.shared();
    const int g = make.global();
    make = stored(s, g, make, waits);
    make(consume(1), {read(g)});
    EXPECT_EQ(rule(make), waits == Counter::stored ? "" : "consume");
  }
}

TEST(BulkStore, ReadsGlobalMemoryUntilItHasWritten) {
  for (const Counter waits : {Counter::store, Counter::stored}) {
    // Its tensor map, for example.
    Maker make;
    const int map = make.global();
    make.role()(fetch(1), {write(map)})(fence())(consume(1, Counter::store), {any(read(map))})(wait(waits, 0));
    make(fetch(2), {write(map)});
    EXPECT_EQ(rule(make), waits == Counter::stored ? "" : "consume");
  }
}

TEST(BulkStore, WritesInOrder) {
  for (const int count : {0, 1}) {
    for (const int taken : {0, 1}) {
      Maker make;
      const int s = make.shared();
      const int g = make.global(2);
      make.role()(fetch(1), {write(s)})(fence());
      for (const int k : {0, 1}) make(move(Counter::store), {read(s), write(g, 0, k)});
      make(wait(Counter::store, 0))(wait(Counter::stored, count))(consume(1), {read(g, 0, taken)});
      EXPECT_EQ(rule(make), count <= 1 - taken ? "" : "consume");
    }
  }
}

TEST(BulkStore, IsFinishedAtTheEndWhenItHasReadItsSource) {
  for (const Counter waits : {Counter::none, Counter::store, Counter::stored}) {
    Maker make;
    const int s = make.shared();
    const int g = make.global();
    EXPECT_EQ(rule(stored(s, g, make, waits)), waits == Counter::none ? "unfinished" : "");
  }
}

TEST(BulkStore, OfAnOpenGroupIsNeverWritten) {
  for (const int weight : {0, 1}) {
    Maker make;
    const int s = make.shared();
    const int g = make.global();
    make.role()(fetch(1), {write(s)})(fence())(move(Counter::store, weight), {read(s), write(g)});
    make(wait(Counter::stored, 0))(consume(1), {read(g)});
    EXPECT_EQ(rule(make), weight == 1 ? "" : "consume");
  }
}

TEST(Scalar, OnlyAWaitForNothingWaitsForIt) {
  for (const int count : {0, 1}) {
    for (const int taken : {0, 1}) {
      for (const Counter counter : {Counter::lgkm, Counter::scalar}) {
        Maker make;
        const int r = make.registers(1, 2);
        for (const int k : {0, 1}) {
          if (k == 0) make.role();
          make(fetch(1, counter), {write(r, 0, k)});
        }
        make(wait(Counter::lgkm, count))(consume(1), {read(r, 0, taken)});
        EXPECT_EQ(rule(make), count == 0 || (counter == Counter::lgkm && taken == 0) ? "" : "consume");
      }
    }
  }
}

TEST(Scalar, CountsInLgkm) {
  for (const int count : {1, 2}) {
    // Two operations may be pending: the older one of lgkm is complete only if the scalar one is known to be pending.
    Maker make;
    const int r = make.registers(1, 3);
    make.role()(fetch(1, Counter::lgkm), {write(r, 0, 0)})(fetch(1, Counter::lgkm), {write(r, 0, 1)});
    make(fetch(1, Counter::scalar), {write(r, 0, 2)})(wait(Counter::lgkm, count))(consume(1), {read(r, 0, 0)});
    EXPECT_EQ(rule(make), count == 1 ? "" : "consume");
  }
}

TEST(Scalar, FillsTheCounterOfLgkm) {
  for (const int capacity : {1, 2}) {
    Maker make;
    const int r = make.registers(1, 2);
    make.program.limits.lgkm_capacity = capacity;
    make.role()(fetch(1, Counter::scalar), {write(r, 0, 0)})(fetch(1, Counter::lgkm), {write(r, 0, 1)});
    make(consume(1), {read(r, 0, 0)});
    EXPECT_EQ(rule(make), capacity == 1 ? "" : "consume");
  }
}

TEST(Scalar, HasSeveralOperations) {
  for (const int count : {0, 1}) {
    Maker make;
    const int r = make.registers();
    make.program.limits.lgkm_capacity = 2;
    make.role()(fetch(1, Counter::scalar, 3), {write(r)})(wait(Counter::lgkm, count))(consume(1), {read(r)});
    EXPECT_EQ(rule(make), count == 0 ? "" : "consume");
  }
}

TEST(Scalar, IsWaitedForByBarriersThatDrain) {
  expect_needed("consume", [](Maker& make, bool drains) {
    const int r = make.registers();
    make.program.barriers = drains ? BarrierKind::draining : BarrierKind::raw;
    make.role()(fetch(1, Counter::scalar), {write(r)})(barrier())(consume(1), {read(r)});
  });
}

TEST(Scalar, IsWaitedForByInterlockedReaders) {
  expect_needed("consume", [](Maker& make, bool interlocked) {
    const int r = make.registers(1, 2);
    if (interlocked) make.program.registers = RegisterReading::interlocked;
    make.role()(fetch(1, Counter::scalar), {write(r, 0, 0)})(fetch(1, Counter::scalar), {write(r, 0, 1)});
    make(consume(1), {read(r, 0, 0)})(consume(1), {read(r, 0, 1)});
  });
}

TEST(Scalar, MayBePendingAtTheEnd) {
  Maker make;
  const int r = make.registers();
  make.role()(fetch(1, Counter::scalar), {write(r)});
  EXPECT_EQ(rule(make), "");
}

}  // namespace
}  // namespace stretto::model_checker
