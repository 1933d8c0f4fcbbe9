// How far an op of a loop graph can move, against trying every cycle.
#include <gtest/gtest.h>

#include "show/explain_graph.hpp"
#include "show/graph_scene.hpp"

namespace stretto::tool {
namespace {

/// The last place within one interval that keeps every constraint, before a dependence is violated.
long farthest(const LoopGraph& graph, int op, int direction) {
  Vector<long> starts = graph.claim.starts;
  long moved = 0;
  for (long by = 1; by < graph.claim.ii; ++by) {
    starts[op] = graph.claim.starts[op] + direction * by;
    const BrokenConstraint broken = check_modulo_schedule(graph.loop.problem, graph.claim.ii, starts);
    if (!broken) moved = by;
    if (broken.what == ModuloBreach::edge) break;
  }
  return moved;
}

TEST(ExplainGraph, SaysHowFarAnOpCanMove) {
  int compared = 0;
  for (NamedLoop& loop : read_loops(STRETTO_LOOPS "/origami.jsonl")) {
    if (loop.problem.size() > 20) continue;
    ModuloOptions options;
    options.only_interval = true;
    LoopGraph graph;
    graph.loop = std::move(loop);
    graph.result = schedule_loop(graph.loop, options, 10);
    graph.claim = {graph.result.ii, graph.result.starts};
    const Scene scene = graph_scene(graph, {});
    for (int op = 0; op < graph.loop.problem.size(); ++op) {
      const std::string text = explain_op(graph, scene, graph.loop.op_names[static_cast<std::size_t>(op)]);
      const std::string expected = "can start up to " + std::to_string(farthest(graph, op, -1)) +
                                   " cycles earlier or " + std::to_string(farthest(graph, op, 1)) + " later";
      EXPECT_NE(text.find(expected), std::string::npos) << expected << " in\n" << text;
      ++compared;
    }
  }
  EXPECT_GT(compared, 50);
}

}  // namespace
}  // namespace stretto::tool
