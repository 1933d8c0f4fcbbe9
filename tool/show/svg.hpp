// A scene as one SVG picture: units, roles, what is in flight and the slots of shared memory over the cycles of the
// run. It carries its own colours, for light and dark grounds, and the names of everything as tooltips.
#pragma once

#include <string>

#include "show/scene.hpp"

namespace stretto::tool {

std::string scene_svg(const Scene& scene);

}  // namespace stretto::tool
