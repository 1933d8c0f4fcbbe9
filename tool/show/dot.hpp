// The dependences of a scene as a graph for Graphviz: ops of the kernel, flow as solid edges, anti and
// output as dashed edges, labelled with the distance in trips if it is not 0.
#pragma once

#include <string>

#include "show/scene.hpp"

namespace stretto::tool {

std::string dot_graph(const Scene& scene);

}  // namespace stretto::tool
