#include "show/scene_json.hpp"

#include <stretto/core/error.hpp>

namespace stretto::tool {

namespace {

template <class T, class Of>
Json array(const std::vector<T>& all, const Of& of) {
  Json out = Json::array();
  for (const T& one : all) out.push_back(of(one));
  return out;
}

Json scene_link(const SceneLink& link) {
  return {{"step", link.step}, {"kind", link.kind}, {"place", link.place}, {"distance", link.distance}};
}

Json scene_step(const SceneStep& step) {
  Json out = {{"agent", step.agent}, {"phase", phase_word(step.phase)}, {"index", step.index}};
  if (step.entry >= 0) out["entry"] = step.entry;
  out["kind"] = name(step.kind);
  out["label"] = step.label;
  if (step.kind == SceneKind::op) {
    out["unit"] = step.unit;
    out["occupancy"] = step.occupancy;
    out["latency"] = step.latency;
    out["issue"] = step.issue;
    out["slack"] = step.slack < 0 ? Json(nullptr) : Json(step.slack);
  }
  if (!step.before.empty()) out["before"] = array(step.before, scene_link);
  if (!step.after.empty()) out["after"] = array(step.after, scene_link);
  if (step.kind == SceneKind::wait || step.kind == SceneKind::barrier || step.kind == SceneKind::arrive ||
      step.kind == SceneKind::await) {
    out["redundant"] = step.redundant;
    out["needed_for"] = step.needed_for;
  }
  return out;
}

Json scene_hazard(const SceneHazard& hazard) {
  return {{"kind", hazard.kind},
          {"verdict", hazard.verdict},
          {"text", hazard.text},
          {"first", hazard.first},
          {"second", hazard.second},
          {"margin", hazard.margin},
          {"run", array(hazard.run, [](const SceneEvent& event) {
             return Json{{"wave", event.wave}, {"text", event.text}, {"wrong", event.wrong}};
           })}};
}

}  // namespace

Json scene_json(const Scene& scene) {
  Json out = {{"title", scene.title},
              {"target", scene.target},
              {"source", scene.source},
              {"verdict", scene.verdict},
              {"trips", scene.trips},
              {"cycles", scene.cycles},
              {"trip_cycles", scene.trip_cycles},
              {"exact", scene.exact},
              {"tiles_of_trip", scene.tiles_of_trip},
              {"kernel_from", scene.kernel_from},
              {"kernel_to", scene.kernel_to},
              {"shared_bytes", scene.shared_bytes},
              {"register_bytes", scene.register_bytes}};
  out["interval"] = nullptr;
  if (scene.has_interval) {
    out["interval"] = {{"ii", scene.interval.ii},
                       {"bound", scene.interval.bound},
                       {"optimal", scene.interval.optimal},
                       {"bound_by", scene.interval.bound_by}};
  }
  out["units"] = array(scene.units, [](const SceneUnit& unit) {
    return Json{{"name", unit.name}, {"limit", unit.limit}, {"busy", unit.busy}};
  });
  out["agents"] = array(scene.agents, [](const SceneAgent& agent) {
    return Json{{"name", agent.name},
                {"waves", agent.waves},
                {"working", agent.working},
                {"issuing", agent.issuing},
                {"stalled", agent.stalled}};
  });
  out["buffers"] = array(scene.buffers, [](const SceneBuffer& buffer) {
    return Json{{"name", buffer.name}, {"space", buffer.space}, {"slots", buffer.slots}, {"bytes", buffer.bytes}};
  });
  out["steps"] = array(scene.steps, scene_step);
  out["slices"] = array(scene.slices, [](const SceneSlice& slice) {
    return Json{{"step", slice.step},   {"agent", slice.agent}, {"unit", slice.unit},
                {"lane", slice.lane},   {"trip", slice.trip},   {"issued", slice.issued},
                {"start", slice.start}, {"end", slice.end},     {"done", slice.done}};
  });
  out["stalls"] = array(scene.stalls, [](const SceneStall& stall) {
    return Json{{"step", stall.step},   {"agent", stall.agent},   {"trip", stall.trip},
                {"start", stall.start}, {"cycles", stall.cycles}, {"cause", stall.cause}};
  });
  out["occupied"] = array(scene.occupied, [](const SceneOccupied& one) {
    return Json{{"buffer", one.buffer}, {"slot", one.slot}, {"from", one.from}, {"to", one.to}, {"label", one.label}};
  });
  out["stall_sums"] = array(scene.stall_sums,
                            [](const SceneStallSum& sum) { return Json{{"text", sum.text}, {"cycles", sum.cycles}}; });
  out["hazards"] = array(scene.hazards, scene_hazard);
  return out;
}

}  // namespace stretto::tool
