// The manual page stretto(1).
#pragma once

#include <string>

#include "usage/command_usage.hpp"

namespace stretto::tool {

/// In roff, with the macros of man(7).
std::string man_page(const CommandUsage& program);

}  // namespace stretto::tool
