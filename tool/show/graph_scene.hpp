// A loop of a file and its modulo schedule as a scene: units as rows, iterations that overlap, dependences with
// distances. There are no waves, and the verdict is whether the schedule keeps every constraint.
#pragma once

#include <stretto/modulo/schedule.hpp>

#include "loop_schedule.hpp"
#include "show/make_scene.hpp"

namespace stretto::tool {

/// A loop with starts for its ops.
struct LoopGraph {
  NamedLoop loop;
  LoopClaim claim;      // the earliest start is 0
  bool found = false;   // the starts come from the search
  ModuloResult result;  // of the search

  [[nodiscard]] long stage(int op) const { return claim.starts[op] / claim.ii; }
  [[nodiscard]] long stages() const;
};

bool is_loop_file(const std::string& what);

/// The loop that is asked for by name or number, with the starts of a file or those that are found. Throws InputError.
LoopGraph find_graph(const SubjectArguments& arguments);

Scene graph_scene(const LoopGraph& graph, const SceneOptions& options);

}  // namespace stretto::tool
