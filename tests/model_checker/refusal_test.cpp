// Programs that the model checker refuses as invalid, and when it gives up.
#include <gtest/gtest.h>

#include <initializer_list>
#include <stdexcept>

#include "answers.hpp"
#include "model_checker.hpp"
#include "program_maker.hpp"

namespace stretto::model_checker {
namespace {

TEST(Check, StopsAtTheLimit) {
  // Two independent waves.
  Maker make;
  const int b[] = {make.mbarrier(), make.mbarrier()};
  for (const int each : b) {
    make.role();
    for (int k = 0; k < 8; ++k) make(arrive(each));
  }
  const Outcome outcome = check(make.program, {0}, 10);
  EXPECT_EQ(outcome.answer, Answer::too_many_states);
  EXPECT_GT(outcome.states, 10);
}

void expect_senseless(const Maker& make, const std::vector<int>& trips = {0}) {
  EXPECT_THROW(check(make.program, trips, 1000), std::invalid_argument);
}

TEST(Check, RefusesStepsThatMakeNoSense) {
  const auto refuse = [](Step step, std::initializer_list<StepAccess> accesses = {}) {
    Maker make;
    make.registers();
    make.shared();
    make.mbarrier();
    make.named(1);
    expect_senseless(make.role()(step, accesses));
  };
  refuse(fetch(0, Counter::vm, 0));
  refuse(fetch(0, Counter::copy, 2));
  refuse(fetch(0), {read(1)});
  refuse(fetch(0), {write(2)});
  refuse(fetch(0), {write(0, 0, 1)});
  refuse(consume(0), {read(1)});
  refuse(move(Counter::store), {write(0)});
  refuse(move(Counter::bytes));
  refuse(wait(Counter::none, 0));
  refuse(wait(Counter::tensor, 0));
  refuse(wait(Counter::bytes, 0));
  refuse(wait(Counter::vm, -1));
  refuse(wait(Counter::vm, 0), {write(0)});
  refuse(sum(0));
  refuse(arrive(-1));
  refuse(arrive(2));
  refuse(await(1));
  refuse(barrier(0));
  refuse(load(0, -1, 8));
  Step counted = barrier();
  counted.counter = Counter::vm;
  refuse(counted);
  counted = fence();
  counted.counter = Counter::copy;
  refuse(counted);
  refuse(fetch(0, Counter::stored));
  refuse(arrive(0, 0, Counter::stored));
  refuse(wait(Counter::scalar, 0));
  refuse(move(Counter::scalar), {write(1)});
  refuse(init(0));
  refuse(take(1));
  Step backwards = arrive(0);
  backwards.phase_barrier.local_step = -1;
  refuse(backwards);
  backwards = await(0);
  backwards.phase_barrier.parity.run_step = -1;
  refuse(backwards);
  Step divided = arrive(0);
  divided.phase_barrier.divisor = 1;
  refuse(divided);
  StepAccess turned_back = write(0);
  turned_back.run_step = -1;
  refuse(fetch(0), {turned_back});
}

TEST(Check, RefusesSetupsThatMakeNoSense) {
  Maker make;
  const int b = make.mbarrier();
  make.role().setup()(init(b));
  EXPECT_EQ(rule(make), "");
  expect_senseless(make(init(b)));

  Maker several;
  expect_senseless(several.role(2).setup()(init(several.mbarrier())));
  Maker nameless;
  expect_senseless(nameless.role().setup()(init(-1)));
  Maker named;
  expect_senseless(named.role().setup()(init(named.named(1))));
}

TEST(Check, RefusesMemoryOfAWorkgroupWithoutWaves) {
  for (const int workgroup : {0, 1}) {
    for (const bool is_barrier : {false, true}) {
      Maker make;
      make.shared();
      make.mbarrier();
      (is_barrier ? make.program.phase_barriers[0].workgroup : make.program.buffers[0].workgroup) = workgroup;
      make.role();
      if (workgroup == 0) {
        EXPECT_EQ(rule(make), "");
      } else {
        expect_senseless(make);
      }
    }
  }
}

TEST(Check, RefusesToInitialiseOrAwaitAnMbarrierOfAnotherWorkgroup) {
  for (const int workgroup : {0, 1}) {
    for (const bool awaits : {true, false}) {
      Maker make;
      const int b = make.mbarrier();
      make.role()(barrier());
      make.role().in_workgroup(workgroup).setup()(awaits ? await(b, 1) : init(b))(barrier());
      if (workgroup == 0) {
        EXPECT_EQ(rule(make), "");
      } else {
        expect_senseless(make);
      }
    }
  }
}

TEST(Check, RefusesBuffersThatMakeNoSense) {
  Maker unknown;
  unknown.placed(0, 0);
  expect_senseless(unknown.role());
  for (const Space space : {Space::shared, Space::tensor, Space::registers, Space::global}) {
    Maker make;
    make.placed(0, 8, 1, 1, space);
    make.role();
    if (space != Space::global) {
      EXPECT_EQ(rule(make), "");
    } else {
      expect_senseless(make);
    }
  }
}

TEST(Check, RefusesRunsThatMakeNoSense) {
  Maker make;
  make.program.min_trips = 2;
  make.role(1, -3);
  expect_senseless(make, {});
  expect_senseless(make, {1});
  expect_senseless(make, {2});
  expect_senseless(make, {3, 3});
  EXPECT_EQ(rule(make, {3}), "");
  make.program.persistent = true;
  expect_senseless(make, {3});
  make.program.tiles_per_trip = 2;
  EXPECT_EQ(rule(make, {3, 4}), "");
  make.program.tiles = 1;
  expect_senseless(make, {3});
}

}  // namespace
}  // namespace stretto::model_checker
