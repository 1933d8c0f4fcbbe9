// The kernel of a modulo schedule: which ops start in each cycle of the interval, and of which stage they are.
#pragma once

#include <string>

#include "show/scene.hpp"

namespace stretto::tool {

/// Of a graph; lines of at most `width` characters.
std::string kernel_table(const Scene& scene, int width);

}  // namespace stretto::tool
