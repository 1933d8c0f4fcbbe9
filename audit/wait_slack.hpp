// How far each wait of a proven kernel could be loosened, one at a time, and which barriers nothing needs.
#pragma once

#include <string>
#include <vector>

#include "audit/kernel_program.hpp"

namespace stretto::audit {

/// A wait for one counter, or a barrier (`counter` is none).
struct WaitSlack {
  int instruction = 0;
  Counter counter = Counter::none;
  int count = 0;
  int loosest = 0;         // the largest count with which the kernel is still proven; -1: it is proven without the wait
  std::string needed_for;  // the pair that needs it, which goes wrong with the next larger count; empty: none

  [[nodiscard]] bool needed() const { return loosest >= 0; }
  /// It waits for more than anything needs.
  [[nodiscard]] bool strict() const { return !needed() || loosest > count; }
};

/// In the order of the instructions. The program must be proven.
std::vector<WaitSlack> find_slack(const KernelProgram& program);

}  // namespace stretto::audit
