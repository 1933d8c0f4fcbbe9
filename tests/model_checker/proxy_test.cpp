// One small program for each sentence of the contract about proxies and wgmma.fence.
#include <gtest/gtest.h>

#include "answers.hpp"
#include "program_maker.hpp"

namespace stretto::model_checker {
namespace {

TEST(Proxies, AnAsyncReadNeedsAFenceAfterTheWrite) {
  for (const bool fences : {true, false}) {
    for (const Counter counter : {Counter::mma, Counter::store, Counter::tensor, Counter::lgkm}) {
      Maker make;
      const int s = make.shared();
      const int b = make.mbarrier();
      make.role()(fetch(1), {write(s)});
      if (fences) make(fence());
      make(consume(1, counter), {read(s)});
      make(arrive(b, 0, counter))(await(b));
      EXPECT_EQ(rule(make), fences || counter == Counter::lgkm ? "" : "consume") << name(counter);
    }
  }
}

TEST(Proxies, ABulkLoadReadsItsMapThroughTheAsyncProxy) {
  expect_needed("fetch", [](Maker& make, bool fences) {
    const int map = make.global();
    const int b = make.mbarrier();
    make.role()(fetch(1), {write(map)});
    if (fences) make(fence());
    make(arrive(b, 8))(load(1, b, 8), {read(map)})(await(b));
  });
}

TEST(Proxies, TensorMemoryHasNone) {
  Maker make;
  const int t = make.tensor();
  const int b = make.mbarrier();
  make.role()(fetch(1), {write(t)})(consume(1, Counter::tensor), {read(t)})(arrive(b, 0, Counter::tensor))(await(b));
  EXPECT_EQ(rule(make), "");
}

TEST(Proxies, TheFenceIsTheWritersOwn) {
  expect_needed("consume", [](Maker& make, bool own) {
    const int s = make.shared();
    make.role()(fetch(1), {write(s)});
    if (own) make(fence());
    make(barrier());
    make.role()(barrier());
    if (!own) make(fence());
    make(consume(1, Counter::mma), {read(s)})(wait(Counter::mma, 0));
  });
}

TEST(Proxies, AnInitFenceCoversNoAccess) {
  expect_forbidden("consume", [](Maker& make, bool of_inits) {
    const int s = make.shared();
    make.role()(fetch(1), {write(s)})(of_inits ? init_fence() : fence());
    make(consume(1, Counter::mma), {read(s)})(wait(Counter::mma, 0));
  });
}

TEST(Proxies, TheFenceComesBeforeTheSignal) {
  expect_needed("consume", [](Maker& make, bool before) {
    const int s = make.shared();
    make.role()(fetch(1), {write(s)});
    if (before) make(fence());
    make(barrier());
    if (!before) make(fence());
    make.role()(barrier())(consume(1, Counter::mma), {read(s)})(wait(Counter::mma, 0));
  });
}

TEST(Proxies, AFenceCoversWhatIsComplete) {
  for (const int count : {0, 1, 2}) {
    for (const int taken : {0, 1}) {
      // Two copies. The wait before the fence says which of them the fence covers; another comes before the read.
      Maker make;
      const int s = make.shared(1, 2);
      make.role()(fetch(1, Counter::copy), {write(s, 0, 0)})(fetch(1, Counter::copy), {write(s, 0, 1)});
      make(wait(Counter::copy, count))(fence())(wait(Counter::copy, 0));
      make(consume(1, Counter::mma), {read(s, 0, taken)})(wait(Counter::mma, 0));
      EXPECT_EQ(rule(make), count <= 1 - taken ? "" : "consume");
    }
  }
}

TEST(Proxies, AnArrivalAfterACopyTellsThatItIsComplete) {
  expect_needed("consume", [](Maker& make, bool waits) {
    const int s = make.shared();
    const int b = make.mbarrier();
    make.role()(fetch(1, Counter::copy), {write(s)})(arrive(b, 0, Counter::copy));
    if (waits) make(await(b));
    make(fence());
    if (!waits) make(await(b));
    make(consume(1, Counter::mma), {read(s)})(wait(Counter::mma, 0))(wait(Counter::copy, 0));
  });
}

TEST(Proxies, AFenceCoversReadsThatAreComplete) {
  expect_needed("fence", [](Maker& make, bool waits) {
    const int s = make.shared();
    const int b = make.mbarrier();
    make.role()(consume(0, Counter::lgkm), {read(s, -1)});
    if (waits) make(wait(Counter::lgkm, 0));
    make(fence())(wait(Counter::lgkm, 0))(arrive(b, 8))(load(2, b, 8), {write(s)})(await(b));
  });
}

TEST(Proxies, AFenceDoesNotCoverTheNextWrite) {
  expect_forbidden("consume", [](Maker& make, bool again) {
    const int s = make.shared();
    make.role()(fetch(1), {write(s)})(fence());
    if (again) make(fetch(1), {write(s)});
    make(consume(1, Counter::mma), {read(s)})(wait(Counter::mma, 0));
  });
}

TEST(Proxies, AnAsyncWriteOverlapsAGenericOneThatIsNotCovered) {
  for (const bool fences : {true, false}) {
    for (const int offset : {0, 64}) {
      for (const bool same : {true, false}) {
        // Of the part itself, or of a buffer that may overlap it.
        Maker make;
        const int a = make.placed(0, 64);
        const int other = make.placed(offset, 64);
        const int b = make.mbarrier();
        make.role()(fetch(1), {write(same ? a : other)});
        if (fences) make(fence());
        make(arrive(b, 8))(load(2, b, 8), {write(a)})(await(b))(consume(2), {read(a)});
        EXPECT_EQ(rule(make), fences || (!same && offset == 64) ? "" : "consume");
      }
    }
  }
}

TEST(Proxies, AnAsyncWriteMustNotBeginBeforeGenericReadsAreCovered) {
  for (const bool fences : {true, false}) {
    for (const bool bulk : {true, false}) {
      Maker make;
      const int s = make.shared();
      const int b = make.mbarrier();
      make.role()(barrier());
      if (bulk) make(arrive(b, 8))(load(2, b, 8), {write(s)})(await(b));
      if (!bulk) make(fetch(2, Counter::vm), {write(s)});
      make.role()(consume(0), {read(s, -1)});
      if (fences) make(fence());
      make(barrier());
      EXPECT_EQ(rule(make), fences || !bulk ? "" : "fence");
    }
  }
}

TEST(Proxies, TheReadersFenceComesBeforeTheSignal) {
  expect_needed("fence", [](Maker& make, bool before) {
    const int s = make.shared();
    const int b = make.mbarrier();
    make.role()(barrier())(arrive(b, 8))(load(2, b, 8), {write(s)})(await(b));
    make.role()(consume(0), {read(s, -1)});
    if (before) make(fence());
    make(barrier());
    if (!before) make(fence());
  });
}

TEST(Proxies, ReadsOfWhatIsOverlappedNeedAFenceToo) {
  for (const int offset : {32, 64}) {
    Maker make;
    const int a = make.placed(0, 64);
    const int staging = make.placed(offset, 64);
    const int b = make.mbarrier();
    make.role()(fetch(1), {write(staging)})(fence())(consume(1), {read(staging)});
    make(arrive(b, 8))(load(2, b, 8), {write(a)})(await(b));
    EXPECT_EQ(rule(make), offset == 32 ? "fence" : "");
  }
}

TEST(Proxies, AsyncReadsNeedNone) {
  Maker make;
  const int s = make.shared();
  const int b = make.mbarrier();
  make.role()(arrive(b, 8))(load(1, b, 8), {write(s)})(await(b))(consume(1, Counter::mma), {read(s)});
  make(wait(Counter::mma, 0))(arrive(b, 8))(load(2, b, 8), {write(s)})(await(b, 1));
  EXPECT_EQ(rule(make), "");
}

TEST(Proxies, InTheOtherDirectionCompletionSuffices) {
  expect_needed("consume", [](Maker& make, bool waits) {
    const int s = make.shared();
    const int b = make.mbarrier();
    make.role()(arrive(b, 8))(load(1, b, 8), {write(s)});
    if (waits) make(await(b));
    make(consume(1), {read(s)});
    if (!waits) make(await(b));
    make(fetch(2), {write(s)})(consume(2), {read(s)});
  });
}

TEST(MmaFence, FollowsWritesOfRegisters) {
  for (const bool fences : {true, false}) {
    for (const bool reads : {true, false}) {
      Maker make;
      const int r = make.registers();
      make.role()(fetch(1), {write(r)});
      if (fences) make(mma_fence());
      make(consume(1, Counter::mma), {reads ? read(r) : write(r)})(wait(Counter::mma, 0));
      EXPECT_EQ(rule(make), fences ? "" : "fence");
    }
  }
}

TEST(MmaFence, IsNotAProxyFence) {
  for (const bool proxy : {true, false}) {
    for (const bool in_registers : {true, false}) {
      Maker make;
      const int place = in_registers ? make.registers() : make.shared();
      make.role()(fetch(1), {write(place)})(proxy ? fence() : mma_fence())(consume(1, Counter::mma), {read(place)});
      make(wait(Counter::mma, 0));
      EXPECT_EQ(rule(make), proxy != in_registers ? "" : in_registers ? "fence" : "consume");
    }
  }
}

TEST(MmaFence, FollowsTheCompletionOfTheWrite) {
  expect_needed("fence", [](Maker& make, bool after) {
    const int r = make.registers();
    make.role()(fetch(1, Counter::lgkm), {write(r)});
    if (after) make(wait(Counter::lgkm, 0));
    make(mma_fence());
    if (!after) make(wait(Counter::lgkm, 0));
    make(consume(1, Counter::mma), {read(r)})(wait(Counter::mma, 0));
  });
}

TEST(MmaFence, IsNotNeededBetweenStepsOfMma) {
  Maker make;
  const int r = make.registers();
  make.role()(fetch(1, Counter::mma), {write(r)})(wait(Counter::mma, 0))(consume(1, Counter::mma), {read(r)});
  make(wait(Counter::mma, 0))(consume(1), {read(r)});
  EXPECT_EQ(rule(make), "");
}

TEST(MmaFence, IsEachWavesOwn) {
  expect_needed("fence", [](Maker& make, bool own) {
    const int r = make.registers();
    make.role();
    if (!own) make(mma_fence());
    make(barrier());
    make.role()(fetch(1), {write(r)});
    if (own) make(mma_fence());
    make(barrier())(consume(1, Counter::mma), {read(r)})(wait(Counter::mma, 0));
  });
}

}  // namespace
}  // namespace stretto::model_checker
