#include "show/explain_graph.hpp"

#include <algorithm>
#include <set>

#include "show/scene_text.hpp"

namespace stretto::tool {

namespace {

constexpr std::size_t most_names = 20;

int find_op(const LoopGraph& graph, const std::string& asked) {
  const std::vector<std::string>& names = graph.loop.op_names;
  const auto found = std::ranges::find(names, asked);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  std::string known;
  for (std::size_t i = 0; i < names.size() && i < most_names; ++i) known += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > most_names) known += " and " + std::to_string(names.size() - most_names) + " more";
  throw InputError(graph.loop.name + ": unknown op \"" + asked + "\"; valid ops: " + known);
}

std::string edges_text(const Scene& scene, int id, bool before, long ii) {
  std::string out;
  const SceneStep& step = scene.steps[static_cast<std::size_t>(id)];
  for (const SceneLink& link : before ? step.before : step.after) {
    const SceneStep& other = scene.steps[static_cast<std::size_t>(link.step)];
    const long apart = (before ? step.start - other.start : other.start - step.start) + ii * link.distance;
    out += "  - " + other.label + " at " + std::to_string(other.start);
    if (link.distance > 0) {
      out += ", " + std::to_string(link.distance) + (link.distance > 1 ? " iterations " : " iteration ") +
             (before ? "earlier" : "later");
    }
    out +=
        " (" + std::to_string(link.delay) + " cycles required, " + std::to_string(apart - link.delay) + " to spare)\n";
  }
  return out;
}

/// How far the start can move in one direction before a dependence is violated; at most one interval.
long cycles_to_dependences(const LoopGraph& graph, int op, int direction) {
  const long ii = graph.claim.ii;
  const Vector<long>& starts = graph.claim.starts;
  long most = ii - 1;
  for (const ModuloEdge& edge : graph.loop.problem.edges) {
    if (edge.from == edge.to || (direction > 0 ? edge.from : edge.to) != op) continue;
    most = std::min(most, starts[edge.to] + ii * edge.distance - starts[edge.from] - edge.delay);
  }
  return most;
}

/// How far the start can move in one direction with all others fixed; at most one interval. The farthest place is next
/// to another op on the same unit, if not where a dependence ends the way.
long cycles_free(const LoopGraph& graph, int op, int direction) {
  const ModuloProblem& problem = graph.loop.problem;
  const long ii = graph.claim.ii;
  Vector<long> starts = graph.claim.starts;
  const long own_start = starts[op];
  const long most = cycles_to_dependences(graph, op, direction);
  std::set<long> places = {most};
  for (const ModuloUse& own : problem.uses) {
    if (own.op != op) continue;
    for (const ModuloUse& other : problem.uses) {
      if (other.op == op || other.resource != own.resource) continue;
      const long next_to = direction > 0 ? starts[other.op] - own.occupancy : starts[other.op] + other.occupancy;
      const long by = ((next_to - own_start) * direction % ii + ii) % ii;
      if (by <= most) places.insert(by);
    }
  }
  for (auto by = places.rbegin(); by != places.rend() && *by > 0; ++by) {
    starts[op] = own_start + direction * *by;
    if (!check_modulo_schedule(problem, ii, starts)) return *by;
  }
  return 0;
}

}  // namespace

std::string explain_op(const LoopGraph& graph, const Scene& scene, const std::string& op) {
  const int id = find_op(graph, op);
  const SceneStep& step = scene.steps[static_cast<std::size_t>(id)];
  const long ii = graph.claim.ii;
  std::string out = scene.title + "\n" + step.label + ", op " + std::to_string(id) + ": starts at " +
                    std::to_string(step.start) + ", stage " + std::to_string(step.start / ii) + ", cycle " +
                    std::to_string(step.start % ii) + " of " + std::to_string(ii) + "\n";
  out += "costs: ";
  if (step.unit >= 0) {
    out +=
        scene.units[static_cast<std::size_t>(step.unit)].name + " for " + std::to_string(step.occupancy) + " cycles, ";
  }
  out += "result after " + std::to_string(step.latency) + "\n" + on_recurrences(scene, id);
  if (!step.before.empty()) out += "must come after\n" + edges_text(scene, id, true, ii);
  if (!step.after.empty()) out += "must come before\n" + edges_text(scene, id, false, ii);
  if (scene.verdict == "valid") {
    const long up = cycles_free(graph, id, -1);
    const long down = cycles_free(graph, id, 1);
    out += "can start up to " + std::to_string(up) + " cycles earlier or " + std::to_string(down) +
           " later, with all other ops fixed" +
           (std::max(up, down) == ii - 1 ? " (at most one interval is tried)" : "") + "\n";
  } else {
    out += "invalid: " + scene.verdict_reason + "\n";
  }
  return out;
}

}  // namespace stretto::tool
