// Lines that are no longer than a terminal is wide.
#pragma once

#include <string>

namespace stretto::tool {

/// The text in lines of at most `width` characters, broken between words where there are any; all but the first
/// indented. The last one is ended, too.
std::string wrapped(const std::string& text, int width, int indent = 0);

/// One line; what is too long ends in dots.
std::string cut(const std::string& text, int width);

}  // namespace stretto::tool
