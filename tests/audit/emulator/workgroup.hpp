// Runs all waves of a workgroup together. Registers, the LDS and global memory hold names of values instead of values:
// two runs that store the same names have computed the same. Loads, LDS accesses and stores take effect at any time
// that the waits permit; a seed chooses the times and the order of the waves.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "audit/launch.hpp"
#include "executed_code.hpp"

namespace stretto::emulator {

struct Outcome {
  std::uint64_t stored = 0;  // hash of everything that is stored to global memory
  std::string failure;       // a deadlock, or an address or branch that uses a register before its load has landed

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

struct Workgroup {
  Workgroup(const assembly::Kernel& kernel, const audit::KernelLaunch& launch);

  /// Empty: it can be run.
  std::string problem;
  std::vector<ExecutedCode> waves;
  int granule = 4;  // bytes of the LDS that are always accessed together
  int lds_bytes = 0;
  int vm_limit = 63;
  int lgkm_limit = 15;
};

/// Every operation takes effect at once, and the waves run one after another between barriers.
Outcome run_at_once(const Workgroup& workgroup);
Outcome run_seed(const Workgroup& workgroup, std::uint64_t seed);
/// Loads to the LDS also overtake each other, as the verifier assumes; only their count is in order. On the chip loads
/// return in order.
Outcome run_seed_overtaking(const Workgroup& workgroup, std::uint64_t seed);

}  // namespace stretto::emulator
