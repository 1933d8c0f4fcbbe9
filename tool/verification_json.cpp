#include "verification_json.hpp"

#include "output.hpp"

namespace stretto::tool {

namespace {

const char* event_name(EventKind kind) {
  switch (kind) {
    case EventKind::issues: return "issues";
    case EventKind::leaves: return "leaves_in_flight";
    case EventKind::barrier: return "barrier";
    case EventKind::hears: return "hears";
    case EventKind::goes_wrong: return "goes_wrong";
    case EventKind::too_late: return "too_late";
    case EventKind::stale: return "passes_at_once";
  }
  return "?";
}

/// {section, index, trip, op}; the index is null for a barrier that is not an emitted entry.
Json step_json(const Verified& found, const StepInstance& step) {
  if (!step.present()) return nullptr;
  std::string op = framework_tag_name(tags::barrier);
  if (step.entry >= 0) op = str(dump_op(found.sections.entries[step.section].first[step.entry].op, found.namer));
  return {{"section", name(step.section)},
          {"index", step.entry >= 0 ? Json(step.entry) : Json(nullptr)},
          {"trip", step.trip},
          {"op", op}};
}

Json wave_json(int wave) { return wave < 0 ? Json(nullptr) : Json(wave); }

Json counterexample_json(const StepToJson& step, const Counterexample& example) {
  Json events = Json::array();
  for (const Event& event : example.events) {
    Json item = {{"wave", wave_json(event.wave)}};
    item.update(step(event.step));
    item["what"] = event_name(event.kind);
    if (event.kind == EventKind::leaves) item["newer_in_flight"] = event.pending;
    events.push_back(item);
  }
  return {{"trips", example.trips}, {"steps", example.steps}, {"events", events}};
}

Json hazard_json(const StepNames& names, const WaveProgram& program, const StepToJson& step, const Hazard& hazard) {
  Json out = {{"kind", name(hazard.kind)},
              {"verdict", name(hazard.verdict)},
              {"first", step(hazard.first)},
              {"second", step(hazard.second)},
              {"buffer", hazard.buffer < 0 ? Json(nullptr) : Json(program.buffers[hazard.buffer].name)}};
  // For an ordered pair only the two steps are reported: it may have many places and trips.
  if (hazard.verdict == Verdict::proven) return out;
  out["stage"] = hazard.slot;
  out["subtile"] = hazard.subtile;
  out["tile_due"] = hazard.tile_due == no_tile ? Json(nullptr) : Json(hazard.tile_due);
  if (hazard.kind == HazardKind::content) {
    out["tile_found"] = hazard.tile_found < 0 ? Json(nullptr) : Json(hazard.tile_found);
  }
  if (hazard.verdict == Verdict::relies_on_latency) out["margin"] = hazard.margin;
  const Counterexample example = counterexample(program, hazard);
  out["waves"] = {wave_json(example.first_wave), wave_json(example.second_wave)};
  const Text missing = missing_sentence(names, program, hazard, example);
  out["missing"] = missing.size() == 0 ? Json(nullptr) : Json(str(missing));
  out["counterexample"] = counterexample_json(step, example);
  return out;
}

}  // namespace

Json entry_json(Section section, int entry) {
  if (entry < 0) return nullptr;
  return {{"section", name(section)}, {"index", entry}};
}

Json hazards_json(const StepNames& names, const WaveProgram& program, const Verification& verification,
                  const StepToJson& step) {
  Json list = Json::array();
  for (const Hazard& hazard : verification.hazards) list.push_back(hazard_json(names, program, step, hazard));
  return list;
}

Json hazards_json(const Verified& found) {
  return hazards_json(found.names(), found.program, found.verification,
                      [&](const StepInstance& step) { return step_json(found, step); });
}

Json verification_json(const std::string& schedule, const Verified& found) {
  Json out = {{"name", schedule},
              {"verdict", name(found.verdict())},
              {"registers", name(found.program.registers)},
              {"hazards", hazards_json(found)},
              {"dead_reads", Json::array()},
              {"pairs_checked", found.verification.pairs_checked},
              {"trips_explored", found.verification.trips_explored},
              {"repeats_from", found.verification.repeats_from}};
  for (const StepInstance& read : found.verification.dead_reads) out["dead_reads"].push_back(step_json(found, read));
  return out;
}

Json invalid_json(const Json& schedule, const std::string& why) {
  return {{"name", schedule}, {"verdict", name(Verdict::invalid)}, {"reason", why}};
}

Json other_reading_json(const Verified& found, bool with_hazards) {
  Json out = {{"registers", name(found.program.registers)},
              {"verdict", name(found.verdict())},
              {"hazard_count", found.count(Verdict::race) + found.count(Verdict::relies_on_latency)}};
  if (with_hazards) out["hazards"] = hazards_json(found);
  return out;
}

}  // namespace stretto::tool
