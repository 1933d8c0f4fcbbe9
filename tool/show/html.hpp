// A scene as one HTML file that needs nothing else: report.html with the scene's JSON in it.
#pragma once

#include <string>

#include "show/scene.hpp"

namespace stretto::tool {

std::string scene_html(const Scene& scene);

}  // namespace stretto::tool
