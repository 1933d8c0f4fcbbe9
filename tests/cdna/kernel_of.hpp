// The kernel of a plan: its waves, with the emulator's instructions.
#pragma once

#include <stretto/cdna/gemm_waves.hpp>

#include "emulator/isa.hpp"
#include "kernel.hpp"

namespace stretto::cdna {

template <class Plan>
void run_emulated_wave(const GemmArguments& arguments) {
  WaveOf<Plan, emulator::EmulatedIsa> wave(arguments);
  wave.run();
}

template <class Plan>
Kernel kernel_of(const char* name) {
  Kernel out;
  out.name = name;
  out.kind = Plan::kind;
  out.tile = Plan::tile;
  out.verdict = Plan::pipe.verdict;
  out.step_tiles = Plan::kind == GemmKind::single_buffer ? 1 : 2;
  // The compiler inserts the waits of the single buffer. The four-wave schedule of the Mojo package has too few waits
  // for its registers (docs/findings.md), so it also runs with the compiler's waits.
  if (Plan::kind == GemmKind::single_buffer || (Plan::kind == GemmKind::four_wave && !out.proven())) {
    out.registers = RegisterReading::interlocked;
  }
  out.run_wave = run_emulated_wave<Plan>;
  return out;
}

}  // namespace stretto::cdna
