// From a subject to its scene: a modelled run, the steady state, the verdict, and why each wait is there.
#pragma once

#include "show/scene.hpp"
#include "show/subject.hpp"

namespace stretto::tool {

struct SceneOptions {
  int trips = 6;        // of the run that is drawn, beyond the least
  bool reasons = true;  // ask of every wait and barrier what goes wrong without it
};

/// Throws InputError if the program waits forever.
Scene make_scene(const Subject& subject, const SceneOptions& options = {});

}  // namespace stretto::tool
