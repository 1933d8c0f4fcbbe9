// A compiled kernel as the subject of `show`.
#pragma once

#include <string>

#include "audit/launch_arguments.hpp"
#include "show/subject.hpp"

namespace stretto::tool {

/// Labels are lines of the assembly. Throws InputError, in the words of the audit, for a kernel that cannot be judged.
Subject kernel_subject(const std::string& path, const LaunchArguments& arguments);

}  // namespace stretto::tool
