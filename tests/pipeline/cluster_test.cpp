// Clusters: the program of a loop with multicast loads, that it is right, and that all of its synchronisation is
// needed.
#include <gtest/gtest.h>

#include <stretto/gpu/b200.hpp>
#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/pipeline/timed_pipeline.hpp>

#include "executor/interpreter/interpreter.hpp"
#include "weakened.hpp"

namespace stretto {
namespace {

Pipeline clustered(int cluster, int slots = 0, bool persistent = false, const Gpu& gpu = targets::h200) {
  loops::GemmShape shape;
  shape.cluster = cluster;
  shape.slots = slots;
  PipelineOptions options;
  options.persistent = persistent;
  Result<Pipeline> made = make_pipeline(loops::gemm(shape), gpu, options);
  EXPECT_TRUE(made.ok());
  return made.value;
}

int find_step(const Vector<Step>& steps, Action action, int after = -1) {
  for (int i = after + 1; i < steps.size(); ++i) {
    if (steps[i].action == action) return i;
  }
  return -1;
}

TEST(Cluster, HasEverythingOncePerRank) {
  const Pipeline one = clustered(1);
  const Pipeline two = clustered(2);
  EXPECT_EQ(two.program.roles.size(), 2 * one.program.roles.size());
  EXPECT_EQ(two.program.phase_barriers.size(), 2 * one.program.phase_barriers.size());
  EXPECT_EQ(two.program.waves(), 2 * one.program.waves());
  // A and B; the sums are in registers, which each wave has anyway.
  EXPECT_EQ(two.program.buffers.size(), one.program.buffers.size() + 2);
  EXPECT_EQ(two.program.buffers[1].subtiles, 2);
  EXPECT_EQ(two.program.buffers[1].bytes, 16384);
  EXPECT_EQ(two.shared_bytes(), one.shared_bytes());
  EXPECT_EQ(two.peeled, one.peeled);
}

TEST(Cluster, ALoadIsOneFetchForEveryRankItsOwnFirst) {
  const Pipeline pipe = clustered(2);
  const WaveProgram& program = pipe.program;
  const int barriers = program.phase_barriers.size() / 2;
  const int roles = program.roles.size() / 2;
  const int ops = pipe.loop.ops.size();
  for (int r = 0; r < 2; ++r) {
    const Vector<Step>& steps = program.roles[r * roles].steps.kernel;
    const int a = find_step(steps, Action::fetch);
    ASSERT_EQ(steps[a].op, r * ops);
    EXPECT_EQ(steps[a].phase_barrier.bytes, 16384);
    for (int k = 0; k < 2; ++k) {
      const Step& b = steps[a + 1 + k];
      const int at = (r + k) % 2;
      EXPECT_EQ(b.action, Action::fetch);
      EXPECT_EQ(b.op, k == 0 ? r * ops + 1 : 2 * ops + 1);
      EXPECT_EQ(b.phase_barrier.bytes, 16384);
      EXPECT_EQ(b.phase_barrier.barrier / barriers, at);
      ASSERT_EQ(b.access_count, 1);
      const StepAccess& access = program.accesses[b.first_access];
      EXPECT_EQ(access.subtile, r);
      EXPECT_STREQ(program.buffers[access.buffer].name, "B");
      EXPECT_EQ(access.buffer == 1, at == 0);
    }
    const int expect = find_step(steps, Action::arrive);
    EXPECT_EQ(steps[expect].phase_barrier.bytes, 49152);
    EXPECT_EQ(steps[expect].phase_barrier.barrier / barriers, r);
    EXPECT_EQ(find_step(steps, Action::arrive, expect), -1);
  }
}

TEST(Cluster, ASlotIsEmptyWhenAllRanksHaveRead) {
  const Pipeline pipe = clustered(2);
  const WaveProgram& program = pipe.program;
  const int barriers = program.phase_barriers.size() / 2;
  ASSERT_EQ(pipe.rings.size(), 1);
  EXPECT_TRUE(pipe.rings[0].multicast);
  for (int r = 0; r < 2; ++r) {
    EXPECT_EQ(program.phase_barriers[r * barriers + pipe.rings[0].full].arrivals, 1);
    EXPECT_EQ(program.phase_barriers[r * barriers + pipe.rings[0].empty].arrivals, 4);
    const Vector<Step>& steps = program.roles[r * 2 + 1].steps.kernel;
    const int own = find_step(steps, Action::arrive);
    const int other = find_step(steps, Action::arrive, own);
    ASSERT_EQ(other, own + 1);
    EXPECT_EQ(steps[own].phase_barrier.barrier, r * barriers + pipe.rings[0].empty);
    EXPECT_EQ(steps[other].phase_barrier.barrier, (1 - r) * barriers + pipe.rings[0].empty);
  }
}

/// Without a multicast load the workgroups are independent.
TEST(Cluster, WithoutMulticastStaysWithinItsRanks) {
  Loop loop = loops::gemm({});
  loop.cluster = 2;
  const Result<Pipeline> made = make_pipeline(loop, targets::h200);
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made.value.verdict, Verdict::proven);
  const WaveProgram& program = made.value.program;
  EXPECT_EQ(program.phase_barriers[made.value.rings[0].empty].arrivals, 2);
  EXPECT_EQ(program.roles[0].steps.kernel.size(), clustered(1).program.roles[0].steps.kernel.size());
}

TEST(Cluster, LoadsOccupyMemoryForTheirOwnPart) {
  const Pipeline one = clustered(1);
  const Pipeline two = clustered(2);
  EXPECT_EQ(two.loop.ops[0].occupancy, one.loop.ops[0].occupancy);
  EXPECT_EQ(two.loop.ops[1].occupancy, one.loop.ops[0].occupancy);
  EXPECT_EQ(two.loop.ops[1].bytes, one.loop.ops[1].bytes);
}

TEST(Cluster, TakesItsIntervalInTime) {
  for (const int cluster : {1, 2, 4}) {
    for (const int slots : {0, 3, 4}) {
      const Pipeline pipe = clustered(cluster, slots);
      EXPECT_EQ(pipe.schedule.ii, 1024);
      for (const Signals signals : {Signals::free, Signals::priced}) {
        const Result<TimedReport> time = steady_time(pipe, signals);
        ASSERT_TRUE(time.ok());
        EXPECT_EQ(time.value.cycles, time.value.period * 1024) << cluster << " of " << slots << " slots";
      }
    }
  }
}

TEST(Cluster, IsRightForEveryTripCountAndSeed) {
  for (const int cluster : {2, 4}) {
    for (const int slots : {2, 3, 4}) {
      for (const bool persistent : {false, true}) {
        const Pipeline pipe = clustered(cluster, slots, persistent);
        EXPECT_EQ(pipe.verdict, Verdict::proven);
        EXPECT_EQ(pipelines::first_failure(pipe.program, 6, 100), "") << cluster << " of " << slots << " slots";
        for (const WaveProgram& few : pipe.few) EXPECT_EQ(pipelines::first_failure(few, 0, 100), "");
      }
    }
  }
  const Pipeline tensor = clustered(2, 0, false, targets::b200);
  EXPECT_EQ(tensor.verdict, Verdict::proven);
  EXPECT_EQ(pipelines::first_failure(tensor.program, 6, 100), "");
}

/// One warpgroup per workgroup, and so few slots that every state can be explored.
Pipeline tiny(int slots, bool persistent) {
  loops::GemmShape shape;
  shape.m = 64;
  shape.threads = 128;
  shape.rows = 1;
  shape.cluster = 2;
  shape.slots = slots;
  PipelineOptions options;
  options.persistent = persistent;
  Result<Pipeline> made = make_pipeline(loops::gemm(shape), targets::h200, options);
  EXPECT_TRUE(made.ok());
  return made.value;
}

Vector<int> counts(std::initializer_list<int> list) {
  Vector<int> trips;
  for (int n : list) trips.push_back(n);
  return trips;
}

TEST(Cluster, IsRightInEveryState) {
  for (const int slots : {1, 2}) {
    const Pipeline pipe = tiny(slots, false);
    EXPECT_EQ(pipe.verdict, Verdict::proven);
    for (int n = pipe.program.min_trips; n <= 3; ++n) {
      const executor::Exploration all = executor::interpret_all(pipe.program, counts({n}), 4'000'000);
      EXPECT_TRUE(all.complete) << slots << " slots, " << n << " trips: " << all.states << " states";
      EXPECT_FALSE(all.fails()) << slots << " slots, " << n << " trips";
    }
  }
  for (const int slots : {1, 2}) {
    const Pipeline again = tiny(slots, true);
    EXPECT_EQ(again.verdict, Verdict::proven);
    const int least = again.program.min_trips;
    const Vector<int> runs = counts({least, least + 1, least});
    const executor::Exploration all = executor::interpret_all(again.program, runs, 4'000'000);
    EXPECT_TRUE(all.complete) << all.states << " states";
    EXPECT_FALSE(all.fails());
  }
}

/// Every wait, await and arrival is needed, including arrivals at the other workgroup.
TEST(Cluster, AllSynchronisationIsNeeded) {
  const Pipeline pipe = tiny(2, true);
  int looked_at = 0;
  for (const pipelines::Weakened& weak : pipelines::weakenings(pipe.program)) {
    EXPECT_TRUE(pipelines::goes_wrong(weak.program, 8, 300)) << weak.what;
    EXPECT_NE(verify(weak.program).verdict, Verdict::proven) << weak.what;
    ++looked_at;
  }
  EXPECT_GE(looked_at, 18);
}

/// Removes the steps of an action from setup or teardown of every role.
WaveProgram without(WaveProgram program, Section section, Action action) {
  for (Role& role : program.roles) {
    Vector<Step> kept;
    for (const Step& step : role.steps[section]) {
      if (step.action != action) kept.push_back(step);
    }
    role.steps[section] = kept;
  }
  return program;
}

TEST(Cluster, EachRankInitialisesItsBarriersAndAllMeet) {
  const WaveProgram program = clustered(2).program;
  const int barriers = program.phase_barriers.size() / 2;
  const int roles = program.roles.size() / 2;
  for (int a = 0; a < program.roles.size(); ++a) {
    const Role& role = program.roles[a];
    const int rank = a / roles;
    EXPECT_EQ(role.workgroup, rank);
    const bool initialises = a % roles == 0;
    ASSERT_EQ(role.steps.setup.size(), initialises ? barriers + 2 : 1);
    for (int b = 0; initialises && b < barriers; ++b) {
      EXPECT_EQ(role.steps.setup[b].action, Action::init);
      EXPECT_EQ(role.steps.setup[b].phase_barrier.barrier, rank * barriers + b);
      EXPECT_EQ(program.phase_barriers[rank * barriers + b].workgroup, rank);
    }
    if (initialises) {
      EXPECT_EQ(role.steps.setup[barriers].action, Action::fence);
    }
    EXPECT_EQ(role.steps.setup.back().action, Action::barrier);
    ASSERT_EQ(role.steps.teardown.size(), 1);
    EXPECT_EQ(role.steps.teardown[0].action, Action::barrier);
  }
}

TEST(Cluster, AllOfItsSetupAndTeardownIsNeeded) {
  struct Missing {
    Section section;
    Action action;
    HazardKind kind;
  };
  const Missing all[] = {{Section::setup, Action::fence, HazardKind::uninitialised},
                         {Section::setup, Action::barrier, HazardKind::uninitialised},
                         {Section::teardown, Action::barrier, HazardKind::gone}};
  for (const WaveProgram& program : {tiny(2, false).program, tiny(2, true).program, clustered(2, 4, true).program}) {
    for (const Missing& missing : all) {
      const WaveProgram weak = without(program, missing.section, missing.action);
      const Verification found = verify(weak);
      ASSERT_FALSE(found.hazards.empty());
      bool named = false;
      for (const Hazard& hazard : found.hazards) named = named || hazard.kind == missing.kind;
      EXPECT_TRUE(named) << name(missing.section) << " " << name(missing.action);
    }
  }
  EXPECT_TRUE(pipelines::goes_wrong(without(tiny(2, false).program, Section::setup, Action::fence), 2, 300));
  EXPECT_TRUE(pipelines::goes_wrong(without(tiny(2, false).program, Section::teardown, Action::barrier), 2, 300));
}

/// tcgen05.commit may free slots of other ranks at any later time, so a cluster barrier is not enough.
TEST(Cluster, AsynchronousReleasesAreWaitedFor) {
  const WaveProgram program = clustered(2, 0, false, targets::b200).program;
  EXPECT_TRUE(verify(program).proven());
  EXPECT_FALSE(verify(without(program, Section::teardown, Action::await)).proven());
}

/// stretto::gemm ends this way: the producer waits until all its slots are empty, without a cluster barrier.
TEST(Cluster, MayEndWhenAllSlotsAreEmpty) {
  for (const bool persistent : {false, true}) {
    const Pipeline pipe = clustered(2, 4, persistent);
    WaveProgram program = without(pipe.program, Section::teardown, Action::barrier);
    EXPECT_FALSE(verify(program).proven());
    const int roles = program.roles.size() / 2;
    for (int rank = 0; rank < 2; ++rank) {
      Role& producer = program.roles[rank * roles];
      int after = 0;
      for (const Step& step : producer.steps.epilogue) after += step.action == Action::await ? 1 : 0;
      const Step last = producer.steps.kernel[find_step(producer.steps.kernel, Action::await)];
      for (int k = 0; k < 4; ++k) {
        Step awaits = last;
        awaits.section = Section::teardown;
        awaits.phase_barrier.slot += after + k;
        producer.steps.teardown.push_back(awaits);
      }
    }
    EXPECT_TRUE(verify(program).proven()) << persistent;
  }
}

/// A release that needs only half of the readers: those of the other workgroup are still reading.
TEST(Cluster, GoesWrongWhenHalfOfTheArrivalsSuffice) {
  WaveProgram program = tiny(2, false).program;
  ASSERT_EQ(program.phase_barriers[1].arrivals, 2);
  // The other workgroup is neither signalled nor waited for.
  for (PhaseBarrier& barrier : program.phase_barriers) barrier.arrivals = 1;
  const int barriers = program.phase_barriers.size() / 2;
  for (int a = 0; a < program.roles.size(); ++a) {
    const int own = a / 2;
    for (Vector<Step>* steps :
         {&program.roles[a].steps.prologue, &program.roles[a].steps.kernel, &program.roles[a].steps.epilogue}) {
      Vector<Step> kept;
      for (const Step& step : *steps) {
        const bool tells_other = step.action == Action::arrive && step.phase_barrier.barrier / barriers != own;
        if (!tells_other) kept.push_back(step);
      }
      *steps = kept;
    }
  }
  EXPECT_TRUE(pipelines::goes_wrong(program, 8, 300));
  EXPECT_NE(verify(program).verdict, Verdict::proven);
  // Arrivals unchanged, but two of four are enough.
  WaveProgram early = clustered(2, 3).program;
  for (PhaseBarrier& barrier : early.phase_barriers) barrier.arrivals = barrier.arrivals == 4 ? 2 : barrier.arrivals;
  EXPECT_TRUE(pipelines::goes_wrong(early, 8, 300));
  EXPECT_NE(verify(early).verdict, Verdict::proven);
}

}  // namespace
}  // namespace stretto
