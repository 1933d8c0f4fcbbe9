// The scene of a loop file: units as rows, overlapping iterations, dependences with distances. There are no waves; the
// verdict is whether the schedule satisfies every constraint.
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

/// The loop selected by name or number, with starts from a file or from the search. Throws InputError.
LoopGraph find_graph(const SubjectArguments& arguments);

Scene graph_scene(const LoopGraph& graph, const SceneOptions& options);

}  // namespace stretto::tool
