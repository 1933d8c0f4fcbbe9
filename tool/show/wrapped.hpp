// Line wrapping to the width of the terminal.
#pragma once

#include <string>

namespace stretto::tool {

/// The text in lines of at most `width` characters, broken between words if possible; all but the first are indented,
/// and the last one ends in a newline.
std::string wrapped(const std::string& text, int width, int indent = 0);

/// One line; a text that is too long ends in dots.
std::string cut(const std::string& text, int width);

}  // namespace stretto::tool
