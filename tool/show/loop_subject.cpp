#include "show/loop_subject.hpp"

#include <stretto/pipeline/timed_pipeline.hpp>

#include "modulo_bound.hpp"
#include "pipeline_listing.hpp"
#include "pipeline_report.hpp"

namespace stretto::tool {

namespace {

/// The position of an op of the modulo problem in the kernel.
struct OpPlace {
  int step = -1;  // -1: not in the kernel
  int ahead = 0;  // trip i executes iteration i + ahead
};

OpPlace place_of_op(const Pipeline& pipe, int op) {
  const WaveProgram& program = pipe.program;
  for (int a = 0; a < program.roles.size(); ++a) {
    for (int i = 0; i < program.roles[a].steps.kernel.size(); ++i) {
      if (program.roles[a].steps.kernel[i].op != op) continue;
      return {step_id(program, a, Section::kernel, i), executed_before(program.roles[a], Section::kernel, i)};
    }
  }
  return {};
}

/// The step of a release: the arrival at the empty barrier of its buffers.
OpPlace place_of_release(const Pipeline& pipe, const Release& release) {
  const WaveProgram& program = pipe.program;
  int empty = -1;
  for (const Ring& ring : pipe.rings) {
    for (const int buffer : ring.buffers) empty = buffer == release.buffers[0] ? ring.empty : empty;
  }
  for (int a = 0; a < program.roles.size() && empty >= 0; ++a) {
    for (int i = 0; i < program.roles[a].steps.kernel.size(); ++i) {
      const Step& step = program.roles[a].steps.kernel[i];
      if (step.action != Action::arrive || step.phase_barrier.barrier != empty) continue;
      return {step_id(program, a, Section::kernel, i), step.phase_barrier.slot};
    }
  }
  return {};
}

/// Empty if the bound is neither a recurrence nor a unit, or if one of its ops is not in the kernel.
std::vector<SceneRecurrence> bound_recurrences(const Pipeline& pipe) {
  const Bound bound = bound_of(pipe.problem, pipe.schedule);
  if (bound.edges.empty()) return {};
  const Vector<Release> releases = find_releases(pipe.loop);
  const auto place = [&](int op) {
    return op < pipe.loop.ops.size() ? place_of_op(pipe, op)
                                     : place_of_release(pipe, releases[op - pipe.loop.ops.size()]);
  };
  SceneRecurrence out;
  out.of = "bound";
  out.text = bound_text(pipe);
  out.cycles = static_cast<double>(bound.cycles);
  out.trips = static_cast<int>(bound.iterations);
  for (const BoundEdge& edge : bound.edges) {
    const OpPlace from = place(edge.from);
    const OpPlace to = place(edge.to);
    if (from.step < 0 || to.step < 0) return {};
    const int distance = static_cast<int>(edge.distance) + from.ahead - to.ahead;
    out.edges.push_back({from.step, to.step, distance, static_cast<int>(edge.distance), edge.cycles, edge.why});
  }
  return {out};
}

}  // namespace

Subject loop_subject(const LoadedLoop& source) { return pipeline_subject(make_pipeline(source), source.title); }

Subject pipeline_subject(const Pipeline& pipe, const std::string& title) {
  Subject out;
  out.title = title;  // names the target
  out.target = pipe.loop.gpu.name;
  out.program = pipe.program;
  out.costs = timed_costs(pipe.loop, Signals::priced);
  for (int a = 0; a < pipe.program.roles.size(); ++a) {
    for (const Section section : run_sections) {
      std::vector<std::string> labels;
      for (const ListedStep& step : listed_steps(pipe, pipe.program, a, section)) labels.push_back(text(step));
      out.labels.push_back(std::move(labels));
      const Role& role = pipe.program.roles[a];
      for (int i = 0; i < role.steps[section].size(); ++i) {
        out.ahead.push_back(role.steps[section][i].op >= 0 ? executed_before(role, section, i) : 0);
      }
    }
  }
  out.has_interval = true;
  out.interval = {pipe.schedule.ii, static_cast<int>(pipe.schedule.costs.stages), pipe.schedule.lower_bound,
                  pipe.schedule.status == ModuloStatus::optimal, bound_text(pipe)};
  out.recurrences = bound_recurrences(pipe);
  out.workgroups = pipe.loop.cluster;
  return out;
}

}  // namespace stretto::tool
