// A launch: everything outside the code that determines what the waves of a workgroup execute.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "audit/amdgcn/machine.hpp"

namespace stretto::audit {

/// The launch does not fit the kernel.
class LaunchError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct GivenArgument {
  std::string name;              // may be empty
  std::optional<long> value;     // of an integer; empty: a pointer or an unknown value
  std::optional<double> number;  // of a floating-point argument
};

struct KernelLaunch {
  std::array<int, 3> threads{};  // of a workgroup; all 0: what the kernel requires, or its largest workgroup
  std::array<int, 3> grid{1, 1, 1};
  std::optional<std::array<int, 3>> workgroup;  // the only one to judge
  int lds_bytes = 0;                            // dynamic LDS, in addition to what the kernel declares
  std::vector<GivenArgument> arguments;
  std::size_t in_order = 0;                    // the first `in_order` values are positional, the others named
  std::vector<std::optional<long>> by_number;  // values by argument number; they take precedence
};

/// The initial state of the waves. `missing` lists the arguments without a value: their bytes are unknown.
struct PreparedLaunch {
  assembly::Launch start;  // with wave number 0
  int waves = 0;
  std::vector<std::string> missing;
};

/// The state in the launch's workgroup, or else in the first one. Throws LaunchError if the launch does not fit the
/// kernel.
PreparedLaunch prepare(const assembly::Kernel& kernel, const KernelLaunch& launch);

/// "(1, 0, 0)".
std::string workgroup_text(const std::array<int, 3>& workgroup);

/// The workgroups to judge: the launch's, or all of a small grid, or the corners of a large one.
std::vector<std::array<int, 3>> workgroups_of(const KernelLaunch& launch);

}  // namespace stretto::audit
