// The text of --help.
#pragma once

#include <string>

#include "usage/command_usage.hpp"

namespace stretto::tool {

/// Of the program, or of one command, in lines of at most 80 columns.
std::string help_text(const CommandUsage& command, const std::string& program);

/// What is printed when nothing was asked for: how to call the program, and its commands.
std::string short_help(const CommandUsage& program);

}  // namespace stretto::tool
