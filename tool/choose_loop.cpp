#include "choose_loop.hpp"

#include <algorithm>

#include "input.hpp"
#include "json/input_error.hpp"
#include "json/printable.hpp"
#include "usage/suggestion.hpp"

namespace stretto::tool {

std::size_t choose_loop(const std::vector<std::string>& names, const std::string& which, const std::string& path) {
  constexpr std::size_t most_named = 6;  // loops that a message names
  if (which.empty() && names.size() == 1) return 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == which || std::to_string(i) == which) return i;
  }
  std::string known;
  for (std::size_t i = 0; i < std::min(names.size(), most_named); ++i) {
    known += (i == 0 ? " " : ", ") + std::to_string(i) + " " + names[i];
  }
  if (names.size() > most_named) known += ", ..., " + std::to_string(names.size() - 1);
  if (which.empty()) throw InputError(input_name(path) + ": select a loop with --loop; valid loops:" + known);
  throw InputError(input_name(path) + ": unknown loop " + quote(which) + "; valid loops:" + known +
                   did_you_mean(which, names));
}

}  // namespace stretto::tool
