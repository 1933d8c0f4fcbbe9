#include "show/wrapped.hpp"

#include <algorithm>

namespace stretto::tool {

std::string wrapped(const std::string& text, int width, int indent) {
  const auto most = static_cast<std::size_t>(std::max(width, indent + 1));
  const std::string begin(static_cast<std::size_t>(indent), ' ');
  std::string out;
  std::string rest = text;
  while (rest.size() > most) {
    std::size_t at = rest.rfind(' ', most);
    const bool between = at != std::string::npos && at > begin.size();
    if (!between) at = most;
    out.append(rest, 0, rest.find_last_not_of(' ', at - 1) + 1).append("\n");
    const std::size_t next = between ? rest.find_first_not_of(' ', at) : at;
    if (next == std::string::npos) return out;
    rest.replace(0, next, begin);
  }
  return out + rest + "\n";
}

std::string cut(const std::string& text, int width) {
  const auto most = static_cast<std::size_t>(width);
  return text.size() <= most ? text : text.substr(0, most - 3) + "...";
}

}  // namespace stretto::tool
