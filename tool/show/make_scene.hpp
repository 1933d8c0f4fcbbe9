// Makes the scene of a subject: a modelled run, the steady state, the verdict, and the reason for each wait.
#pragma once

#include "show/scene.hpp"
#include "show/subject.hpp"

namespace stretto::tool {

struct SceneOptions {
  int trips = 6;        // of the drawn run, in addition to the minimum
  bool reasons = true;  // determine for every wait and barrier which hazard it prevents
};

/// Throws InputError if the program waits forever.
Scene make_scene(const Subject& subject, const SceneOptions& options = {});

}  // namespace stretto::tool
