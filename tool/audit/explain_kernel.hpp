// Explains the waits and barriers of a proven kernel: which pair needs each, and how far it could be loosened.
#pragma once

#include <string>

#include "audit/launch_arguments.hpp"

namespace stretto::tool {

/// `place`: the line of a wait or barrier in the assembly, or its address in a code object; empty: all of them. Throws
/// InputError if there is none, or if the kernel is not proven.
std::string explain_kernel(const std::string& path, const LaunchArguments& arguments, const std::string& place);

}  // namespace stretto::tool
