#include "show/trace_json.hpp"

#include <map>

#include "show/scene_text.hpp"
#include "show/tracks.hpp"

namespace stretto::tool {

namespace {

enum Process : int { units = 1, roles = 2, flights = 3 };

class TraceWriter {
 public:
  explicit TraceWriter(const Scene& scene) : scene_(scene) {}

  Json write() {
    for (const auto& [process, process_name] :
         {std::pair{units, "units"}, std::pair{roles, "roles"}, std::pair{flights, "in flight"}}) {
      if (process == roles && scene_.roles.empty()) continue;
      events_.push_back({{"ph", "M"}, {"name", "process_name"}, {"pid", process}, {"args", {{"name", process_name}}}});
    }
    add_units();
    add_roles();
    add_flights();
    add_flows();
    return {{"displayTimeUnit", "ns"},
            {"otherData",
             {{"command", "stretto show " + scene_.source + " --trace"},
              {"title", headline(scene_)},
              {"time", "one microsecond is one cycle of the modelled run"}}},
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
      Json arguments = {{"trip", of.trip}};
      if (of.role >= 0) arguments["role"] = scene_.roles[static_cast<std::size_t>(of.role)].name;
      slice(units, found->second, step(of.step).label, of.start, of.end, arguments);
      on_unit_[{of.step, of.trip}] = found->second;
    }
  }

  void add_roles() {
    for (std::size_t a = 0; a < scene_.roles.size(); ++a) {
      name_track(roles, static_cast<int>(a) + 1, scene_.roles[a].name);
    }
    for (const SceneSlice& of : scene_.slices) {
      if (!holds_role(of)) continue;
      slice(roles, of.role + 1, step(of.step).label, of.began, of.passed, {{"trip", of.trip}});
    }
    for (const SceneStall& stall : scene_.stalls) {
      slice(roles, stall.role + 1, "stall: " + step(stall.step).label, stall.start, stall.start + stall.cycles,
            {{"waits for", stall.cause}, {"trip", stall.trip}});
    }
  }
  static bool holds_role(const SceneSlice& of) { return of.role >= 0 && of.passed > of.began; }

  /// Slices of a track must nest, so concurrent operations in flight get separate tracks.
  void add_flights() {
    std::vector<long> busy;
    for (const SceneSlice& of : scene_.slices) {
      if (!of.flies()) continue;
      const int track = first_free(busy, of.issued, of.done) + 1;
      if (track > named_) name_track(flights, named_ = track, "in flight " + std::to_string(track));
      slice(flights, track, step(of.step).label, of.issued, of.done, {{"trip", of.trip}});
      track_of_[{of.step, of.trip}] = track;
    }
  }

  /// A point in time on a track, within a slice.
  struct Spot {
    Process process = flights;
    int track = 0;  // 0: no slice
    long time = 0;
  };
  [[nodiscard]] Spot spot(const SceneSlice& of) const {
    if (const auto found = track_of_.find({of.step, of.trip}); found != track_of_.end()) {
      return {flights, found->second, of.issued};
    }
    if (holds_role(of)) return {roles, of.role + 1, of.began};
    const auto found = on_unit_.find({of.step, of.trip});
    return found == on_unit_.end() ? Spot{} : Spot{units, found->second, of.start};
  }

  void arrow_end(const char* kind, int number, const std::string& name, const Spot& at) {
    Json event = {{"ph", kind},        {"id", number},    {"name", name}, {"cat", "flow"},
                  {"pid", at.process}, {"tid", at.track}, {"ts", at.time}};
    if (*kind == 'f') event["bp"] = "e";  // bind to the enclosing slice
    events_.push_back(event);
  }

  /// Flow arrows from producers to consumers of data.
  void add_flows() {
    std::map<std::pair<int, int>, const SceneSlice*> at;
    for (const SceneSlice& of : scene_.slices) at[{of.step, of.trip}] = &of;
    int number = 0;
    for (const SceneSlice& of : scene_.slices) {
      const Spot from = spot(of);
      for (const SceneLink& link : step(of.step).after) {
        const auto user = at.find({link.step, of.trip + link.distance});
        if (link.kind != "flow" || user == at.end()) continue;
        const Spot to = spot(*user->second);
        if (from.track == 0 || to.track == 0) continue;
        ++number;
        const std::string name = link.place.empty() ? "result" : link.place;
        arrow_end("s", number, name, from);
        arrow_end("f", number, name, to);
      }
    }
  }

  const Scene& scene_;
  Json events_ = Json::array();
  std::map<std::pair<int, int>, int> track_of_;  // in flight, by step and trip
  std::map<std::pair<int, int>, int> on_unit_;
  int named_ = 0;
};

}  // namespace

Json trace_json(const Scene& scene) { return TraceWriter(scene).write(); }

}  // namespace stretto::tool
