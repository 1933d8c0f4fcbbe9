// Explains one op of a modulo schedule: its dependences in both directions, and how far its start can move.
#pragma once

#include <string>

#include "show/graph_scene.hpp"

namespace stretto::tool {

/// Throws InputError if there is no such op.
std::string explain_op(const LoopGraph& graph, const Scene& scene, const std::string& op);

}  // namespace stretto::tool
