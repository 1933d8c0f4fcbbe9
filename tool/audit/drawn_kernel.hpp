// An audited kernel in the form in which it is drawn. Waves that execute the same memory operations, waits and barriers
// are one role. Consecutive operations of one kind are one step, unless a wait separates them. The instructions between
// them are steps, too: the work of the wave. The LDS consists of regions, and registers are left out.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include <stretto/gpu/gpu.hpp>
#include <stretto/timing/timed_costs.hpp>

#include "audit/kernel_program.hpp"

namespace stretto::tool {

/// `program` and `costs` point to names that this object owns.
struct DrawnKernel {
  WaveProgram program;
  TimedCosts costs;
  std::vector<std::vector<std::string>> labels;       // of the steps, by role and section
  std::vector<int> role_of;                           // by wave
  std::vector<PerSection<std::vector<int>>> step_of;  // by wave, section and step of the audited program; -1: not drawn
  bool cut = false;                                   // the kernel is longer than what is drawn
  std::deque<std::string> names;

  DrawnKernel() = default;
  DrawnKernel(const DrawnKernel&) = delete;
  DrawnKernel& operator=(const DrawnKernel&) = delete;

  /// The drawn step for a step of the audited program, numbered as by `step_id`; -1: none.
  [[nodiscard]] int id(const StepInstance& step) const;
};

/// Times are modelled with the figures of `gpu`.
void draw_kernel(const audit::KernelProgram& of, const Gpu& gpu, DrawnKernel& out);

}  // namespace stretto::tool
