#include "show/dot.hpp"

#include <map>
#include <set>
#include <vector>

#include "show/scene_text.hpp"

namespace stretto::tool {

namespace {

std::string dot_quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

struct DrawnEdge {
  int from = 0;
  int to = 0;
  int distance = 0;  // iterations

  friend auto operator<=>(const DrawnEdge&, const DrawnEdge&) = default;
};

struct EdgeLook {
  bool flow = false;  // else anti or output: it protects memory from being overwritten
  bool critical = false;
  std::string tip;
};

class DotWriter {
 public:
  explicit DotWriter(const Scene& scene) : scene_(scene) {}

  std::string write() {
    add_dependences();
    add_critical();
    std::string out =
        "// stretto show " + scene_.source + " --dot\n// " + headline(scene_) +
        "\ndigraph schedule {\n  label=" + dot_quoted(caption()) +
        ";\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\"];\n";
    for (int id = 0; id < scene_.step_count(); ++id) {
      if (is_drawn(id)) out += node(id);
    }
    for (const auto& [edge, look] : edges_) out += line(edge, look);
    return out + "}\n";
  }

 private:
  [[nodiscard]] const SceneStep& step(int id) const { return scene_.steps[static_cast<std::size_t>(id)]; }

  /// Ops of the kernel; roles that run the same entries are drawn once.
  [[nodiscard]] bool is_drawn(int id) const {
    return step(id).section == Section::kernel && step(id).kind == SceneKind::op && step(id).same_as < 0;
  }
  /// The step drawn for this one; -1: none.
  [[nodiscard]] int drawn_for(int id) const {
    const int first = step(id).same_as >= 0 ? step(id).same_as : id;
    return is_drawn(first) ? first : -1;
  }

  [[nodiscard]] std::string caption() const {
    std::string out = headline(scene_);
    if (const SceneRecurrence* recurrence = scene_.critical()) out += "\nred: " + recurrence_line(*recurrence);
    return out;
  }

  void add_dependences() {
    for (int id = 0; id < scene_.step_count(); ++id) {
      const int from = drawn_for(id);
      if (from < 0) continue;
      for (const SceneLink& link : step(id).after) {
        const int to = drawn_for(link.step);
        if (to < 0) continue;
        EdgeLook& look = edges_[{from, to, link.iterations}];
        look.flow = look.flow || link.kind == "flow";
        std::string tip = link.kind + (link.place.empty() ? "" : " through " + link.place);
        if (link.delay >= 0) tip += ", " + std::to_string(link.delay) + " cycles";
        if (look.tip.find(tip) == std::string::npos) look.tip += (look.tip.empty() ? "" : "; ") + tip;
      }
    }
  }

  /// Edges from each op of the recurrence to the next; waits and barriers between them are not drawn.
  void add_critical() {
    const SceneRecurrence* recurrence = scene_.critical();
    if (recurrence == nullptr) return;
    std::size_t first = 0;
    while (first < recurrence->edges.size() && drawn_for(recurrence->edges[first].from) < 0) ++first;
    if (first == recurrence->edges.size()) return;
    int from = drawn_for(recurrence->edges[first].from);
    int distance = 0;
    for (std::size_t i = 0; i < recurrence->edges.size(); ++i) {
      const SceneEdge& edge = recurrence->edges[(first + i) % recurrence->edges.size()];
      critical_.insert(from);
      distance += edge.iterations;
      const int to = drawn_for(edge.to);
      if (to < 0) continue;
      EdgeLook& look = edges_[{from, to, distance}];
      look.critical = true;
      look.tip += (look.tip.empty() ? "" : "; ") + edge.why + ", " + std::to_string(edge.cycles) + " cycles";
      from = to;
      distance = 0;
    }
  }

  [[nodiscard]] std::string node(int id) const {
    std::string out = "  s" + std::to_string(id) + " [label=" + dot_quoted(step(id).label);
    if (critical_.contains(id)) out += ", color=red, penwidth=2.5";
    return out + "];\n";
  }

  static std::string line(const DrawnEdge& edge, const EdgeLook& look) {
    std::string out = "  s" + std::to_string(edge.from) + " -> s" + std::to_string(edge.to) + " [";
    out += look.flow || look.critical ? "style=solid" : "style=dashed";
    if (edge.distance != 0) out += ", label=" + dot_quoted(std::to_string(edge.distance));
    if (look.critical) out += ", color=red, penwidth=2.5";
    return out + ", tooltip=" + dot_quoted(look.tip) + "];\n";
  }

  const Scene& scene_;
  std::map<DrawnEdge, EdgeLook> edges_;
  std::set<int> critical_;
};

}  // namespace

std::string dot_graph(const Scene& scene) { return DotWriter(scene).write(); }

}  // namespace stretto::tool
