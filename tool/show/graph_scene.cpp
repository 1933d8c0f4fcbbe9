#include "show/graph_scene.hpp"

#include <algorithm>
#include <tuple>

#include "choose_loop.hpp"
#include "file_kind.hpp"
#include "modulo_bound.hpp"
#include "show/scene_text.hpp"
#include "show/tracks.hpp"

namespace stretto::tool {

namespace {

constexpr double search_seconds = 10;
constexpr long most_drawn_stages = 256;  // that are drawn

/// The loop with this name or number; if none is given, the only one.
NamedLoop chosen(std::vector<NamedLoop> loops, const SubjectArguments& arguments) {
  std::vector<std::string> names;
  names.reserve(loops.size());
  for (const NamedLoop& loop : loops) names.push_back(loop.name);
  return std::move(loops[choose_loop(names, arguments.loop.which, arguments.what)]);
}

LoopClaim claimed(const NamedLoop& loop, const std::string& path) {
  for (const JsonLine& line : read_json_lines(path)) {
    ObjectReader object(line.value, line.where);
    if (object.require_string("name") == loop.name) return read_claim(line, loop);
  }
  throw InputError(path + ": no schedule for loop \"" + loop.name + "\"");
}

/// Adds the limited units, and maps each resource to its unit; -1: none.
std::vector<int> add_units(const LoopGraph& graph, Scene& scene) {
  const ModuloProblem& problem = graph.loop.problem;
  std::vector<long> work(static_cast<std::size_t>(problem.resources.size()));
  for (const ModuloUse& use : problem.uses) work[static_cast<std::size_t>(use.resource)] += use.occupancy;
  std::vector<int> number;
  for (int r = 0; r < problem.resources.size(); ++r) {
    const ModuloResource& resource = problem.resources[r];
    const bool drawn = resource.limit < unlimited && work[static_cast<std::size_t>(r)] > 0;
    number.push_back(drawn ? static_cast<int>(scene.units.size()) : -1);
    if (!drawn) continue;
    const double available = static_cast<double>(graph.claim.ii) * resource.limit;
    scene.units.push_back({graph.loop.resource_names[static_cast<std::size_t>(r)], resource.limit,
                           static_cast<double>(work[static_cast<std::size_t>(r)]) / available});
  }
  return number;
}

void add_ops(const LoopGraph& graph, Scene& scene) {
  const ModuloProblem& problem = graph.loop.problem;
  const std::vector<int> unit = add_units(graph, scene);
  for (int i = 0; i < problem.size(); ++i) {
    SceneStep step;
    step.role = -1;
    step.index = i;
    step.label = graph.loop.op_names[static_cast<std::size_t>(i)];
    step.name = step.label;
    step.latency = graph.loop.latencies[static_cast<std::size_t>(i)];
    step.start = graph.claim.starts[i];
    scene.steps.push_back(step);
  }
  for (const ModuloUse& use : problem.uses) {
    SceneStep& step = scene.steps[static_cast<std::size_t>(use.op)];
    step.unit = unit[static_cast<std::size_t>(use.resource)];
    step.occupancy = use.occupancy;
  }
  for (const ModuloEdge& edge : problem.edges) {
    SceneStep& from = scene.steps[static_cast<std::size_t>(edge.from)];
    SceneStep& to = scene.steps[static_cast<std::size_t>(edge.to)];
    const long slack = to.start + graph.claim.ii * edge.distance - from.start - edge.delay;
    if (from.slack < 0 || slack < from.slack) from.slack = std::max(0L, slack);
    from.after.push_back({edge.to, "flow", "", edge.distance, edge.distance, edge.delay});
    to.before.push_back({edge.from, "flow", "", edge.distance, edge.distance, edge.delay});
  }
}

void add_iterations(const LoopGraph& graph, const SceneOptions& options, Scene& scene) {
  const long ii = graph.claim.ii;
  const long stages = graph.stages();
  scene.trips = static_cast<int>(stages) - 1 + options.trips;
  for (int trip = 0; trip < scene.trips; ++trip) {
    for (int i = 0; i < scene.step_count(); ++i) {
      const SceneStep& step = scene.steps[static_cast<std::size_t>(i)];
      SceneSlice slice;
      slice.step = i;
      slice.role = -1;
      slice.unit = step.unit;
      slice.trip = trip;
      slice.issued = slice.start = slice.began = slice.passed = step.start + ii * trip;
      slice.end = slice.start + step.occupancy;
      slice.done = slice.start + std::max(step.latency, step.occupancy);
      scene.cycles = std::max(scene.cycles, slice.done);
      scene.slices.push_back(slice);
    }
  }
  std::ranges::sort(scene.slices, {},
                    [](const SceneSlice& slice) { return std::tuple(slice.start, slice.trip, slice.step); });
  std::vector<std::vector<long>> busy(scene.units.size());
  for (SceneSlice& slice : scene.slices) {
    if (slice.unit < 0 || slice.end == slice.start) continue;
    slice.lane = first_free(busy[static_cast<std::size_t>(slice.unit)], slice.start, slice.end);
  }
  scene.kernel_from = (stages - 1) * ii;
  scene.kernel_to = scene.trips * ii;
}

std::string bound_word(const LoopGraph& graph, const SceneRecurrence& recurrence, const Scene& scene) {
  const ModuloResult& result = graph.result;
  switch (result.reason) {
    case ModuloReason::resource:
      return "unit " + graph.loop.resource_names[static_cast<std::size_t>(result.resource.resource)];
    case ModuloReason::recurrence: return "recurrence " + recurrence_text(scene, recurrence);
    case ModuloReason::exhausted: return "every smaller interval refuted";
    default: return "unknown";
  }
}

/// Only a search knows why its interval is minimal.
void add_interval(const LoopGraph& graph, Scene& scene) {
  scene.has_interval = true;
  scene.interval.ii = graph.claim.ii;
  scene.interval.stages = static_cast<int>(graph.stages());
  scene.interval.bound_by = "starts read from a file";
  if (!graph.found) return;
  const Bound bound = bound_of(graph.loop.problem, graph.result);
  SceneRecurrence recurrence;
  recurrence.of = "bound";
  recurrence.cycles = static_cast<double>(bound.cycles);
  recurrence.trips = static_cast<int>(bound.iterations);
  for (const BoundEdge& edge : bound.edges) {
    const int distance = static_cast<int>(edge.distance);
    recurrence.edges.push_back({edge.from, edge.to, distance, distance, edge.cycles, edge.why});
  }
  scene.interval.bound = graph.result.lower_bound;
  scene.interval.optimal = graph.result.status == ModuloStatus::optimal;
  scene.interval.bound_by = recurrence.text = bound_word(graph, recurrence, scene);
  if (!recurrence.edges.empty()) scene.recurrences.push_back(std::move(recurrence));
}

}  // namespace

long LoopGraph::stages() const {
  long most = 0;
  for (int i = 0; i < claim.starts.size(); ++i) most = std::max(most, stage(i));
  return most + 1;
}

bool is_loop_file(const std::string& what) { return what.ends_with(".jsonl"); }

LoopGraph find_graph(const SubjectArguments& arguments) {
  LoopGraph graph;
  graph.loop =
      chosen(about_kind(arguments.what, arguments.reader, [&] { return read_loops(arguments.what); }), arguments);
  if (arguments.starts.empty()) {
    graph.result = schedule_loop(graph.loop, {}, search_seconds);
    graph.found = true;
    graph.claim = {graph.result.ii, graph.result.starts};
  } else {
    graph.claim = about_kind(arguments.starts, arguments.reader + " --starts",
                             [&] { return claimed(graph.loop, arguments.starts); });
    long first = graph.claim.starts[0];
    for (const long start : graph.claim.starts) first = std::min(first, start);
    for (long& start : graph.claim.starts) start -= first;
  }
  if (graph.stages() > most_drawn_stages) {
    throw InputError(graph.loop.name + ": an iteration takes " + std::to_string(graph.stages()) +
                     " intervals; at most " + std::to_string(most_drawn_stages) + " can be drawn");
  }
  return graph;
}

Scene graph_scene(const LoopGraph& graph, const SceneOptions& options) {
  Scene scene;
  scene.subject = SceneSubject::graph;
  scene.title = graph.loop.name;
  const BrokenConstraint broken = check_modulo_schedule(graph.loop.problem, graph.claim.ii, graph.claim.starts);
  scene.verdict = broken ? "invalid" : "valid";
  if (broken) scene.verdict_reason = breach_text(graph.loop, graph.claim, broken);
  scene.trip_cycles = static_cast<double>(graph.claim.ii);
  add_ops(graph, scene);
  add_iterations(graph, options, scene);
  add_interval(graph, scene);
  return scene;
}

}  // namespace stretto::tool
