// The cost of a GEMM kernel's steps in cycles: one set of figures for all kernels and schedules.
#pragma once

#include <initializer_list>

#include <stretto/cdna/gemm_tile.hpp>
#include <stretto/mojo/config/targets.hpp>

namespace stretto::cdna {

/// Units of `gemm_costs`.
enum GemmUnit : int {
  mma_unit,  ///< one per SIMD
  lds_port,  ///< one per compute unit
  memory,    ///< L2 bandwidth of the compute unit
};

/// Costs of a kernel: the target's typical cycles (stretto/gpu); a load occupies the memory unit for its bytes divided
/// by the L2 bytes per cycle of a compute unit. A compute step takes `cycles`. A step of weight 1 is `operations`
/// operations. Waves of different groups share a SIMD; all waves share the LDS port and memory.
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

/// The program without the ops of its steps, so that the counter of a step determines its cost.
constexpr WaveProgram costed_by_counter(WaveProgram program) {
  for (Role& role : program.roles) {
    for (const Section section : all_sections) {
      for (Step& step : role.steps[section]) step.op = -1;
    }
  }
  return program;
}

}  // namespace stretto::cdna
