// Completion scripts for shells.
#pragma once

#include <string>

#include "usage/command_usage.hpp"

namespace stretto::tool {

std::string bash_completion(const CommandUsage& program);
std::string zsh_completion(const CommandUsage& program);
std::string fish_completion(const CommandUsage& program);

/// Single-quoted for bash and zsh.
std::string in_quotes(const std::string& text);

/// The first clause of a help text.
std::string brief(const std::string& help);

std::string spaced(const std::vector<std::string>& words);

}  // namespace stretto::tool
