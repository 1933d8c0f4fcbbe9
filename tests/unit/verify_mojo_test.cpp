// The verifier on the Mojo schedules: their verdicts, their hazards one by one, and how many trips a proof takes.
#include <gtest/gtest.h>

#include "emitted.hpp"

namespace stretto {
namespace {

using emitted::both_readings;
using emitted::Entries;
using emitted::hazard_lines;
using Lines = std::vector<std::string>;

// --- the Mojo schedules as constants

constexpr auto constant_ping_pong = compile_schedule([] {
  return DeclarativeSchedule<PingPongShape{.is_fp8 = false, .lgkm_a = 8, .lgkm_b = 4}>(
      csp_schedule, mi355x_target({.vm_per_load_a = 2, .vm_per_load_b = 2}));
});
static_assert(constant_ping_pong.verdict == Verdict::race);
static_assert(constant_ping_pong.margin == 175);
static_assert(constant_ping_pong.level == VerificationLevel::structural);

constexpr auto constant_max_globals_0 = compile_schedule([] {
  return DeclarativeSchedule<PingPongShape{.is_fp8 = true, .lgkm_a = 8, .lgkm_b = 4}>(
      csp_schedule, mi355x_target({.vm_per_load_a = 2, .vm_per_load_b = 2, .max_globals = 0}));
});
static_assert(constant_max_globals_0.verdict == Verdict::relies_on_latency);
static_assert(constant_max_globals_0.margin == 175);

constexpr auto constant_four_wave =
    compile_schedule([] { return Pipeline4Wave<emitted::bf16_geometry>({}, mi355x_target({.max_globals = 0})); });
static_assert(constant_four_wave.verdict == Verdict::race);

constexpr auto constant_single_buffer = compile_schedule<SingleBufferSchedule<SingleBufferShape{.num_k_tiles = 2}>>();
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
      // The two rotation fragments at the end read a tile that does not exist; nothing uses them.
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

    // With explicit waits it has none: the store does not wait for the load, and so on.
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
    // What the store reads too early is consumed with the tile.
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
  // Only the full counter waits for its loads: their number grows until the counter is full, which changes no trip. The
  // exploration ends when a trip adds no pair to the list of hazards.
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

}  // namespace
}  // namespace stretto
