// Lists of words in sentences.
#pragma once

#include <string>
#include <vector>

namespace stretto::tool {

/// "a, b and c", or with another conjunction.
inline std::string listed(const std::vector<std::string>& words, const std::string& conjunction) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " " + conjunction + " " : ", ";
    text += words[i];
  }
  return text;
}

}  // namespace stretto::tool
