// Conflicts: pairs of accesses to the same LDS bytes by different waves, at least one of them a write, with no barrier
// between them.
#pragma once

#include <vector>

#include "audit/kernel_program.hpp"

namespace stretto::audit {

/// In program order.
struct Conflict {
  StepInstance first;
  StepInstance second;
};

/// For each access, the last conflicting one of each other wave: a barrier that separates these separates all. Waves
/// that write by the same instruction are left out. Looks at no trip and at two trips of the kernel section.
std::vector<Conflict> find_conflicts(const KernelProgram& of);

}  // namespace stretto::audit
