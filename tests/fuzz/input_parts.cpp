#include "input_parts.hpp"

#include <string_view>

namespace stretto::fuzz {

std::vector<std::string> parts_of(const std::string& input) {
  constexpr std::string_view separator = part_separator;
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (std::size_t end = input.find(separator); end != std::string::npos; end = input.find(separator, from)) {
    parts.push_back(input.substr(from, end - from));
    from = end + separator.size();
  }
  parts.push_back(input.substr(from));
  return parts;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : part_separator) + parts[i];
  return text;
}

std::string part(const std::vector<std::string>& parts, std::size_t index) {
  return index < parts.size() ? parts[index] : "";
}

}  // namespace stretto::fuzz
