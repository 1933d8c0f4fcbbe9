// The verifier: verdicts of the Mojo schedules with their hazards, small programs with known answers,
// counterexamples, and programs that cannot run.
#include <gtest/gtest.h>

#include "emitted.hpp"
#include "explorer.hpp"
#include "small_programs.hpp"

namespace stretto {
namespace {

using emitted::both_readings;
using emitted::Entries;
using emitted::hazard_lines;
using small::Line;
using small::Ring;
using Lines = std::vector<std::string>;

// --- the Mojo schedules as constants

constexpr auto constant_ping_pong = compile_schedule([] {
  return DeclarativeSchedule<false, 8, 4>(csp_schedule, mi355x_target({.vm_per_load_a = 2, .vm_per_load_b = 2}));
});
static_assert(constant_ping_pong.verdict == Verdict::race);
static_assert(constant_ping_pong.margin == 175);
static_assert(constant_ping_pong.level == VerificationLevel::structural);

constexpr auto constant_max_globals_0 = compile_schedule([] {
  return DeclarativeSchedule<true, 8, 4>(csp_schedule,
                                         mi355x_target({.vm_per_load_a = 2, .vm_per_load_b = 2, .max_globals = 0}));
});
static_assert(constant_max_globals_0.verdict == Verdict::relies_on_latency);
static_assert(constant_max_globals_0.margin == 175);

constexpr auto constant_four_wave =
    compile_schedule([] { return Pipeline4Wave<emitted::bf16_geometry>({}, mi355x_target({.max_globals = 0})); });
static_assert(constant_four_wave.verdict == Verdict::race);

constexpr auto constant_single_buffer = compile_schedule<SingleBufferSchedule<2>>();
static_assert(constant_single_buffer.verdict == Verdict::proven);
static_assert(constant_single_buffer.level == VerificationLevel::proven);

// --- the Mojo schedules, both readings

TEST(Verify, PingPongCspAndGreedyRaceWithTheOtherGroup) {
  const Lines expected = {
      "anti race kernel[11] kernel[12] from 1",
      "anti race kernel[46] kernel[47] from 1",
      "anti relies_on_latency kernel[19] kernel[20] from 1 margin 175",
      "anti relies_on_latency kernel[54] kernel[55] from 1 margin 175",
  };
  for (const SchedulingStrategy strategy : {SchedulingStrategy::csp, SchedulingStrategy::greedy}) {
    const Entries entries(try_compile(emitted::ping_pong(strategy)));
    for (const RegisterReading reading : both_readings) {
      const Verification found = entries.verify(reading);
      EXPECT_EQ(found.verdict, Verdict::race);
      EXPECT_EQ(found.smallest_margin, 175);
      EXPECT_EQ(hazard_lines(found), expected) << name(strategy);
      EXPECT_TRUE(found.dead_reads.empty());
    }
  }
}

TEST(Verify, PingPongIdentityLoadsBeforeItsOwnFragment) {
  const Lines expected = {
      "anti race kernel[19] kernel[12] from 1",
      "anti race kernel[54] kernel[47] from 1",
      "anti relies_on_latency kernel[11] kernel[20] from 1 margin 303",
      "anti relies_on_latency kernel[46] kernel[55] from 1 margin 303",
  };
  const Entries entries(try_compile(emitted::ping_pong(SchedulingStrategy::identity)));
  for (const RegisterReading reading : both_readings) EXPECT_EQ(hazard_lines(entries.verify(reading)), expected);
}

TEST(Verify, PingPongWithoutALoadCapReliesOnLatency) {
  const Lines expected = {
      "anti relies_on_latency kernel[18] kernel[19] from 1 margin 175",
      "anti relies_on_latency kernel[53] kernel[54] from 1 margin 175",
      "anti relies_on_latency kernel[11] kernel[20] from 1 margin 303",
      "anti relies_on_latency kernel[46] kernel[55] from 1 margin 303",
  };
  const Entries entries(try_compile(emitted::ping_pong(SchedulingStrategy::csp, 0)));
  for (const RegisterReading reading : both_readings) {
    const Verification found = entries.verify(reading);
    EXPECT_EQ(found.verdict, Verdict::relies_on_latency);
    EXPECT_EQ(found.smallest_margin, 175);
    EXPECT_EQ(hazard_lines(found), expected);
  }
}

TEST(Verify, WithoutLatenciesNothingReliesOnThem) {
  Entries entries(try_compile(emitted::ping_pong(SchedulingStrategy::csp, 0)));
  entries.protocol.latency = {};
  const Verification found = entries.verify();
  EXPECT_EQ(found.verdict, Verdict::race);
  EXPECT_EQ(found.smallest_margin, 0);
  ASSERT_EQ(found.hazards.size(), 4);
  for (const Hazard& hazard : found.hazards) EXPECT_EQ(hazard.verdict, Verdict::race);
}

TEST(Verify, TheMarginIsWhatTheLatenciesLeave) {
  Entries entries(try_compile(emitted::ping_pong(SchedulingStrategy::csp, 0)));
  entries.protocol.latency.global_min += 10;
  EXPECT_EQ(entries.verify().smallest_margin, 185);
  entries.protocol.latency.read_max += 4;
  EXPECT_EQ(entries.verify().smallest_margin, 181);
  entries.protocol.latency.global_min -= 180;
  EXPECT_EQ(entries.verify().smallest_margin, 1);
  EXPECT_EQ(entries.verify().verdict, Verdict::relies_on_latency);
  entries.protocol.latency.global_min -= 1;
  EXPECT_EQ(entries.verify().verdict, Verdict::race);
}

Lines four_wave_hazards(RegisterReading reading) {
  const Lines every = {
      "flow race prologue[2] epilogue[1] from 0",
      "flow race prologue[3] epilogue[5] from 0",
      "flow race prologue[4] epilogue[9] from 0",
      "flow race prologue[5] epilogue[13] from 0",
      "flow race prologue[6] epilogue[17] from 0",
      "flow race prologue[7] epilogue[21] from 0",
      "flow race prologue[13] kernel[6] from 1",  // registers
      "flow race kernel[19] kernel[30] from 1",   // registers
      "flow race kernel[17] epilogue[1] from 1",
      "flow race kernel[21] epilogue[5] from 1",
      "flow race kernel[29] epilogue[9] from 1",
      "flow race kernel[34] epilogue[13] from 1",
      "flow race kernel[41] epilogue[17] from 1",
      "flow race kernel[45] epilogue[21] from 1",
      "flow race kernel[43] kernel[6] from 2",  // registers
      "anti relies_on_latency prologue[13] kernel[10] from 1 margin 175",
      "anti relies_on_latency kernel[19] kernel[34] from 1 margin 175",
      "anti relies_on_latency kernel[43] kernel[10] from 2 margin 175",
  };
  if (reading == RegisterReading::explicit_waits) return every;
  Lines kept;
  for (std::size_t i = 0; i < every.size(); ++i) {
    if (i != 6 && i != 7 && i != 14) kept.push_back(every[i]);
  }
  return kept;
}

TEST(Verify, FourWaveReadsInItsEpilogueWhatNobodyWaitedFor) {
  for (const KernelGeometry& geometry : {emitted::bf16_geometry, emitted::fp8_geometry}) {
    const Entries entries(try_compile(emitted::four_wave(geometry)));
    for (const RegisterReading reading : both_readings) {
      const Verification found = entries.verify(reading);
      EXPECT_EQ(found.verdict, Verdict::race);
      EXPECT_EQ(hazard_lines(found), four_wave_hazards(reading));
      // The two rotation fragments at the end read a tile that does not exist, for nobody.
      ASSERT_EQ(found.dead_reads.size(), 2);
      EXPECT_EQ(emitted::entry_name(found.dead_reads[0]), "epilogue[25]");
      EXPECT_EQ(emitted::entry_name(found.dead_reads[1]), "epilogue[29]");
    }
  }
}

TEST(Verify, SingleBufferIsProvenWhereRegistersAreInterlocked) {
  for (int k_tiles = 1; k_tiles <= 4; ++k_tiles) {
    const CompiledSchedule compiled = try_compile(emitted::single_buffer(k_tiles));
    EXPECT_FALSE(compiled.error);
    const Verification proven = Entries(compiled).verify(RegisterReading::interlocked);
    EXPECT_EQ(proven.verdict, Verdict::proven);
    EXPECT_TRUE(proven.hazards.empty());
    EXPECT_EQ(proven.pairs_checked, 6 + 11 * k_tiles);

    // Read with its own waits alone it has none: the store does not wait for the load, and so on.
    const Verification bare = Entries(compiled).verify(RegisterReading::explicit_waits);
    EXPECT_EQ(bare.verdict, Verdict::race);
    const int t = k_tiles;
    Lines expected = {"flow race prologue[0] prologue[1] from 0"};
    const auto flow = [&](Section from, int first, Section to, int second, int trips) {
      expected.push_back("flow race " + emitted::entry_name(from, first) + " " + emitted::entry_name(to, second) +
                         " from " + std::to_string(trips));
    };
    // Fragment 0 comes last of the epilogue's fragments, before the first compute.
    flow(Section::epilogue, 3 * t + 3, Section::epilogue, 3 * t + 4, 0);
    // What the store takes too early comes to be consumed with the tile.
    flow(Section::prologue, 3, Section::epilogue, t + 1, 0);
    expected.push_back("output race prologue[0] prologue[3] from 0");
    for (int i = 1; i < t; ++i) flow(Section::epilogue, 2 * t + 3 + i, Section::epilogue, 3 * t + 4 + i, 0);
    flow(Section::prologue, 4, Section::kernel, t - 1, 1);
    flow(Section::prologue, 3, Section::kernel, t + 1, 1);
    flow(Section::kernel, t + 2, Section::epilogue, t + 1, 1);
    expected.push_back("output race prologue[3] kernel[" + std::to_string(t + 2) + "] from 1");
    flow(Section::kernel, 2 * t + 3, Section::kernel, t - 1, 2);
    flow(Section::kernel, t + 2, Section::kernel, t + 1, 2);
    expected.push_back("output race kernel[" + std::to_string(t + 2) + "] kernel[" + std::to_string(t + 2) +
                       "] from 2");
    EXPECT_EQ(hazard_lines(bare), expected) << k_tiles;
  }
}

TEST(Verify, TheProofEndsWhenTheStateAtTheLoopHeadRepeats) {
  const Verification proof = Entries(try_compile(emitted::ping_pong())).verify();
  EXPECT_EQ(proof.trips_explored, 2);
  EXPECT_EQ(proof.repeats_from, 1);
}

TEST(Verify, LoadsThatNothingWaitsForAreAlike) {
  // Nothing waits for its loads but the full counter: their number grows until it is full, and no trip differs by that.
  // It ends when a trip adds no pair to the list of hazards.
  const Verification filling = Entries(try_compile(emitted::single_buffer(1))).verify(RegisterReading::explicit_waits);
  EXPECT_EQ(filling.verdict, Verdict::race);
  EXPECT_EQ(filling.trips_explored, 4);
  EXPECT_EQ(filling.repeats_from, 3);
}

TEST(Verify, ProvenPairsAreListedWhenAskedFor) {
  const Entries entries(try_compile(emitted::single_buffer(2)));
  EXPECT_TRUE(verify_sections(entries.view(), entries.protocol).hazards.empty());
  const Verification listed = verify_sections(entries.view(), entries.protocol, true);
  EXPECT_EQ(listed.verdict, Verdict::proven);
  EXPECT_GT(listed.hazards.size(), 10);
  for (const Hazard& hazard : listed.hazards) EXPECT_EQ(hazard.verdict, Verdict::proven);
}

// --- small programs; the explorer of every interleaving is asked as well

Verification checked(const WaveProgram& program) {
  const Verification found = verify(program);
  const explorer::Outcome outcome = explorer::outcome_for_all_small_trips(program, 4);
  EXPECT_EQ(found.verdict == Verdict::proven, outcome == explorer::Outcome::safe)
      << name(found.verdict) << ", but every interleaving says " << explorer::name(outcome) << "\n"
      << explorer::describe(program);
  return found;
}

using explorer::barrier;
using explorer::consume;
using explorer::fetch;
using explorer::Place;
using explorer::wait;

explorer::StepText read(const Place& from, const Place& to, int weight = 1) {
  return explorer::move(from, to, weight, Counter::lgkm);
}

constexpr int shared = 0;
constexpr int own = 1;

TEST(VerifySmall, ARingThatWaitsAndMeetsIsProven) {
  EXPECT_EQ(checked(Ring{}.program()).verdict, Verdict::proven);
  EXPECT_EQ(checked(Ring{.waves = 1, .flow_barrier = false, .anti_barrier = false}.program()).verdict, Verdict::proven);
}

TEST(VerifySmall, ADisplacedTurnOfSlotsIsFound) {
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
  // With a slot more the barrier is not needed.
  EXPECT_EQ(checked(Ring{.slots = 3, .anti_barrier = false}.program()).verdict, Verdict::proven);
}

/// The kernel waits for the load that it issues; the epilogue leaves that to the kernel.
WaveProgram waits_in_the_kernel_only(int min_trips) {
  explorer::ProgramWriter writer;
  const int tile = writer.shared(1);
  const int value = writer.registers(1);
  const int all = writer.role(2);
  writer.program.tiles = 1;
  writer.program.tiles_per_trip = 1;
  writer.program.min_trips = min_trips;
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

TEST(VerifySmall, AHazardOfZeroTripsIsNoneWhereThereIsAtLeastOne) {
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

/// Tile 0 in an operation of weight 2, tile 1 in one of weight 3, and a wait before tile 0 is read.
WaveProgram weighted(int allowed) {
  Line line(1, 2, 1);
  line.put({fetch(0, 0, {shared, 0}, 2), fetch(1, 0, {shared, 1}, 3), wait(Counter::vm, allowed),
            read({shared, 0}, {own, 0}), wait(Counter::lgkm, 0), consume(0, {{own, 0}})});
  return line.program();
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

/// Each wave loads into registers, stores to shared memory, meets the others and reads what they stored.
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
  // What is not waited for is taken, overwritten and read on too early.
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
  // Consuming the first leaves the second in flight; it is dead there, so its being overwritten harms nobody.
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

// --- counterexamples: the explorer counts the steps up to the consume that takes the wrong value, the counterexample
// those up to the step that meets the other half done. They differ by the reader's steps from there to its consume.

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
  // The step that goes wrong is the consume itself: both count the same.
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
  // One wave alone: the other has not even begun.
  const Told got = told(line.program(), 2);
  EXPECT_EQ(event_lines(got.example), (Lines{"0 goes_wrong prologue[2]", "1 too_late prologue[0]"}));
  EXPECT_EQ(got.example.steps, 3);
  EXPECT_EQ(got.example.missing, Missing::barrier);
}

TEST(Counterexample, ASlotThatIsReusedTooSoon) {
  // Kernel: fetch, wait, barrier, move, wait, consume; prologue: fetch. Wave 0 begins trip 1, wave 1 has still to read
  // in trip 0, and then goes on to its consume.
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

TEST(Counterexample, WhatIsMissingCuresIt) {
  // The wait that each counterexample asks for, put where it asks for it, ends the hazard.
  for (const RegisterReading reading : both_readings) {
    Entries entries(try_compile(emitted::four_wave()));
    entries.protocol.registers = reading;
    int cured = 0;
    for (const Hazard& hazard : entries.verify().hazards) {
      const WaveProgram program = entries.program();
      const Counterexample example = counterexample(program, hazard);
      if (example.missing != Missing::wait) continue;
      const Step& first = program.roles[hazard.first.role].steps[hazard.first.section][hazard.first.index];
      Entries mended = entries;
      mended.insert(example.place.section, example.place.entry,
                    first.counter == Counter::vm ? OpDesc::wait_vm(example.count) : OpDesc::wait_lgkm(example.count));
      const auto shifted = [&](const StepInstance& step) {
        StepInstance out = step;
        if (out.section == example.place.section && out.entry >= example.place.entry) ++out.entry;
        return out;
      };
      for (const Hazard& left : mended.verify().hazards) {
        EXPECT_FALSE(left.kind == hazard.kind && left.first.same_entry(shifted(hazard.first)) &&
                     left.second.same_entry(shifted(hazard.second)))
            << emitted::entry_name(hazard.first) << " " << emitted::entry_name(hazard.second);
      }
      ++cured;
    }
    EXPECT_GE(cured, 13);
  }
}

// --- programs that cannot run

using Change = void (*)(WaveProgram&);

struct Malformed {
  const char* what;
  Rule rule;
  Change change;
};

/// The steps of the ring: kernel 0 fetch, 1 wait vm, 2 barrier, 3 move, 4 wait lgkm, 5 consume, 6 barrier.
Step& kernel_step(WaveProgram& program, int i) { return program.roles[0].steps.kernel[i]; }
StepAccess& kernel_access(WaveProgram& program, int i) {
  return program.accesses[kernel_step(program, i).first_access];
}

const Malformed malformed[] = {
    {"no_roles", Rule::no_waves, [](WaveProgram& p) { p.roles.clear(); }},
    {"no_waves_in_it", Rule::no_waves, [](WaveProgram& p) { p.roles[0].waves = 0; }},
    {"waves_not_in_a_row", Rule::no_waves, [](WaveProgram& p) { p.roles[0].first_wave = 1; }},
    {"too_many_waves", Rule::count_too_large, [](WaveProgram& p) { p.roles[0].waves = 33; }},
    {"too_many_roles", Rule::count_too_large,
     [](WaveProgram& p) {
       for (int i = 1; i <= 16; ++i) {
         p.roles.push_back(p.roles[0]);
         p.roles.back().first_wave = 2 * i;
       }
     }},
    {"negative_trips", Rule::negative_count, [](WaveProgram& p) { p.min_trips = -1; }},
    {"far_too_many_trips", Rule::count_too_large, [](WaveProgram& p) { p.min_trips = max_extent + 1; }},
    {"negative_tiles", Rule::negative_count, [](WaveProgram& p) { p.tiles = -1; }},
    {"far_too_many_tiles", Rule::count_too_large, [](WaveProgram& p) { p.tiles_per_trip = max_extent + 1; }},
    {"negative_accumulators", Rule::negative_count, [](WaveProgram& p) { p.accumulators = -1; }},
    {"far_too_many_places", Rule::count_too_large,
     [](WaveProgram& p) { p.buffers[0].slots = p.buffers[0].subtiles = 256; }},
    {"a_tile_beyond_all", Rule::count_too_large, [](WaveProgram& p) { kernel_step(p, 0).tile = max_extent + 1; }},
    {"a_tile_before_all", Rule::count_too_large, [](WaveProgram& p) { kernel_step(p, 0).tile = -max_extent - 1; }},
    {"tiles_far_apart", Rule::count_too_large, [](WaveProgram& p) { kernel_step(p, 0).tile_step = max_extent + 1; }},
    {"no_vm_capacity", Rule::count_below_one, [](WaveProgram& p) { p.limits.vm_capacity = 0; }},
    {"no_lgkm_capacity", Rule::count_below_one, [](WaveProgram& p) { p.limits.lgkm_capacity = 0; }},
    {"no_slots", Rule::count_below_one, [](WaveProgram& p) { p.buffers[0].slots = 0; }},
    {"no_subtiles", Rule::count_below_one, [](WaveProgram& p) { p.buffers[0].subtiles = 0; }},
    {"far_too_many_slots", Rule::count_too_large, [](WaveProgram& p) { p.buffers[0].slots = max_extent + 1; }},
    {"negative_bytes", Rule::negative_count, [](WaveProgram& p) { p.buffers[0].bytes = -1; }},
    {"shared_memory", Rule::shared_memory_exceeded, [](WaveProgram& p) { p.buffers[0].bytes = 80 * 1024 + 1; }},
    {"registers", Rule::registers_exceeded, [](WaveProgram& p) { p.buffers[1].bytes = 512 * 64 * 4 + 1; }},
    {"negative_wait", Rule::negative_wait, [](WaveProgram& p) { kernel_step(p, 1).count = -1; }},
    {"wait_vm_beyond_its_field", Rule::wait_vm_field, [](WaveProgram& p) { kernel_step(p, 1).count = 63; }},
    {"wait_lgkm_beyond_its_field", Rule::wait_lgkm_field, [](WaveProgram& p) { kernel_step(p, 4).count = 15; }},
    {"no_weight", Rule::count_below_one, [](WaveProgram& p) { kernel_step(p, 0).weight = 0; }},
    {"far_too_much_weight", Rule::count_too_large, [](WaveProgram& p) { kernel_step(p, 0).weight = max_extent + 1; }},
    {"no_such_accumulator", Rule::no_such_place, [](WaveProgram& p) { kernel_step(p, 5).accumulator = 1; }},
    {"accesses_beyond_the_end", Rule::no_such_place, [](WaveProgram& p) { kernel_step(p, 5).access_count = 99; }},
    {"accesses_before_the_start", Rule::no_such_place, [](WaveProgram& p) { kernel_step(p, 5).first_access = -1; }},
    {"no_such_buffer", Rule::no_such_place, [](WaveProgram& p) { kernel_access(p, 3).buffer = 2; }},
    {"no_such_slot", Rule::no_such_place, [](WaveProgram& p) { kernel_access(p, 3).slot = 2; }},
    {"slots_turning_back", Rule::no_such_place, [](WaveProgram& p) { kernel_access(p, 3).slot_step = -1; }},
    {"no_such_subtile", Rule::no_such_place, [](WaveProgram& p) { kernel_access(p, 3).subtile = 1; }},
    {"a_wave_of_nobody", Rule::no_such_place, [](WaveProgram& p) { kernel_access(p, 3).waves = 4; }},
    {"an_idle_accumulator", Rule::never_consumed, [](WaveProgram& p) { p.accumulators = 2; }},
    {"nobody_writes_the_subtile", Rule::no_contributor,
     [](WaveProgram& p) {
       p.buffers[0].subtiles = 2;
       kernel_access(p, 3).subtile = 1;
     }},
    {"barriers_of_the_kernel_differ", Rule::barrier_counts_differ,
     [](WaveProgram& p) {
       p.roles.push_back(p.roles[0]);
       p.roles[1].first_wave = 2;
       p.roles[1].steps.kernel[6].action = Action::nothing;
     }},
    {"barriers_around_the_kernel_differ", Rule::barrier_counts_differ,
     [](WaveProgram& p) {
       p.roles.push_back(p.roles[0]);
       p.roles[1].first_wave = 2;
       p.roles[1].steps.epilogue[1].action = Action::nothing;
     }},
};

class MalformedProgram : public testing::TestWithParam<Malformed> {};

TEST_P(MalformedProgram, IsInvalidAndSaysWhy) {
  WaveProgram program = Ring{}.program();
  ASSERT_EQ(verify(program).verdict, Verdict::proven);
  GetParam().change(program);
  const Verification found = verify(program);
  EXPECT_EQ(found.verdict, Verdict::invalid);
  EXPECT_STREQ(rule_text(found.invalid.rule).name, rule_text(GetParam().rule).name);
  EXPECT_TRUE(found.hazards.empty());
}

INSTANTIATE_TEST_SUITE_P(All, MalformedProgram, testing::ValuesIn(malformed),
                         [](const auto& changed) { return changed.param.what; });

TEST(MalformedProgram, JustWithinTheLimitsIsAccepted) {
  WaveProgram program = Ring{}.program();
  program.buffers[0].bytes = 80 * 1024;  // two slots
  program.buffers[1].bytes = 512 * 64 * 4;
  kernel_step(program, 1).count = 62;
  EXPECT_EQ(verify(program).verdict, Verdict::race);  // not invalid: the wait is too large, but it can be encoded
  kernel_step(program, 1).count = 1;
  EXPECT_EQ(verify(program).verdict, Verdict::proven);
}

TEST(MalformedProgram, TheWaitAtFaultIsNamed) {
  WaveProgram program = Ring{}.program();
  kernel_step(program, 4).count = 15;
  const Diagnostic invalid = verify(program).invalid;
  EXPECT_EQ(invalid.value, 15);
  EXPECT_EQ(invalid.limit, 14);
  EXPECT_EQ(invalid.entry, 4);
  EXPECT_EQ(invalid.section, static_cast<int>(Section::kernel));
}

}  // namespace
}  // namespace stretto
