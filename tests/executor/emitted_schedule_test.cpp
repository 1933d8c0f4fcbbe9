// The Mojo schedules on matrices.
#include <gtest/gtest.h>

#include "executor/run.hpp"
#include "executor/wave_program_machine.hpp"
#include "lowering.hpp"
#include "mojo_schedules.hpp"

namespace stretto::executor {
namespace {

constexpr std::uint64_t schedule_seeds = 150;  // two rounds of all choices of eight waves, and more

testing::AssertionResult ends(const EmittedSchedule& schedule, const Vector<int>& trips, Outcome outcome) {
  const Report report = search(machine_of(schedule), trips, schedule_seeds);
  if (report.outcome == outcome) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "outcome " << static_cast<int>(report.outcome) << ", " << report.trips
                                     << " trips, seed " << report.seed << ": " << report.what;
}

constexpr RegisterReading readings[] = {RegisterReading::explicit_waits, RegisterReading::interlocked};

// With interlocked registers and draining barriers it is safe, although it contains no waits.
TEST(SingleBuffer, IsRightAsTheLanguageRunsIt) {
  for (int k_tiles : {1, 2, 4}) {
    EmittedSchedule schedule = single_buffer(k_tiles);
    EXPECT_TRUE(ends(schedule, {0, 1, 2, 3}, Outcome::right));
    schedule.barriers = BarrierKind::raw;
    EXPECT_TRUE(ends(schedule, {0}, Outcome::wrong_number));
    schedule.barriers = BarrierKind::draining;
    schedule.registers = RegisterReading::explicit_waits;
    EXPECT_TRUE(ends(schedule, {0}, Outcome::wrong_number));
  }
}

// If everything completes between entries, only the order of the entries and their tiles can be wrong.
TEST(Synchronised, SchedulesAreRight) {
  for (RegisterReading reading : readings) {
    for (EmittedSchedule schedule :
         {ping_pong(SchedulingStrategy::csp), ping_pong(SchedulingStrategy::greedy), four_wave(), single_buffer(2)}) {
      schedule.registers = reading;
      synchronise_everything(schedule);
      EXPECT_TRUE(ends(schedule, {0, 1, 2, 3}, Outcome::right));
    }
  }
}

// Without a trip nothing is overwritten too early. In the kernel, entry 12 loads the half-tile of B that entry 11 has
// just begun to read: a wave of columns 0 and 1 reads it for both quadrants. No wait and no barrier is between them.
TEST(PingPong, OverwritesWhatItReads) {
  for (RegisterReading reading : readings) {
    EmittedSchedule schedule = ping_pong(SchedulingStrategy::csp);
    schedule.registers = reading;
    EXPECT_EQ(schedule.kernel[11].op.tag, 4);
    EXPECT_EQ(schedule.kernel[12].op.tag, 1);
    EXPECT_TRUE(ends(schedule, {0}, Outcome::right));
    EXPECT_TRUE(ends(schedule, {1}, Outcome::wrong_number));
    EXPECT_TRUE(ends(schedule, {2}, Outcome::wrong_number));
  }
}

// The prologue has waited for two of eight loads; the epilogue immediately reads a third half-tile.
TEST(FourWave, ReadsTooEarlyWhereThereIsNoTrip) {
  for (RegisterReading reading : readings) {
    EmittedSchedule schedule = four_wave();
    schedule.registers = reading;
    EXPECT_TRUE(ends(schedule, {0}, Outcome::wrong_number));
    insert(schedule.epilogue, 0, OpDesc::barrier());
    insert(schedule.epilogue, 0, OpDesc::wait_vm(0));
    EXPECT_TRUE(ends(schedule, {0}, Outcome::right));
  }
}

TEST(Stagger, CountsBarriers) {
  EmittedSchedule schedule = ping_pong(SchedulingStrategy::csp);
  schedule.warp_stagger_index = schedule.prologue.size();
  EXPECT_NE(run(machine_of(schedule), 1, 0).outcome, Outcome::deadlock);
  schedule.warp_stagger_index = schedule.prologue.size() + 1;  // one group never steps aside, the other waits for it
  EXPECT_TRUE(ends(schedule, {0}, Outcome::deadlock));
  schedule.config.warp_stagger = WarpStaggerRule::none();
  EXPECT_NE(run(machine_of(schedule), 1, 0).outcome, Outcome::deadlock);
}

TEST(Emitted, WaitsMustBeEncodable) {
  EmittedSchedule schedule = four_wave();
  insert(schedule.epilogue, 0, OpDesc::wait_vm(63));
  EXPECT_TRUE(ends(schedule, {0}, Outcome::unencodable));
}

TEST(Emitted, EntriesOfNoKindAreRefused) {
  OpDesc op = OpDesc::logical_op(77);
  EmittedSchedule unknown = four_wave();
  insert(unknown.kernel, 0, op);
  EXPECT_THROW(machine_of(unknown), std::invalid_argument);
  op = OpDesc::logical_op(0, 2, 0, 0, KOffsetKind::k0);
  EmittedSchedule stage = ping_pong(SchedulingStrategy::csp);
  insert(stage.kernel, 0, op);
  EXPECT_THROW(machine_of(stage), std::invalid_argument);
}

// The same schedules as wave programs: every seed is the same interleaving, and must end the same.
TEST(BothReadings, AgreeOnEverySeed) {
  for (EmittedSchedule schedule :
       {ping_pong(SchedulingStrategy::csp), ping_pong(SchedulingStrategy::identity), four_wave()}) {
    for (RegisterReading reading : readings) {
      schedule.registers = reading;
      const Machine one = machine_of(schedule);
      const Lowering lowering(schedule);
      const Machine other = machine_of(lowering.program());
      for (int trips : {0, 1, 2}) {
        Runner first(one, trips);
        Runner second(other, trips);
        for (std::uint64_t seed = 0; seed < schedule_seeds; ++seed) {
          ASSERT_EQ(first.outcome(seed), second.outcome(seed)) << trips << " trips, seed " << seed;
        }
      }
    }
  }
}

}  // namespace
}  // namespace stretto::executor
