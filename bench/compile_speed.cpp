// Run-time compilation of each shipped schedule. The target is under 1 ms.
#include <benchmark/benchmark.h>

#include <stretto/stretto.hpp>

namespace {

using namespace stretto;

template <class Schedule>
void compile_at_run_time(benchmark::State& state, const Schedule& schedule) {
  for (auto _ : state) {
    CompiledSchedule compiled = try_compile(schedule);
    if (compiled.error) state.SkipWithError("refused");
    benchmark::DoNotOptimize(compiled.kernel.begin());
  }
}

const PingPongSchedule ping_pong{
    false, 8, 4, {}, mi355x_double_buffer({.vm_per_load_a = 2, .vm_per_load_b = 2}), mi355x_double_buffer_costs()};
const FourWaveSchedule four_wave{
    make_geometry({.tile = {256, 256, 64}, .mma = {16, 16, 32}, .type = DataType::bf16}), {}, mi355x_target()};
const SingleBufferLoop single_buffer{2, {4, 4, 2, 16, 16, 2, 2}, mi355x_single_buffer_target()};

BENCHMARK_CAPTURE(compile_at_run_time, ping_pong, ping_pong)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(compile_at_run_time, four_wave, four_wave)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(compile_at_run_time, single_buffer, single_buffer)->Unit(benchmark::kMicrosecond);

}  // namespace
