// A GEMM kernel that the emulator can run: what the tests know about it, and its code.
#pragma once

#include <vector>

#include <stretto/cdna/gemm_tiles.hpp>
#include <stretto/cdna/gemm_wave.hpp>
#include <stretto/verify/hazard.hpp>

#include "emulator/options.hpp"

namespace stretto::cdna {

struct Kernel {
  const char* name = "";
  GemmKind kind = GemmKind::ping_pong;
  GemmTile tile;
  Verdict verdict = Verdict::invalid;
  int step_tiles = 1;  // K is a multiple of this many tiles, and at least two
  RegisterReading registers = RegisterReading::explicit_waits;
  void (*run_wave)(const GemmArguments&) = nullptr;

  [[nodiscard]] bool proven() const { return verdict == Verdict::proven; }
  /// K of the smallest run and this many further steps.
  [[nodiscard]] int k(int more) const { return tile.k * (2 + more * step_tiles); }
};

/// The kernels of stretto/cdna/gemm_kernels.def; each file of kernels has those of some kinds.
std::vector<Kernel> ping_pong_kernels();
std::vector<Kernel> four_wave_kernels();
std::vector<Kernel> other_kernels();
std::vector<Kernel> all_kernels();

/// A proven schedule that was then broken.
struct Mutant {
  Kernel kernel;
  emulator::Landing caught_by = emulator::Landing::late;
  bool verified = true;  // the verdict is that of the broken schedule; a pipeline is verified only when it is made
};
std::vector<Mutant> ping_pong_mutants();
std::vector<Mutant> four_wave_mutants();
std::vector<Mutant> other_mutants();
/// One group executes one barrier more than the other.
Kernel deadlocked_kernel();

}  // namespace stretto::cdna
