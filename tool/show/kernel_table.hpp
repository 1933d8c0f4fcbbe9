// The kernel of a modulo schedule: the ops that start in each cycle of the interval, with their stages.
#pragma once

#include <string>

#include "show/scene.hpp"

namespace stretto::tool {

/// For a graph; lines of at most `width` characters.
std::string kernel_table(const Scene& scene, int width);

}  // namespace stretto::tool
