// Counterexamples: the run that shows a hazard, and what the program lacks.
//
// The explorer counts the steps up to the consume that takes the wrong value, the counterexample those up to the step
// that begins while the other is incomplete. They differ by the reader's steps from there to its consume.
#include <gtest/gtest.h>

#include "emitted.hpp"
#include "explorer.hpp"
#include "small_programs.hpp"

namespace stretto::small {
namespace {

using emitted::both_readings;
using emitted::Entries;
using explorer::barrier;
using explorer::consume;
using explorer::fetch;
using explorer::wait;
using Lines = std::vector<std::string>;

struct Told {
  Hazard hazard;
  Counterexample example;
};

Told told(const WaveProgram& program, int steps_to_consume) {
  const Verification found = verify(program);
  EXPECT_EQ(found.hazards.size(), 1);
  if (found.hazards.empty()) return {};
  Told out{found.hazards[0], counterexample(program, found.hazards[0])};
  const explorer::Exploration explored = explorer::explore(program, out.hazard.trips, 1'000'000);
  EXPECT_EQ(explored.outcome, explorer::Outcome::wrong);
  EXPECT_EQ(explored.steps, out.example.steps + steps_to_consume) << explorer::describe(program, explored);
  EXPECT_EQ(out.example.trips, out.hazard.trips);
  return out;
}

/// "1 issues prologue[0]"; all waves are "*".
Lines event_lines(const Counterexample& example) {
  Lines lines;
  for (const Event& event : example.events) {
    constexpr const char* words[] = {"issues", "leaves", "barrier", "goes_wrong", "too_late"};
    std::string line = event.wave < 0 ? "*" : std::to_string(event.wave);
    line += std::string(" ") + words[static_cast<int>(event.kind)] + " " + emitted::entry_name(event.step);
    if (event.kind == EventKind::leaves) line += " newer " + std::to_string(event.pending);
    lines.push_back(line);
  }
  return lines;
}

TEST(Counterexample, AMissingWaitWithinAWave) {
  Line line(1);
  line.put({fetch(0, 0, {shared}), wait(Counter::vm, 0), read({shared}, {own}, 3), consume(0, {{own}})});
  // The failing step is the consume itself: both count the same.
  const Told got = told(line.program(), 0);
  EXPECT_EQ(event_lines(got.example), (Lines{"0 issues prologue[2]", "0 goes_wrong prologue[3]"}));
  EXPECT_EQ(got.example.steps, 4);
  EXPECT_EQ(got.example.missing, Missing::wait);
  EXPECT_EQ(got.example.count, 0);
  EXPECT_EQ(got.example.place.entry, 3);
  EXPECT_EQ(got.example.first_wave, 0);
  EXPECT_EQ(got.example.second_wave, 0);
}

TEST(Counterexample, AWaitThatIsTooLarge) {
  const Told got = told(weighted(4), 2);
  EXPECT_EQ(event_lines(got.example),
            (Lines{"0 issues prologue[0]", "0 leaves prologue[2] newer 3", "0 goes_wrong prologue[3]"}));
  EXPECT_EQ(got.example.steps, 4);
  EXPECT_EQ(got.example.missing, Missing::wait);
  EXPECT_EQ(got.example.count, 3);  // the count with which weighted() is proven
}

TEST(Counterexample, AMissingWaitBeforeABarrier) {
  Line line(2);
  line.put({fetch(0, 0, {shared}), barrier(), read({shared}, {own}), wait(Counter::lgkm, 0), consume(0, {{own}})});
  const Told got = told(line.program(), 2);
  EXPECT_EQ(event_lines(got.example),
            (Lines{"1 issues prologue[0]", "* barrier prologue[1]", "0 goes_wrong prologue[2]"}));
  EXPECT_EQ(got.example.steps, 2 + 3);
  EXPECT_EQ(got.example.missing, Missing::wait);
  EXPECT_EQ(got.example.place.entry, 1);
  EXPECT_EQ(got.example.count, 0);
}

TEST(Counterexample, AMissingBarrier) {
  Line line(2);
  line.put({fetch(0, 0, {shared}), wait(Counter::vm, 0), read({shared}, {own}), wait(Counter::lgkm, 0),
            consume(0, {{own}})});
  // One wave alone: the other has not started.
  const Told got = told(line.program(), 2);
  EXPECT_EQ(event_lines(got.example), (Lines{"0 goes_wrong prologue[2]", "1 too_late prologue[0]"}));
  EXPECT_EQ(got.example.steps, 3);
  EXPECT_EQ(got.example.missing, Missing::barrier);
}

TEST(Counterexample, ASlotThatIsReusedTooSoon) {
  // Kernel: fetch, wait, barrier, move, wait, consume; prologue: fetch. Wave 0 begins trip 1, wave 1 has still to read
  // in trip 0, and then continues to its consume.
  const Told got = told(Ring{.anti_barrier = false}.program(), 2);
  EXPECT_EQ(event_lines(got.example), (Lines{"0 goes_wrong kernel[0]", "1 too_late kernel[3]"}));
  EXPECT_EQ(got.example.steps, (1 + 6 + 1) + (1 + 4));
  EXPECT_EQ(got.example.missing, Missing::barrier);
  EXPECT_EQ(got.example.trips, 2);
}

TEST(Counterexample, OpsInTheWrongOrder) {
  Line line(1);
  line.put({fetch(0, 0, {shared}), wait(Counter::vm, 0), fetch(1, 0, {shared}), read({shared}, {own}),
            wait(Counter::lgkm, 0), consume(0, {{own}})});
  const Told got = told(line.program(), 3);
  EXPECT_EQ(got.hazard.kind, HazardKind::anti);
  EXPECT_EQ(got.hazard.first.entry, 3);
  EXPECT_EQ(got.hazard.second.entry, 2);
  EXPECT_EQ(got.example.missing, Missing::order);
}

TEST(Counterexample, AWrongTileHasOrderMissing) {
  Line line(1);
  line.put({fetch(4, 0, {shared}), wait(Counter::vm, 0), read({shared}, {own}), wait(Counter::lgkm, 0),
            consume(0, {{own}})});
  const Verification found = verify(line.program());
  ASSERT_EQ(found.hazards.size(), 1);
  EXPECT_EQ(found.hazards[0].kind, HazardKind::content);
  EXPECT_EQ(found.hazards[0].tile_due, 0);
  EXPECT_EQ(found.hazards[0].tile_found, 4);
  EXPECT_EQ(counterexample(line.program(), found.hazards[0]).missing, Missing::order);
}

TEST(Counterexample, WhatIsNeverWrittenHasNoEvents) {
  Line line(1);
  line.put({consume(0, {{own}})});
  const Verification found = verify(line.program());
  ASSERT_EQ(found.hazards.size(), 1);
  EXPECT_FALSE(found.hazards[0].first.present());
  const Counterexample example = counterexample(line.program(), found.hazards[0]);
  EXPECT_TRUE(example.events.empty());
  EXPECT_EQ(example.missing, Missing::order);
}

TEST(Counterexample, OfPingPongNamesBothGroups) {
  const Entries entries(try_compile(emitted::ping_pong()));
  const WaveProgram program = entries.program();
  const Counterexample example = counterexample(program, entries.verify().hazards[0]);
  EXPECT_EQ(event_lines(example), (Lines{"0 goes_wrong kernel[12]", "4 too_late kernel[11]"}));
  EXPECT_EQ(example.missing, Missing::barrier);
  EXPECT_EQ(example.trips, 1);
}

TEST(Counterexample, AddingWhatIsMissingFixesIt) {
  // Adding the wait that a counterexample asks for, where it asks for it, removes the hazard.
  for (const RegisterReading reading : both_readings) {
    Entries entries(try_compile(emitted::four_wave()));
    entries.protocol.registers = reading;
    int fixed_hazards = 0;
    for (const Hazard& hazard : entries.verify().hazards) {
      const WaveProgram program = entries.program();
      const Counterexample example = counterexample(program, hazard);
      if (example.missing != Missing::wait) continue;
      const Step& first = program.roles[hazard.first.role].steps[hazard.first.section][hazard.first.index];
      Entries fixed = entries;
      fixed.insert(example.place.section, example.place.entry,
                   first.counter == Counter::vm ? OpDesc::wait_vm(example.count) : OpDesc::wait_lgkm(example.count));
      const auto shifted = [&](const StepInstance& step) {
        StepInstance out = step;
        if (out.section == example.place.section && out.entry >= example.place.entry) ++out.entry;
        return out;
      };
      for (const Hazard& left : fixed.verify().hazards) {
        EXPECT_FALSE(left.kind == hazard.kind && left.first.same_entry(shifted(hazard.first)) &&
                     left.second.same_entry(shifted(hazard.second)))
            << emitted::entry_name(hazard.first) << " " << emitted::entry_name(hazard.second);
      }
      ++fixed_hazards;
    }
    EXPECT_GE(fixed_hazards, 13);
  }
}

}  // namespace
}  // namespace stretto::small
