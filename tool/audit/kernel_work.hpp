// The work of a wave between two memory operations, waits or barriers, and what instructions cost in time. Both are
// estimates, for pictures: the figures are those of the target, and the path between two instructions is read off the
// code.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <stretto/gpu/gpu.hpp>

#include "audit/amdgcn/assembly.hpp"

namespace stretto::tool {

inline constexpr int issue_cycles = 4;  // a wave issues one instruction in this many cycles (CDNA3 ISA)

/// Instructions that a wave executes on the way from one instruction to another.
struct KernelWork {
  int instructions = 0;
  int matrix_instructions = 0;
  int matrix_cycles = 0;
  std::vector<std::pair<int, int>> ranges;  // first and last instruction of each straight part

  [[nodiscard]] int cycles() const { return instructions * issue_cycles; }
};

/// The work strictly between two instructions; `from` -1: from the start of the kernel, `to` -1: to its end. Of the
/// branches on the way, those back are taken if they lead to `to`, those ahead are not.
KernelWork work_between(const assembly::Kernel& kernel, const Gpu& gpu, int from, int to);

/// Cycles of a matrix instruction on its SIMD; 0: none.
int matrix_cycles(const std::string& mnemonic, const Gpu& gpu);

}  // namespace stretto::tool
