// Keys that files of older versions have under other names. Only keys of files that a command reads are listed.
#pragma once

#include <string>

namespace stretto::tool {

/// The current name of a key; empty: it was not renamed.
std::string current_key(const std::string& old);

/// "it is called "roles" now", or nothing.
std::string called_now(const std::string& old);

}  // namespace stretto::tool
