// Adds to a kernel's assembly the waits and barriers that make it proven, and loosens those that are stricter than
// needed.
#pragma once

#include <string>
#include <vector>

#include "audit/launch.hpp"

namespace stretto::audit {

struct PatchedAssembly {
  std::string text;                  // proven, unless `failure` is set; unchanged if nothing was missing
  std::vector<std::string> changes;  // "line 34: added s_waitcnt vmcnt(0)"; line numbers of the patched text
  std::string failure;               // why waits and barriers cannot make it proven; empty on success
};

/// Each added wait is loosened as far as the kernel stays proven. If `loosens` is set, so are the kernel's own waits,
/// and its unneeded waits and barriers are removed. Throws std::runtime_error where read_kernel or audit does.
PatchedAssembly patch_assembly(const std::string& text, const std::string& kernel, const KernelLaunch& launch,
                               bool loosens);

}  // namespace stretto::audit
