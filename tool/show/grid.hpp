// A scene as a grid of characters: units, roles and what is in flight as rows, cycles as columns.
#pragma once

#include <string>

#include "show/scene.hpp"

namespace stretto::tool {

struct GridOptions {
  int width = 100;  // of the whole text
  bool colour = false;
  long from = -1;  // cycles of the run; -1: two steady trips in its middle
  long to = -1;
};

std::string scene_grid(const Scene& scene, const GridOptions& options);

}  // namespace stretto::tool
