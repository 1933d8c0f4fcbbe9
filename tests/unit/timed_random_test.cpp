// Timed runs of random loops: properties of every report.
#include <gtest/gtest.h>

#include <random>

#include "../sample.hpp"
#include "timed_programs.hpp"

namespace stretto::timed {
namespace {

/// A ring with one to three consumers that take each tile, work on it, and sometimes meet at a named barrier.
Made random_loop(unsigned seed) {
  std::mt19937 random(seed);
  const auto pick = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  constexpr Section kernel = Section::kernel;
  Made made;
  const int memory = made.unit("memory", pick(1, 2));
  const int tensor = made.unit("tensor");
  const int vector = made.unit("vector", pick(1, 3));
  const int slots = pick(1, 5);
  const int consumers = pick(1, 3);
  const int waves = pick(1, 4);
  const int full = made.barrier("full", slots, 1);
  const int empty = made.barrier("empty", slots, consumers * waves);
  const int meet = made.barrier("meet", 1, consumers * waves, PhaseBarrierKind::named);
  const int sum = made.buffer("sum", Space::registers, pick(1, 2));
  made.costs.await = pick(0, 20);
  made.costs.arrive = pick(0, 5);
  made.costs.wait = pick(0, 5);
  made.costs.named_barrier = pick(0, 20);
  made.role("producer");
  made.put(0, kernel, await(use(empty, 0, 1, 1)));
  const int loads = pick(1, 2);
  made.put(0, kernel, arrive(use(full, 0, 1, 0, 128 * loads)));
  for (int i = 0; i < loads; ++i) {
    const int occupancy = pick(0, 120);
    const int load = made.op({"load", memory, occupancy, occupancy + pick(0, 500), pick(0, 20), pick(0, 10)});
    made.put(0, kernel, fetch(load, use(full, 0, 1, 0, 128)));
  }
  const bool meets = pick(0, 1) == 1;
  const bool asynchronous = pick(0, 1) == 1;
  for (int c = 0; c < consumers; ++c) {
    const int a = made.role("consumer", waves);
    made.put(a, kernel, await(use(full)));
    const int multiplies = pick(1, 3);
    for (int i = 0; i < multiplies; ++i) {
      const int occupancy = pick(1, 100);
      const int multiply = made.op({"multiply", tensor, occupancy, occupancy + pick(0, 30), pick(0, 10)});
      made.put(a, kernel,
               consume(multiply, asynchronous ? Counter::tensor : Counter::mma, i + 1 == multiplies ? 1 : 0));
    }
    if (asynchronous) {
      made.put(a, kernel, arrive(use(empty), Counter::tensor));
    } else {
      made.put(a, kernel, wait(Counter::mma, 0));
      made.put(a, kernel, arrive(use(empty)));
    }
    const int work = made.op({"work", vector, pick(0, 80), pick(0, 160), pick(0, 10)});
    Step& step = made.put(a, kernel, consume(work));
    made.touch(step, sum, AccessMode::read, 0, 1);
    made.touch(step, sum, AccessMode::write, 0, 1);
    if (meets) made.put(a, kernel, barrier(use(meet, 0, 0)));
  }
  return made;
}

void expect_apart(const Made& made, const TimedTrace& trace) {
  for (int u = 0; u < made.costs.units.size(); ++u) {
    for (int lane = 0; lane < made.costs.units[u].limit; ++lane) {
      long free = 0;
      for (const TimedSlice& slice : trace.timeline) {
        if (slice.unit != u || slice.lane != lane) continue;
        EXPECT_GE(slice.start, free);
        EXPECT_GE(slice.start, slice.issued);
        EXPECT_GE(slice.done, slice.end);
        free = slice.end;
      }
    }
  }
}

TEST(TimedRandom, WhatHoldsOfEveryReport) {
  int several = 0;
  for (unsigned seed = 0; seed < static_cast<unsigned>(sample(400)); ++seed) {
    SCOPED_TRACE(seed);
    const Made made = random_loop(seed);
    const Result<TimedReport> timed = made.steady();
    ASSERT_TRUE(timed.ok());
    const TimedReport& report = timed.value;
    // 1. Roles that wait for each other are exactly periodic, with the same period.
    EXPECT_TRUE(report.exact);
    several += report.period > 1 ? 1 : 0;
    // 2. Every cycle is accounted for.
    for (const RoleTime& role : report.roles) {
      EXPECT_EQ(role.cycles, report.cycles);
      EXPECT_EQ(role.cycles, role.working + role.issuing + role.stalled);
    }
    // 3. No unit exceeds its capacity, and the largest stall comes first.
    for (int u = 0; u < made.costs.units.size(); ++u) {
      EXPECT_LE(report.busy[u], report.cycles * made.costs.units[u].limit);
    }
    for (int i = 1; i < report.stalls.size(); ++i) {
      EXPECT_GE(report.stalls[i - 1].lost.cycles, report.stalls[i].lost.cycles);
      EXPECT_GE(report.stalls[i].lost.cycles, report.stalls[i].lost.queued + report.stalls[i].lost.served);
    }
    // 4. One more period takes exactly one period longer.
    const TimedTrace shorter = made.run(300).value;
    const TimedTrace longer = made.run(300 + report.period).value;
    EXPECT_EQ(longer.cycles - shorter.cycles, report.cycles);
    // 5. Ops on a unit do not overlap.
    expect_apart(made, made.run(30).value);
    // 6. The same program gives the same report.
    EXPECT_EQ(made.steady().value.stalls, report.stalls);
  }
  EXPECT_GT(several, 0);
}

}  // namespace
}  // namespace stretto::timed
