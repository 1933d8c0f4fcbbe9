// Finds the main loop in the traces of a kernel's waves, and from which iteration on it repeats.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "audit/amdgcn/machine.hpp"

namespace stretto::audit {

/// Every wave executes `iterations` iterations of the loop, not counting those whose events were left out. After the
/// first `before` iterations, each group of `period` iterations repeats the previous group. `period` is 0 if there is
/// no such loop; if a loop was executed nevertheless, `why_not` says why it is not such a one.
struct KernelLoop {
  int head = -1;    // first instruction
  int branch = -1;  // the branch back to `head`
  int iterations = 0;
  int before = 0;
  int period = 0;
  assembly::LeftOutIterations left_out;  // a number of whole periods
  std::vector<int> same_branches;        // branches that depend on the inputs that decide the trip count
  int left_at = -1;                      // the exit that is taken; -1 if there is only one
  std::string why_not;
  std::vector<std::vector<std::size_t>> begins;  // by wave: the first event of each iteration, then the end

  [[nodiscard]] bool found() const { return period > 0; }
  /// Iterations after the last whole period.
  [[nodiscard]] int after() const { return (iterations - before) % period; }
  /// Executions of the loop in a program with this number of trips. Iterations are counted from the second execution of
  /// the loop, and the last one is not part of the loop here.
  [[nodiscard]] int executions(int trips) const { return before + trips * period + after() + 2; }
  /// All executed iterations, including those that were left out.
  [[nodiscard]] int executed() const { return iterations + left_out.last - left_out.first; }
  void give_up(const std::string& why) {
    period = 0;
    why_not = why;
  }

  friend bool operator==(const KernelLoop&, const KernelLoop&) = default;
};

/// Needs traces with visits. `registers`: for each wave, the registers of its loops.
KernelLoop find_loop(const std::vector<assembly::Trace>& runs,
                     const std::vector<std::map<int, assembly::LoopRegisters>>& registers);

/// Sets `loop.begins`: where each iteration begins in traces with events. Gives the loop up if the events do not
/// repeat.
void place_loop(const std::vector<assembly::Trace>& traces, KernelLoop& loop);

}  // namespace stretto::audit
