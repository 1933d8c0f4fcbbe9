// The main loop of a kernel in the runs of its waves: the iterations that repeat what earlier ones did.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "audit/amdgcn/machine.hpp"

namespace stretto::audit {

/// All waves execute `iterations` of the loop, without those that leave no events. After the first `before` of them,
/// `period` iterations do the same as the `period` before. Without a loop, `period` is 0.
struct KernelLoop {
  int head = -1;    // instruction
  int branch = -1;  // that closes it
  int iterations = 0;
  int before = 0;
  int period = 0;
  assembly::LeftOutIterations left_out;          // whole periods
  std::vector<int> same_branches;                // that depend on what decides how often it is executed
  int left_at = -1;                              // the branch that leaves it, if there are several
  std::vector<std::vector<std::size_t>> begins;  // by wave: the event at which each iteration begins, and the end

  [[nodiscard]] bool found() const { return period > 0; }
  /// Iterations after the last whole period.
  [[nodiscard]] int after() const { return (iterations - before) % period; }
  /// Including those that leave no events.
  [[nodiscard]] int executed() const { return iterations + left_out.last - left_out.first; }
};

/// From runs that note visits. `registers`, by wave: of the loops.
KernelLoop find_loop(const std::vector<assembly::Trace>& runs,
                     const std::vector<std::map<int, assembly::LoopRegisters>>& registers);

/// Finds the iterations in the runs that keep events. Without repetition there, the loop is none.
void place_loop(const std::vector<assembly::Trace>& traces, KernelLoop& loop);

}  // namespace stretto::audit
