// Chooses one of the loops of a file.
#pragma once

#include <string>
#include <vector>

namespace stretto::tool {

/// The position of a loop by its name or its number, from 0; `which` may be empty if there is only one. Throws
/// InputError with the valid names.
std::size_t choose_loop(const std::vector<std::string>& names, const std::string& which, const std::string& path);

}  // namespace stretto::tool
