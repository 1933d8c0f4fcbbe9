// The first difference between two JSON values, in words.
#pragma once

#include <string>

#include "json/parse.hpp"

namespace stretto::tool {

/// `vary.slots is [2,3], here [2,3,4]`: what the first has, and then the second; empty: they are equal.
std::string json_difference(const Json& there, const Json& here);

}  // namespace stretto::tool
