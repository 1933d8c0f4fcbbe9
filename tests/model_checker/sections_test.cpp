// One small program for each sentence of the contract about setup and teardown, and about what rotates with trips and
// runs.
#include <gtest/gtest.h>

#include "answers.hpp"
#include "program_maker.hpp"

namespace stretto::model_checker {
namespace {

/// A persistent program whose runs have only the K tiles of their trips.
Maker persistent() {
  Maker make;
  make.program.persistent = true;
  make.program.tiles_per_trip = 1;
  return make;
}

TEST(Setup, IsExecutedOnceBeforeAllRuns) {
  for (const bool once : {true, false}) {
    // The pre-arrival is for the first run only; each run arrives for the next.
    Maker make = persistent();
    const int b = make.mbarrier();
    make.role().setup();
    if (!once) make.prologue();
    make(arrive(b)).prologue();
    Step waits = await(b);
    waits.phase_barrier.run_step = 1;
    make(waits).epilogue()(arrive(b));
    EXPECT_EQ(rule(make, {0}), "");
    EXPECT_EQ(rule(make, {0, 0, 0}), once ? "" : "deadlock");
  }
}

TEST(Setup, HasTheIndicesOfTheStart) {
  for (const int tile : {3, 4}) {
    Maker make = persistent();
    const int r = make.registers();
    make.role().setup()(turning(fetch(3)), {write(r)})(turning(consume(tile)), {read(r)});
    EXPECT_EQ(rule(make, {2, 2}), tile == 3 ? "" : "consume");
  }
}

TEST(Teardown, IsExecutedOnceAfterAllRuns) {
  for (const bool once : {true, false}) {
    Maker make = persistent();
    const int r = make.registers();
    make.role().setup()(fetch(1), {write(r)}).prologue()(consume(1), {read(r)});
    (once ? make.teardown() : make.epilogue())(fetch(2), {write(r)});
    EXPECT_EQ(rule(make, {0, 0}), once ? "" : "consume");
  }
}

TEST(Teardown, HasTheIndicesOfTheLastEpilogue) {
  for (const int tile : {7, 8}) {
    // The second run begins at trip 4 and makes 3 + 1 trips.
    Maker make = persistent();
    const int r = make.registers();
    make.role(1, 1).teardown()(turning(fetch(0)), {write(r)})(consume(tile + 1), {read(r)});
    EXPECT_EQ(rule(make, {4, 3}), tile == 7 ? "" : "consume");
  }
}

TEST(Teardown, CompletesWhatIsInFlight) {
  expect_needed("unfinished", [](Maker& make, bool waits) {
    make.role()(fetch(1, Counter::copy)).teardown();
    if (waits) make(wait(Counter::copy, 0));
  });
}

TEST(Teardown, CountsAmongTheConsumes) {
  for (const int tiles : {1, 2}) {
    Maker make;
    make.program.accumulators = 1;
    make.program.tiles = tiles;
    make.role().setup()(sum(0)).teardown()(sum(0));
    EXPECT_EQ(rule(make), tiles == 2 ? "" : "count");
  }
}

/// Each trip writes a slot, and the next trip reads it by an index that advances in another way.
std::string slots_of(StepAccess written, StepAccess taken, const std::vector<int>& trips) {
  Maker make = persistent();
  const int r = make.registers(8);
  written.buffer = taken.buffer = r;
  written.mode = AccessMode::write;
  make.role().kernel()(turning(fetch(0)), {written})(turning(consume(0)), {taken});
  return rule(make, trips);
}

TEST(Rotation, OfSlots) {
  StepAccess by_trip;
  by_trip.slot_step = 1;
  StepAccess by_local;
  by_local.local_step = 1;
  StepAccess by_run;
  by_run.run_step = 1;
  EXPECT_EQ(slots_of(by_trip, by_trip, {2, 2}), "");
  EXPECT_EQ(slots_of(by_trip, by_local, {3}), "");
  EXPECT_EQ(slots_of(by_trip, by_local, {2, 2}), "consume");
  EXPECT_EQ(slots_of(by_trip, by_run, {1, 1, 1}), "");
  EXPECT_EQ(slots_of(by_trip, by_run, {2}), "consume");
  StepAccess shifted = by_run;
  shifted.slot = 1;
  EXPECT_EQ(slots_of(by_run, shifted, {1}), "consume");
}

/// A producer and a consumer over a ring of two slots, in runs. Both advance in the same way.
std::string ring_in_runs(int step, int local_step, const std::vector<int>& trips, int parity_divisor = 0,
                         Advance parity = {}) {
  Maker make = persistent();
  const int s = make.shared(2);
  const int full = make.mbarrier(1, 2);
  const int empty = make.mbarrier(1, 2);
  const auto rotates = [&](Step made) {
    made.tile_step = 1;
    made.phase_barrier.slot_step = step;
    made.phase_barrier.local_step = local_step;
    if (made.action == Action::await && parity_divisor > 0) {
      made.phase_barrier.divisor = parity_divisor;
      made.phase_barrier.parity = parity;
    }
    return made;
  };
  const auto slot = [&](StepAccess made) {
    made.slot_step = step;
    made.local_step = local_step;
    return made;
  };
  make.role().kernel()(rotates(await(empty, 1)))(rotates(arrive(full, 64)));
  make(rotates(load(0, full, 64)), {slot(write(s))});
  make.role().kernel()(rotates(await(full)))(rotates(consume(0)), {slot(read(s))})(fence())(rotates(arrive(empty)));
  return rule(make, trips);
}

TEST(Rotation, PhasesThatAreNotCarriedFromRunToRun) {
  EXPECT_EQ(ring_in_runs(1, 0, {2, 2}), "");
  EXPECT_EQ(ring_in_runs(1, 0, {1, 2}), "");
  EXPECT_EQ(ring_in_runs(0, 1, {2}), "");
  EXPECT_EQ(ring_in_runs(0, 1, {4, 4}), "");  // an even number of phases: the parity is the same again
  EXPECT_NE(ring_in_runs(0, 1, {2, 2}), "");
  EXPECT_NE(ring_in_runs(0, 1, {1, 1}), "");
}

TEST(Rotation, AParityOfItsOwn) {
  EXPECT_EQ(ring_in_runs(1, 0, {2, 2}, 2, {0, 1, 0, 0}), "");  // the usual one, written out
  EXPECT_NE(ring_in_runs(1, 0, {2, 2}, 2, {0, 0, 1, 0}), "");  // starts again with each run
  EXPECT_EQ(ring_in_runs(1, 0, {4, 4}, 2, {0, 0, 1, 0}), "");
  EXPECT_NE(ring_in_runs(1, 0, {4}, 1, {0, 1, 0, 0}), "");        // advances too early
  EXPECT_EQ(ring_in_runs(1, 0, {2, 2, 2}, 1, {0, 0, 0, 1}), "");  // two trips a run: one phase of each slot
}

TEST(Rotation, ABarrierOfEachRun) {
  for (const int run_step : {1, 0}) {
    Maker make = persistent();
    const int b = make.mbarrier();
    Step waits = await(b);
    waits.phase_barrier.run_step = run_step;
    make.role().epilogue()(arrive(b))(barrier());
    make.role().epilogue()(waits)(barrier());
    EXPECT_EQ(rule(make, {1}), "");
    EXPECT_EQ(rule(make, {1, 1, 1}), run_step == 1 ? "" : "deadlock");
  }
}

}  // namespace
}  // namespace stretto::model_checker
