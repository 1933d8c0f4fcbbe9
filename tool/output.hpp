// Output files and standard output.
#pragma once

#include <string>

#include <stretto/stretto.hpp>

namespace stretto::tool {

/// Writes to standard output or, for a path other than "-", writes the file atomically: it appears under its name only
/// when it is complete. Throws InputError with the reason.
void write_output(const std::string& path, const std::string& text);

inline std::string str(Text text) { return text.c_str(); }

}  // namespace stretto::tool
