// What the steps of a GEMM kernel cost in time: one set of figures for all of them, whoever made their schedule.
#pragma once

#include <initializer_list>

#include <stretto/cdna/gemm_tile.hpp>
#include <stretto/mojo/targets.hpp>

namespace stretto::cdna {

/// Units of `gemm_costs`.
enum GemmUnit : int {
  mma_unit,  ///< of a SIMD
  lds_port,  ///< of the compute unit
  memory,    ///< bytes of L2
};

/// The target's typical cycles (stretto/targets), and the bytes of a load over what a compute unit gets of L2. A
/// compute step is `cycles` long, a step of weight 1 is so many operations. Waves of different groups share a SIMD;
/// port and memory are everybody's.
constexpr TimedCosts gemm_costs(const GemmTile& tile, int cycles, int operations = 1) {
  const Gpu& gpu = tile.chip == Chip::gfx950 ? targets::mi355x : targets::mi300x;
  TimedCosts costs = timed_costs_on(gpu, gpu.latency.compute_max);
  costs.units.push_back({"memory"});
  CounterCost& load = costs.by_counter[static_cast<int>(Counter::vm)];
  load.unit = memory;
  load.occupancy = wave_lanes * tile.load_bytes / gpu.global_per_cycle;
  for (const Counter counter : {Counter::vm, Counter::lgkm}) {
    costs.by_counter[static_cast<int>(counter)].occupancy *= operations;
    costs.by_counter[static_cast<int>(counter)].issue *= operations;
  }
  costs.by_counter[static_cast<int>(Counter::none)].occupancy = cycles;
  return costs;
}

/// The program with its steps' ops forgotten, so that each costs by its counter.
constexpr WaveProgram costed_by_counter(WaveProgram program) {
  for (Role& role : program.roles) {
    for (Vector<Step>* steps : {&role.steps.prologue, &role.steps.kernel, &role.steps.epilogue}) {
      for (Step& step : *steps) step.op = -1;
    }
  }
  return program;
}

}  // namespace stretto::cdna
