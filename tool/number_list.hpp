// Numbers in one argument, such as "128x256x64".
#pragma once

#include <string>
#include <vector>

namespace stretto::tool {

/// The numbers between the separators, each of one to nine digits. Empty if the text is anything else.
inline std::vector<int> read_numbers(const std::string& text, char separator) {
  std::vector<int> numbers;
  std::string digits;
  for (const char c : text + separator) {
    if (c >= '0' && c <= '9' && digits.size() < 9) {
      digits += c;
    } else if (c == separator && !digits.empty()) {
      numbers.push_back(std::stoi(digits));
      digits.clear();
    } else {
      return {};
    }
  }
  return numbers;
}

}  // namespace stretto::tool
