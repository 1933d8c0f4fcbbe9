// The critical recurrence of a steady state: from a step of a late trip backwards, each time to the event that it
// waited for last, until a step repeats. Each link accounts for exactly the cycles between its ends, so the recurrence
// explains the cycles per trip.
#include <algorithm>
#include <map>
#include <optional>
#include <ranges>
#include <tuple>

#include <stretto/program/role_text.hpp>

#include "output.hpp"
#include "show/role_times.hpp"
#include "show/scene_draft.hpp"
#include "show/scene_text.hpp"

namespace stretto::tool {

namespace {

constexpr int fewest_trips = 64;
constexpr int most_trips = 1024;

/// A point in time of an execution.
enum class Moment : unsigned char { came, passed, start, end, done };

struct Node {
  TimedStep step;
  Moment moment = Moment::passed;
};

/// The cause of a node's time: the previous node, `cycles` earlier.
struct Cause {
  Node before;
  long cycles = 0;
  std::string why;  // empty: the step itself takes the cycles
  bool in_order = false;
};

class CauseFinder {
 public:
  CauseFinder(const Subject& subject, const RoleTimes& times, const TimedTrace& trace)
      : subject_(subject), times_(times) {
    for (const TimedSlice& slice : trace.timeline) {
      if (slice.unit >= 0 && slice.end > slice.start) ends_[{slice.unit, slice.lane, slice.end}] = &slice;
    }
  }

  [[nodiscard]] std::optional<long> time(const Node& node) const {
    const StepTime* at = times_.at(node.step);
    if (at == nullptr) return std::nullopt;
    switch (node.moment) {
      case Moment::came: return at->came;
      case Moment::passed: return at->passed;
      default: break;
    }
    if (at->slice == nullptr) return std::nullopt;
    if (node.moment == Moment::start) return at->slice->start;
    return node.moment == Moment::end ? at->slice->end : at->slice->done;
  }

  /// Empty at the beginning of the run.
  [[nodiscard]] std::optional<Cause> cause(const Node& node) const {
    const StepTime* at = times_.at(node.step);
    if (at == nullptr) return std::nullopt;
    switch (node.moment) {
      case Moment::done:
      case Moment::end: return own(node, Moment::start);
      case Moment::start: return of_start(node, *at);
      case Moment::passed: return of_passing(node, *at);
      case Moment::came: return of_coming(node, *at);
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] const Step& step_of(const TimedStep& at) const {
    return subject_.program.roles[at.role].steps[at.section][at.index];
  }

  [[nodiscard]] std::optional<Cause> own(const Node& node, Moment before) const {
    const Node earlier{node.step, before};
    const std::optional<long> from = time(earlier);
    const std::optional<long> to = time(node);
    if (!from || !to) return std::nullopt;
    return Cause{earlier, *to - *from, "", false};
  }

  [[nodiscard]] std::optional<Cause> of_start(const Node& node, const StepTime& at) const {
    if (at.slice == nullptr) return std::nullopt;
    const Step& step = step_of(node.step);
    const TimedOp cost = subject_.costs.of(step, subject_.program.roles[node.step.role]);
    const long comes = at.slice->issued + (step.counter == Counter::none ? 0 : cost.lead);
    if (at.slice->start <= comes) return own(node, Moment::came);
    const auto found = ends_.find({at.slice->unit, at.slice->lane, at.slice->start});
    if (found == ends_.end()) return std::nullopt;
    const TimedSlice& user = *found->second;
    return Cause{{{user.role, user.section, user.step, user.trip}, Moment::end},
                 0,
                 std::string(subject_.costs.units[at.slice->unit].name) + " is busy",
                 false};
  }

  [[nodiscard]] std::optional<Cause> of_passing(const Node& node, const StepTime& at) const {
    const Step& step = step_of(node.step);
    if (!stretto::detail::is_wait_or_barrier(step)) {
      return own(node, step.counter == Counter::none && at.slice != nullptr ? Moment::start : Moment::came);
    }
    long cost = 0;
    for (const TimedStall* stall : at.stalls) {
      if (stall->site.kind == StallKind::cost) cost += stall->lost.cycles;
      if (precedes_step(stall->site.kind) || stall->site.kind == StallKind::cost) continue;
      // The last arrival, then the step's own cost.
      return of_stall(*stall, at.passed - (stall->start + stall->lost.cycles));
    }
    return Cause{{node.step, Moment::came}, cost, "", false};
  }

  [[nodiscard]] std::optional<Cause> of_coming(const Node& node, const StepTime& at) const {
    const TimedStall* last = nullptr;
    for (const TimedStall* stall : at.stalls) {
      if (precedes_step(stall->site.kind)) last = stall;
    }
    if (last != nullptr) return of_stall(*last, 0);
    const int place = times_.find(node.step);
    if (place == 0) return std::nullopt;
    const StepTime& before = times_.of(node.step.role)[static_cast<std::size_t>(place) - 1];
    return Cause{
        {before.step, Moment::passed}, 0, "program order of " + str(role_text(subject_.program, node.step.role)), true};
  }

  [[nodiscard]] std::optional<Cause> of_stall(const TimedStall& stall, long cycles) const {
    const StallSite& site = stall.site;
    if (site.cause_role < 0) return std::nullopt;
    const TimedStep by{site.cause_role, site.cause_section, site.cause_step, stall.trip - site.trips_before};
    const Action action = step_of(by).action;
    Moment moment = Moment::done;
    if (action == Action::arrive) moment = Moment::passed;
    if (action == Action::barrier) moment = Moment::came;
    return Cause{{by, moment}, cycles, word(site), false};
  }

  static std::string word(const StallSite& site) {
    switch (site.kind) {
      case StallKind::counter: return std::string(stretto::name(site.counter)) + " counts its result";
      case StallKind::full_counter: return std::string(stretto::name(site.counter)) + " is full";
      case StallKind::interlock:
      case StallKind::scoreboard: return "its result";
      case StallKind::bytes: return "its bytes";
      case StallKind::arrival: return "its arrival";
      case StallKind::workgroup: return "last at the barrier";
      default: return stretto::name(site.kind);
    }
  }

  const Subject& subject_;
  const RoleTimes& times_;
  std::map<std::tuple<int, int, long>, const TimedSlice*> ends_;  // unit, lane, end
};

/// A node of the backward walk, with the cause of its time.
struct Link {
  Node node;
  Cause cause;
};

/// The links of a recurrence, backwards; empty if none is found.
std::vector<Link> find_recurrence(const CauseFinder& finder, Node node, const TimedReport& report) {
  std::vector<Link> way;
  std::map<std::tuple<int, int, Moment, int>, std::pair<std::size_t, int>> seen;  // position in the walk, and trip
  while (node.step.section == Section::kernel) {
    const auto key =
        std::make_tuple(node.step.role, node.step.index, node.moment, node.step.trip % std::max(1, report.period));
    const auto [found, fresh] = seen.try_emplace(key, way.size(), node.step.trip);
    if (!fresh) {
      const long trips = found->second.second - node.step.trip;
      way.erase(way.begin(), way.begin() + static_cast<std::ptrdiff_t>(found->second.first));
      long cycles = 0;
      for (const Link& link : way) cycles += link.cause.cycles;
      if (trips > 0 && cycles * report.period == report.cycles * trips) return way;
      return {};
    }
    const std::optional<Cause> cause = finder.cause(node);
    if (!cause) return {};
    // Each link must account for all its cycles.
    const std::optional<long> from = finder.time(cause->before);
    if (!from || *from + cause->cycles != finder.time(node)) return {};
    way.push_back({node, *cause});
    node = cause->before;
  }
  return {};
}

/// An execution on the recurrence, in time order.
struct Station {
  TimedStep step;
  long cycles = 0;  // its share of the recurrence
  std::string why;  // why it follows the previous one
  bool in_order = false;
};

std::vector<Station> stations(const std::vector<Link>& way) {
  std::vector<Station> out;
  for (const Link& link : std::ranges::reverse_view(way)) {
    const bool enters = !link.cause.why.empty();
    if (enters || out.empty()) {
      out.push_back({link.node.step, link.cause.cycles, link.cause.why, link.cause.in_order});
    } else {
      out.back().cycles += link.cause.cycles;
    }
  }
  // The recurrence may begin within a step.
  if (out.size() > 1 && out.front().why.empty()) {
    out.back().cycles += out.front().cycles;
    out.erase(out.begin());
  }
  // Drop intermediate steps without cost.
  std::vector<Station> kept;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Station& next = out[(i + 1) % out.size()];
    if (out[i].cycles == 0 && out[i].in_order && next.in_order && out.size() > 1) continue;
    kept.push_back(out[i]);
  }
  return kept.empty() ? out : kept;
}

SceneRecurrence recurrence_of(const SceneDraft& draft, const std::vector<Link>& way, const TimedReport& report) {
  SceneRecurrence out;
  out.of = "steady state";
  const std::vector<Station> all = stations(way);
  long cycles = 0;
  for (const Station& one : all) cycles += one.cycles;
  out.cycles = static_cast<double>(cycles);
  out.trips = static_cast<int>(cycles * report.period / report.cycles);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Station& from = all[i];
    const Station& to = all[(i + 1) % all.size()];
    const bool last = i + 1 == all.size();
    const int distance = to.step.trip - from.step.trip + (last ? out.trips : 0);
    const int first = step_id(draft.program(), from.step.role, from.step.section, from.step.index);
    const int second = step_id(draft.program(), to.step.role, to.step.section, to.step.index);
    out.edges.push_back({first, second, distance, distance, from.cycles, to.why});
    if (draft.subject.ahead.empty()) continue;
    out.edges.back().iterations +=
        draft.subject.ahead[static_cast<std::size_t>(second)] - draft.subject.ahead[static_cast<std::size_t>(first)];
  }
  out.text = recurrence_text(draft.scene, out);
  return out;
}

}  // namespace

void add_steady_recurrence(SceneDraft& draft, const TimedReport& report) {
  if (!report.exact || report.cycles == 0) return;
  const WaveProgram& program = draft.program();
  int role = -1;
  for (int a = 0; a < program.roles.size() && role < 0; ++a) role = program.roles[a].steps.kernel.empty() ? -1 : a;
  if (role < 0) return;
  for (int trips = fewest_trips + program.min_trips; trips <= most_trips; trips *= 4) {
    const Result<TimedTrace> run = timed_run(program, draft.subject.costs, trips, KeepTimeline::yes);
    if (!run.ok()) return;
    const RoleTimes times(program, draft.subject.costs, run.value, trips);
    const CauseFinder finder(draft.subject, times, run.value);
    const Node from{{role, Section::kernel, program.roles[role].steps.kernel.size() - 1, trips * 3 / 4},
                    Moment::passed};
    const std::vector<Link> way = find_recurrence(finder, from, report);
    if (way.empty()) continue;
    draft.scene.recurrences.push_back(recurrence_of(draft, way, report));
    return;
  }
}

}  // namespace stretto::tool
