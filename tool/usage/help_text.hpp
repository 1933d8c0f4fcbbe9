// The text of --help.
#pragma once

#include <string>

#include "usage/command_usage.hpp"

namespace stretto::tool {

/// The help of the program or of one command, in lines of at most 80 columns.
std::string help_text(const CommandUsage& command, const std::string& program);

/// Printed when no command is given: the usage line and the commands.
std::string short_help(const CommandUsage& program);

}  // namespace stretto::tool
