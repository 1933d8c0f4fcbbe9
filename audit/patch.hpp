// Adds to a kernel's assembly the waits and barriers that make it proven, and loosens those that are stricter than
// needed.
#pragma once

#include <string>
#include <vector>

#include "audit/launch.hpp"

namespace stretto::audit {

struct PatchedAssembly {
  std::string text;                  // the same as before if nothing was to do; proven, unless there is a failure
  std::vector<std::string> changes;  // "line 34: added s_waitcnt vmcnt(0)", by the lines of the patched text
  std::string failure;               // why it cannot be made proven by waits and barriers; empty: it is proven
};

/// `loosens`: waits and barriers of the kernel itself may become looser, or go. What is added is as loose as it can be,
/// one by one, in either case. Throws std::runtime_error as read_kernel and audit do.
PatchedAssembly patch_assembly(const std::string& text, const std::string& kernel, const KernelLaunch& launch,
                               bool loosens);

}  // namespace stretto::audit
