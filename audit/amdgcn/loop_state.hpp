// Finds the live state at a loop head: the registers whose values there determine the later control flow, and which LDS
// bytes and which lanes of registers are touched in the loop and after it. Once these values repeat, all accesses
// repeat until the loop ends, and the code after the loop does the same whenever it ends.
#pragma once

#include <map>
#include <vector>

#include "assembly.hpp"
#include "instruction_effects.hpp"

namespace stretto::assembly {

/// By instruction: whether and how a wave has executed it.
struct Coverage {
  std::vector<char> executed;
  std::vector<char> masked;   // with another EXEC than at the start
  std::vector<char> went_on;  // fell through to the next instruction
  std::vector<char> jumped;   // branched to its target
  bool starts_whole = false;  // all lanes are active at the start
  std::vector<int> times;     // how often

  explicit Coverage(std::size_t code = 0) : executed(code), masked(code), went_on(code), jumped(code), times(code) {}
};

/// What a loop depends on; both sorted.
struct LoopRegisters {
  std::vector<int> matter;  // the live registers at its head: the state that must repeat
  std::vector<int> exits;   // instructions: branches that leave the loop
};

/// The registers of all loops that the wave has executed, by closing branch.
std::map<int, LoopRegisters> loop_registers(const Kernel& kernel, const std::vector<Effects>& effects,
                                            const Coverage& coverage);

}  // namespace stretto::assembly
