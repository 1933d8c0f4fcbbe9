// Where results go.
#pragma once

#include <string>

#include <stretto/stretto.hpp>

namespace stretto::tool {

/// Writes to standard output, or, when a path other than "-" is given, the whole text or nothing: the file appears
/// under its name only when it is complete. Throws InputError with the reason.
void write_output(const std::string& path, const std::string& text);

inline std::string str(Text text) { return text.c_str(); }

}  // namespace stretto::tool
