// A scene as a character grid: units, roles and operations in flight as rows, cycles as columns.
#pragma once

#include <string>

#include "show/scene.hpp"

namespace stretto::tool {

struct GridOptions {
  int width = 100;  // columns of the whole text
  bool colour = false;
  long from = -1;  // cycles of the run; -1: two steady trips in the middle
  long to = -1;
};

std::string scene_grid(const Scene& scene, const GridOptions& options);

}  // namespace stretto::tool
