// Suggestions for misspelt names.
#pragma once

#include <string>
#include <vector>

namespace stretto::tool {

/// The edit distance: letters changed, removed, inserted, or swapped with their neighbour.
int distance(const std::string& a, const std::string& b);

/// The known name closest to a word, if it is close enough; otherwise empty.
std::string closest(const std::string& word, const std::vector<std::string>& known);

/// "; did you mean X?", or nothing.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& known);

}  // namespace stretto::tool
