// Programs of roles, right ones and broken ones: what the interpreter says of each, by seed and exhaustively.
#include <stdexcept>

#include <gtest/gtest.h>

#include "executor/interpreter/interpreter.hpp"
#include "role_programs.hpp"
#include "role_writer.hpp"
#include "small_programs.hpp"

namespace stretto::executor {
namespace {

constexpr std::uint64_t seeds_of_each = 150;
constexpr long most_states = 2'000'000;

testing::AssertionResult right(const WaveProgram& program, const Vector<int>& trips, bool all_states) {
  const Interpreter interpreter(program, trips);
  for (const ReadTimes reads : {ReadTimes::worst, ReadTimes::chosen}) {
    const Interpretation found = interpreter.search(seeds_of_each, reads);
    if (!found.right()) {
      return testing::AssertionFailure() << name(found.ending) << ", seed " << found.seed << ": " << found.what;
    }
  }
  if (!all_states) return testing::AssertionSuccess();
  ExplorationOptions options;
  options.max_states = most_states;
  const Exploration all = interpreter.explore(options);
  for (const std::string& what : all.what) {
    if (!what.empty()) return testing::AssertionFailure() << what;
  }
  if (!all.complete) return testing::AssertionFailure() << "more than " << all.states << " states";
  return testing::AssertionSuccess() << all.states << " states";
}

/// For some trip count some seed fails, and exploration finds the ending wanted.
testing::AssertionResult ends(const WaveProgram& program, const std::vector<Vector<int>>& runs, Ending wanted) {
  bool by_seed = false;
  bool by_all = false;
  std::string found = "nothing";
  for (const Vector<int>& trips : runs) {
    const Interpreter interpreter(program, trips);
    const Interpretation one = interpreter.search(10 * seeds_of_each);
    by_seed = by_seed || !one.right();
    ExplorationOptions options;
    options.max_states = most_states;
    const Exploration all = interpreter.explore(options);
    by_all = by_all || all.finds(wanted);
    for (const std::string& what : all.what) {
      if (!what.empty()) found += "\n  " + what;
    }
    if (by_seed && by_all) return testing::AssertionSuccess() << found;
  }
  return testing::AssertionFailure() << "by seed: " << by_seed << ", by exploration: " << by_all << "; found " << found;
}

const std::vector<Vector<int>> few_trips = {{0}, {1}, {2}, {3}, {4}};

TEST(BulkRing, IsRight) {
  for (const int slots : {2, 3, 4}) {
    for (int trips = 0; trips < 10; ++trips) {
      EXPECT_TRUE(right(bulk_ring(slots), {trips}, trips < 4)) << slots << " slots, " << trips << " trips";
      EXPECT_TRUE(right(bulk_ring_of_two(slots), {trips}, trips < 4)) << slots << " slots, " << trips << " trips";
    }
  }
}

TEST(BulkRing, IsRightAgainAndAgain) {
  for (const int slots : {2, 3}) {
    for (const Vector<int>& trips : {Vector<int>{0, 0}, {1, 2}, {3, 0, 1}, {5, 2, 7}}) {
      EXPECT_TRUE(right(bulk_ring(slots, 2, true), trips, trips.size() < 3)) << slots << " slots";
      EXPECT_TRUE(right(bulk_ring_of_two(slots, 1, true), trips, trips.size() < 3)) << slots << " slots";
    }
  }
}

class BrokenBulkRing : public testing::Test {
 protected:
  Vector<Step>& producer() { return program.roles[BulkRing::producer].steps.kernel; }
  Vector<Step>& consumer() { return program.roles[BulkRing::consumer].steps.kernel; }
  testing::AssertionResult ends_in(Ending ending) { return ends(program, few_trips, ending); }

  WaveProgram program = bulk_ring(2);
};

TEST_F(BrokenBulkRing, FullParityWrong) {
  consumer()[BulkRing::await_full].phase_barrier.flip = 1;
  EXPECT_TRUE(ends_in(Ending::wrong_number));
}

TEST_F(BrokenBulkRing, EmptyParityWrong) {
  producer()[BulkRing::await_empty].phase_barrier.flip = 0;
  EXPECT_TRUE(ends_in(Ending::deadlock));
}

TEST_F(BrokenBulkRing, EmptyTooFewArrivals) {
  program.phase_barriers[BulkRing::empty].arrivals = 1;
  EXPECT_TRUE(ends_in(Ending::wrong_number));
}

TEST_F(BrokenBulkRing, EmptyTooManyArrivals) {
  program.phase_barriers[BulkRing::empty].arrivals = 3;
  EXPECT_TRUE(ends_in(Ending::deadlock));
}

TEST_F(BrokenBulkRing, FullTooManyArrivals) {
  program.phase_barriers[BulkRing::full].arrivals = 2;
  EXPECT_TRUE(ends_in(Ending::deadlock));
}

TEST_F(BrokenBulkRing, FullArrivedTwice) {
  const Step twice = producer()[BulkRing::arrive_full];
  producer().push_back(twice);
  EXPECT_TRUE(ends_in(Ending::invalid_phase));
}

TEST_F(BrokenBulkRing, TooManyBytesExpected) {
  producer()[BulkRing::arrive_full].phase_barrier.bytes = BulkRing::bytes + 1;
  EXPECT_TRUE(ends_in(Ending::deadlock));
}

TEST_F(BrokenBulkRing, TooFewBytesExpected) {
  producer()[BulkRing::arrive_full].phase_barrier.bytes = BulkRing::bytes - 1;
  EXPECT_TRUE(ends_in(Ending::invalid_phase));
}

TEST_F(BrokenBulkRing, NoBytesExpected) {
  producer()[BulkRing::arrive_full].phase_barrier.bytes = 0;
  EXPECT_TRUE(ends_in(Ending::wrong_number));
}

TEST_F(BrokenBulkRing, MoreBytesExpectedThanCanBeCounted) {
  producer()[BulkRing::arrive_full].phase_barrier.bytes = 1 << 20;
  EXPECT_TRUE(ends_in(Ending::unencodable));
}

TEST_F(BrokenBulkRing, ReleasedBeforeTheWait) {
  swap_steps(consumer(), BulkRing::wait_mma, BulkRing::arrive_empty);
  EXPECT_TRUE(ends_in(Ending::wrong_number));
}

TEST_F(BrokenBulkRing, ReleasedOneWaitTooEarly) {
  consumer()[BulkRing::wait_mma].count = 2;
  EXPECT_TRUE(ends_in(Ending::wrong_number));
}

TEST_F(BrokenBulkRing, ReleasedWithItsOwnMultiplication) {
  Role& role = program.roles[BulkRing::consumer];
  role.steps.prologue.push_back(consumer()[BulkRing::arrive_empty]);
  consumer()[BulkRing::arrive_empty].phase_barrier.slot = 1;
  role.steps.epilogue.pop_back();
  EXPECT_TRUE(ends_in(Ending::wrong_number));
}

TEST_F(BrokenBulkRing, WaitTooLargeForItsField) {
  consumer()[BulkRing::wait_mma].count = 8;
  EXPECT_TRUE(ends_in(Ending::unencodable));
}

TEST_F(BrokenBulkRing, AwaitsTheWrongSlot) {
  consumer()[BulkRing::await_full].phase_barrier.slot = 0;
  EXPECT_TRUE(ends_in(Ending::wrong_number));
}

TEST_F(BrokenBulkRing, NoAwaitOfEmpty) {
  drop(producer(), BulkRing::await_empty);
  EXPECT_TRUE(ends_in(Ending::wrong_number));
}

TEST_F(BrokenBulkRing, NoAwaitOfFull) {
  drop(consumer(), BulkRing::await_full);
  EXPECT_TRUE(ends_in(Ending::wrong_number));
}

TEST_F(BrokenBulkRing, NoRelease) {
  drop(consumer(), BulkRing::arrive_empty);
  EXPECT_TRUE(ends_in(Ending::deadlock));
}

TEST_F(BrokenBulkRing, OneTripTooFew) {
  program.roles[BulkRing::producer].extra_trips = 0;
  EXPECT_TRUE(ends_in(Ending::deadlock));
}

TEST_F(BrokenBulkRing, OneTripTooMany) {
  program.roles[BulkRing::consumer].extra_trips = 1;
  EXPECT_TRUE(ends_in(Ending::deadlock));
  program.roles[BulkRing::producer].extra_trips = 2;
  EXPECT_TRUE(ends_in(Ending::wrong_number));  // a tile too many
}

TEST_F(BrokenBulkRing, OneMoreTripOfTheProducerLeavesALoadInFlight) {
  program.roles[BulkRing::producer].extra_trips = 2;
  EXPECT_TRUE(ends(program, {{3}}, Ending::unfinished));
}

TEST_F(BrokenBulkRing, ButAgainAndAgainItDoes) {
  program = bulk_ring(2, 2, true);
  program.roles[BulkRing::producer].extra_trips = 2;
  EXPECT_TRUE(ends(program, {{1, 1}, {2, 1}}, Ending::deadlock));
}

TEST_F(BrokenBulkRing, PhasesStartAnewInEveryRun) {
  program = bulk_ring(2, 2, true);
  program.roles[BulkRing::consumer].steps.prologue[BulkRing::await_full].phase_barrier.slot_step = 0;
  EXPECT_TRUE(ends(program, {{0, 0}, {1, 0}, {1, 1}}, Ending::wrong_number));
}

TEST_F(BrokenBulkRing, TilesStartAnewInEveryRun) {
  program = bulk_ring(2, 2, true);
  producer()[BulkRing::fetch].tile_step = 0;
  EXPECT_TRUE(ends(program, {{0, 0}}, Ending::wrong_number));
}

TEST_F(BrokenBulkRing, SaysWhoAndWhere) {
  drop(consumer(), BulkRing::await_full);
  const Exploration all = interpret_all(program, {1}, most_states);
  const std::string& what = all.what[static_cast<std::size_t>(Ending::wrong_number)];
  EXPECT_NE(what.find("(consumer), KERNEL step 0, trip 0, consume mma 1 of accumulator 0: finds what was there before"),
            std::string::npos)
      << what;
}

TEST(BulkRing, BytesMayComeBeforeTheyAreExpected) {
  WaveProgram program = bulk_ring(2);
  swap_steps(program.roles[BulkRing::producer].steps.kernel, BulkRing::arrive_full, BulkRing::fetch);
  for (int trips = 0; trips < 4; ++trips) EXPECT_TRUE(right(program, {trips}, true));
}

TEST(TensorRing, IsRight) {
  for (int trips = 0; trips < 8; ++trips) {
    EXPECT_TRUE(right(tensor_ring(2, 1), {trips}, trips < 4)) << trips;
    EXPECT_TRUE(right(tensor_ring(3, 2, 2), {trips}, trips < 3)) << trips;
    EXPECT_TRUE(right(tensor_sums(2), {trips}, trips < 3)) << trips;
    EXPECT_TRUE(right(tensor_sums(3, 2), {trips}, trips < 3)) << trips;
  }
  for (int trips = 0; trips < 8; ++trips) {
    EXPECT_TRUE(right(tensor_sum_at_end(2, 2), {trips}, trips < 5)) << trips;
  }
  EXPECT_TRUE(right(tensor_ring(2, 2, 1, true), {1, 2}, true));
  EXPECT_TRUE(right(tensor_sums(2, 1, true), {1, 0, 1}, true));
}

TEST(TensorRing, SlotReleasedWithoutWaiting) {
  WaveProgram program = tensor_ring(2, 1);
  program.roles[1].steps.kernel[3].counter = Counter::none;
  EXPECT_TRUE(ends(program, few_trips, Ending::wrong_number));
}

TEST(TensorRing, ResultReadTooEarly) {
  WaveProgram program = tensor_ring(2, 1);
  program.roles[1].steps.kernel[4].counter = Counter::none;
  EXPECT_TRUE(ends(program, few_trips, Ending::wrong_number));
}

TEST(TensorRing, ResultOverwritten) {
  WaveProgram program = tensor_ring(2, 1);
  drop(program.roles[1].steps.kernel, 0);
  EXPECT_TRUE(ends(program, few_trips, Ending::wrong_number));
}

TEST(TensorRing, SumOverwrittenWhileItIsRead) {
  WaveProgram program = tensor_sums(2);
  swap_steps(program.roles[2].steps.kernel, 2, 3);
  EXPECT_TRUE(ends(program, few_trips, Ending::wrong_number));
}

TEST(TensorRing, SumReadBeforeTheEnd) {
  WaveProgram program = tensor_sum_at_end(2);
  program.roles[1].steps.epilogue[0].counter = Counter::none;
  EXPECT_TRUE(ends(program, few_trips, Ending::wrong_number));
  program = tensor_sum_at_end(2);
  program.roles[2].steps.epilogue[1].tile = -2;  // the sum before the last K tile
  EXPECT_TRUE(ends(program, few_trips, Ending::wrong_number));
}

TEST(SharedRing, IsRight) {
  for (int trips = 0; trips < 8; ++trips) {
    EXPECT_TRUE(right(shared_ring(1), {trips}, trips < 4)) << trips;
    EXPECT_TRUE(right(shared_ring(3), {trips}, trips < 3)) << trips;
    EXPECT_TRUE(right(chained_rings(2, 1), {trips}, trips < 4)) << trips;
  }
  EXPECT_TRUE(right(shared_ring(2, true), {1, 2}, true));
  EXPECT_TRUE(right(chained_rings(1, 2, true), {1, 2}, true));
}

TEST(SharedRing, NeedsBothReleases) {
  WaveProgram program = shared_ring(1);
  program.phase_barriers[1].arrivals = 1;  // one consumer may fall two phases behind
  EXPECT_TRUE(ends(program, few_trips, Ending::wrong_number));
}

TEST(SharedRing, NeedsTheFirstRingAtTheSecond) {
  WaveProgram program = chained_rings(2, 1);
  swap_steps(program.roles[1].steps.kernel, 2, 3);
  EXPECT_TRUE(ends(program, few_trips, Ending::wrong_number));
  program = chained_rings(2, 1);
  drop(program.roles[1].steps.kernel, 1);
  EXPECT_TRUE(ends(program, few_trips, Ending::wrong_number));
}

TEST(Turns, AreRight) {
  for (int trips = 0; trips < 8; ++trips) {
    EXPECT_TRUE(right(turns(1, 1), {trips}, true)) << trips;
    EXPECT_TRUE(right(turns(2, 1), {trips}, trips < 4)) << trips;
  }
}

TEST(Turns, NeedTheFirstArrival) {
  WaveProgram program = turns(1, 1);
  drop(program.roles[1].steps.prologue, 0);
  EXPECT_TRUE(ends(program, few_trips, Ending::deadlock));
}

TEST(Turns, NeedEveryArrival) {
  WaveProgram program = turns(1, 1);
  drop(program.roles[0].steps.kernel, 4);
  EXPECT_TRUE(ends(program, few_trips, Ending::deadlock));
}

TEST(Turns, NeedTheWaiting) {
  WaveProgram program = turns(1, 1);
  program.roles[0].steps.kernel[2].action = Action::arrive;
  EXPECT_TRUE(ends(program, few_trips, Ending::wrong_number));
  program = turns(1, 1);
  program.roles[1].steps.kernel[0].action = Action::arrive;
  EXPECT_TRUE(ends(program, few_trips, Ending::wrong_number));
}

TEST(CopyRing, IsRight) {
  for (const int slots : {2, 3, 4}) {
    for (int trips = 0; trips < 8; ++trips) {
      EXPECT_TRUE(right(copy_ring(slots, 2), {trips}, trips < 4)) << slots << " slots, " << trips << " trips";
    }
    EXPECT_TRUE(right(copy_ring(slots, 2, true), {2, 0, 1}, true)) << slots << " slots";
  }
}

TEST(CopyRing, NeedsItsWaitItsBarrierAndItsGroups) {
  WaveProgram program = copy_ring(3, 2);
  program.roles[0].steps.kernel[0].count = 2;
  EXPECT_TRUE(ends(program, few_trips, Ending::wrong_number));
  program = copy_ring(3, 2);
  drop(program.roles[0].steps.kernel, 1);
  EXPECT_TRUE(ends(program, few_trips, Ending::wrong_number));
  program = copy_ring(3, 2);
  program.roles[0].steps.kernel[4].weight = 0;  // belongs to the next group
  EXPECT_TRUE(ends(program, few_trips, Ending::wrong_number));
  program = copy_ring(3, 2);
  program.roles[0].steps.kernel[3].weight = 1;  // two groups a trip: the wait waits for more than it must
  program.roles[0].steps.prologue[0].weight = program.roles[0].steps.prologue[2].weight = 1;
  EXPECT_TRUE(right(program, {3}, true));
}

TEST(StoreRing, IsRight) {
  for (int trips = 0; trips < 8; ++trips) {
    EXPECT_TRUE(right(store_ring(2, 1, 1), {trips}, trips < 5)) << trips;
    EXPECT_TRUE(right(store_ring(2, 2, 2), {trips}, trips < 4)) << trips;
  }
  EXPECT_TRUE(right(store_ring(2, 2, 1, true), {2, 1, 2}, true));
}

TEST(StoreRing, NeedsItsWaitAndBothBarriers) {
  WaveProgram program = store_ring(2, 2, 2);
  program.roles[1].steps.kernel[1].count = 2;
  EXPECT_TRUE(ends(program, few_trips, Ending::wrong_number));
  program = store_ring(2, 2, 2);
  drop(program.roles[1].steps.kernel, 2);
  EXPECT_TRUE(ends(program, few_trips, Ending::wrong_number));
  program = store_ring(2, 2, 2);
  drop(program.roles[1].steps.kernel, 5);
  EXPECT_TRUE(ends(program, few_trips, Ending::wrong_number));
}

TEST(FragmentRing, IsRight) {
  for (int trips = 0; trips < 8; ++trips) {
    EXPECT_TRUE(right(fragment_ring(2, 1), {trips}, trips < 5)) << trips;
    EXPECT_TRUE(right(fragment_ring(3, 2), {trips}, trips < 4)) << trips;
  }
  EXPECT_TRUE(right(fragment_ring(2, 1, true), {2, 1}, true));
}

TEST(FragmentRing, RegistersAreReadUntilTheMultiplicationIsOver) {
  WaveProgram program = fragment_ring(2, 1);
  drop(program.roles[1].steps.kernel, 1);
  EXPECT_TRUE(ends(program, few_trips, Ending::wrong_number));
}

TEST(FragmentRing, ACopyArrivesWhenItIsComplete) {
  WaveProgram program = fragment_ring(2, 2);
  program.roles[0].steps.kernel[2].counter = Counter::none;
  EXPECT_TRUE(ends(program, few_trips, Ending::wrong_number));
}

}  // namespace
}  // namespace stretto::executor
