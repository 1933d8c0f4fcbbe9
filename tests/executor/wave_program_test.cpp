// Safe and broken small programs: the executor's result for each.
#include <stdexcept>

#include <gtest/gtest.h>

#include "executor/run.hpp"
#include "executor/wave_program_machine.hpp"
#include "small_programs.hpp"

namespace stretto::executor {
namespace {

constexpr std::uint64_t few_seeds = 200;
constexpr std::uint64_t many_seeds = 2000;

Report examine(const WaveProgram& program, std::uint64_t seeds = few_seeds) {
  return search(machine_of(program), {0, 1, 2, 3, 4}, seeds);
}

testing::AssertionResult ends(const WaveProgram& program, Outcome outcome) {
  const Report report = examine(program, outcome == Outcome::right ? many_seeds : few_seeds);
  if (report.outcome == outcome) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "outcome " << static_cast<int>(report.outcome) << ": " << report.what;
}

TEST(Ring, IsRight) { EXPECT_TRUE(ends(Ring().program, Outcome::right)); }

TEST(Ring, SaysWhereItWentWrong) {
  Ring ring;
  drop(ring.kernel(), Ring::wait_vm);
  const Report report = examine(ring.program);
  EXPECT_EQ(report.outcome, Outcome::wrong_number);
  EXPECT_EQ(report.trips, 1);
  EXPECT_NE(report.what.find("kernel entry 5, trip 0"), std::string::npos) << report.what;
}

TEST(Ring, NeedsItsBarrier) {
  Ring ring;
  drop(ring.kernel(), Ring::barrier);
  EXPECT_TRUE(ends(ring.program, Outcome::wrong_number));
}

TEST(Ring, NeedsTheWaitBeforeTheBarrier) {
  Ring ring;
  swap_steps(ring.kernel(), Ring::wait_vm, Ring::barrier);
  EXPECT_TRUE(ends(ring.program, Outcome::wrong_number));
}

TEST(Ring, NeedsEveryOperationOfTheLoad) {
  Ring ring;
  ring.kernel()[Ring::wait_vm].count = 1;
  EXPECT_TRUE(ends(ring.program, Outcome::wrong_number));
}

TEST(Ring, NeedsEveryOperationOfTheRead) {
  Ring ring;
  ring.epilogue()[3].count = 1;
  EXPECT_TRUE(ends(ring.program, Outcome::wrong_number));
}

TEST(Ring, NeedsTheRightSlot) {
  Ring ring;
  ring.program.accesses[ring.kernel()[Ring::read].first_access].slot = 1;
  EXPECT_TRUE(ends(ring.program, Outcome::wrong_number));
}

TEST(Ring, NeedsTheRightTile) {
  Ring ring;
  ring.kernel()[Ring::fetch].tile = 2;  // the last of them is not there
  EXPECT_TRUE(ends(ring.program, Outcome::wrong_number));
}

TEST(Ring, TakesEveryTileOnce) {
  Ring ring;
  ring.kernel().push_back(ring.kernel()[Ring::multiply]);
  EXPECT_TRUE(ends(ring.program, Outcome::wrong_number));
}

TEST(Ring, NeedsTwoSlots) {
  Ring ring;
  ring.program.buffers[0].slots = 1;
  EXPECT_TRUE(ends(ring.program, Outcome::wrong_number));
}

TEST(Ring, CannotEncodeEveryWait) {
  for (int count : {-1, 63}) {
    Ring ring;
    ring.kernel()[Ring::wait_vm].count = count;
    EXPECT_TRUE(ends(ring.program, Outcome::unencodable));
  }
  Ring ring;
  ring.kernel()[Ring::wait_lgkm].count = 15;
  EXPECT_TRUE(ends(ring.program, Outcome::unencodable));
  ring.kernel()[Ring::wait_lgkm].count = 14;
  EXPECT_TRUE(ends(ring.program, Outcome::wrong_number));
}

TEST(Ring, DeadlocksWhenRolesPassDifferentBarriers) {
  Ring ring;
  Role other = ring.program.roles[0];
  other.first_wave = Ring::waves;
  ring.program.roles.push_back(other);
  EXPECT_TRUE(ends(ring.program, Outcome::right));
  drop(ring.program.roles[1].steps.epilogue, 1);
  EXPECT_TRUE(ends(ring.program, Outcome::deadlock));
}

// Interlocked registers make the multiply wait for its fragment, and so the barrier for the read.
TEST(Ring, NeedsNoReadWaitWhereRegistersAreInterlocked) {
  Ring ring;
  drop(ring.kernel(), Ring::wait_lgkm);
  drop(ring.epilogue(), 3);
  EXPECT_TRUE(ends(ring.program, Outcome::wrong_number));
  ring.program.registers = RegisterReading::interlocked;
  EXPECT_TRUE(ends(ring.program, Outcome::right));
  swap_steps(ring.kernel(), Ring::wait_vm, Ring::barrier);  // interlocks protect registers, not shared memory
  EXPECT_TRUE(ends(ring.program, Outcome::wrong_number));
}

// Reads without a consumer are harmless, be it of a slot in flight or of one that was never written.
TEST(Ring, MayReadInVain) {
  Ring ring;
  ProgramBuilder build(ring.program);
  const int scratch = build.buffer("scratch", Space::registers, 1);
  const int void_tile = build.buffer("nothing", Space::shared, 1);
  const int other = build.buffer("other", Space::registers, 1);
  build.in(Section::kernel).move(Counter::lgkm, 1, reads(0, 1, 1), writes(scratch));
  build.in(Section::epilogue).move(Counter::lgkm, 1, reads(void_tile), writes(other));
  EXPECT_TRUE(ends(ring.program, Outcome::right));
}

// A read may be in flight across a barrier, if the next tile goes elsewhere.
TEST(LateRead, NeedsAThirdSlot) {
  for (int slots : {2, 3}) {
    WaveProgram program;
    program.accumulators = 1;
    program.tiles = 2;
    program.tiles_per_trip = 1;
    ProgramBuilder build(program);
    const int tile = build.buffer("tile", Space::shared, slots);
    const int fragment = build.buffer("fragment", Space::registers, 1);
    build.role("all", 2).fetch(Counter::vm, 2, 0, 0, writes(tile)).wait(Counter::vm, 0).barrier();
    build.fetch(Counter::vm, 2, 1, 0, writes(tile, 1)).move(Counter::lgkm, 3, reads(tile), writes(fragment));
    build.in(Section::kernel).wait(Counter::vm, 0).barrier().fetch(Counter::vm, 2, 2, 1, writes(tile, 2, 1));
    build.wait(Counter::lgkm, 0).consume(0, {reads(fragment)});
    build.move(Counter::lgkm, 3, reads(tile, 1, 1), writes(fragment));
    build.in(Section::epilogue).wait(Counter::vm, 0).barrier().wait(Counter::lgkm, 0).consume(0, {reads(fragment)});
    build.move(Counter::lgkm, 3, reads(tile, 1, 1), writes(fragment)).wait(Counter::lgkm, 0);
    build.consume(0, {reads(fragment)});
    EXPECT_TRUE(ends(program, slots == 3 ? Outcome::right : Outcome::wrong_number)) << slots << " slots";
  }
}

/// One tile, fetched by two waves and multiplied; each test inserts the steps in between.
struct OneTile {
  WaveProgram program;
  ProgramBuilder build{program};
  int tile = build.buffer("tile", Space::shared, 1);
  int other = build.buffer("other", Space::shared, 1);
  int fragment = build.buffer("fragment", Space::registers, 1);

  OneTile() {
    program.accumulators = 1;
    program.tiles = 1;
    build.role("all", 2);
  }

  OneTile& read() {
    build.barrier().move(Counter::lgkm, 2, reads(tile), writes(fragment)).wait(Counter::lgkm, 0);
    build.consume(0, {reads(fragment)});
    return *this;
  }
};

TEST(Wait, RetiresByWeight) {
  for (int count : {3, 4}) {
    OneTile one;
    one.build.fetch(Counter::vm, 2, 0, 0, writes(one.tile)).fetch(Counter::vm, 3, 0, 0, writes(one.other));
    one.build.wait(Counter::vm, count);
    EXPECT_TRUE(ends(one.read().program, count == 3 ? Outcome::right : Outcome::wrong_number)) << count;
  }
}

TEST(Wait, IsPerCounter) {
  OneTile one;
  one.build.fetch(Counter::vm, 2, 0, 0, writes(one.tile)).wait(Counter::lgkm, 0);
  EXPECT_TRUE(ends(one.read().program, Outcome::wrong_number));
}

// Four operations fit: the fourth of the second fetch is issued when both of the first have landed.
TEST(FullCounter, MakesTheIssuerWait) {
  for (int weight : {3, 4}) {
    OneTile one;
    one.program.limits.vm_capacity = 4;
    one.build.fetch(Counter::vm, 2, 0, 0, writes(one.tile)).fetch(Counter::vm, weight, 0, 0, writes(one.other));
    EXPECT_TRUE(ends(one.read().program, weight == 4 ? Outcome::right : Outcome::wrong_number)) << weight;
  }
}

TEST(FullCounter, TakesMoreThanItHolds) {
  OneTile one;
  one.program.limits.vm_capacity = 4;
  one.build.fetch(Counter::vm, 11, 0, 0, writes(one.tile)).wait(Counter::vm, 0);
  EXPECT_TRUE(ends(one.read().program, Outcome::right));
}

TEST(Writes, MayNotOverlap) {
  for (bool apart : {true, false}) {
    OneTile one;
    one.build.fetch(Counter::vm, 1, 0, 0, writes(one.tile));
    if (apart) one.build.wait(Counter::vm, 0);
    one.build.fetch(Counter::vm, 1, 0, 0, writes(one.tile)).wait(Counter::vm, 0);
    EXPECT_TRUE(ends(one.read().program, apart ? Outcome::right : Outcome::wrong_number)) << apart;
  }
}

TEST(Writes, ThatComeAloneRepairOverlaps) {
  OneTile one;
  for (int i = 0; i < 3; ++i) {
    if (i == 2) one.build.wait(Counter::vm, 0);
    one.build.fetch(Counter::vm, 1, 0, 0, writes(one.tile));
  }
  one.build.wait(Counter::vm, 0);
  EXPECT_TRUE(ends(one.read().program, Outcome::right));
}

// The next tile comes through registers.
TEST(Barrier, WaitsForStoresOnlyWhenItDrains) {
  for (BarrierKind barriers : {BarrierKind::raw, BarrierKind::draining}) {
    OneTile one;
    one.program.registers = RegisterReading::interlocked;
    one.program.barriers = barriers;
    const int staged = one.build.buffer("staged", Space::registers, 1);
    one.build.fetch(Counter::vm, 2, 0, 0, writes(staged)).move(Counter::lgkm, 2, reads(staged), writes(one.tile));
    EXPECT_TRUE(ends(one.read().program, barriers == BarrierKind::raw ? Outcome::wrong_number : Outcome::right));
  }
}

TEST(Registers, AreReadWhenAStoreIsIssued) {
  for (RegisterReading reading : {RegisterReading::explicit_waits, RegisterReading::interlocked}) {
    OneTile one;
    one.program.registers = reading;
    const int staged = one.build.buffer("staged", Space::registers, 1);
    one.build.fetch(Counter::vm, 2, 0, 0, writes(staged)).wait(Counter::vm, 0);
    one.build.move(Counter::lgkm, 2, reads(staged), writes(one.tile)).fetch(Counter::vm, 2, 1, 0, writes(staged));
    one.build.wait(Counter::lgkm, 0);
    EXPECT_TRUE(ends(one.read().program, Outcome::right));
  }
}

TEST(Registers, AreWrittenTwiceAtOnceOnlyWhereNothingIsInterlocked) {
  for (RegisterReading reading : {RegisterReading::explicit_waits, RegisterReading::interlocked}) {
    OneTile one;
    one.program.registers = reading;
    const int staged = one.build.buffer("staged", Space::registers, 1);
    one.build.fetch(Counter::vm, 2, 1, 0, writes(staged)).fetch(Counter::vm, 2, 0, 0, writes(staged));
    one.build.wait(Counter::vm, 0).move(Counter::lgkm, 2, reads(staged), writes(one.tile)).wait(Counter::lgkm, 0);
    const Outcome expected = reading == RegisterReading::interlocked ? Outcome::right : Outcome::wrong_number;
    EXPECT_TRUE(ends(one.read().program, expected));
  }
}

TEST(Registers, AreEachWavesOwn) {
  OneTile one;
  StepAccess mine = reads(one.tile);
  mine.waves = 0b01;
  StepAccess yours = reads(one.other);
  yours.waves = 0b10;
  one.build.fetch(Counter::vm, 2, 0, 0, writes(one.tile)).fetch(Counter::vm, 2, 0, 0, writes(one.other));
  one.build.wait(Counter::vm, 0).barrier();
  Step read;
  read.action = Action::move;
  one.build.add(read, {mine, yours, writes(one.fragment)}).consume(0, {reads(one.fragment)});
  EXPECT_TRUE(ends(one.program, Outcome::right));
}

// A multiply that reads shared memory by itself, and completes later.
TEST(AsynchronousConsume, ReadsUntilItCompletes) {
  for (bool waits : {true, false}) {
    OneTile one;
    one.program.tiles = 2;
    Step multiply;
    multiply.action = Action::consume;
    multiply.counter = Counter::lgkm;
    multiply.weight = 2;
    multiply.accumulator = 0;
    for (int tile = 0; tile < 2; ++tile) {
      one.build.fetch(Counter::vm, 1, tile, 0, writes(one.tile)).wait(Counter::vm, 0).barrier();
      one.build.add(multiply, {reads(one.tile), reads(one.tile)});
      if (waits) one.build.wait(Counter::lgkm, 0);
      one.build.barrier();
    }
    EXPECT_TRUE(ends(one.program, waits ? Outcome::right : Outcome::wrong_number)) << waits;
  }
}

TEST(WaveProgram, IsRefusedWhenItIsMoreThanPlain) {
  const auto refused = [](auto change) {
    Ring ring;
    EXPECT_NO_THROW(machine_of(ring.program));
    change(ring.program);
    EXPECT_THROW(machine_of(ring.program), std::invalid_argument);
  };
  const auto with = [&](const parts::WrittenStep& step, Section section = Section::kernel) {
    refused([&](WaveProgram& program) {
      parts::add_phase_barrier(program, {"bell", PhaseBarrierKind::mbarrier, 1, 1});
      parts::add_step(program, 0, section, step);
    });
  };
  with(parts::fence());
  with(parts::plain(Action::nothing), Section::setup);
  with(parts::plain(Action::nothing), Section::teardown);
  with(parts::plain(Action::arrive).at(0));
  with(parts::wait(Counter::mma, 0));
  with(parts::of_tile(Action::fetch, 0, 1).write(1).read(0));
  refused([](WaveProgram& program) { program.buffers[0].offset = 0; });
  refused([](WaveProgram& program) { program.buffers[0].space = Space::global; });
  refused([](WaveProgram& program) { program.roles[0].workgroup = 1; });
  refused([](WaveProgram& program) { program.accesses[0].local_step = 1; });
  refused([](WaveProgram& program) { program.accesses[0].run_step = 1; });
}

TEST(WaveProgram, IsRefusedWhenItMakesNoSense) {
  {
    Ring ring;  // a fragment from two places
    ProgramBuilder build(ring.program);
    const int other = build.buffer("other", Space::shared, 1);
    build.in(Section::epilogue).move(Counter::lgkm, 1, reads(other), writes(1));
    EXPECT_THROW(machine_of(ring.program), std::invalid_argument);
  }
  {
    Ring ring;
    ring.program.accesses[0].buffer = 7;
    EXPECT_THROW(machine_of(ring.program), std::invalid_argument);
  }
  {
    Ring ring;
    ring.kernel()[Ring::multiply].access_count = 0;
    EXPECT_THROW(machine_of(ring.program), std::invalid_argument);
  }
  {
    Ring ring;
    ring.kernel()[Ring::fetch].weight = 0;
    EXPECT_THROW(machine_of(ring.program), std::invalid_argument);
  }
  {
    OneTile one;  // an asynchronous consume of both kinds
    Step multiply;
    multiply.action = Action::consume;
    multiply.counter = Counter::lgkm;
    multiply.accumulator = 0;
    one.build.add(multiply, {reads(one.tile), reads(one.fragment)});
    EXPECT_THROW(machine_of(one.program), std::invalid_argument);
  }
  EXPECT_THROW(machine_of(WaveProgram{}), std::invalid_argument);
}

}  // namespace
}  // namespace stretto::executor
