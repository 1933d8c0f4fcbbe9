// A number with at most two decimals.
#pragma once

#include <string>

namespace stretto::tool {

inline std::string short_number(double value) {
  std::string text = std::to_string(value);
  text.resize(text.find('.') + 3);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace stretto::tool
