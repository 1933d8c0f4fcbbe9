// Correct and broken programs of roles: the interpreter's result for each, by seed and exhaustively.
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

/// For some trip count some seed fails, and exploration finds the wanted ending.
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

Vector<Step>& producer(WaveProgram& program) { return program.roles[BulkRing::producer].steps.kernel; }
Vector<Step>& consumer(WaveProgram& program) { return program.roles[BulkRing::consumer].steps.kernel; }

/// A ring with one mistake, and how a run of it can end.
struct BrokenRing {
  const char* name;
  WaveProgram program;
  Ending ending;
  void (*break_it)(WaveProgram& program);
};

using P = WaveProgram;  // short, for the many changes

std::vector<BrokenRing> broken_rings() {
  return {
      {"BulkRingFullParityWrong", bulk_ring(2), Ending::wrong_number,
       [](P& p) { consumer(p)[BulkRing::await_full].phase_barrier.flip = 1; }},
      {"BulkRingEmptyParityWrong", bulk_ring(2), Ending::deadlock,
       [](P& p) { producer(p)[BulkRing::await_empty].phase_barrier.flip = 0; }},
      {"BulkRingEmptyTooFewArrivals", bulk_ring(2), Ending::wrong_number,
       [](P& p) { p.phase_barriers[BulkRing::empty].arrivals = 1; }},
      {"BulkRingEmptyTooManyArrivals", bulk_ring(2), Ending::deadlock,
       [](P& p) { p.phase_barriers[BulkRing::empty].arrivals = 3; }},
      {"BulkRingFullTooManyArrivals", bulk_ring(2), Ending::deadlock,
       [](P& p) { p.phase_barriers[BulkRing::full].arrivals = 2; }},
      {"BulkRingFullArrivedTwice", bulk_ring(2), Ending::invalid_phase,
       [](P& p) {
         const Step twice = producer(p)[BulkRing::arrive_full];
         producer(p).push_back(twice);
       }},
      {"BulkRingTooManyBytesExpected", bulk_ring(2), Ending::deadlock,
       [](P& p) { producer(p)[BulkRing::arrive_full].phase_barrier.bytes = BulkRing::bytes + 1; }},
      {"BulkRingTooFewBytesExpected", bulk_ring(2), Ending::invalid_phase,
       [](P& p) { producer(p)[BulkRing::arrive_full].phase_barrier.bytes = BulkRing::bytes - 1; }},
      {"BulkRingNoBytesExpected", bulk_ring(2), Ending::wrong_number,
       [](P& p) { producer(p)[BulkRing::arrive_full].phase_barrier.bytes = 0; }},
      {"BulkRingMoreBytesExpectedThanCanBeCounted", bulk_ring(2), Ending::unencodable,
       [](P& p) { producer(p)[BulkRing::arrive_full].phase_barrier.bytes = 1 << 20; }},
      {"BulkRingReleasedBeforeTheWait", bulk_ring(2), Ending::wrong_number,
       [](P& p) { swap_steps(consumer(p), BulkRing::wait_mma, BulkRing::arrive_empty); }},
      {"BulkRingReleasedOneWaitTooEarly", bulk_ring(2), Ending::wrong_number,
       [](P& p) { consumer(p)[BulkRing::wait_mma].count = 2; }},
      {"BulkRingReleasedWithItsOwnMultiplication", bulk_ring(2), Ending::wrong_number,
       [](P& p) {
         Role& role = p.roles[BulkRing::consumer];
         role.steps.prologue.push_back(consumer(p)[BulkRing::arrive_empty]);
         consumer(p)[BulkRing::arrive_empty].phase_barrier.slot = 1;
         role.steps.epilogue.pop_back();
       }},
      {"BulkRingWaitTooLargeForItsField", bulk_ring(2), Ending::unencodable,
       [](P& p) { consumer(p)[BulkRing::wait_mma].count = 8; }},
      {"BulkRingAwaitsTheWrongSlot", bulk_ring(2), Ending::wrong_number,
       [](P& p) { consumer(p)[BulkRing::await_full].phase_barrier.slot = 0; }},
      {"BulkRingNoAwaitOfEmpty", bulk_ring(2), Ending::wrong_number,
       [](P& p) { drop(producer(p), BulkRing::await_empty); }},
      {"BulkRingNoAwaitOfFull", bulk_ring(2), Ending::wrong_number,
       [](P& p) { drop(consumer(p), BulkRing::await_full); }},
      {"BulkRingNoRelease", bulk_ring(2), Ending::deadlock, [](P& p) { drop(consumer(p), BulkRing::arrive_empty); }},
      {"BulkRingOneTripTooFew", bulk_ring(2), Ending::deadlock,
       [](P& p) { p.roles[BulkRing::producer].extra_trips = 0; }},
      {"TensorRingSlotReleasedWithoutWaiting", tensor_ring(2, 1), Ending::wrong_number,
       [](P& p) { p.roles[1].steps.kernel[3].counter = Counter::none; }},
      {"TensorRingResultReadTooEarly", tensor_ring(2, 1), Ending::wrong_number,
       [](P& p) { p.roles[1].steps.kernel[4].counter = Counter::none; }},
      {"TensorRingResultOverwritten", tensor_ring(2, 1), Ending::wrong_number,
       [](P& p) { drop(p.roles[1].steps.kernel, 0); }},
      {"TensorRingSumOverwrittenWhileItIsRead", tensor_sums(2), Ending::wrong_number,
       [](P& p) { swap_steps(p.roles[2].steps.kernel, 2, 3); }},
      {"TensorRingSumReadBeforeItsArrival", tensor_sum_at_end(2), Ending::wrong_number,
       [](P& p) { p.roles[1].steps.epilogue[0].counter = Counter::none; }},
      {"TensorRingSumBeforeTheLastTile", tensor_sum_at_end(2), Ending::wrong_number,
       [](P& p) { p.roles[2].steps.epilogue[1].tile = -2; }},
      // One consumer may fall two phases behind.
      {"SharedRingNeedsBothReleases", shared_ring(1), Ending::wrong_number,
       [](P& p) { p.phase_barriers[1].arrivals = 1; }},
      {"ChainedRingsReleasedTooEarly", chained_rings(2, 1), Ending::wrong_number,
       [](P& p) { swap_steps(p.roles[1].steps.kernel, 2, 4); }},
      {"ChainedRingsWithoutAnAwait", chained_rings(2, 1), Ending::wrong_number,
       [](P& p) { drop(p.roles[1].steps.kernel, 1); }},
      {"TurnsNeedTheFirstArrival", turns(1, 1), Ending::deadlock, [](P& p) { drop(p.roles[1].steps.prologue, 0); }},
      {"TurnsNeedEveryArrival", turns(1, 1), Ending::deadlock, [](P& p) { drop(p.roles[0].steps.kernel, 4); }},
      {"TurnsNeedTheWaitingOfTheFirst", turns(1, 1), Ending::wrong_number,
       [](P& p) { p.roles[0].steps.kernel[2].action = Action::arrive; }},
      {"TurnsNeedTheWaitingOfTheSecond", turns(1, 1), Ending::wrong_number,
       [](P& p) { p.roles[1].steps.kernel[0].action = Action::arrive; }},
      {"CopyRingNeedsItsWait", copy_ring(3, 2), Ending::wrong_number,
       [](P& p) { p.roles[0].steps.kernel[0].count = 2; }},
      {"CopyRingNeedsItsBarrier", copy_ring(3, 2), Ending::wrong_number,
       [](P& p) { drop(p.roles[0].steps.kernel, 1); }},
      // The copy belongs to the next group.
      {"CopyRingNeedsItsGroups", copy_ring(3, 2), Ending::wrong_number,
       [](P& p) { p.roles[0].steps.kernel[4].weight = 0; }},
      {"StoreRingNeedsItsWait", store_ring(2, 2, 2), Ending::wrong_number,
       [](P& p) { p.roles[1].steps.kernel[1].count = 2; }},
      {"StoreRingNeedsItsFirstBarrier", store_ring(2, 2, 2), Ending::wrong_number,
       [](P& p) { drop(p.roles[1].steps.kernel, 2); }},
      {"StoreRingNeedsItsSecondBarrier", store_ring(2, 2, 2), Ending::wrong_number,
       [](P& p) { drop(p.roles[1].steps.kernel, 6); }},
      {"FragmentRingRegistersAreReadUntilTheMultiplicationIsOver", fragment_ring(2, 1), Ending::wrong_number,
       [](P& p) { drop(p.roles[1].steps.kernel, 1); }},
      {"FragmentRingACopyArrivesWhenItIsComplete", fragment_ring(2, 2), Ending::wrong_number,
       [](P& p) { p.roles[0].steps.kernel[2].counter = Counter::none; }},
  };
}

class Broken : public testing::TestWithParam<BrokenRing> {};

TEST_P(Broken, RingEndsSo) {
  WaveProgram program = GetParam().program;
  GetParam().break_it(program);
  EXPECT_TRUE(ends(program, few_trips, GetParam().ending));
}

INSTANTIATE_TEST_SUITE_P(All, Broken, testing::ValuesIn(broken_rings()),
                         [](const auto& broken) { return std::string(broken.param.name); });

TEST(BrokenBulkRing, OneTripTooMany) {
  WaveProgram program = bulk_ring(2);
  program.roles[BulkRing::consumer].extra_trips = 1;
  EXPECT_TRUE(ends(program, few_trips, Ending::deadlock));
  program.roles[BulkRing::producer].extra_trips = 2;
  EXPECT_TRUE(ends(program, few_trips, Ending::wrong_number));  // a tile too many
}

TEST(BrokenBulkRing, OneMoreTripOfTheProducerLeavesALoadInFlight) {
  WaveProgram program = bulk_ring(2);
  program.roles[BulkRing::producer].extra_trips = 2;
  EXPECT_TRUE(ends(program, {{3}}, Ending::unfinished));
}

TEST(BrokenBulkRing, ButAgainAndAgainItDoes) {
  WaveProgram program = bulk_ring(2, 2, true);
  program.roles[BulkRing::producer].extra_trips = 2;
  EXPECT_TRUE(ends(program, {{1, 1}, {2, 1}}, Ending::deadlock));
}

TEST(BrokenBulkRing, PhasesRestartWithEachRun) {
  WaveProgram program = bulk_ring(2, 2, true);
  program.roles[BulkRing::consumer].steps.prologue[BulkRing::await_full].phase_barrier.slot_step = 0;
  EXPECT_TRUE(ends(program, {{0, 0}, {1, 0}, {1, 1}}, Ending::wrong_number));
}

TEST(BrokenBulkRing, TilesRestartWithEachRun) {
  WaveProgram program = bulk_ring(2, 2, true);
  producer(program)[BulkRing::fetch].tile_step = 0;
  EXPECT_TRUE(ends(program, {{0, 0}}, Ending::wrong_number));
}

TEST(BrokenBulkRing, SaysWhoAndWhere) {
  WaveProgram program = bulk_ring(2);
  drop(consumer(program), BulkRing::await_full);
  const Exploration all = interpret_all(program, {1}, most_states);
  const std::string& what = all.what[static_cast<std::size_t>(Ending::wrong_number)];
  EXPECT_NE(what.find("(consumer), kernel step 0, trip 0, consume mma 1 of accumulator 0: finds what was there before"),
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

TEST(SharedRing, IsRight) {
  for (int trips = 0; trips < 8; ++trips) {
    EXPECT_TRUE(right(shared_ring(1), {trips}, trips < 4)) << trips;
    EXPECT_TRUE(right(shared_ring(3), {trips}, trips < 3)) << trips;
    EXPECT_TRUE(right(chained_rings(2, 1), {trips}, trips < 4)) << trips;
  }
  EXPECT_TRUE(right(shared_ring(2, true), {1, 2}, true));
  EXPECT_TRUE(right(chained_rings(1, 2, true), {1, 2}, true));
}

TEST(Turns, AreRight) {
  for (int trips = 0; trips < 8; ++trips) {
    EXPECT_TRUE(right(turns(1, 1), {trips}, true)) << trips;
    EXPECT_TRUE(right(turns(2, 1), {trips}, trips < 4)) << trips;
  }
}

TEST(CopyRing, IsRight) {
  for (const int slots : {2, 3, 4}) {
    for (int trips = 0; trips < 8; ++trips) {
      EXPECT_TRUE(right(copy_ring(slots, 2), {trips}, trips < 4)) << slots << " slots, " << trips << " trips";
    }
    EXPECT_TRUE(right(copy_ring(slots, 2, true), {2, 0, 1}, true)) << slots << " slots";
  }
}

TEST(CopyRing, MayHaveMoreGroups) {
  WaveProgram program = copy_ring(3, 2);
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

TEST(FragmentRing, IsRight) {
  for (int trips = 0; trips < 8; ++trips) {
    EXPECT_TRUE(right(fragment_ring(2, 1), {trips}, trips < 5)) << trips;
    EXPECT_TRUE(right(fragment_ring(3, 2), {trips}, trips < 4)) << trips;
  }
  EXPECT_TRUE(right(fragment_ring(2, 1, true), {2, 1}, true));
}

}  // namespace
}  // namespace stretto::executor
