// The dependences of a scene as a graph for Graphviz: ops of the kernel, flow as solid edges, what must not be
// overwritten yet as dashed ones, with the distance in trips where it is not 0.
#pragma once

#include <string>

#include "show/scene.hpp"

namespace stretto::tool {

std::string dot_graph(const Scene& scene);

}  // namespace stretto::tool
