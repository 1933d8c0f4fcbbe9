// Judges a compiled kernel: runs the integers of all waves of one workgroup, makes a program of the general model from
// what they do to the LDS and to registers, and verifies it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <stretto/verify/verify.hpp>

#include "audit/kernel_program.hpp"
#include "audit/launch.hpp"

namespace stretto::audit {

/// A wave waits at a barrier, and another one has ended.
struct UnevenBarrier {
  int instruction = 0;
  int wave = 0;
  int other = 0;
  int passed = 0;  // barriers before
};

/// If `refusal` is not empty, it says why the kernel cannot be judged. Otherwise either `uneven`, or `program` and
/// `found` are set, and `found` lists only hazards that are races.
struct Audit {
  std::string refusal;
  std::optional<UnevenBarrier> uneven;
  std::unique_ptr<KernelProgram> program;
  Verification found;
  int waves = 0;

  [[nodiscard]] bool judged() const { return refusal.empty(); }
  /// Proven, and nothing reads bytes that are never written.
  [[nodiscard]] bool proven() const { return judged() && !uneven && found.proven() && program->unwritten.empty(); }
  /// Executions of the main loop that the verdict is about: `first`, and each `period` more; `period` 0: only the
  /// launch.
  struct Trips {
    int line = 0;
    int first = 0;
    int period = 0;
    int launched = 0;
    std::vector<int> same_branches;  // lines of branches that must go as in the launch
    int left_at = 0;                 // the line of the branch that leaves the loop, if there are several
  };
  [[nodiscard]] Trips trips() const;
};

/// The kernel must outlive the result. Throws std::runtime_error if the launch does not fit the kernel.
Audit audit(const assembly::Kernel& kernel, const KernelLaunch& launch);

}  // namespace stretto::audit
