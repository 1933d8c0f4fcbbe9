#include "show/trace_json.hpp"

#include <map>

#include "show/tracks.hpp"

namespace stretto::tool {

namespace {

enum Process : int { units = 1, agents = 2, flights = 3 };

class TraceWriter {
 public:
  explicit TraceWriter(const Scene& scene) : scene_(scene) {}

  Json write() {
    for (const auto& [process, process_name] :
         {std::pair{units, "units"}, std::pair{agents, "agents"}, std::pair{flights, "in flight"}}) {
      events_.push_back({{"ph", "M"}, {"name", "process_name"}, {"pid", process}, {"args", {{"name", process_name}}}});
    }
    add_units();
    add_agents();
    add_flights();
    add_flows();
    return {{"displayTimeUnit", "ns"},
            {"otherData", {{"title", scene_.title}, {"time", "one microsecond is one cycle of the modelled run"}}},
            {"traceEvents", events_}};
  }

 private:
  [[nodiscard]] const SceneStep& step(int id) const { return scene_.steps[static_cast<std::size_t>(id)]; }

  void name_track(Process process, int track, const std::string& name) {
    events_.push_back(
        {{"ph", "M"}, {"name", "thread_name"}, {"pid", process}, {"tid", track}, {"args", {{"name", name}}}});
  }

  void slice(Process process, int track, const std::string& name, long from, long to, const Json& arguments) {
    events_.push_back({{"ph", "X"},
                       {"name", name},
                       {"pid", process},
                       {"tid", track},
                       {"ts", from},
                       {"dur", to - from},
                       {"args", arguments}});
  }

  void add_units() {
    std::map<std::pair<int, int>, int> tracks;  // of a unit's lanes
    for (const SceneSlice& of : scene_.slices) {
      if (of.unit < 0 || of.end <= of.start) continue;
      const auto [found, fresh] = tracks.try_emplace({of.unit, of.lane}, static_cast<int>(tracks.size()) + 1);
      const SceneUnit& unit = scene_.units[static_cast<std::size_t>(of.unit)];
      if (fresh) {
        name_track(units, found->second, unit.name + (unit.limit > 1 ? " " + std::to_string(of.lane) : ""));
      }
      slice(units, found->second, step(of.step).label, of.start, of.end,
            {{"agent", scene_.agents[static_cast<std::size_t>(of.agent)].name}, {"trip", of.trip}});
    }
  }

  void add_agents() {
    for (std::size_t a = 0; a < scene_.agents.size(); ++a) {
      name_track(agents, static_cast<int>(a) + 1, scene_.agents[a].name);
    }
    for (const SceneSlice& of : scene_.slices) {
      const SceneStep& what = step(of.step);
      const long held = std::max(what.issue, synchronous(of) ? what.occupancy : 0);
      if (held > 0) slice(agents, of.agent + 1, what.label, of.issued, of.issued + held, {{"trip", of.trip}});
    }
    for (const SceneStall& stall : scene_.stalls) {
      slice(agents, stall.agent + 1, "stall: " + step(stall.step).label, stall.start, stall.start + stall.cycles,
            {{"waits for", stall.cause}, {"trip", stall.trip}});
    }
  }
  /// Does the agent wait for the op itself?
  [[nodiscard]] bool synchronous(const SceneSlice& of) const {
    return of.issued == of.start && step(of.step).issue == 0;
  }

  /// Slices of a track must nest, so everything in flight at once has a track of its own.
  void add_flights() {
    std::vector<long> busy;
    for (const SceneSlice& of : scene_.slices) {
      if (of.done <= of.end && of.issued == of.start) continue;
      const int track = first_free(busy, of.issued, of.done) + 1;
      if (track > named_) name_track(flights, named_ = track, "in flight " + std::to_string(track));
      slice(flights, track, step(of.step).label, of.issued, of.done, {{"trip", of.trip}});
      track_of_[{of.step, of.trip}] = track;
    }
  }

  /// Arrows from what is loaded to who uses it.
  void add_flows() {
    std::map<std::pair<int, int>, const SceneSlice*> at;
    for (const SceneSlice& of : scene_.slices) at[{of.step, of.trip}] = &of;
    int number = 0;
    for (const SceneSlice& of : scene_.slices) {
      const auto from = track_of_.find({of.step, of.trip});
      if (from == track_of_.end()) continue;
      for (const SceneLink& link : step(of.step).after) {
        const auto user = at.find({link.step, of.trip + link.distance});
        if (link.kind != "flow" || user == at.end()) continue;
        const auto to = track_of_.find(user->first);
        const bool flies = to != track_of_.end();
        ++number;
        events_.push_back({{"ph", "s"},
                           {"id", number},
                           {"name", link.place},
                           {"cat", "flow"},
                           {"pid", flights},
                           {"tid", from->second},
                           {"ts", of.issued}});
        events_.push_back({{"ph", "f"},
                           {"bp", "e"},
                           {"id", number},
                           {"name", link.place},
                           {"cat", "flow"},
                           {"pid", flies ? flights : agents},
                           {"tid", flies ? to->second : user->second->agent + 1},
                           {"ts", user->second->issued}});
      }
    }
  }

  const Scene& scene_;
  Json events_ = Json::array();
  std::map<std::pair<int, int>, int> track_of_;
  int named_ = 0;
};

}  // namespace

Json trace_json(const Scene& scene) { return TraceWriter(scene).write(); }

}  // namespace stretto::tool
