#include "usage/suggestion.hpp"

#include <algorithm>

namespace stretto::tool {

int distance(const std::string& a, const std::string& b) {
  const std::size_t width = b.size() + 1;
  std::vector<int> changes((a.size() + 1) * width);  // edit distance between prefixes
  const auto at = [&](std::size_t i, std::size_t j) -> int& { return changes[i * width + j]; };
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        at(i, j) = static_cast<int>(i + j);
        continue;
      }
      const int same = a[i - 1] == b[j - 1] ? 0 : 1;
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
      }
    }
  }
  return at(a.size(), b.size());
}

std::string closest(const std::string& word, const std::vector<std::string>& known) {
  constexpr std::size_t longest = 64;  // longer words are not typing errors
  if (word.empty() || word.size() > longest) return "";
  std::string best;
  int least = std::max(1, static_cast<int>(word.size()) / 3);
  for (const std::string& name : known) {
    const int changes = name.starts_with(word) && word.size() > 2 ? 1 : distance(word, name);
    if (changes < least || (changes == least && best.empty())) {
      best = name;
      least = changes;
    }
  }
  return best;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  const std::string name = closest(word, known);
  return name.empty() ? "" : "; did you mean " + name + "?";
}

}  // namespace stretto::tool
