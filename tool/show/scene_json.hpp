// A scene as JSON: what --json prints, and what the HTML report draws from.
#pragma once

#include "json_reader.hpp"
#include "show/scene.hpp"

namespace stretto::tool {

Json scene_json(const Scene& scene);

}  // namespace stretto::tool
