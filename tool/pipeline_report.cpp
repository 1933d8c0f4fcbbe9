#include "pipeline_report.hpp"

#include <cstdio>

#include <stretto/core/error.hpp>
#include <stretto/core/version.hpp>
#include <stretto/pipeline/pipeline_names.hpp>
#include <stretto/program/role_text.hpp>
#include <stretto/timing/stalls_text.hpp>
#include <stretto/verify/explain.hpp>

#include "loop/loop_writer.hpp"
#include "modulo_bound.hpp"
#include "output.hpp"
#include "pipeline_listing.hpp"
#include "show/scene.hpp"

namespace stretto::tool {

namespace {

std::string counted(long count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.resize(width, ' ');
  return text;
}

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.0f%%", 100 * share);
  return text;
}

std::string cycles_text(const TimedReport& time) { return str(detail::per_trip_text(time.cycles, time.period)); }

const char* space_name(Space space) {
  if (space == Space::registers) return "registers";
  return space == Space::tensor ? "tensor" : "shared";
}

/// Starts at the op declared first.
std::string bound_recurrence_text(const Pipeline& pipe) {
  const Bound bound = bound_of(pipe.problem, pipe.schedule);
  std::string text;
  for (const BoundEdge& edge : bound.edges) {
    text += std::string(pipe.problem.ops[edge.from].name) + " -> ";
    if (!edge.storage.empty()) text += edge.storage + " free -> ";
  }
  return text + pipe.problem.ops[bound.edges.front().from].name;
}

const char* reason_name(ModuloReason reason) {
  switch (reason) {
    case ModuloReason::resource: return "unit";
    case ModuloReason::recurrence: return "recurrence";
    case ModuloReason::exhausted: return "exhausted";
    case ModuloReason::fixed: return "fixed";
    case ModuloReason::open: return "open";
  }
  return "?";
}

const char* mode_name(AccessMode mode) { return mode == AccessMode::read ? "read" : "write"; }

std::string trips_text(const Role& role) {
  if (role.extra_trips == 0) return "n trips";
  return "n + " + std::to_string(role.extra_trips) + " trips";
}

std::string hazards_text(const Pipeline& pipe) {
  std::string text;
  const PipelineNames names(pipe.program, pipe.loop);
  for (const Hazard& hazard : pipe.hazards) text += str(explain(names, pipe.program, hazard));
  return text;
}

Json step_json(const ListedStep& step) {
  Json out;
  out["kind"] = step.kind;
  if (!step.name.empty()) out["name"] = step.name;
  if (step.part >= 0) out["part"] = step.part;
  if (!step.iteration.empty()) out["iteration"] = step.iteration;
  if (!step.counter.empty()) out["counter"] = step.counter;
  if (step.kind == "wait") out["count"] = step.count;
  if (!step.slot.empty()) out["slot"] = step.slot;
  if (!step.parity.empty()) out["parity"] = step.parity;
  if (step.bytes > 0) out["bytes"] = step.bytes;
  if (step.workgroup > 0) out["workgroup"] = step.workgroup;
  for (const ListedAccess& access : step.accesses) {
    Json listed;
    listed["buffer"] = access.buffer;
    listed["mode"] = mode_name(access.mode);
    if (!access.slot.empty()) listed["slot"] = access.slot;
    listed["iteration"] = access.iteration;
    if (access.part >= 0) listed["part"] = access.part;
    out["accesses"].push_back(listed);
  }
  return out;
}

/// The workgroups of a cluster run the same program: the first one represents all.
int listed_roles(const Pipeline& pipe) { return pipe.program.roles.size() / pipe.loop.cluster; }

Json roles_json(const Pipeline& pipe, const WaveProgram& program) {
  Json all = Json::array();
  for (int a = 0; a < listed_roles(pipe); ++a) {
    Json role;
    role["name"] = str(role_text(program, a));
    role["waves"] = program.roles[a].waves;
    role["extra_trips"] = program.roles[a].extra_trips;
    for (const Section section : run_sections) {
      Json steps = Json::array();
      for (const ListedStep& step : listed_steps(pipe, program, a, section)) steps.push_back(step_json(step));
      role[name(section)] = steps;
    }
    all.push_back(role);
  }
  return all;
}

Json time_json(const PipelineReport& report, const TimedReport& time, Signals signals) {
  Json out;
  out["cycles"] = time.cycles_per_trip();
  out["period"] = time.period;
  out["exact"] = time.exact;
  const TimedCosts costs = timed_costs(report.pipe.loop, signals);
  for (int u = 0; u < target_units; ++u) {
    out["utilisation"][name(static_cast<TargetUnit>(u))] = time.utilisation(u, costs);
  }
  Json stalls = Json::array();
  for (const StallSum& stall : time.stalls) {
    stalls.push_back(str(stall_text(report.pipe.program, costs, stall, time.period)));
  }
  out["stalls"] = stalls;
  return out;
}

}  // namespace

double PipelineReport::utilisation(const TimedReport& time, TargetUnit unit) const {
  return time.utilisation(static_cast<int>(unit), timed_costs(pipe.loop, Signals::free));
}

PipelineReport report_pipeline(const LoadedLoop& source) {
  PipelineReport report;
  report.source = source;
  report.pipe = make_pipeline(source);
  report.changes = changes_of_ii(source, report.pipe);
  for (const Signals signals : {Signals::free, Signals::priced}) {
    const Result<TimedReport> time = steady_time(report.pipe, signals);
    if (!time.ok()) throw InputError(source.title + ": " + str(describe(time.error)));
    (signals == Signals::free ? report.free : report.priced) = time.value;
  }
  return report;
}

std::string bound_text(const Pipeline& pipe) {
  const ModuloResult& schedule = pipe.schedule;
  switch (schedule.reason) {
    case ModuloReason::resource: {
      const int resource = schedule.resource.resource;
      const char* kind = resource < target_units ? "unit " : "role ";
      return kind + std::string(pipe.problem.resources[resource].name);
    }
    case ModuloReason::recurrence: return "recurrence " + bound_recurrence_text(pipe);
    case ModuloReason::exhausted: return "every smaller interval refuted";
    case ModuloReason::fixed: return "requested";
    case ModuloReason::open: break;
  }
  return "unknown";
}

std::string barrier_text(const Pipeline& pipe, int barrier) {
  std::string guarded;
  const int own = pipe.program.phase_barriers.size() / pipe.loop.cluster;
  for (const Ring& ring : pipe.rings) {
    if (ring.full != barrier % own && ring.empty != barrier % own) continue;
    for (int b : ring.buffers) guarded += (guarded.empty() ? "" : ", ") + std::string(pipe.loop.buffers[b].name);
  }
  const std::string text = pipe.program.phase_barriers[barrier].name;
  return guarded.empty() ? text : text + "(" + guarded + ")";
}

std::string listing(const Pipeline& pipe, const WaveProgram& program, int role, Section section) {
  std::string lines;
  for (const ListedStep& step : listed_steps(pipe, program, role, section)) lines += "    " + text(step) + "\n";
  return lines;
}

std::string pipeline_verdict_text(const PipelineReport& report) {
  const Pipeline& pipe = report.pipe;
  std::string text = report.source.title + ": " + name(pipe.verdict);
  if (pipe.verdict == Verdict::proven) text += " for every number of iterations";
  return text + ", " + counted(1 + pipe.few.size(), "program") + "\n" + hazards_text(pipe);
}

Json pipeline_verdict_json(const PipelineReport& report) {
  const Pipeline& pipe = report.pipe;
  Json out;
  out["schedule"] = report.source.title;
  out["verdict"] = name(pipe.verdict);
  out["programs"] = 1 + pipe.few.size();
  out["hazards"] = Json::array();
  const PipelineNames names(pipe.program, pipe.loop);
  for (const Hazard& hazard : pipe.hazards) out["hazards"].push_back(str(explain(names, pipe.program, hazard)));
  return out;
}

std::string pipeline_text(const PipelineReport& report) {
  const Pipeline& pipe = report.pipe;
  const ModuloResult& schedule = pipe.schedule;
  std::string text = report.source.title + "\n";
  text += "II " + counted(schedule.ii, "cycle") + ", ";
  text += schedule.status == ModuloStatus::optimal ? "optimal"
                                                   : "best found, bound " + std::to_string(schedule.lower_bound);
  text += ": " + bound_text(pipe) + "\n";
  if (const std::string miss = str(describe_miss(pipe.problem, schedule)); !miss.empty()) text += miss + "\n";
  text += changes_text(pipe, report.changes);
  text += std::string("verdict ") + name(pipe.verdict) + "\n" + hazards_text(pipe);
  text += counted(schedule.costs.stages, "stage") + ", " + counted(pipe.peeled, "iteration") +
          " peeled: N iterations take n = N";
  if (pipe.peeled > 0) text += " - " + std::to_string(pipe.peeled);
  text += " trips\n";
  if (!pipe.few.empty()) {
    text += pipe.few.size() == 1
                ? "1 iteration has a separate program without a kernel loop\n"
                : "1 to " + counted(pipe.few.size(), "iteration") + " have separate programs without a kernel loop\n";
  }
  text += "shared memory " + std::to_string(pipe.shared_bytes()) + " of " +
          std::to_string(pipe.loop.gpu.limits.shared_bytes) + " bytes\n";
  text += "buffers\n";
  for (int b = 0; b < pipe.slots.size(); ++b) {
    const TargetBuffer& buffer = pipe.loop.buffers[b];
    text += "  " + padded(buffer.name, 14) + counted(pipe.slots[b], "slot") + " of " + counted(buffer.bytes, "byte") +
            ", " + space_text(buffer.space) + "\n";
  }
  text += "steady state, modelled    signals free    priced\n";
  text +=
      "  " + padded("cycles per trip", 24) + padded(cycles_text(report.free), 16) + cycles_text(report.priced) + "\n";
  for (int u = 0; u < target_units; ++u) {
    const auto unit = static_cast<TargetUnit>(u);
    text += "  " + padded(name(unit), 24) + padded(percent(report.utilisation(report.free, unit)), 16) +
            percent(report.utilisation(report.priced, unit)) + "\n";
  }
  if (pipe.loop.cluster > 1)
    text += "workgroup 0 of " + std::to_string(pipe.loop.cluster) + "; the others run the same program\n";
  for (int a = 0; a < listed_roles(pipe); ++a) {
    const Role& role = pipe.program.roles[a];
    text += str(role_text(pipe.program, a)) + ", " + counted(role.waves, "wave") + ", " + trips_text(role) + "\n";
    for (const Section section : run_sections) {
      const std::string lines = listing(pipe, pipe.program, a, section);
      if (!lines.empty()) text += std::string("  ") + name(section) + "\n" + lines;
    }
  }
  const TimedCosts costs = timed_costs(pipe.loop, Signals::priced);
  return text + "steady state, signals priced\n" + str(report_text(pipe.program, costs, report.priced));
}

Json pipeline_json(const PipelineReport& report) {
  const Pipeline& pipe = report.pipe;
  const ModuloResult& schedule = pipe.schedule;
  Json out;
  const LoadedLoop& source = report.source;
  out["stretto"] = STRETTO_VERSION;
  out["loop"] = source.loop.name;
  out["target"] = source.target.name;
  out["architecture"] = source.target.architecture;
  out["groups"] = source.loop.groups;
  out["cluster"] = source.loop.cluster;
  out["persistent"] = source.options.persistent;
  out["declaration"] = loop_json(source.loop, source.target, source.options);
  out["ii"] = schedule.ii;
  out["status"] = schedule.status == ModuloStatus::optimal ? "optimal" : "best";
  out["lower_bound"] = schedule.lower_bound;
  out["reason"] = reason_name(schedule.reason);
  out["bound"] = bound_text(pipe);
  if (const std::string miss = str(describe_miss(pipe.problem, schedule)); !miss.empty()) out["capacity"] = miss;
  out["changes"] = changes_json(report.changes);
  if (report.changes.left_out > 0) out["changes_not_tried"] = report.changes.left_out;
  out["verdict"] = name(pipe.verdict);
  out["stages"] = schedule.costs.stages;
  out["peeled"] = pipe.peeled;
  out["shared_bytes"] = pipe.shared_bytes();
  out["shared_capacity"] = pipe.loop.gpu.limits.shared_bytes;
  out["buffers"] = Json::array();
  for (int b = 0; b < pipe.slots.size(); ++b) {
    const TargetBuffer& buffer = pipe.loop.buffers[b];
    out["buffers"].push_back({{"name", buffer.name},
                              {"space", space_name(buffer.space)},
                              {"slots", pipe.slots[b]},
                              {"bytes", buffer.bytes}});
  }
  out["phase_barriers"] = Json::array();
  for (int b = 0; b < pipe.program.phase_barriers.size() / pipe.loop.cluster; ++b) {
    const PhaseBarrier& barrier = pipe.program.phase_barriers[b];
    out["phase_barriers"].push_back(
        {{"name", barrier_text(pipe, b)}, {"slots", barrier.slots}, {"arrivals", barrier.arrivals}});
  }
  out["time"]["free"] = time_json(report, report.free, Signals::free);
  out["time"]["priced"] = time_json(report, report.priced, Signals::priced);
  out["roles"] = roles_json(pipe, pipe.program);
  out["few"] = Json::array();
  for (int p = 0; p < pipe.few.size(); ++p) {
    out["few"].push_back({{"iterations", p + 1}, {"roles", roles_json(pipe, pipe.few[p])}});
  }
  return out;
}

}  // namespace stretto::tool
