#include "input_parts.hpp"

#include "tune/sides.hpp"

namespace stretto::fuzz {

std::vector<std::string> parts_of(const std::string& input) { return tool::split(input, part_separator); }

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : part_separator) + parts[i];
  return text;
}

std::string part(const std::vector<std::string>& parts, std::size_t index) {
  return index < parts.size() ? parts[index] : "";
}

}  // namespace stretto::fuzz
