// What a run depends on from the head of a loop on: the registers whose values there decide which bytes of the LDS and
// which lanes of registers are touched, in the loop and after it, and which way branches go. If these values repeat,
// so does everything, as long as the loop goes on, and it ends in the same way.
#pragma once

#include <map>
#include <vector>

#include "assembly.hpp"
#include "instruction_effects.hpp"

namespace stretto::assembly {

/// By instruction: what a wave has done.
struct Coverage {
  std::vector<char> executed;
  std::vector<char> masked;   // with other lanes than at the start
  std::vector<char> went_on;  // to the next instruction
  std::vector<char> jumped;

  explicit Coverage(std::size_t code = 0) : executed(code), masked(code), went_on(code), jumped(code) {}
};

/// Registers at the head of a loop, sorted.
struct LoopRegisters {
  std::vector<int> matter;
  std::vector<int> places;  // of them, those that decide which bytes and lanes are touched
  std::vector<int> decide;  // how often the loop is executed
  std::vector<int> exits;   // branches that leave it: they decide nothing else
};

/// Of all loops that the wave has executed, by closing branch.
std::map<int, LoopRegisters> loop_registers(const Kernel& kernel, const std::vector<Effects>& effects,
                                            const Coverage& coverage);

}  // namespace stretto::assembly
