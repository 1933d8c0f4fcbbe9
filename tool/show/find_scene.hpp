// The scene of a subject: a wave program or a graph.
#pragma once

#include "show/make_scene.hpp"

namespace stretto::tool {

/// Throws InputError if the subject does not exist or is rejected.
Scene find_scene(const SubjectArguments& arguments, const SceneOptions& options = {});

}  // namespace stretto::tool
