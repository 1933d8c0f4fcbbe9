// A launch file: the sizes and arguments with which a compiled kernel is audited. docs/audit.md documents the format.
#pragma once

#include "audit/launch.hpp"
#include "json/object_reader.hpp"

namespace stretto::tool {

struct LaunchFile {
  std::string kernel;  // name; empty: the file's only kernel
  audit::KernelLaunch launch;
};

/// Throws InputError, which names the key, for an invalid file.
LaunchFile read_launch(const Json& input, const JsonPlace& place);

/// Sets an argument from "--arg K=4096" or "--arg 5=4096".
void set_argument(audit::KernelLaunch& launch, const std::string& text);

}  // namespace stretto::tool
