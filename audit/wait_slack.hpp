// Finds how far each wait of a proven kernel could be loosened on its own, and which barriers are not needed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "audit/kernel_program.hpp"

namespace stretto::audit {

/// A wait for one counter, or a barrier (`counter` is none).
struct WaitSlack {
  int instruction = 0;
  Counter counter = Counter::none;
  int count = 0;
  int loosest = 0;  // the largest count with which the kernel is proven; -1: it is proven without the instruction
  int next = -1;    // the next larger count; -1: none, so the instruction is left out
  std::string needed_for;           // a pair that becomes unordered with that count, or without the instruction
  std::optional<Hazard> unordered;  // this pair; neither: there is none

  [[nodiscard]] bool needed() const { return loosest >= 0; }
  /// True if it could be loosened or removed.
  [[nodiscard]] bool strict() const { return !needed() || loosest > count; }
};

/// All waits and barriers, in the order of the instructions, without `loosest` and what follows it.
std::vector<WaitSlack> waits_of(const KernelProgram& program);

/// Sets `loosest` and what follows it. The program must be proven.
void measure(const KernelProgram& program, WaitSlack& wait);

/// All waits and barriers, measured. The program must be proven.
std::vector<WaitSlack> find_slack(const KernelProgram& program);

}  // namespace stretto::audit
