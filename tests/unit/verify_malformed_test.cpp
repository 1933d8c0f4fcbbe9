// Programs that cannot run: each is invalid, with the rule that it breaks.
#include <gtest/gtest.h>

#include <stretto/stretto.hpp>

#include "small_programs.hpp"

namespace stretto {
namespace {

using small::Ring;

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
  const Rule rule = found.invalid.rule;
  const bool any_count = rule == Rule::negative_count || rule == Rule::count_below_one || rule == Rule::count_too_large;
  EXPECT_EQ(found.invalid.count != Count::none, any_count) << count_words(found.invalid.count);
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
