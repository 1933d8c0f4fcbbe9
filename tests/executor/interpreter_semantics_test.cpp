// The semantics of program/wave_program.hpp, one sentence per test.
#include <stdexcept>

#include <gtest/gtest.h>

#include "semantics.hpp"

namespace stretto::executor {
namespace {

TEST_F(Semantics, AStepOfWeightZeroCompletesWithItsGroup) {
  program.tiles = 1;
  const int a = write.buffer("a", Space::shared);
  const int b = write.buffer("b", Space::shared);
  wave("all", {fetch(0, 0, writes(fixed(a))).in(Counter::copy, 0), fetch(0, 0, writes(fixed(b))).in(Counter::copy),
               wait(Counter::copy, 0), consume(0, {reads(fixed(a)), reads(fixed(b))})});
  EXPECT_TRUE(right());
}

TEST_F(Semantics, NoWaitWaitsForAStepInNoGroup) {
  program.tiles = 1;
  const int a = write.buffer("a", Space::shared);
  wave("all",
       {fetch(0, 0, writes(fixed(a))).in(Counter::copy, 0), wait(Counter::copy, 0), consume(0, {reads(fixed(a))})});
  EXPECT_TRUE(finds(Ending::wrong_number));
  EXPECT_FALSE(finds(Ending::deadlock));
}

TEST_F(Semantics, AnAsynchronousArrivalWhileAGroupIsOpenIsInvalid) {
  program.tiles = 1;
  const int a = write.buffer("a", Space::shared);
  const int full = write.phase_barrier("full", mbarrier, 1, 1);
  wave("producer", {fetch(0, 0, writes(fixed(a))).in(Counter::copy, 0), arrive(fixed(full)).in(Counter::copy)});
  wave("consumer", {await_full(fixed(full)), consume(0, {reads(fixed(a))})});
  EXPECT_TRUE(finds(Ending::invalid_phase));
  EXPECT_FALSE(finds(Ending::wrong_number));
}

TEST_F(Semantics, NothingIsLeftInFlightAtTheEnd) {
  const int a = write.buffer("a", Space::shared);
  for (const Counter counter : {Counter::vm, Counter::lgkm, Counter::copy, Counter::mma}) {
    program.roles = {};
    wave("all", {fetch(0, 0, writes(fixed(a))).in(counter)});
    const bool ends_with_wave = counter == Counter::vm || counter == Counter::lgkm;
    EXPECT_EQ(finds(Ending::unfinished), !ends_with_wave) << name(counter);
  }
}

TEST_F(Semantics, AnAsynchronousArrivalMayBeLaterThanTheCopiesThatItWaitsFor) {
  const int a = write.buffer("a", Space::shared);
  const int full = write.phase_barrier("full", mbarrier, 1, 1);
  write.role("all", 1);
  straight(
      {fetch(0, 0, writes(fixed(a))).in(Counter::copy), arrive(fixed(full)).in(Counter::copy), wait(Counter::copy, 0)});
  EXPECT_TRUE(right());  // it may be outstanding at the end
  // The second arrival may happen first; then the first one is excess in a phase that waits for bytes.
  straight({arrive(fixed(full), 16)});
  EXPECT_TRUE(finds(Ending::invalid_phase));
}

TEST_F(Semantics, RegistersAreReadAtIssueButByMmaUntilCompletion) {
  for (const bool by_mma : {false, true}) {
    restart(1);
    const int r = write.buffer("r", Space::registers);
    wave("all",
         {fetch(0, 0, writes(fixed(r))), fence(Counter::mma),
          consume(0, {reads(fixed(r))}).in(by_mma ? Counter::mma : Counter::store), fetch(1, 0, writes(fixed(r)))});
    EXPECT_EQ(finds(Ending::wrong_number), by_mma);
  }
}

TEST_F(Semantics, AccumulationsFollowEachOtherWithoutWaits) {
  for (const Counter counter : {Counter::mma, Counter::tensor}) {
    restart(2);
    const int sum = write.buffer("sum", counter == Counter::mma ? Space::registers : Space::tensor);
    write.role("all", 1);
    const WrittenStep add = consume(0, {reads(fixed(sum), -1), writes(fixed(sum))}).in(counter);
    straight({add, add});
    EXPECT_TRUE(right());
  }
}

TEST_F(Semantics, TwoWritesOfOneAccumulationOverlap) {
  for (const bool twice : {false, true}) {
    restart(3);
    const int sum = write.buffer("sum", Space::tensor);
    write.role("all", 1);
    const WrittenStep add = consume(0, {reads(fixed(sum), -1), writes(fixed(sum))}).in(Counter::mma);
    straight({add, twice ? add.with(writes(fixed(sum))) : add, add, wait(Counter::mma, 0)});
    EXPECT_EQ(right(), !twice);
    EXPECT_EQ(finds(Ending::wrong_number), twice);
  }
}

TEST_F(Semantics, ButNotInOtherCounters) {
  program.tiles = 2;
  const int sum = write.buffer("sum", Space::registers);
  write.role("all", 1);
  const WrittenStep add = consume(0, {reads(fixed(sum), -1), writes(fixed(sum))}).in(Counter::vm);
  straight({add, add});
  EXPECT_TRUE(finds(Ending::wrong_number));
}

TEST_F(Semantics, ASumIsThereWhenTheLastAccumulationIsComplete) {
  for (const int pending : {0, 1}) {
    restart(2);
    const int sum = write.buffer("sum", Space::registers);
    write.role("all", 1);
    const WrittenStep add = consume(0, {reads(fixed(sum), -1), writes(fixed(sum))}).in(Counter::mma);
    straight(
        {add, add, wait(Counter::mma, pending), consume(1, {reads(fixed(sum), 1)}), consume(1, {reads(fixed(sum))})});
    EXPECT_EQ(right(), pending == 0);
    EXPECT_EQ(finds(Ending::wrong_number), pending == 1);
  }
}

TEST_F(Semantics, AConsumeTakesTheVersionThatItNames) {
  for (const int version : {-1, 0}) {
    restart(1);
    program.tiles_per_trip = 1;
    const int kept = write.buffer("kept", Space::registers);
    write.role("all", 1);
    const std::vector<WrittenStep> steps = {consume(0, {reads(fixed(kept), version), writes(fixed(kept))})};
    write.put(Section::prologue, steps);
    write.put(Section::kernel, steps);
    EXPECT_EQ(right({2}), version == -1);
  }
}

TEST_F(Semantics, WorkOfNoAccumulatorIsNumberedByItsTrip) {
  program.tiles_per_trip = 1;
  const int kept = write.buffer("kept", Space::registers);
  write.role("all", 1);
  write.put(Section::kernel, {consume(0, {writes(fixed(kept))}), work(0, 1, {reads(fixed(kept))})});
  write.put(Section::epilogue, {work(-1, 1, {reads(fixed(kept))})});
  EXPECT_TRUE(right({3}));
  program.roles[0].steps.epilogue[0].tile = 0;
  EXPECT_TRUE(finds(Ending::wrong_number, {3}));
}

TEST_F(Semantics, AParityCannotTellEveryPhase) {
  // The consumer may sleep through two phases: it then waits for a third that never comes.
  program.tiles = 0;
  const int bell = write.phase_barrier("bell", mbarrier, 1, 1);
  wave("ringer", {arrive(fixed(bell)), arrive(fixed(bell))});
  wave("sleeper", {await_full(fixed(bell))});
  EXPECT_TRUE(finds(Ending::deadlock));
  EXPECT_TRUE(finds(Ending::right));
}

TEST_F(Semantics, APhaseTakesNoMoreThanItsArrivals) {
  program.tiles = 0;
  const int full = write.phase_barrier("full", mbarrier, 1, 1);
  wave("all", {arrive(fixed(full), 16), arrive(fixed(full))});
  EXPECT_TRUE(finds(Ending::invalid_phase));
}

TEST_F(Semantics, BytesComeInThePhaseThatThePlaceIsIn) {
  for (const bool ordered : {false, true}) {
    restart(2);
    const int a = write.buffer("a", Space::shared, 2);
    const int full = write.phase_barrier("full", mbarrier, 1, 1);
    write.role("producer", 1);
    const auto bring = [&](int k, int bytes) {
      return std::vector<WrittenStep>{arrive({full, k, 0}, bytes),
                                      bulk_fetch(k, 0, writes(fixed(a, k)), {full, k, 0}, bytes)};
    };
    straight(bring(0, 8));
    if (ordered) straight({await_full({full, 0, 0})});
    straight(bring(1, 8));
    wave("consumer", {consume(0, {}), consume(0, {})});
    EXPECT_EQ(finds(Ending::invalid_phase), !ordered);
  }
}

TEST_F(Semantics, ANamedBarrierIsPassedWhenItsPhaseIsOver) {
  program.tiles = 0;
  const int meet = write.phase_barrier("meet", named, 1, 2);
  wave("one", {synchronise(fixed(meet)), synchronise(fixed(meet))});
  wave("other", {synchronise(fixed(meet)), arrive(fixed(meet))});
  EXPECT_TRUE(right());
  // An arrival that does not wait may be followed by another in the same phase, which is then over.
  Vector<Step>& steps = program.roles[1].steps.prologue;
  std::swap(steps[0], steps[1]);
  EXPECT_TRUE(finds(Ending::deadlock));
}

TEST_F(Semantics, AWorkgroupBarrierNeedsAllWaves) {
  program.tiles = 0;
  wave("one", {barrier(), barrier()});
  wave("other", {barrier()});
  EXPECT_TRUE(finds(Ending::deadlock));
  EXPECT_FALSE(finds(Ending::right));
}

TEST_F(Semantics, ADrainingBarrierWaitsForLgkm) {
  for (const BarrierKind kind : {BarrierKind::raw, BarrierKind::draining}) {
    restart(1);
    program.barriers = kind;
    const int a = write.buffer("a", Space::shared);
    write.role("all", 2);
    straight({fetch(0, 0, writes(fixed(a))).in(Counter::lgkm, 2), barrier(), consume(0, {reads(fixed(a))})});
    EXPECT_EQ(right(), kind == BarrierKind::draining);
  }
}

TEST_F(Semantics, InterlockedRegistersWaitForLoads) {
  for (const RegisterReading reading : {RegisterReading::explicit_waits, RegisterReading::interlocked}) {
    restart(1);
    program.registers = reading;
    const int r = write.buffer("r", Space::registers);
    wave("all", {fetch(0, 0, writes(fixed(r))).in(Counter::vm, 2), consume(0, {reads(fixed(r))})});
    EXPECT_EQ(right(), reading == RegisterReading::interlocked);
  }
}

TEST_F(Semantics, AFullCounterMakesTheIssueWait) {
  for (const int capacity : {2, 3}) {
    restart(1);
    program.limits.vm_capacity = capacity;
    const int r = write.buffer("r", Space::registers, 2);
    wave("all", {fetch(0, 0, writes(fixed(r, 0))).in(Counter::vm), fetch(0, 0, writes(fixed(r, 1))).in(Counter::vm, 2),
                 consume(0, {reads(fixed(r, 0))})});
    EXPECT_EQ(right(), capacity == 2);
  }
}

TEST_F(Semantics, AMoveTakesWhatIsThereUntilItIsComplete) {
  expect_needed(Ending::wrong_number, [&](bool waits) {
    program.tiles = 1;
    const int a = write.buffer("a", Space::shared);
    const int r = write.buffer("r", Space::registers);
    wave("all", {fetch(0, 0, writes(fixed(a))), move(reads(fixed(a)), writes(fixed(r))).in(Counter::lgkm)});
    if (waits) straight({wait(Counter::lgkm, 0)});
    straight({fetch(1, 0, writes(fixed(a))), wait(Counter::lgkm, 0), consume(0, {reads(fixed(r))})});
  });
}

TEST_F(Semantics, EveryWaveBringsItsPart) {
  program.tiles = 1;
  const int a = write.buffer("a", Space::shared);
  const int full = write.phase_barrier("full", mbarrier, 1, 2);
  write.role("producer", 2);
  straight({fetch(0, 0, writes(fixed(a))), arrive(fixed(full))});
  wave("consumer", {await_full(fixed(full)), consume(0, {reads(fixed(a))})});
  EXPECT_TRUE(right());
  program.phase_barriers[0].arrivals = 1;
  EXPECT_TRUE(finds(Ending::wrong_number));
}

TEST_F(Semantics, EveryKTileIsConsumed) {
  program.tiles = 2;
  wave("all", {consume(0, {})});
  EXPECT_TRUE(finds(Ending::wrong_number));
}

TEST_F(Semantics, NonsenseIsRefused) {
  const int bell = write.phase_barrier("bell", mbarrier, 1, 1);
  const int meet = write.phase_barrier("meet", named, 1, 1);
  const int tile = write.buffer("tile", Space::shared);
  const std::vector<WrittenStep> nonsense = {synchronise(fixed(bell)),
                                             await_full(fixed(meet)),
                                             arrive(fixed(meet), 16),
                                             arrive(fixed(7)),
                                             arrive({bell, -1, 0}),
                                             plain(Action::arrive),
                                             wait(Counter::tensor, 0),
                                             wait(Counter::bytes, 0),
                                             fetch(0, 0, writes(fixed(3))),
                                             consume(0, {}).in(Counter::mma, 2),
                                             consume(0, {}).in(Counter::vm, 0),
                                             init(bell),
                                             registers(8),
                                             fence(Counter::vm),
                                             wait(Counter::scalar, 0),
                                             arrive(fixed(bell)).in(Counter::scalar),
                                             arrive(fixed(bell)).in(Counter::stored),
                                             await_full(fixed(bell)).by(-1, {}),
                                             await_full(fixed(bell)).by(1, {-1, 0, 0, 0}),
                                             fetch(0, 0, writes(fixed(tile))).in(Counter::scalar),
                                             fetch(0, 0, writes(fixed(tile))).in(Counter::store),
                                             fetch(0, 0, writes(fixed(tile))).in(Counter::stored)};
  for (const WrittenStep& step : nonsense) {
    WaveProgram broken = program;
    RoleWriter writer(broken);
    writer.role("all", 1);
    writer.put(Section::prologue, {step});
    EXPECT_THROW(Interpreter(broken, {0}), std::invalid_argument);
  }
  for (const WrittenStep& step : {init(meet), fetch(0, 0, writes({tile, -1, 0}))}) {
    WaveProgram broken = program;
    RoleWriter writer(broken);
    writer.role("all", 1);
    writer.put(Section::setup, {step});
    EXPECT_THROW(Interpreter(broken, {0}), std::invalid_argument);
  }
  WaveProgram sizeless = program;
  sizeless.buffers[tile].offset = 0;
  RoleWriter(sizeless).role("all", 1);
  EXPECT_THROW(Interpreter(sizeless, {0}), std::invalid_argument);
  write.role("all", 1, -1);
  EXPECT_THROW(Interpreter(program, {0}), std::invalid_argument);
  EXPECT_THROW(Interpreter(program, {1, 1}), std::invalid_argument);
}

}  // namespace
}  // namespace stretto::executor
