// A scene as one SVG image: units, roles, operations in flight and shared-memory slots over the cycles of the run. It
// contains colours for light and dark backgrounds, and tooltips.
#pragma once

#include <string>

#include "show/scene.hpp"

namespace stretto::tool {

std::string scene_svg(const Scene& scene);

}  // namespace stretto::tool
