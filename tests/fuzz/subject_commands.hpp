// Commands that draw and explain what another command has accepted.
#pragma once

#include <string>

#include "audit/launch_arguments.hpp"

namespace stretto::fuzz {

/// Shows, explains or compares the file; which of them, the input decides. An accepted file may still be refused, if
/// what it describes cannot be timed.
void try_subject(const std::string& file, const std::string& input, const std::string& starts = "");

/// Shows or explains a compiled kernel with its launch.
void try_kernel(const std::string& file, const tool::LaunchArguments& launch, const std::string& input);

}  // namespace stretto::fuzz
