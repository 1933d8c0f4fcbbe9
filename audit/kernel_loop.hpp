// The main loop of a kernel in the traces of its waves: the iterations that repeat what earlier ones did.
#pragma once

#include <cstddef>
#include <vector>

#include "audit/amdgcn/machine.hpp"

namespace stretto::audit {

/// All waves execute `iterations` of the loop. After the first `before` of them, `period` iterations do the same to the
/// LDS as the `period` before. Without a loop, `period` is 0.
struct KernelLoop {
  int head = -1;  // instruction
  int iterations = 0;
  int before = 0;
  int period = 0;
  std::vector<std::vector<std::size_t>> begins;  // by wave: the event at which each iteration begins, and the end

  [[nodiscard]] bool found() const { return period > 0; }
  /// Iterations that are left over behind the last whole period.
  [[nodiscard]] int after() const { return (iterations - before) % period; }
};

KernelLoop find_loop(const std::vector<assembly::Trace>& traces);

}  // namespace stretto::audit
