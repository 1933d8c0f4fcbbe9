// Judges a compiled kernel: for each of some workgroups, runs all waves on integers, turns their accesses to the LDS
// and to registers into a wave program, and verifies it.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <stretto/verify/verify.hpp>

#include "audit/kernel_program.hpp"
#include "audit/launch.hpp"

namespace stretto::audit {

/// One wave waits at a barrier that another wave never reaches, because it has ended.
struct UnevenBarrier {
  int instruction = 0;
  int wave = 0;
  int other = 0;
  int passed = 0;  // barriers that `other` passed before it ended
};

/// If `refusal` is not empty, it says why the kernel cannot be judged. Otherwise either `uneven`, or `program` and
/// `found` are set, and `found` lists only hazards that are races, in program order. They are those of the first of
/// `workgroups`.
struct Audit {
  std::string refusal;
  std::optional<UnevenBarrier> uneven;
  std::unique_ptr<KernelProgram> program;
  Verification found;
  std::vector<Hazard> in_queues;  // pairs in one queue of a wave, whose order is not modelled
  std::vector<int> common;        // instructions that all waves execute equally often, as they execute them
  int waves = 0;
  std::vector<std::array<int, 3>> workgroups;  // that have this verdict; if not proven, the first such one
  long all_workgroups = 1;                     // number of workgroups in the grid
  bool loops_differ = false;                   // between these workgroups

  [[nodiscard]] bool judged() const { return refusal.empty(); }
  /// True if the program is proven and no instruction reads LDS bytes that are never written.
  [[nodiscard]] bool proven() const { return judged() && !uneven && found.proven() && program->unwritten.empty(); }
  /// The numbers of loop executions that the verdict covers: `first`, `first + period`, `first + 2 * period`, ... If
  /// `period` is 0, it covers only the launch; `why_not` says why, unless there is no loop.
  struct Trips {
    int line = 0;
    int first = 0;
    int period = 0;
    int launched = 0;
    std::vector<int> same_branches;  // lines of branches that must go the same way as in the launch
    int left_at = 0;                 // line of the exit that is taken; 0 if the loop has only one exit
    std::string why_not;
  };
  [[nodiscard]] Trips trips() const;
};

/// The kernel must outlive the result. Throws std::runtime_error if the launch does not fit the kernel.
Audit audit(const assembly::Kernel& kernel, const KernelLaunch& launch);

}  // namespace stretto::audit
