// Time of verification and derivation: the shipped schedules, and growth with ops, waves and slots.
//
// The growing program is a ring pipeline: each trip loads `ops` / 3 tiles into shared memory, reads and multiplies
// them. All tiles use one ring of slots. Its synchronisation is derived.
#include <benchmark/benchmark.h>

#include <stretto/stretto.hpp>

#include "../tests/bf16_ping_pong.hpp"

namespace stretto {
namespace {

/// `subtiles` subtiles per trip, each loaded, read and consumed once. Loads run `slots` - 1 trips ahead.
WaveProgram ring(int subtiles, int waves, int slots) {
  WaveProgram program;
  program.buffers = {{"tile", Space::shared, slots, subtiles}, {"fragment", Space::registers, 1, subtiles}};
  program.accumulators = subtiles;
  program.tiles = slots - 1;
  program.tiles_per_trip = 1;
  Role role;
  role.name = "all waves";
  role.waves = waves;
  const auto access = [&](int buffer, int slot, int step, int subtile, AccessMode mode) {
    program.accesses.push_back({buffer, slot, step, subtile, mode, 0});
  };
  const auto add = [&](Vector<Step>& steps, Action action, Section section, int subtile, int slot, int tile) {
    Step step;
    step.action = action;
    step.section = section;
    step.entry = steps.size();
    step.first_access = program.accesses.size();
    const int turn = section == Section::prologue ? 0 : 1;
    if (action == Action::fetch) {
      step.counter = Counter::vm;
      step.tile = tile;
      step.tile_step = turn;
      access(0, slot % slots, turn, subtile, AccessMode::write);
    } else if (action == Action::move) {
      step.counter = Counter::lgkm;
      access(0, slot % slots, turn, subtile, AccessMode::read);
      access(1, 0, 0, subtile, AccessMode::write);
    } else {
      step.accumulator = subtile;
      access(1, 0, 0, subtile, AccessMode::read);
    }
    step.access_count = program.accesses.size() - step.first_access;
    steps.push_back(step);
  };
  for (int tile = 0; tile < slots - 1; ++tile) {
    for (int s = 0; s < subtiles; ++s) add(role.steps.prologue, Action::fetch, Section::prologue, s, tile, tile);
  }
  for (int s = 0; s < subtiles; ++s) add(role.steps.kernel, Action::fetch, Section::kernel, s, slots - 1, slots - 1);
  for (int s = 0; s < subtiles; ++s) add(role.steps.kernel, Action::move, Section::kernel, s, 0, 0);
  for (int s = 0; s < subtiles; ++s) add(role.steps.kernel, Action::consume, Section::kernel, s, 0, 0);
  for (int tile = 0; tile < slots - 1; ++tile) {
    for (int s = 0; s < subtiles; ++s) add(role.steps.epilogue, Action::move, Section::epilogue, s, tile, tile);
    for (int s = 0; s < subtiles; ++s) add(role.steps.epilogue, Action::consume, Section::epilogue, s, tile, tile);
  }
  program.roles.push_back(role);
  return program;
}

template <class S>
void verify_schedule_of(benchmark::State& state, const S& schedule) {
  const CompiledSchedule compiled = try_compile(schedule);
  const EmittedSections sections = emitted_sections(compiled);
  for (auto _ : state) benchmark::DoNotOptimize(verify_sections(sections, compiled.protocol).pairs_checked);
  state.SetLabel(name(compiled.verification.verdict));
}

void verify_ping_pong(benchmark::State& state) { verify_schedule_of(state, bf16_ping_pong()); }
void verify_proven_ping_pong(benchmark::State& state) {
  verify_schedule_of(state, Proven<PingPongSchedule>(bf16_ping_pong()));
}

void derive_ping_pong(benchmark::State& state) {
  const CompiledSchedule compiled = try_compile(bf16_ping_pong());
  const EmittedSections sections = emitted_sections(compiled);
  for (auto _ : state) {
    const auto derived = derive_synchronisation(sections, compiled.protocol, Pacing::around_computes);
    benchmark::DoNotOptimize(derived.value.notes.size());
  }
}

void verify_ring(benchmark::State& state) {
  const int ops = static_cast<int>(state.range(0));
  const WaveProgram bare = ring(ops / 3, static_cast<int>(state.range(1)), static_cast<int>(state.range(2)));
  const Result<SyncPlan> plan = synchronise(bare);
  if (!plan.ok()) {
    state.SkipWithError("cannot be synchronised");
    return;
  }
  const WaveProgram program = with_synchronisation(bare, plan.value);
  Verification verification;
  for (auto _ : state) {
    verification = verify(program);
    benchmark::DoNotOptimize(verification.pairs_checked);
  }
  state.SetLabel(name(verification.verdict));
  state.counters["pairs"] = verification.pairs_checked;
}

void derive_ring(benchmark::State& state) {
  const WaveProgram bare = ring(static_cast<int>(state.range(0)) / 3, 8, static_cast<int>(state.range(1)));
  for (auto _ : state) benchmark::DoNotOptimize(synchronise(bare).value.derived_barriers_per_trip);
}

BENCHMARK(verify_ping_pong)->Unit(benchmark::kMicrosecond);
BENCHMARK(verify_proven_ping_pong)->Unit(benchmark::kMicrosecond);
BENCHMARK(derive_ping_pong)->Unit(benchmark::kMicrosecond);
// Ops, waves, slots: one grows at a time.
BENCHMARK(verify_ring)
    ->ArgNames({"ops", "waves", "slots"})
    ->Args({16, 8, 2})
    ->Args({32, 8, 2})
    ->Args({64, 8, 2})
    ->Args({128, 8, 2})
    ->Args({256, 8, 2})
    ->Args({512, 8, 2})
    ->Args({64, 2, 2})
    ->Args({64, 4, 2})
    ->Args({64, 16, 2})
    ->Args({64, 32, 2})
    ->Args({64, 8, 3})
    ->Args({64, 8, 4})
    ->Args({64, 8, 6})
    ->Args({64, 8, 8})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(derive_ring)
    ->ArgNames({"ops", "slots"})
    ->Args({16, 2})
    ->Args({64, 2})
    ->Args({256, 2})
    ->Args({64, 4})
    ->Args({64, 8})
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace stretto

BENCHMARK_MAIN();
