// A launch: everything outside the code that decides what the waves of a workgroup do.
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
  std::optional<long> value;     // of an integer; none: a pointer, or not given
  std::optional<double> number;  // of a floating-point argument
};

struct KernelLaunch {
  std::array<int, 3> threads{};  // of a workgroup; all 0: the kernel's largest workgroup
  std::array<int, 3> grid{1, 1, 1};
  std::array<int, 3> workgroup{};  // the one that is looked at
  int lds_bytes = 0;               // beyond those that the kernel declares
  std::vector<GivenArgument> arguments;
  std::size_t in_order = 0;                    // so many of them are the kernel's first ones; the others have names
  std::vector<std::optional<long>> by_number;  // more values, by the number of the argument
};

/// What the waves find. Arguments that are not given are listed in `missing`: their bytes are not known.
struct PreparedLaunch {
  assembly::Launch start;  // without the number of the wave
  int waves = 0;
  std::vector<std::string> missing;
};

/// Throws std::runtime_error if the launch does not fit the kernel.
PreparedLaunch prepare(const assembly::Kernel& kernel, const KernelLaunch& launch);

}  // namespace stretto::audit
