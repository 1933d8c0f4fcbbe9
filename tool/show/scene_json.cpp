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
  Json out = {{"step", link.step},
              {"kind", link.kind},
              {"place", link.place},
              {"distance", link.distance},
              {"iterations", link.iterations}};
  if (link.delay >= 0) out["delay"] = link.delay;
  return out;
}

Json number_or_null(long value) { return value < 0 ? Json(nullptr) : Json(value); }

Json scene_pair(const ScenePair& pair) {
  if (!pair.present()) return nullptr;
  return {{"first", number_or_null(pair.first)},
          {"second", number_or_null(pair.second)},
          {"kind", pair.kind},
          {"place", pair.place}};
}

Json scene_step(const SceneStep& step) {
  Json out = {{"role", step.role}, {"section", name(step.section)}, {"index", step.index}};
  if (step.entry >= 0) out["entry"] = step.entry;
  if (step.same_as >= 0) out["same_as"] = step.same_as;
  out["kind"] = name(step.kind);
  out["label"] = step.label;
  if (step.kind == SceneKind::op) {
    out["unit"] = step.unit;
    out["occupancy"] = step.occupancy;
    out["latency"] = step.latency;
    out["issue"] = step.issue;
    out["slack"] = number_or_null(step.slack);
    if (step.start >= 0) out["start"] = step.start;
  }
  if (!step.before.empty()) out["before"] = array(step.before, scene_link);
  if (!step.after.empty()) out["after"] = array(step.after, scene_link);
  if (step.is_sync()) {
    out["redundant"] = step.redundant;
    out["needed_for"] = step.needed_for;
    out["needed_pair"] = scene_pair(step.needed_pair);
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
             return Json{{"wave", event.wave},
                         {"role", number_or_null(event.role)},
                         {"step", number_or_null(event.step)},
                         {"trip", number_or_null(event.trip)},
                         {"kind", event.kind},
                         {"text", event.text},
                         {"wrong", event.wrong}};
           })}};
}

Json scene_recurrence(const SceneRecurrence& recurrence) {
  return {{"of", recurrence.of},
          {"text", recurrence.text},
          {"cycles", recurrence.cycles},
          {"trips", recurrence.trips},
          {"edges", array(recurrence.edges, [](const SceneEdge& edge) {
             return Json{{"from", edge.from},         {"to", edge.to},
                         {"distance", edge.distance}, {"iterations", edge.iterations},
                         {"cycles", edge.cycles},     {"why", edge.why}};
           })}};
}

Json scene_memory(const SceneMemory& memory) {
  Json points = Json::array();
  for (const auto& [cycle, amount] : memory.points) points.push_back({cycle, amount});
  return {{"space", space_text(memory.space)},
          {"role", number_or_null(memory.role)},
          {"unit", memory.bytes ? "bytes" : "slots"},
          {"capacity", number_or_null(memory.capacity)},
          {"most", memory.most},
          {"points", points}};
}

}  // namespace

Json scene_json(const Scene& scene) {
  Json out = {{"subject", name(scene.subject)},
              {"title", scene.title},
              {"target", scene.target},
              {"source", scene.source},
              {"verdict", scene.verdict},
              {"verdict_reason", scene.verdict_reason},
              {"standstill", scene.standstill},
              {"standstill_report", scene.standstill_report},
              {"trips", scene.trips},
              {"cycles", scene.cycles},
              {"trip_cycles", scene.trip_cycles},
              {"exact", scene.exact},
              {"tiles_of_trip", scene.tiles_of_trip},
              {"kernel_from", scene.kernel_from},
              {"kernel_to", scene.kernel_to},
              {"shared_bytes", scene.bytes_in(Space::shared)},
              {"register_bytes", scene.bytes_in(Space::registers)}};
  out["interval"] = nullptr;
  if (scene.has_interval) {
    out["interval"] = {{"ii", scene.interval.ii},
                       {"stages", scene.interval.stages},
                       {"bound", scene.interval.bound},
                       {"optimal", scene.interval.optimal},
                       {"bound_by", scene.interval.bound_by}};
  }
  out["units"] = array(scene.units, [](const SceneUnit& unit) {
    return Json{{"name", unit.name}, {"limit", unit.limit}, {"busy", unit.busy}};
  });
  out["roles"] = array(scene.roles, [](const SceneRole& role) {
    return Json{{"name", role.name},
                {"waves", role.waves},
                {"working", role.working},
                {"issuing", role.issuing},
                {"stalled", role.stalled}};
  });
  out["buffers"] = array(scene.buffers, [](const SceneBuffer& buffer) {
    return Json{{"name", buffer.name},   {"space", space_text(buffer.space)},
                {"slots", buffer.slots}, {"parts", buffer.parts},
                {"bytes", buffer.bytes}, {"workgroup", buffer.workgroup}};
  });
  out["steps"] = array(scene.steps, scene_step);
  out["slices"] = array(scene.slices, [](const SceneSlice& slice) {
    return Json{{"step", slice.step}, {"role", slice.role},     {"unit", slice.unit},    {"lane", slice.lane},
                {"trip", slice.trip}, {"issued", slice.issued}, {"start", slice.start},  {"end", slice.end},
                {"done", slice.done}, {"began", slice.began},   {"passed", slice.passed}};
  });
  out["syncs"] = array(scene.syncs, [](const SceneSync& sync) {
    return Json{
        {"step", sync.step}, {"role", sync.role}, {"trip", sync.trip}, {"came", sync.came}, {"passed", sync.passed}};
  });
  out["stalls"] = array(scene.stalls, [](const SceneStall& stall) {
    return Json{{"step", stall.step},   {"role", stall.role},     {"trip", stall.trip},
                {"start", stall.start}, {"cycles", stall.cycles}, {"cause", stall.cause}};
  });
  out["occupied"] = array(scene.occupied, [](const SceneOccupied& one) {
    return Json{{"buffer", one.buffer}, {"slot", one.slot}, {"part", one.part},  {"role", number_or_null(one.role)},
                {"from", one.from},     {"to", one.to},     {"label", one.label}};
  });
  out["memory"] = array(scene.memory, scene_memory);
  out["recurrences"] = array(scene.recurrences, scene_recurrence);
  out["stall_sums"] = array(scene.stall_sums, [](const SceneStallSum& sum) {
    return Json{{"step", sum.step}, {"role", sum.role}, {"text", sum.text}, {"cycles", sum.cycles}};
  });
  out["hazards"] = array(scene.hazards, scene_hazard);
  return out;
}

}  // namespace stretto::tool
