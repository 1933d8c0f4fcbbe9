// The verifier on small programs with known answers, compared with the explorer, which tries every interleaving.
#include <gtest/gtest.h>

#include "emitted.hpp"
#include "explorer.hpp"
#include "small_programs.hpp"

namespace stretto::small {
namespace {

using emitted::hazard_lines;
using explorer::barrier;
using explorer::consume;
using explorer::fetch;
using explorer::wait;
using Lines = std::vector<std::string>;

Verification checked(const WaveProgram& program) {
  const Verification found = verify(program);
  const explorer::Outcome outcome = explorer::outcome_for_all_small_trips(program, 4);
  EXPECT_EQ(found.verdict == Verdict::proven, outcome == explorer::Outcome::safe)
      << name(found.verdict) << ", but every interleaving says " << explorer::name(outcome) << "\n"
      << explorer::describe(program);
  return found;
}

TEST(VerifySmall, ARingThatWaitsAndMeetsIsProven) {
  EXPECT_EQ(checked(Ring{}.program()).verdict, Verdict::proven);
  EXPECT_EQ(checked(Ring{.waves = 1, .flow_barrier = false, .anti_barrier = false}.program()).verdict, Verdict::proven);
}

TEST(VerifySmall, ADisplacedSlotRotationIsFound) {
  EXPECT_EQ(checked(Ring{.slots = 3}.program()).verdict, Verdict::proven);
  const Verification found = checked(Ring{.slots = 3, .slot_of_fetch = 2}.program());
  EXPECT_EQ(found.verdict, Verdict::race);
  ASSERT_FALSE(found.hazards.empty());
  EXPECT_EQ(found.hazards[0].kind, HazardKind::content);
  EXPECT_GE(found.hazards[0].trips, 1);
}

TEST(VerifySmall, AReusedSlotGoesWrongOnlyFromTwoTripsOn) {
  const Verification found = checked(Ring{.anti_barrier = false}.program());
  EXPECT_EQ(hazard_lines(found), Lines{"anti race kernel[3] kernel[0] from 2"});
  EXPECT_EQ(found.hazards[0].first.trip, 0);
  EXPECT_EQ(found.hazards[0].second.trip, 1);
  EXPECT_EQ(found.hazards[0].slot, 0);
  for (int trips = 0; trips < 2; ++trips) {
    EXPECT_EQ(explorer::explore(Ring{.anti_barrier = false}.program(), trips, 1'000'000).outcome,
              explorer::Outcome::safe);
  }
  // With one more slot the barrier is not needed.
  EXPECT_EQ(checked(Ring{.slots = 3, .anti_barrier = false}.program()).verdict, Verdict::proven);
}

/// The kernel waits for the load that it issues; the epilogue leaves that to the kernel.
WaveProgram waits_in_the_kernel_only(int min_trips) {
  explorer::ProgramWriter writer;
  const int tile = writer.shared(1);
  const int value = writer.registers(1);
  const int all = writer.role(2);
  writer.takes(1, min_trips);
  const std::vector<explorer::StepText> take = {read({tile}, {value}), wait(Counter::lgkm, 0), consume(0, {{value}})};
  const std::vector<explorer::StepText> meet = {wait(Counter::vm, 0), barrier()};
  writer.put(all, Section::prologue, fetch(0, 0, {tile}));
  writer.put(all, Section::kernel, meet);
  writer.put(all, Section::kernel, take);
  writer.put(all, Section::kernel, {barrier(), fetch(1, 1, {tile})});
  writer.put(all, Section::kernel, meet);
  writer.put(all, Section::epilogue, take);
  return writer.program;
}

TEST(VerifySmall, AHazardOfZeroTripsNeedsZeroTripsToBeAllowed) {
  const Verification found = checked(waits_in_the_kernel_only(0));
  EXPECT_EQ(hazard_lines(found), Lines{"flow race prologue[0] epilogue[0] from 0"});
  const Verification admitted = checked(waits_in_the_kernel_only(1));
  EXPECT_EQ(admitted.verdict, Verdict::proven);
}

TEST(VerifySmall, ASmallestTripCountIsLookedAtItself) {
  for (int min_trips = 0; min_trips <= 4; ++min_trips) {
    const Verification found = checked(Ring{.anti_barrier = false, .min_trips = min_trips}.program());
    ASSERT_EQ(found.hazards.size(), 1) << min_trips;
    EXPECT_EQ(found.hazards[0].trips, min_trips > 2 ? min_trips : 2);
    EXPECT_GE(found.repeats_from, min_trips);
    EXPECT_EQ(checked(Ring{.min_trips = min_trips}.program()).verdict, Verdict::proven);
  }
}

TEST(VerifySmall, AWaitRetiresHardwareOperationsNotSteps) {
  EXPECT_EQ(checked(weighted(3)).verdict, Verdict::proven);
  for (const int allowed : {4, 5, 9}) {
    EXPECT_EQ(hazard_lines(checked(weighted(allowed))), Lines{"flow race prologue[0] prologue[3] from 0"}) << allowed;
  }
}

/// A fetch, then two more into slots that nobody reads, and no wait.
WaveProgram pushed_out(int capacity, int later_weight) {
  Line line(1, 2, 1);
  line.writer.program.limits.vm_capacity = capacity;
  line.put({fetch(0, 0, {shared, 0}), fetch(1, 0, {shared, 1}, later_weight), read({shared, 0}, {own, 0}),
            wait(Counter::lgkm, 0), consume(0, {{own, 0}})});
  return line.program();
}

TEST(VerifySmall, AFullCounterMakesTheOldestComplete) {
  EXPECT_EQ(checked(pushed_out(2, 1)).verdict, Verdict::race);
  EXPECT_EQ(checked(pushed_out(1, 1)).verdict, Verdict::proven);
  EXPECT_EQ(checked(pushed_out(2, 2)).verdict, Verdict::proven);
  EXPECT_EQ(checked(pushed_out(3, 2)).verdict, Verdict::race);
  // A counter smaller than the operation itself.
  EXPECT_EQ(checked(pushed_out(1, 3)).verdict, Verdict::proven);
}

/// Each wave loads into registers, stores to shared memory, passes a barrier and reads what the others stored.
WaveProgram store_and_meet(BarrierKind kind, bool wait_for_store) {
  explorer::ProgramWriter writer;
  const int tile = writer.shared(1);
  const int staged = writer.registers(1);
  const int value = writer.registers(1);
  const int all = writer.role(2);
  writer.program.tiles = 1;
  writer.program.barriers = kind;
  writer.put(all, Section::prologue, {fetch(0, 0, {staged}), wait(Counter::vm, 0), read({staged}, {tile})});
  if (wait_for_store) writer.put(all, Section::prologue, wait(Counter::lgkm, 0));
  writer.put(all, Section::prologue, {barrier(), read({tile}, {value}), wait(Counter::lgkm, 0), consume(0, {{value}})});
  return writer.program;
}

TEST(VerifySmall, ADrainingBarrierWaitsForStoresARawOneDoesNot) {
  EXPECT_EQ(checked(store_and_meet(BarrierKind::draining, false)).verdict, Verdict::proven);
  EXPECT_EQ(hazard_lines(checked(store_and_meet(BarrierKind::raw, false))),
            Lines{"flow race prologue[2] prologue[4] from 0"});
  EXPECT_EQ(checked(store_and_meet(BarrierKind::raw, true)).verdict, Verdict::proven);
}

TEST(VerifySmall, ADrainingBarrierDrainsNoGlobalLoads) {
  Line line(2);
  line.writer.program.barriers = BarrierKind::draining;
  line.put({fetch(0, 0, {shared}), barrier(), read({shared}, {own}), wait(Counter::lgkm, 0), consume(0, {{own}})});
  EXPECT_EQ(hazard_lines(checked(line.program())), Lines{"flow race prologue[0] prologue[2] from 0"});
}

TEST(VerifySmall, InterlockedRegistersNeedNoWait) {
  WaveProgram program = Ring{.wait_for_move = false}.program();
  // Without a wait, data is read, overwritten and passed on too early.
  EXPECT_EQ(hazard_lines(checked(program)),
            (Lines{"flow race epilogue[2] epilogue[3] from 0", "flow race kernel[3] kernel[4] from 1",
                   "output race kernel[3] epilogue[2] from 1", "anti race kernel[3] kernel[0] from 2",
                   "output race kernel[3] kernel[3] from 2"}));
  program.registers = RegisterReading::interlocked;
  EXPECT_EQ(checked(program).verdict, Verdict::proven);
}

TEST(VerifySmall, AnInterlockGuardsRegistersNotSharedMemory) {
  WaveProgram program = Ring{.wait_for_fetch = false}.program();
  program.registers = RegisterReading::interlocked;
  const Verification found = checked(program);
  EXPECT_EQ(found.verdict, Verdict::race);
  EXPECT_EQ(hazard_lines(found)[0], "flow race prologue[0] epilogue[1] from 0");
}

TEST(VerifySmall, AnInterlockCompletesWhatIsOlderInItsCounter) {
  // The wait for the second fragment's registers covers the first one's read of shared memory.
  const auto program = [](bool consume_second) {
    Line line(2, 2, 1);
    line.writer.program.registers = RegisterReading::interlocked;
    line.writer.program.tiles = 2;
    line.put({fetch(0, 0, {shared, 0}), fetch(0, 0, {shared, 1}), wait(Counter::vm, 0), barrier(),
              read({shared, 0}, {own, 0}), read({shared, 1}, {own, 1})});
    line.put({consume(0, {{own, consume_second ? 1 : 0}})});
    line.put({barrier(), fetch(1, 0, {shared, 1}), wait(Counter::vm, 0), barrier()});
    if (!consume_second) line.put({read({shared, 1}, {own, 1})});
    if (consume_second) line.put({read({shared, 1}, {own, 0})});
    line.put({consume(0, {{own, consume_second ? 0 : 1}})});
    return line.program();
  };
  EXPECT_EQ(checked(program(true)).verdict, Verdict::proven);
  // Consuming the first leaves the second in flight; it is dead there, so overwriting it is harmless.
  const Verification dead = checked(program(false));
  EXPECT_EQ(dead.verdict, Verdict::proven);
  ASSERT_EQ(dead.dead_reads.size(), 1);
  EXPECT_EQ(dead.dead_reads[0].entry, 5);
}

TEST(VerifySmall, AReadThatNobodyConsumesHarmsNobody) {
  const auto program = [](bool consumed) {
    Line line(2, 2, consumed ? 2 : 1);
    line.put({fetch(0, 0, {shared, 0}), fetch(1, 0, {shared, 1}), wait(Counter::vm, 1), barrier(),
              read({shared, 0}, {own, 0}), read({shared, 1}, {own, 1}), wait(Counter::lgkm, 0),
              consume(0, {{own, 0}})});
    if (consumed) line.put({consume(0, {{own, 1}})});
    return line.program();
  };
  const Verification dead = checked(program(false));
  EXPECT_EQ(dead.verdict, Verdict::proven);
  ASSERT_EQ(dead.dead_reads.size(), 1);
  EXPECT_EQ(dead.dead_reads[0].entry, 5);
  const Verification alive = checked(program(true));
  EXPECT_EQ(hazard_lines(alive), Lines{"flow race prologue[1] prologue[5] from 0"});
  EXPECT_TRUE(alive.dead_reads.empty());
}

TEST(VerifySmall, TwoWritesAtOnceAreFoundWhenTheLaterIsRead) {
  const auto program = [](bool wait_between) {
    Line line(1, 1, 1);
    line.put({fetch(5, 0, {shared})});
    if (wait_between) line.put({wait(Counter::vm, 0)});
    line.put({fetch(0, 0, {shared}), wait(Counter::vm, 0), read({shared}, {own}), wait(Counter::lgkm, 0),
              consume(0, {{own}})});
    return line.program();
  };
  EXPECT_EQ(checked(program(true)).verdict, Verdict::proven);
  EXPECT_EQ(hazard_lines(verify(program(false))), Lines{"output race prologue[0] prologue[1] from 0"});
}

TEST(VerifySmall, ATileThatIsNeverTakenIsMissed) {
  WaveProgram program = Ring{}.program();
  program.tiles = 2;
  const Verification found = checked(program);
  EXPECT_EQ(found.verdict, Verdict::race);
  ASSERT_EQ(found.hazards.size(), 1);
  EXPECT_EQ(found.hazards[0].kind, HazardKind::content);
  EXPECT_FALSE(found.hazards[0].second.present());
  EXPECT_EQ(found.hazards[0].tile_due, 2);
  EXPECT_EQ(found.hazards[0].tile_found, 1);
}

}  // namespace
}  // namespace stretto::small
