// A scene as JSON: the output of --json and the input of the HTML report.
#pragma once

#include "json/object_reader.hpp"
#include "show/scene.hpp"

namespace stretto::tool {

Json scene_json(const Scene& scene);

}  // namespace stretto::tool
