#include "show/make_scene.hpp"

#include <algorithm>
#include <map>

#include <stretto/program/role_text.hpp>
#include <stretto/timing/stalls_text.hpp>

#include "json/object_reader.hpp"
#include "output.hpp"
#include "show/changes.hpp"
#include "show/role_times.hpp"
#include "show/scene_draft.hpp"
#include "verified.hpp"

namespace stretto::tool {

namespace {

SceneKind kind_of(const Step& step) {
  switch (step.action) {
    case Action::wait: return SceneKind::wait;
    case Action::barrier: return SceneKind::barrier;
    case Action::arrive: return SceneKind::arrive;
    case Action::await: return SceneKind::await;
    case Action::fence:
    case Action::init_fence: return SceneKind::fence;
    case Action::nothing:
    case Action::init:
    case Action::registers: return SceneKind::other;
    default: return SceneKind::op;
  }
}

std::string without_accesses(const std::string& label) {
  int open = 0;  // commas within brackets belong to the name
  for (std::size_t i = 0; i < label.size(); ++i) {
    const char c = label[i];
    open += c == '(' || c == '[' ? 1 : 0;
    open -= c == ')' || c == ']' ? 1 : 0;
    if (open == 0 && (c == ':' || c == ',')) return label.substr(0, i);
  }
  return label;
}

void add_buffers(SceneDraft& draft) {
  // The memory of a cluster's workgroups is consecutive; registers exist once.
  int of_workgroups = 0;
  for (const Buffer& buffer : draft.program().buffers) of_workgroups += buffer.per_wave() ? 0 : 1;
  const int each = std::max(1, of_workgroups / draft.subject.workgroups);
  int seen = 0;
  for (const Buffer& buffer : draft.program().buffers) {
    SceneBuffer out{
        buffer.name, buffer.space, buffer.slots, buffer.subtiles, static_cast<long>(buffer.bytes) * buffer.subtiles, 0};
    if (!buffer.per_wave()) out.workgroup = seen++ / each;
    // A value in place of another one has no registers of its own.
    for (int b = 0; buffer.per_wave() && buffer.offset >= 0 && &draft.program().buffers[b] != &buffer; ++b) {
      const Buffer& other = draft.program().buffers[b];
      if (other.per_wave() && other.offset == buffer.offset) out.bytes = 0;
    }
    draft.scene.buffers.push_back(std::move(out));
  }
}

void add_steps(SceneDraft& draft) {
  const Subject& subject = draft.subject;
  Scene& scene = draft.scene;
  for (const TimedUnit& unit : subject.costs.units) scene.units.push_back({unit.name, unit.limit, 0});
  for (int a = 0; a < subject.program.roles.size(); ++a) {
    const Role& role = subject.program.roles[a];
    scene.roles.push_back({str(role_text(subject.program, a)), role.waves, 0, 0, 0});
    for (const Section section : run_sections) {
      for (int i = 0; i < role.steps[section].size(); ++i) {
        const Step& of = role.steps[section][i];
        SceneStep out;
        out.role = a;
        out.section = section;
        out.index = i;
        out.entry = of.entry;
        out.kind = kind_of(of);
        out.label = subject.label(a, section, i);
        out.name = subject.labels_list_accesses ? without_accesses(out.label) : out.label;
        for (int before = 0; before < a && out.same_as < 0; ++before) {
          const int same = shared_step(subject.program, a, section, i, before);
          if (same >= 0) out.same_as = step_id(subject.program, before, section, same);
        }
        if (out.kind == SceneKind::op) {
          const TimedOp cost = subject.costs.of(of, role);
          out.unit = cost.unit;
          out.occupancy = cost.occupancy;
          out.latency = cost.latency;
          out.issue = cost.issue;
        }
        scene.steps.push_back(out);
      }
    }
  }
}

// --- time

void add_steady_state(SceneDraft& draft, const TimedReport& report) {
  const Subject& subject = draft.subject;
  Scene& scene = draft.scene;
  scene.trip_cycles = report.cycles_per_trip();
  scene.exact = report.exact;
  for (int u = 0; u < subject.costs.units.size(); ++u) {
    scene.units[static_cast<std::size_t>(u)].busy = report.utilisation(u, subject.costs);
  }
  for (int a = 0; a < report.roles.size(); ++a) {
    SceneRole& role = scene.roles[static_cast<std::size_t>(a)];
    role.working = report.per_trip(report.roles[a].working);
    role.issuing = report.per_trip(report.roles[a].issuing);
    role.stalled = report.per_trip(report.roles[a].stalled);
  }
  for (const StallSum& stall : report.stalls) {
    const StallSite& site = stall.site;
    scene.stall_sums.push_back({step_id(subject.program, site.role, site.section, site.step), site.role,
                                str(stall_text(subject.program, subject.costs, stall, report.period)),
                                report.per_trip(stall.lost.cycles)});
  }
}

void add_run(SceneDraft& draft, int more_trips) {
  const Subject& subject = draft.subject;
  const WaveProgram& program = subject.program;
  Scene& scene = draft.scene;
  scene.trips = program.min_trips + more_trips;
  const Result<TimedTrace> run = timed_run(program, subject.costs, scene.trips, KeepTimeline::yes);
  if (!run.ok()) throw InputError(subject.title + ": " + reason(run.error));
  scene.cycles = run.value.cycles;
  scene.kernel_from = run.value.cycles;
  for (const RoleTrace& role : run.value.roles) {
    if (role.heads.empty()) continue;
    scene.kernel_from = std::min(scene.kernel_from, role.heads[0].time);
    scene.kernel_to = std::max(scene.kernel_to, role.heads.back().time);
  }
  const RoleTimes times(program, subject.costs, run.value, scene.trips);
  for (const TimedSlice& slice : run.value.timeline) {
    const StepTime* at = times.at({slice.role, slice.section, slice.step, slice.trip});
    const bool synchronous = program.roles[slice.role].steps[slice.section][slice.step].counter == Counter::none;
    scene.slices.push_back({step_id(program, slice.role, slice.section, slice.step), slice.role, slice.unit,
                            std::max(slice.lane, 0), slice.trip, slice.issued, slice.start, slice.end, slice.done,
                            synchronous ? slice.start : slice.issued, at->passed});
  }
  const stretto::detail::StallWords words(program, subject.costs);
  for (const TimedStall& stall : run.value.stalls) {
    scene.stalls.push_back({step_id(program, stall.site.role, stall.site.section, stall.site.step), stall.site.role,
                            stall.trip, stall.start, stall.lost.cycles, str(words.cause(stall.site))});
  }
  for (int a = 0; a < program.roles.size(); ++a) {
    for (const StepTime& time : times.of(a)) {
      const int id = step_id(program, a, time.step.section, time.step.index);
      if (!draft.step(id).is_sync()) continue;
      scene.syncs.push_back({id, a, time.step.trip, time.came, time.passed});
    }
  }
}

void add_slack(SceneDraft& draft) {
  std::map<std::pair<int, int>, const SceneSlice*> at;  // by step and trip
  for (const SceneSlice& slice : draft.scene.slices) at[{slice.step, slice.trip}] = &slice;
  for (const SceneSlice& slice : draft.scene.slices) {
    SceneStep& of = draft.step(slice.step);
    for (const SceneLink& link : of.after) {
      if (link.kind != "flow") continue;
      const auto user = at.find({link.step, slice.trip + link.distance});
      if (user == at.end()) continue;
      const long slack = std::max(0L, user->second->start - slice.done);
      if (of.slack < 0 || slack < of.slack) of.slack = slack;
    }
  }
}

}  // namespace

Scene make_scene(const Subject& subject, const SceneOptions& options) {
  SceneDraft draft{subject, {}};
  draft.scene.title = subject.title;
  draft.scene.target = subject.target;
  draft.scene.source = subject.source;
  draft.scene.tiles_of_trip = subject.program.tiles_per_trip;
  draft.scene.has_interval = subject.has_interval;
  draft.scene.interval = subject.interval;
  draft.scene.recurrences = subject.recurrences;
  add_buffers(draft);
  add_steps(draft);
  const Result<TimedReport> steady = steady_time(subject.program, subject.costs);
  if (steady.ok()) {
    add_steady_state(draft, steady.value);
    add_steady_recurrence(draft, steady.value);
    add_run(draft, options.trips);
  } else if (steady.error.rule == Rule::waits_forever) {
    add_standstill(draft, steady.error);
  } else {
    throw InputError(subject.title + ": " + reason(steady.error));
  }
  add_verdict(draft);
  if (options.reasons) add_reasons(draft);
  add_slack(draft);
  add_memory(draft);
  return std::move(draft.scene);
}

}  // namespace stretto::tool
