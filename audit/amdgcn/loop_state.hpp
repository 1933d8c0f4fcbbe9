// What a loop's accesses depend on: the registers whose values at the head of the loop decide which bytes of the LDS
// its instructions touch, and which way its branches go. If these values repeat, so does everything that the loop does
// to the LDS, as long as it goes on.
#pragma once

#include <vector>

#include "assembly.hpp"
#include "instruction_effects.hpp"

namespace stretto::assembly {

/// Sorted. A branch that leaves the loop, or closes it, decides only how often the loop is executed.
std::vector<int> registers_that_matter(const Kernel& kernel, const LoopRange& loop);

}  // namespace stretto::assembly
