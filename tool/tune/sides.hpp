// "128x256x64": the sides of a tile or a grid.
#pragma once

#include <string>
#include <vector>

namespace stretto::tool {

/// Splits a text at a separator of one or more characters.
inline std::vector<std::string> split(const std::string& text, const std::string& separator) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (std::size_t at = text.find(separator); at != std::string::npos; at = text.find(separator, from)) {
    parts.push_back(text.substr(from, at - from));
    from = at + separator.size();
  }
  parts.push_back(text.substr(from));
  return parts;
}

/// Parses a validated text.
inline std::vector<int> read_sides(const std::string& text) {
  std::vector<int> sides;
  for (const std::string& side : split(text, "x")) sides.push_back(std::stoi(side));
  return sides;
}

}  // namespace stretto::tool
