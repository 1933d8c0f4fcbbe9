#include "show/dot.hpp"

#include <set>

namespace stretto::tool {

namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

/// Ops of the kernel; agents that run the same entries are drawn once.
bool is_drawn(const Scene& scene, int id) {
  const SceneStep& step = scene.steps[static_cast<std::size_t>(id)];
  if (step.phase != Phase::kernel || step.kind != SceneKind::op) return false;
  return step.entry < 0 || step.agent == 0;
}

/// The step that is drawn for this one; -1: none.
int drawn_for(const Scene& scene, int id) {
  if (is_drawn(scene, id)) return id;
  const SceneStep& step = scene.steps[static_cast<std::size_t>(id)];
  for (int other = 0; other < scene.step_count(); ++other) {
    const SceneStep& one = scene.steps[static_cast<std::size_t>(other)];
    if (step.entry >= 0 && one.entry == step.entry && one.phase == step.phase && is_drawn(scene, other)) return other;
  }
  return -1;
}

}  // namespace

std::string dot_graph(const Scene& scene) {
  std::string out = "digraph schedule {\n  label=" + quoted(scene.title) +
                    ";\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n";
  for (int id = 0; id < scene.step_count(); ++id) {
    if (!is_drawn(scene, id)) continue;
    const SceneStep& step = scene.steps[static_cast<std::size_t>(id)];
    const bool critical = step.slack == 0;
    out += "  s" + std::to_string(id) + " [label=" + quoted(step.label) + (critical ? ", penwidth=2" : "") + "];\n";
  }
  std::set<std::string> edges;
  for (int id = 0; id < scene.step_count(); ++id) {
    const int from = drawn_for(scene, id);
    if (from < 0) continue;
    for (const SceneLink& link : scene.steps[static_cast<std::size_t>(id)].after) {
      const int to = drawn_for(scene, link.step);
      if (to < 0) continue;
      std::string edge = "  s" + std::to_string(from) + " -> s" + std::to_string(to) + " [";
      edge += link.kind == "flow" ? "style=solid" : "style=dashed";
      if (link.distance != 0) edge += ", label=" + quoted(std::to_string(link.distance));
      edge += ", tooltip=" + quoted(link.kind + " through " + link.place) + "];\n";
      if (edges.insert(edge).second) out += edge;
    }
  }
  return out + "}\n";
}

}  // namespace stretto::tool
