// A GEMM kernel that the emulator can run: what the tests know of it, and its code.
#pragma once

#include <vector>

#include <stretto/cdna/gemm_waves.hpp>

#include "emulator/isa.hpp"

namespace stretto::cdna {

struct Kernel {
  const char* name = "";
  GemmKind kind = GemmKind::ping_pong;
  GemmTile tile;
  Verdict verdict = Verdict::invalid;
  int step_tiles = 1;  // K: a multiple of so many tiles, at least two
  RegisterReading registers = RegisterReading::explicit_waits;
  void (*run_wave)(const GemmArguments&) = nullptr;

  [[nodiscard]] bool proven() const { return verdict == Verdict::proven; }
  /// K of the smallest run and so many steps more.
  [[nodiscard]] int k(int more) const { return tile.k * (2 + more * step_tiles); }
};

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
  if constexpr (Plan::kind == GemmKind::pipelined) {
    out.verdict = Plan::pipe.verdict;
  } else {
    out.verdict = Plan::schedule.verdict;
  }
  out.step_tiles = Plan::kind == GemmKind::single_buffer ? 1 : 2;
  // The single buffer's waits are the compiler's. The documented four-wave schedule has too few waits for its
  // registers (docs/findings.md), and runs with the compiler's, too.
  if (Plan::kind == GemmKind::single_buffer || (Plan::kind == GemmKind::four_wave && !out.proven())) {
    out.registers = RegisterReading::interlocked;
  }
  out.run_wave = run_emulated_wave<Plan>;
  return out;
}

/// The kernels of stretto/cdna/gemm_kernels.def; each file of kernels has those of some kinds.
std::vector<Kernel> ping_pong_kernels();
std::vector<Kernel> four_wave_kernels();
std::vector<Kernel> other_kernels();
std::vector<Kernel> all_kernels();

/// A schedule that was proven, and then broken.
struct Mutant {
  Kernel kernel;
  emulator::Landing caught_by = emulator::Landing::late;
};
std::vector<Mutant> ping_pong_mutants();
std::vector<Mutant> four_wave_mutants();
/// One group makes a barrier more than the other.
Kernel deadlocked_kernel();

}  // namespace stretto::cdna
