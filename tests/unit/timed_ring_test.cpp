// Timed runs of rings: a trip takes as long as units and recurrences predict, and stalls name their cause.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "timed_programs.hpp"

namespace stretto::timed {
namespace {

// --- in a constant expression

constexpr long cycles_of(const Ring& ring) {
  const Result<TimedReport> report = ring.made().steady();
  return report.ok() && report.value.exact && report.value.period == 1 ? report.value.cycles : -1;
}
static_assert(cycles_of({.slots = 8}) == 100);

// --- how long a trip takes

/// cycles / trips as a fraction.
struct Fraction {
  long over;
  long under;
};
Fraction largest(std::initializer_list<Fraction> all) {
  return std::max(all, [](const Fraction& a, const Fraction& b) { return a.over * b.under < b.over * a.under; });
}

/// The load, its multiply and the release of the slot form a recurrence over `slots` trips; a late release comes one
/// trip after the next load has arrived.
Fraction predicted(const Ring& ring) {
  const Fraction units = largest({{ring.load_occupancy, 1}, {ring.multiply, 1}});
  const Fraction recurrence = {ring.load_latency + ring.multiply, ring.slots};
  if (ring.release != Release::late) return largest({units, recurrence});
  return largest({units, recurrence, {ring.load_latency, ring.slots - 1}});
}

void expect_closed(const Made& made, const TimedReport& report) {
  for (const RoleTime& role : report.roles) {
    EXPECT_EQ(role.cycles, report.cycles);
    EXPECT_EQ(role.cycles, role.working + role.issuing + role.stalled);
  }
  for (int u = 0; u < made.costs.units.size(); ++u) EXPECT_LE(report.utilisation(u, made.costs), 1.0);
}

TEST(TimedRing, TakesWhatUnitsAndRecurrencesPredict) {
  for (const Release release : {Release::late, Release::at_once, Release::asynchronous}) {
    for (int slots = 2; slots <= 9; ++slots) {
      for (const int latency : {100, 333, 600}) {
        for (const int occupancy : {0, 70, 130}) {
          if (occupancy > latency) continue;
          const Ring ring{.slots = slots,
                          .load_latency = latency,
                          .load_occupancy = occupancy,
                          .multiply = 100,
                          .release = release};
          const Made made = ring.made();
          const Result<TimedReport> report = made.steady();
          ASSERT_TRUE(report.ok());
          const Fraction expected = predicted(ring);
          EXPECT_TRUE(report.value.exact);
          EXPECT_EQ(report.value.cycles * expected.under, expected.over * report.value.period)
              << "slots " << slots << " latency " << latency << " occupancy " << occupancy << " release "
              << static_cast<int>(release) << ": " << report.value.cycles << " / " << report.value.period;
          expect_closed(made, report.value);
        }
      }
    }
  }
}

TEST(TimedRing, ADifferenceOfLongRunsIsAPeriod) {
  const Made made = Ring{.slots = 3, .load_occupancy = 50}.made();
  const TimedReport report = made.steady().value;
  EXPECT_EQ(made.run(200 + report.period).value.cycles - made.run(200).value.cycles, report.cycles);
}

TEST(TimedRing, ARunCountsPrologueAndEpilogue) {
  // The first load, then one multiply after another.
  for (const int trips : {1, 2, 5}) EXPECT_EQ((Ring{.slots = 8}.made().run(trips).value.cycles), 600 + 100 * trips);
}

TEST(TimedRing, WavesOfTheConsumerArriveEach) {
  const Made made = Ring{.slots = 3, .release = Release::at_once, .consumer_waves = 8}.made();
  EXPECT_EQ(made.steady().value.cycles * 3, 700 * made.steady().value.period);
}

// --- why

const StallSum* largest_of(const TimedReport& report, int role) {
  for (const StallSum& stall : report.stalls) {
    if (stall.site.role == role) return &stall;
  }
  return nullptr;
}

/// The longest stall of a role, which waits for this, from that role.
StallSum longest_wait(const TimedReport& report, int role, StallKind kind, int cause_role) {
  const StallSum* stall = largest_of(report, role);
  if (stall == nullptr) {
    ADD_FAILURE() << "role " << role << " does not stall";
    return {};
  }
  EXPECT_EQ(stall->site.kind, kind);
  EXPECT_EQ(stall->site.cause_role, cause_role);
  return *stall;
}

TEST(TimedRing, BoundByTheUnitTheConsumerWaitsForItsMultiplies) {
  const Made made = Ring{.slots = 10}.made();
  const TimedReport report = made.steady().value;
  ASSERT_EQ(report.stalls.size(), 2);
  const StallSum* consumer = largest_of(report, Ring::consumer);
  ASSERT_NE(consumer, nullptr);
  EXPECT_EQ(consumer->site.kind, StallKind::counter);
  EXPECT_EQ(consumer->site.counter, Counter::mma);
  EXPECT_EQ(consumer->site.cause_step, 1);
  EXPECT_EQ(consumer->site.trips_before, 1);
  EXPECT_EQ(consumer->lost, (LostCycles{100, 0, 100}));
  EXPECT_EQ(longest_wait(report, Ring::producer, StallKind::arrival, Ring::consumer).lost.cycles, 100);
  EXPECT_DOUBLE_EQ(report.utilisation(Ring::tensor, made.costs), 1.0);
}

TEST(TimedRing, TooFewSlotsTheConsumerWaitsForBytes) {
  const Made made = Ring{.slots = 4, .load_occupancy = 50}.made();
  const TimedReport report = made.steady().value;
  EXPECT_EQ(report.cycles_per_trip(), 200);
  const StallSum stall = longest_wait(report, Ring::consumer, StallKind::bytes, Ring::producer);
  EXPECT_EQ(stall.site.cause_step, 2);
  EXPECT_EQ(stall.site.trips_before, -1);
  EXPECT_EQ(stall.lost.served, 0);
  EXPECT_DOUBLE_EQ(report.utilisation(Ring::tensor, made.costs), 0.5);
  EXPECT_DOUBLE_EQ(report.utilisation(Ring::memory, made.costs), 0.25);
}

TEST(TimedRing, BoundByMemoryTheBytesWaitInItsQueue) {
  const Made made = Ring{.slots = 8, .load_occupancy = 150}.made();
  const TimedReport report = made.steady().value;
  EXPECT_EQ(report.cycles_per_trip(), 150);
  EXPECT_DOUBLE_EQ(report.utilisation(Ring::memory, made.costs), 1.0);
  const StallSum* consumer = largest_of(report, Ring::consumer);
  ASSERT_NE(consumer, nullptr);
  EXPECT_EQ(consumer->site.kind, StallKind::bytes);
}

TEST(TimedRing, AnAsynchronousArrivalNamesItsOp) {
  const Made made = Ring{.slots = 8, .release = Release::asynchronous}.made();
  const TimedReport report = made.steady().value;
  EXPECT_EQ(report.cycles_per_trip(), 100);
  const StallSum stall = longest_wait(report, Ring::producer, StallKind::arrival, Ring::consumer);
  EXPECT_EQ(made.program.roles[1].steps.kernel[stall.site.cause_step].op, Ring::multiply_op);
  EXPECT_EQ(stall.site.trips_before, 8);
}

TEST(TimedRing, TheOrderOfWaitsDecides) {
  // An await costs 20: hidden behind the multiply that still runs, or not.
  EXPECT_EQ((Ring{.slots = 12, .release = Release::late, .await_cost = 20}.made().steady().value.cycles_per_trip()),
            100);
  EXPECT_EQ((Ring{.slots = 12, .release = Release::at_once, .await_cost = 20}.made().steady().value.cycles_per_trip()),
            120);
  // With few slots the late release costs time: the slot is held until the next tile has arrived.
  EXPECT_EQ((Ring{.slots = 4, .release = Release::late}.made().steady().value.cycles_per_trip()), 200);
  EXPECT_EQ((Ring{.slots = 4, .release = Release::at_once}.made().steady().value.cycles_per_trip()), 175);
}

// --- as text

TEST(TimedRing, InWords) {
  const Made made = Ring{.slots = 4, .load_occupancy = 50, .await_cost = 20}.made();
  Text text = report_text(made.program, made.costs, made.steady().value);
  EXPECT_STREQ(
      text.c_str(),
      "213.33 cycles/trip (repeats every 3 trips)\n"
      "unit memory: busy 50 cycles/trip, 23%\n"
      "unit tensor: busy 100 cycles/trip, 47%\n"
      "role producer: working 0, issuing 0, stalled 213.33\n"
      "role consumer: working 0, issuing 0, stalled 213.33\n"
      "role producer waits 193.33 cycles/trip at kernel step 0 (await empty): "
      "arrival of consumer, kernel step 3 (arrive empty), 4 trips before\n"
      "role consumer waits 193.33 cycles/trip at kernel step 0 (await full): bytes of \"load\" of the next trip\n"
      "role producer: 20 cycles/trip of synchronisation cost (nothing was late)\n"
      "role consumer: 20 cycles/trip of synchronisation cost (nothing was late)\n");
}

TEST(TimedRing, HundredthsInWords) {
  const Made made = Ring{.slots = 3, .release = Release::at_once}.made();
  Text text = report_text(made.program, made.costs, made.steady().value);
  const std::string words = text.c_str();
  EXPECT_EQ(words.substr(0, words.find('\n')), "233.33 cycles/trip (repeats every 3 trips)");
}

// --- the timeline

TEST(TimedRing, TheTimelineKeepsUnitsApart) {
  const Made made = Ring{.slots = 3, .load_occupancy = 130}.made();
  const TimedTrace trace = made.run(20).value;
  ASSERT_EQ(trace.timeline.size(), 40);
  long free[] = {0, 0};
  for (const TimedSlice& slice : trace.timeline) {
    EXPECT_EQ(slice.lane, 0);
    EXPECT_GE(slice.start, free[slice.unit]);
    EXPECT_GE(slice.start, slice.issued);
    EXPECT_EQ(slice.end - slice.start, slice.unit == Ring::memory ? 130 : 100);
    EXPECT_EQ(slice.op, slice.unit == Ring::memory ? Ring::load_op : Ring::multiply_op);
    EXPECT_LE(slice.done, trace.cycles);
    free[slice.unit] = slice.end;
  }
}

// --- deadlocks

TEST(TimedRing, WithoutReleasesTheProducerWaitsForever) {
  Made made = Ring{.slots = 4, .release = Release::at_once}.made();
  made.program.roles[Ring::consumer].steps.kernel.pop_back();
  const Result<TimedReport> report = made.steady();
  EXPECT_EQ(report.error.rule, Rule::waits_forever);
  EXPECT_EQ(report.error.value, Ring::producer);
  EXPECT_EQ(report.error.entry, 0);
  EXPECT_EQ(report.error.section, static_cast<int>(Section::kernel));
  EXPECT_TRUE(made.run(4).ok());
  EXPECT_FALSE(made.run(5).ok());
}

TEST(TimedRing, BytesThatDoNotMatchWaitForever) {
  Made made = Ring{}.made();
  made.program.roles[Ring::producer].steps.kernel[1].phase_barrier.bytes += 1;
  EXPECT_EQ(made.run(1).error.rule, Rule::waits_forever);
}

}  // namespace
}  // namespace stretto::timed
