#include "show/make_scene.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include <stretto/timing/stalls_text.hpp>
#include <stretto/verify/counterexample.hpp>
#include <stretto/verify/verify.hpp>

#include "json_reader.hpp"
#include "output.hpp"
#include "show/changes.hpp"
#include "verified.hpp"

namespace stretto::tool {

namespace {

SceneKind kind_of(const Step& step) {
  switch (step.action) {
    case Action::wait: return SceneKind::wait;
    case Action::barrier: return SceneKind::barrier;
    case Action::arrive: return SceneKind::arrive;
    case Action::await: return SceneKind::await;
    case Action::nothing: return SceneKind::other;
    default: return SceneKind::op;
  }
}

const char* name_of(Space space) {
  switch (space) {
    case Space::shared: return "shared memory";
    case Space::registers: return "registers of a wave";
    case Space::tensor: return "tensor memory";
  }
  return "?";
}

class SceneMaker {
 public:
  SceneMaker(const Subject& subject, const SceneOptions& options)
      : subject_(subject), program_(subject.program), options_(options) {}

  Scene make() {
    scene_.title = subject_.title;
    scene_.target = subject_.target;
    scene_.source = subject_.source;
    scene_.tiles_of_trip = program_.tiles_per_trip;
    scene_.has_interval = subject_.has_interval;
    scene_.interval = subject_.interval;
    add_steps();
    add_times();
    add_verdict();
    if (options_.reasons) add_reasons();
    add_slack();
    add_occupied();
    return std::move(scene_);
  }

 private:
  // --- the program

  [[nodiscard]] int id(int agent, Phase phase, int index) const {
    return first_[static_cast<std::size_t>(agent) * 3 + static_cast<std::size_t>(phase)] + index;
  }
  [[nodiscard]] int id(const StepInstance& step) const {
    return step.present() ? id(step.agent, step.phase, step.index) : -1;
  }
  SceneStep& step(int id) { return scene_.steps[static_cast<std::size_t>(id)]; }

  void add_steps() {
    for (const TimedUnit& unit : subject_.costs.units) scene_.units.push_back({unit.name, unit.limit, 0});
    for (const Buffer& buffer : program_.buffers) {
      scene_.buffers.push_back(
          {buffer.name, name_of(buffer.space), buffer.slots, static_cast<long>(buffer.bytes) * buffer.subtiles});
    }
    for (int a = 0; a < program_.agents.size(); ++a) {
      const Agent& agent = program_.agents[a];
      scene_.agents.push_back({agent.name, agent.waves, 0, 0, 0});
      for (const Phase phase : all_phases) {
        first_.push_back(static_cast<int>(scene_.steps.size()));
        for (int i = 0; i < agent.steps(phase).size(); ++i) {
          const Step& of = agent.steps(phase)[i];
          SceneStep out;
          out.agent = a;
          out.phase = phase;
          out.index = i;
          out.entry = of.entry;
          out.kind = kind_of(of);
          out.label = subject_.label(a, phase, i);
          if (out.kind == SceneKind::op) {
            const TimedOp cost = subject_.costs.of(of, agent);
            out.unit = cost.unit;
            out.occupancy = cost.occupancy;
            out.latency = cost.latency;
            out.issue = cost.issue;
          }
          scene_.steps.push_back(out);
        }
      }
    }
  }

  // --- time

  void add_times() {
    const Result<TimedReport> steady = steady_time(program_, subject_.costs);
    if (!steady.ok()) throw InputError(subject_.title + ": " + reason(steady.error));
    const TimedReport& report = steady.value;
    scene_.trip_cycles = report.cycles_per_trip();
    scene_.exact = report.exact;
    for (int u = 0; u < subject_.costs.units.size(); ++u) {
      scene_.units[static_cast<std::size_t>(u)].busy = report.utilisation(u, subject_.costs);
    }
    for (int a = 0; a < report.agents.size(); ++a) {
      SceneAgent& agent = scene_.agents[static_cast<std::size_t>(a)];
      agent.working = report.per_trip(report.agents[a].working);
      agent.issuing = report.per_trip(report.agents[a].issuing);
      agent.stalled = report.per_trip(report.agents[a].stalled);
    }
    for (const StallSum& stall : report.stalls) {
      scene_.stall_sums.push_back(
          {str(stall_text(program_, subject_.costs, stall, report.period)), report.per_trip(stall.lost.cycles)});
    }

    scene_.trips = program_.min_trips + options_.trips;
    const Result<TimedTrace> run = timed_run(program_, subject_.costs, scene_.trips, KeepTimeline::yes);
    if (!run.ok()) throw InputError(subject_.title + ": " + reason(run.error));
    scene_.cycles = run.value.cycles;
    scene_.kernel_from = run.value.cycles;
    for (const AgentTrace& agent : run.value.agents) {
      if (agent.heads.empty()) continue;
      scene_.kernel_from = std::min(scene_.kernel_from, agent.heads[0].time);
      scene_.kernel_to = std::max(scene_.kernel_to, agent.heads.back().time);
    }
    for (const TimedSlice& slice : run.value.timeline) {
      scene_.slices.push_back({id(slice.agent, slice.phase, slice.step), slice.agent, slice.unit,
                               std::max(slice.lane, 0), slice.trip, slice.issued, slice.start, slice.end, slice.done});
    }
    const stretto::detail::StallWords words(program_, subject_.costs);
    for (const TimedStall& stall : run.value.stalls) {
      scene_.stalls.push_back({id(stall.site.agent, stall.site.phase, stall.site.step), stall.site.agent, stall.trip,
                               stall.start, stall.lost.cycles, str(words.cause(stall.site))});
    }
  }

  // --- the verdict

  [[nodiscard]] std::string place(const Hazard& hazard) const {
    if (hazard.buffer < 0) return "";
    const Buffer& buffer = program_.buffers[hazard.buffer];
    std::string out = buffer.name;
    if (buffer.slots > 1) out += "[" + std::to_string(hazard.slot) + "]";
    if (buffer.subtiles > 1) out += " part " + std::to_string(hazard.subtile);
    return out;
  }
  [[nodiscard]] std::string words(const StepInstance& step) const {
    if (!step.present()) return "nobody";
    return std::string(phase_word(step.phase)) + "[" + std::to_string(step.entry >= 0 ? step.entry : step.index) +
           "] " + subject_.label(step.agent, step.phase, step.index);
  }
  [[nodiscard]] std::string sentence(const Hazard& hazard) const {
    const std::string at = place(hazard);
    switch (hazard.kind) {
      case HazardKind::flow:
        return words(hazard.second) + " may read " + at + " before " + words(hazard.first) + " has written it";
      case HazardKind::anti:
        return words(hazard.second) + " may overwrite " + at + " before " + words(hazard.first) + " has read it";
      case HazardKind::output:
        return words(hazard.second) + " may write " + at + " while " + words(hazard.first) + " still writes it";
      case HazardKind::content: return words(hazard.second) + " takes the wrong K tile from " + at;
      case HazardKind::progress:
        return hazard.second.present() ? words(hazard.second) + " may wait forever, or pass too early"
                                       : "a phase may pass unseen after " + words(hazard.first);
      case HazardKind::encodable: return words(hazard.second) + " cannot be encoded";
    }
    return "";
  }

  void add_verdict() {
    const Verification found = verify(program_, {subject_.latency, true});
    scene_.verdict = stretto::name(found.verdict);
    for (const Hazard& hazard : found.hazards) {
      if (hazard.verdict == Verdict::proven) {
        add_link(hazard);
      } else {
        add_hazard(hazard);
      }
    }
  }

  void add_link(const Hazard& hazard) {
    const int first = id(hazard.first);
    const int second = id(hazard.second);
    if (first < 0 || second < 0) return;
    const int distance = hazard.second.trip - hazard.first.trip;
    step(first).after.push_back({second, stretto::name(hazard.kind), place(hazard), distance});
    step(second).before.push_back({first, stretto::name(hazard.kind), place(hazard), distance});
  }

  void add_hazard(const Hazard& hazard) {
    SceneHazard out{stretto::name(hazard.kind),
                    stretto::name(hazard.verdict),
                    sentence(hazard),
                    id(hazard.first),
                    id(hazard.second),
                    hazard.margin,
                    {}};
    const bool has_run = hazard.verdict == Verdict::race && hazard.kind != HazardKind::encodable;
    if (has_run) {
      for (const Event& event : counterexample(program_, hazard).events) out.run.push_back(event_of(event));
    }
    scene_.hazards.push_back(std::move(out));
  }

  [[nodiscard]] SceneEvent event_of(const Event& event) const {
    const std::string what = event.kind == EventKind::barrier ? "" : ": " + words(event.step);
    const std::string trip = event.step.present() ? ", trip " + std::to_string(event.step.trip) : "";
    switch (event.kind) {
      case EventKind::issues: return {event.wave, "begins" + what + trip, false};
      case EventKind::leaves: return {event.wave, "passes" + what + trip + ", which leaves it in flight", false};
      case EventKind::barrier: return {event.wave, "all waves pass a barrier", false};
      case EventKind::goes_wrong: return {event.wave, "goes wrong" + what + trip, true};
      case EventKind::too_late: return {event.wave, "comes too late" + what + trip, true};
      case EventKind::hears: return {event.wave, "sees complete" + what + trip, false};
    }
    return {event.wave, what, false};
  }

  // --- why it is there

  void add_reasons() {
    std::map<std::tuple<Phase, int, int>, std::string> known;  // of entries that agents share
    for (SceneStep& of : scene_.steps) {
      if (of.kind == SceneKind::op || of.kind == SceneKind::other) continue;
      const auto key = std::make_tuple(of.phase, of.entry >= 0 ? of.entry : of.index, of.entry >= 0 ? -1 : of.agent);
      const auto [found, fresh] = known.try_emplace(key);
      if (fresh) found->second = wrong_without(of);
      of.needed_for = found->second;
      of.redundant = of.needed_for.empty();
    }
  }

  /// What goes wrong without a step that does not with it; empty: nothing.
  [[nodiscard]] std::string wrong_without(const SceneStep& gone) const {
    const WaveProgram without = without_step(program_, gone.agent, gone.phase, gone.index);
    const Verification left = verify(without, {subject_.latency, false});
    if (left.verdict == Verdict::invalid) return "the program cannot run: " + reason(left.invalid);
    for (Hazard hazard : left.hazards) {
      // Steps behind it have moved up by one.
      for (StepInstance* instance : {&hazard.first, &hazard.second}) {
        const bool behind = instance->present() && instance->phase == gone.phase && instance->index >= gone.index;
        if (behind && lacks_step(without, instance->agent, gone.phase)) ++instance->index;
      }
      if (!is_known(hazard)) return sentence(hazard);
    }
    return "";
  }
  [[nodiscard]] bool lacks_step(const WaveProgram& without, int agent, Phase phase) const {
    return without.agents[agent].steps(phase).size() < program_.agents[agent].steps(phase).size();
  }
  /// Does it go wrong, as badly, with the step as well?
  [[nodiscard]] bool is_known(const Hazard& hazard) const {
    return std::ranges::any_of(scene_.hazards, [&](const SceneHazard& known) {
      return known.first == id(hazard.first) && known.second == id(hazard.second) &&
             known.kind == stretto::name(hazard.kind) &&
             (known.verdict == stretto::name(hazard.verdict) || hazard.verdict == Verdict::relies_on_latency);
    });
  }

  // --- slack, and what memory holds

  void add_slack() {
    std::map<std::pair<int, int>, const SceneSlice*> at;  // by step and trip
    for (const SceneSlice& slice : scene_.slices) at[{slice.step, slice.trip}] = &slice;
    for (const SceneSlice& slice : scene_.slices) {
      SceneStep& of = step(slice.step);
      for (const SceneLink& link : of.after) {
        if (link.kind != "flow") continue;
        const auto user = at.find({link.step, slice.trip + link.distance});
        if (user == at.end()) continue;
        const long slack = std::max(0L, user->second->start - slice.done);
        if (of.slack < 0 || slack < of.slack) of.slack = slack;
      }
    }
  }

  void add_occupied() {
    // Of each place: the intervals from a write to the last read before the next one.
    std::map<std::pair<int, int>, std::vector<SceneOccupied>> open;
    std::vector<const SceneSlice*> by_start;
    by_start.reserve(scene_.slices.size());
    for (const SceneSlice& slice : scene_.slices) by_start.push_back(&slice);
    std::ranges::sort(by_start, [](const SceneSlice* a, const SceneSlice* b) {
      return a->issued != b->issued ? a->issued < b->issued : a < b;
    });
    for (const SceneSlice* slice : by_start) {
      const SceneStep& of = scene_.steps[static_cast<std::size_t>(slice->step)];
      const Step& real = program_.agents[of.agent].steps(of.phase)[of.index];
      for (int i = 0; i < real.access_count; ++i) {
        const StepAccess& access = program_.accesses[real.first_access + i];
        const Buffer& buffer = program_.buffers[access.buffer];
        const int slot = access.slot_in_trip(slice->trip, buffer.slots);
        std::vector<SceneOccupied>& here = open[{access.buffer, slot}];
        // Parts of one version are written close to each other: a write after a read begins a new one.
        const bool fresh = here.empty() || read_since_[{access.buffer, slot}];
        if (access.mode == AccessMode::write) {
          if (fresh) here.push_back({access.buffer, slot, slice->issued, slice->done, of.label});
          here.back().to = std::max(here.back().to, slice->done);
          read_since_[{access.buffer, slot}] = false;
        } else if (!here.empty()) {
          here.back().to = std::max(here.back().to, slice->done);
          read_since_[{access.buffer, slot}] = true;
        }
      }
    }
    for (auto& [place, intervals] : open) {
      for (SceneOccupied& one : intervals) scene_.occupied.push_back(one);
    }
    for (const SceneBuffer& buffer : scene_.buffers) {
      const long bytes = buffer.bytes * buffer.slots;
      (buffer.space == name_of(Space::registers) ? scene_.register_bytes : scene_.shared_bytes) += bytes;
    }
  }

  const Subject& subject_;
  const WaveProgram& program_;
  SceneOptions options_;
  Scene scene_;
  std::vector<int> first_;
  std::map<std::pair<int, int>, bool> read_since_;
};

}  // namespace

Scene make_scene(const Subject& subject, const SceneOptions& options) { return SceneMaker(subject, options).make(); }

}  // namespace stretto::tool
