// The scene of whatever is asked for: a program of waves, or a graph.
#pragma once

#include "show/make_scene.hpp"

namespace stretto::tool {

/// Throws InputError for what is not there, or refused.
Scene find_scene(const SubjectArguments& arguments, const SceneOptions& options = {});

}  // namespace stretto::tool
