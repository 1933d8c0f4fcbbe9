// The semantics of program/wave_program.hpp: setup and teardown, what rotates, registers in a pool, and workgroups.
#include "semantics.hpp"

namespace stretto::executor {
namespace {

TEST_F(Semantics, SetupIsExecutedOnce) {
  for (const Section section : {Section::setup, Section::prologue}) {
    program = {};
    run_per_tile();
    const auto [full, empty] = write.ring_barriers(1);
    write.role("producer", 1);
    write.put(Section::kernel, {await_full({empty}), arrive({full})});
    write.role("consumer", 1);
    write.put(section, {arrive(fixed(empty))});  // the slot is free at first
    write.put(Section::kernel, {await_full({full}), arrive({empty})});
    EXPECT_TRUE(right({2}));
    EXPECT_EQ(right({1, 1}), section == Section::setup);
    EXPECT_EQ(finds(Ending::deadlock, {1, 1}), section == Section::prologue);
  }
}

TEST_F(Semantics, TeardownHasTheIndicesOfTheLastEpilogue) {
  run_per_tile();
  const int a = write.buffer("a", Space::registers, 4);
  write.role("all", 1);
  write.put(Section::setup, {fetch(0, 1, writes({a, 0, 1}))});  // tile 0 in slot 0
  write.put(Section::kernel, {fetch(1, 1, writes({a, 1, 1}))});
  write.put(Section::teardown, {work(0, 1, {reads({a, 0, 1})})});
  EXPECT_TRUE(right({0}));
  EXPECT_TRUE(right({2}));
  EXPECT_TRUE(right({1, 2}));
  program.accesses[2].slot = 1;
  EXPECT_TRUE(finds(Ending::wrong_number, {1, 2}));
}

TEST_F(Semantics, SlotsRotateWithTripsOfTheRunAndWithRuns) {
  struct Case {
    int local_step, run_step;
    bool right;
  };
  // The prologue of run r writes slot r + 1; its local index is 0.
  for (const Case& each : {Case{0, 1, true}, Case{1, 1, true}, Case{0, 0, false}, Case{1, 0, false}}) {
    program = {};
    run_per_tile();
    const int a = write.buffer("a", Space::registers, 4);
    write.role("all", 1);
    write.put(Section::prologue, {fetch(0, 1, {}).turning(0, 1)});
    program.accesses[0] = writes(fixed(a, 1));
    program.accesses[0].run_step = 1;
    write.put(Section::prologue, {work(0, 1, {reads(fixed(a, 1))}).turning(each.local_step, each.run_step)});
    EXPECT_TRUE(right({2}));
    EXPECT_EQ(right({2, 1}), each.right);
    EXPECT_EQ(finds(Ending::wrong_number, {2, 1}), !each.right);
  }
}

TEST_F(Semantics, LocalStepsStartAgainWithEachRun) {
  for (const bool local : {false, true}) {
    program = {};
    run_per_tile();
    const int a = write.buffer("a", Space::registers, 3);
    write.role("all", 1);
    const StepAccess writing = writes(local ? fixed(a) : Turning{a, 0, 1});
    write.put(Section::kernel, {fetch(0, 1, writing).turning(local ? 1 : 0, 0)});
    write.put(Section::epilogue, {plain(Action::consume).with(reads(fixed(a))).any()});
    EXPECT_TRUE(right({1}));
    // The second run writes slot 0 again, or slot 1; the read of slot 0 finds some version in both cases.
    EXPECT_TRUE(right({1, 1}));
    program.accesses[1].any = false;
    program.roles[0].steps.epilogue[0].tile = -1;
    program.roles[0].steps.epilogue[0].tile_step = 1;
    EXPECT_EQ(right({1, 1}), local);
  }
}

/// A full barrier of two slots in a persistent program, whose phases the consumer names in several ways.
class Parities : public Semantics {
 protected:
  void SetUp() override {
    run_per_tile();
    const auto [full, empty] = write.ring_barriers(2);
    write.role("producer", 1);
    write.put(Section::kernel, {await_empty({empty}), arrive({full})});
    write.role("consumer", 1);
    write.put(Section::kernel, {await_full({full}), arrive({empty})});
  }
  PhaseUse& consumer() { return program.roles[1].steps.kernel[0].phase_barrier; }
};

TEST_F(Parities, AreThoseOfTheVersion) {
  EXPECT_TRUE(right({3}));
  EXPECT_TRUE(right({3, 2}));
}

TEST_F(Parities, MayBeExplicit) {
  consumer().divisor = 2;
  consumer().parity = {0, 1, 0, 0};
  EXPECT_TRUE(right({3, 2}));
  consumer().divisor = 1;
  EXPECT_TRUE(finds(Ending::deadlock, {3}));
}

TEST_F(Parities, MustContinueIfThePhasesDo) {
  consumer().divisor = 2;
  consumer().parity = {0, 0, 1, 0};  // starts again with each run
  EXPECT_TRUE(right({3}));
  EXPECT_TRUE(right({4, 2}));
  EXPECT_FALSE(right({2, 2}));
  EXPECT_FALSE(right({3, 2}));
}

TEST_F(Parities, OfABarrierThatIsUsedOncePerRun) {
  for (const int run_step : {0, 1}) {
    program = {};
    run_per_tile();
    const int done = write.phase_barrier("done", mbarrier, 1, 1);
    const int taken = write.phase_barrier("taken", mbarrier, 1, 1);
    write.role("worker", 1);
    write.put(Section::epilogue, {arrive(fixed(done)), await_full(fixed(taken)).turning_there(0, 1)});
    write.role("writer", 1);
    write.put(Section::epilogue, {await_full(fixed(done)).turning_there(0, run_step), arrive(fixed(taken))});
    EXPECT_TRUE(right({1}));
    EXPECT_EQ(right({1, 0, 2}), run_step == 1);
  }
}

TEST_F(Semantics, AWaveWaitsForRegistersInThePool) {
  for (const int given : {-24, -16}) {
    program = {};
    program.spare_registers = 8;
    write.role("producer", 1);
    write.put(Section::setup, {registers(given)});
    write.role("consumer", 2);
    write.put(Section::setup, {registers(16)});
    EXPECT_EQ(right(), given == -24);
    EXPECT_EQ(finds(Ending::deadlock), given == -16);
  }
}

TEST_F(Semantics, AnArrivalAtANamedBarrierDoesNotBlock) {
  expect_needed(Ending::deadlock, [&](bool arrives) {
    const int one = write.phase_barrier("one", named, 1, 2);
    const int two = write.phase_barrier("two", named, 1, 2);
    wave("first", {arrives ? arrive(fixed(one)) : synchronise(fixed(one)), synchronise(fixed(two))});
    wave("second", {arrive(fixed(two)), synchronise(fixed(one))});
    EXPECT_TRUE(right());
    program.roles[1].steps.prologue[0].action = Action::barrier;
  });
}

class Workgroups : public Semantics {
 protected:
  /// A workgroup whose memory another one writes, and at whose barrier it arrives.
  void SetUp() override {
    a = write.buffer("a", Space::shared);
    full = write.phase_barrier("full", mbarrier, 1, 1);
    write.role("owner", 1);
  }
  void other(const std::vector<WrittenStep>& steps) {
    write.role("other", 1);
    program.roles[program.roles.size() - 1].workgroup = 1;
    straight(steps);
  }
  int a = 0;
  int full = 0;
};

TEST_F(Workgroups, AnArrivalAtAWorkgroupThatIsGoneIsWrong) {
  straight({barrier()});
  other({arrive(fixed(full)), barrier()});
  EXPECT_TRUE(right());
  std::swap(program.roles[1].steps.prologue[0], program.roles[1].steps.prologue[1]);
  EXPECT_TRUE(finds(Ending::unusable));
}

TEST_F(Workgroups, AnAccessToItsMemoryIsWrong) {
  straight({barrier()});
  other({fetch(0, 0, writes(fixed(a))), barrier()});
  EXPECT_TRUE(right());
  std::swap(program.roles[1].steps.prologue[0], program.roles[1].steps.prologue[1]);
  EXPECT_TRUE(finds(Ending::unusable));
}

TEST_F(Workgroups, AnAccessInFlightIsWrong) {
  straight({barrier()});
  other({fetch(0, 0, writes(fixed(a))).in(Counter::copy), wait(Counter::copy, 0), barrier()});
  EXPECT_TRUE(right());
  std::swap(program.roles[1].steps.prologue[1], program.roles[1].steps.prologue[2]);
  EXPECT_TRUE(finds(Ending::unusable));
}

TEST_F(Workgroups, BytesThatComeToItAreWrong) {
  const int own = write.buffer("own", Space::shared);
  straight({arrive(fixed(full), 16), await_full(fixed(full))});
  other({bulk_fetch(0, 0, writes(fixed(own)), fixed(full), 16), barrier(), plain(Action::nothing)});
  parts::add_step(program, 0, Section::prologue, barrier());
  program.buffers[own].workgroup = 1;
  EXPECT_TRUE(right());
  program.roles[0].steps.prologue[0].phase_barrier.bytes = 0;  // the owner does not wait for them
  EXPECT_TRUE(finds(Ending::unusable));
}

TEST_F(Workgroups, AnAsynchronousArrivalThatComesTooLateIsWrong) {
  straight({barrier()});
  other({fetch(0, 0, writes(fixed(a))).in(Counter::copy), wait(Counter::copy, 0), arrive(fixed(full)).in(Counter::copy),
         barrier(), plain(Action::nothing)});
  EXPECT_TRUE(finds(Ending::unusable));
}

TEST_F(Workgroups, IsNotGoneDuringItsLastStep) {
  straight({arrive(fixed(full))});
  other({plain(Action::nothing)});
  EXPECT_TRUE(right());
}

TEST_F(Workgroups, MayBeGoneWhenALoadOfAnotherComes) {
  straight({barrier()});
  other({fetch(0, 0, writes(fixed(a))).in(Counter::lgkm), barrier()});
  EXPECT_TRUE(finds(Ending::unusable));
  program.buffers[a].workgroup = 1;
  EXPECT_TRUE(right());  // its own wave waits for it
}

TEST_F(Workgroups, AnAsynchronousArrivalMayBeOutstandingInItsOwnOnly) {
  for (const int workgroup : {0, 1}) {
    program.roles = {};
    wave("owner", {barrier()});
    other({arrive(fixed(full)).in(Counter::copy), barrier()});
    program.phase_barriers[full].workgroup = workgroup;
    EXPECT_EQ(finds(Ending::unusable), workgroup == 0);
    EXPECT_EQ(right(), workgroup == 1);
  }
}

TEST_F(Workgroups, ItsOwnStepsMustBeCompleteBeforeItIsGone) {
  const int done = write.phase_barrier("done", mbarrier, 1, 1);
  for (const bool waits : {false, true}) {
    program.roles = {};
    program.accesses = {};
    wave("owner", {fetch(0, 0, writes(fixed(a))).in(Counter::tensor), arrive(fixed(done)).in(Counter::tensor)});
    if (waits) straight({arrive(fixed(full)).in(Counter::tensor), await_full(fixed(full))});
    wave("other", {await_full(fixed(done))});
    program.roles[1].workgroup = program.phase_barriers[done].workgroup = 1;
    EXPECT_EQ(finds(Ending::unusable), !waits);
    if (waits) {
      EXPECT_TRUE(right());
    }
    EXPECT_EQ(verify(program).proven(), waits);
  }
}

class ClusterBarrier : public Semantics {
 protected:
  ClusterBarrier() {
    data = write.buffer("data", Space::shared);
    all = write.phase_barrier("all", PhaseBarrierKind::cluster, 1, 2);
  }
  WrittenStep arrives() const { return arrive(fixed(all)); }
  WrittenStep waits() const { return await_full(fixed(all)); }
  WrittenStep meets() const { return synchronise(fixed(all)); }
  WrittenStep loads() const { return fetch(0, 0, writes(fixed(data))); }
  WrittenStep uses() const { return work(0, 0, {reads(fixed(data))}); }
  /// The second role is a workgroup of its own.
  void roles(const std::vector<WrittenStep>& first, const std::vector<WrittenStep>& second) {
    program.roles = {};
    write.role("first", 1);
    straight(first);
    write.role("second", 1);
    straight(second);
    program.roles[1].workgroup = 1;
  }

  int data = 0;
  int all = 0;
};

TEST_F(ClusterBarrier, TheWaitOrdersAndTheArrivalDoesNot) {
  roles({loads(), arrives(), waits(), meets()}, {arrives(), waits(), uses(), meets()});
  EXPECT_TRUE(right());
  EXPECT_TRUE(verify(program).proven());
  roles({loads(), arrives(), waits(), meets()}, {arrives(), uses(), waits(), meets()});
  EXPECT_TRUE(finds(Ending::wrong_number));
  EXPECT_FALSE(verify(program).proven());
  roles({arrives(), loads(), waits(), meets()}, {arrives(), waits(), uses(), meets()});
  EXPECT_TRUE(finds(Ending::wrong_number));
  EXPECT_FALSE(verify(program).proven());
}

TEST_F(ClusterBarrier, WavesArriveAndWaitInTurn) {
  for (const std::vector<WrittenStep>& steps :
       {std::vector{arrives(), arrives(), waits()}, std::vector{waits(), arrives()}, std::vector{arrives(), meets()}}) {
    roles(steps, steps);
    EXPECT_TRUE(finds(Ending::invalid_phase));
    const Verification found = verify(program);
    ASSERT_FALSE(found.proven());
    EXPECT_EQ(found.hazards[0].kind, HazardKind::progress);
  }
}

TEST_F(ClusterBarrier, AWaveThatNeverArrivesKeepsAllWaiting) {
  roles({arrives(), waits()}, {plain(Action::nothing)});
  EXPECT_TRUE(finds(Ending::deadlock));
  EXPECT_FALSE(verify(program).proven());
}

TEST_F(ClusterBarrier, BelongsToNoWorkgroup) {
  roles({arrives()}, {arrives()});
  EXPECT_TRUE(right());
  EXPECT_TRUE(verify(program).proven());
  roles({arrives()}, {loads(), arrives()});  // the memory is gone with its workgroup
  EXPECT_TRUE(finds(Ending::unusable));
  EXPECT_FALSE(verify(program).proven());
}

TEST_F(ClusterBarrier, JoinsAllWaves) {
  roles({arrives()}, {arrives()});
  program.phase_barriers[all].arrivals = 1;
  EXPECT_THROW(Interpreter(program, {0}), std::invalid_argument);
  EXPECT_EQ(verify(program).invalid.rule, Rule::cluster_barrier);
}

TEST_F(Workgroups, MemoryNeedsAWorkgroupAndWaitsStayInTheirs) {
  straight({barrier()});
  program.buffers[a].workgroup = 1;
  EXPECT_THROW(Interpreter(program, {0}), std::invalid_argument);
  program.buffers[a].workgroup = 0;
  other({barrier(), await_full(fixed(full))});
  EXPECT_THROW(Interpreter(program, {0}), std::invalid_argument);
}

}  // namespace
}  // namespace stretto::executor
