// The name that was meant.
#pragma once

#include <string>
#include <vector>

namespace stretto::tool {

/// How many letters have to be changed, left out, put in or swapped with their neighbour.
int distance(const std::string& a, const std::string& b);

/// The known name that is closest to a word, if it is close at all; otherwise nothing.
std::string closest(const std::string& word, const std::vector<std::string>& known);

/// "; did you mean X?", or nothing.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& known);

}  // namespace stretto::tool
