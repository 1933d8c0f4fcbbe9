// One small program for each sentence of the contract about initialised barriers, pooled registers, and workgroups that
// have ended.
#include <gtest/gtest.h>

#include "answers.hpp"
#include "program_maker.hpp"

namespace stretto::model_checker {
namespace {

TEST(Init, ComesBeforeEveryUse) {
  expect_needed("uninitialised", [](Maker& make, bool first) {
    const int b = make.mbarrier();
    make.role().setup();
    if (first) make(init(b));
    make(arrive(b));
    if (!first) make(init(b));
    make(await(b));
  });
}

TEST(Init, IsVisibleToOtherWavesAfterAFenceAndABarrier) {
  for (const bool fences : {true, false}) {
    for (const bool meets : {true, false}) {
      for (const bool waits : {true, false}) {
        Maker make;
        const int b = make.mbarrier();
        make.role().setup()(init(b));
        if (fences) make(fence());
        if (meets) make(barrier());
        make.prologue()(waits ? arrive(b) : await(b));
        make.role();
        if (meets) make(barrier());
        make(waits ? await(b) : arrive(b));
        EXPECT_EQ(rule(make), fences && meets ? "" : "uninitialised");
      }
    }
  }
}

TEST(Init, TheFenceIsOfTheSameWaveAndFollows) {
  for (const Step& such : {fence(), init_fence()}) {
    for (const int place : {0, 1, 2, 3}) {
      Maker make;
      const int b = make.mbarrier();
      make.role().setup();
      if (place == 0) make(such);
      make(init(b));
      if (place == 1) make(such);
      make(barrier());
      if (place == 2) make(such);
      make.role().setup();
      if (place == 3) make(such);
      make(barrier())(arrive(b));
      EXPECT_EQ(rule(make), place == 1 ? "" : "uninitialised");
    }
  }
}

TEST(Init, BulkLoadsOfItsOwnWaveNeedTheFence) {
  for (const Step& such : {fence(), init_fence()}) {
    expect_needed("uninitialised", [&](Maker& make, bool fences) {
      const int b = make.mbarrier();
      make.role().setup()(init(b))(arrive(b, 8));
      if (fences) make(such);
      make(load(1, b, 8))(await(b));
    });
  }
}

TEST(Init, AsynchronousArrivalsOfItsOwnWaveNeedTheFence) {
  expect_needed("uninitialised", [](Maker& make, bool fences) {
    const int b = make.mbarrier();
    make.role().setup()(init(b));
    if (fences) make(fence());
    make(arrive(b, 0, Counter::tensor))(await(b));
  });
}

TEST(Init, OfEveryPlaceOfItsArrayAndOfNoOther) {
  expect_forbidden("uninitialised", [](Maker& make, bool same) {
    const int b = make.mbarrier(1, 2);
    const int other = make.mbarrier();
    make.role().setup()(init(b));
    Step uses = arrive(same ? b : other);
    uses.phase_barrier.slot = same ? 1 : 0;
    make.role()(uses);
  });
}

TEST(Registers, AreTakenFromThePool) {
  for (const int spare : {0, 7, 8}) {
    Maker make;
    make.program.spare_registers = spare;
    make.role().setup()(take(8));
    EXPECT_EQ(rule(make), spare == 8 ? "" : "deadlock");
  }
}

TEST(Registers, EachWaveGivesAndTakes) {
  for (const int given : {11, 12}) {
    Maker make;
    make.role(4).setup()(take(-given));
    make.role(2).setup()(take(24));
    EXPECT_EQ(rule(make), given == 12 ? "" : "deadlock");
  }
}

TEST(Registers, HaveAPoolInEachWorkgroup) {
  for (const int workgroup : {0, 1}) {
    Maker make;
    make.role().setup()(take(-8));
    make.role().in_workgroup(workgroup).setup()(take(8));
    EXPECT_EQ(rule(make), workgroup == 0 ? "" : "deadlock");
  }
}

TEST(Registers, ThatAreGivenUpTooLateAreADeadlock) {
  expect_forbidden("deadlock", [](Maker& make, bool late) {
    make.role().setup();
    if (late) make(barrier());
    make(take(-8));
    if (!late) make(barrier());
    make.role().setup()(take(8))(barrier());
  });
}

TEST(Registers, AreTakenInAnyOrder) {
  // The first wave to take registers leaves too few for the other, which releases some only afterwards.
  for (const int spare : {8, 16}) {
    Maker make;
    make.program.spare_registers = spare;
    make.role().setup()(take(8))(barrier())(take(-8));
    make.role().setup()(take(8))(barrier())(take(-8));
    EXPECT_EQ(rule(make), spare == 16 ? "" : "deadlock");
  }
}

/// Two workgroups. The second accesses the first, which stays until they meet, or ends before.
struct Cluster {
  Maker make;
  int shared = 0;
  int mbarrier = 0;

  Cluster() {
    shared = make.shared();
    mbarrier = make.mbarrier();
  }
  /// The steps of the second role follow.
  Maker& second(bool stays) {
    make.role()(fetch(1), {write(shared)})(barrier());
    if (stays) make(barrier());
    return make.role().in_workgroup(1)(barrier());
  }
  [[nodiscard]] std::string rule(bool stays) {
    if (stays) make(barrier());
    return model_checker::rule(make);
  }
};

TEST(Gone, NobodyArrivesThere) {
  for (const bool stays : {true, false}) {
    Cluster cluster;
    cluster.second(stays)(arrive(cluster.mbarrier));
    EXPECT_EQ(cluster.rule(stays), stays ? "" : "gone");
  }
}

TEST(Gone, NobodyAccessesItsMemory) {
  for (const bool stays : {true, false}) {
    for (const Counter counter : {Counter::none, Counter::lgkm}) {
      Cluster cluster;
      cluster.second(stays)(consume(1, counter), {read(cluster.shared)})(wait(Counter::lgkm, 0));
      EXPECT_EQ(cluster.rule(stays), stays ? "" : "gone");
    }
  }
}

TEST(Gone, NobodyIsStillAccessingItsMemory) {
  for (const bool waits : {true, false}) {
    Cluster cluster;
    cluster.second(true)(consume(1, Counter::lgkm), {read(cluster.shared)});
    if (waits) cluster.make(wait(Counter::lgkm, 0));
    EXPECT_EQ(cluster.rule(true), waits ? "" : "gone");
  }
}

TEST(Gone, NoBytesComeThere) {
  expect_needed("gone", [](Maker& make, bool waits) {
    const int b = make.mbarrier();
    const int own = make.mbarrier();
    make.program.phase_barriers[own].workgroup = 1;
    make.role()(arrive(b, 8))(barrier());
    if (waits) make(await(b));
    make.role().in_workgroup(1)(load(1, b, 8))(barrier())(arrive(own));
  });
}

TEST(Gone, NoAsynchronousArrivalComesThere) {
  expect_needed("gone", [](Maker& make, bool waits) {
    const int b = make.mbarrier();
    make.role();
    if (waits) make(await(b));
    make.role().in_workgroup(1)(arrive(b, 0, Counter::tensor));
  });
}

TEST(Gone, ButAnArrivalOfItsOwnMayBeOutstanding) {
  Maker make;
  const int b = make.mbarrier();
  const int own = make.mbarrier();
  make.program.phase_barriers[own].workgroup = 1;
  make.role()(arrive(b, 0, Counter::tensor));
  make.role().in_workgroup(1)(arrive(own));
  EXPECT_EQ(rule(make), "");
}

TEST(Gone, IsAWorkgroupWhenAllItsWavesAreAtTheirEnd) {
  expect_needed("gone", [](Maker& make, bool one_stays) {
    const int b = make.mbarrier();
    make.role();
    make.role();
    if (one_stays) make(await(b));
    make.role().in_workgroup(1)(arrive(b));
  });
}

TEST(Gone, NamedBarriersJoinWorkgroups) {
  expect_needed("gone", [](Maker& make, bool all) {
    const int b = make.named(2);
    make.role();
    if (all) make(barrier(b));
    make.role().in_workgroup(1)(barrier(b));
  });
}

TEST(Gone, GlobalMemoryStays) {
  Maker make;
  const int g = make.global();
  make.role()(fetch(1), {write(g)})(barrier());
  make.role().in_workgroup(1)(barrier())(consume(1), {read(g)});
  EXPECT_EQ(rule(make), "");
}

TEST(Gone, ItsOwnWavesWaitForVmAndLgkm) {
  for (const Counter counter : {Counter::vm, Counter::copy}) {
    Maker make;
    const int s = make.shared();
    const int own = make.mbarrier();
    make.program.phase_barriers[own].workgroup = 1;
    make.role()(fetch(1, counter), {write(s)})(barrier());
    make.role().in_workgroup(1)(barrier())(arrive(own));
    EXPECT_EQ(rule(make), counter == Counter::vm ? "" : "gone");
  }
}

// --- the cluster barrier

TEST(ClusterBarrier, WaitsForThePhaseOfTheLastArrival) {
  for (const bool waits : {true, false}) {
    Maker make;
    const int b = make.cluster(2);
    const int s = make.shared();
    make.role()(fetch(1), {write(s)})(arrive(b))(await(b))(barrier(b));
    make.role().in_workgroup(1)(arrive(b));
    if (waits) make(await(b));
    make(consume(1), {read(s)});
    if (!waits) make(await(b));
    make(barrier(b));
    EXPECT_EQ(rule(make), waits ? "" : "consume");
  }
}

TEST(ClusterBarrier, ArrivingDoesNotBlock) {
  for (const bool all : {true, false}) {
    Maker make;
    const int b = make.cluster(2);
    const int own = make.mbarrier();
    make.role()(arrive(b))(arrive(own))(await(b));
    make.role()(await(own));
    if (all) make(barrier(b));
    EXPECT_EQ(rule(make), all ? "" : "deadlock");
  }
}

TEST(ClusterBarrier, AWaveArrivesAndWaitsInTurn) {
  for (const int flaw : {0, 1, 2, 3}) {
    Maker make;
    const int b = make.cluster(2);
    for (int role = 0; role < 2; ++role) {
      make.role();
      if (flaw != 1) make(arrive(b));
      if (flaw == 2) make(arrive(b));
      if (flaw == 3) make(barrier(b));
      make(await(b));
    }
    EXPECT_EQ(rule(make), flaw == 0 ? "" : "phase") << flaw;
  }
}

TEST(ClusterBarrier, PhasesFollowEachOther) {
  Maker make;
  const int b = make.cluster(2);
  const int s = make.shared();
  make.program.tiles_per_trip = 1;
  make.role().kernel()(turning(fetch(0)), {write(s)})(arrive(b))(await(b))(arrive(b))(await(b));
  make.role().kernel()(barrier(b))(turning(consume(0)), {read(s)})(barrier(b));
  for (Role& role : make.program.roles) {
    for (Step& step : role.steps.kernel) step.phase_barrier.slot_step = 0;
  }
  EXPECT_EQ(rule(make, {3}), "");
  EXPECT_TRUE(verify(make.program).proven());
}

TEST(ClusterBarrier, IsThereWhenAWorkgroupIsGone) {
  Maker make;
  const int b = make.cluster(2);
  make.role()(arrive(b));
  make.role().in_workgroup(1)(arrive(b));
  EXPECT_EQ(rule(make), "");
  EXPECT_TRUE(verify(make.program).proven());
}

TEST(ClusterBarrier, TellsThatOthersAreDone) {
  for (const bool waits : {true, false}) {
    Maker make;
    const int b = make.cluster(2);
    const int s = make.shared();
    make.role()(arrive(b));
    if (waits) make(await(b));
    make.role().in_workgroup(1)(fetch(1), {write(s)})(arrive(b));
    EXPECT_EQ(rule(make), waits ? "" : "gone");
  }
}

}  // namespace
}  // namespace stretto::model_checker
