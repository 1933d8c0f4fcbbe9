#include <stretto/verify/counterexample.hpp>
#include <stretto/verify/verify.hpp>

#include "show/scene_draft.hpp"
#include "show/scene_text.hpp"
#include "verified.hpp"

namespace stretto::tool {

namespace {

std::string place_text(const WaveProgram& program, const Hazard& hazard) {
  if (hazard.buffer < 0) return "";
  const Buffer& buffer = program.buffers[hazard.buffer];
  std::string out = buffer.name;
  if (buffer.slots > 1) out += "[" + std::to_string(hazard.slot) + "]";
  if (buffer.subtiles > 1) out += " part " + std::to_string(hazard.subtile);
  return out;
}

std::string step_text(const SceneDraft& draft, const StepInstance& step) {
  return step.present() ? called(draft.step(draft.id(step))) + " " + draft.step(draft.id(step)).label : "nobody";
}

void add_link(SceneDraft& draft, const Hazard& hazard) {
  const ScenePair pair = hazard_pair(draft, hazard);
  if (pair.first < 0 || pair.second < 0) return;
  const int distance = hazard.second.trip - hazard.first.trip;
  draft.step(pair.first).after.push_back({pair.second, pair.kind, pair.place, distance});
  draft.step(pair.second).before.push_back({pair.first, pair.kind, pair.place, distance});
}

const char* event_word(EventKind kind) {
  switch (kind) {
    case EventKind::issues: return "issues";
    case EventKind::leaves: return "leaves";
    case EventKind::barrier: return "barrier";
    case EventKind::goes_wrong: return "goes_wrong";
    case EventKind::too_late: return "too_late";
    case EventKind::hears: return "hears";
  }
  return "?";
}

std::string event_text(const SceneDraft& draft, const Event& event) {
  const std::string what =
      ": " + step_text(draft, event.step) + (event.step.present() ? ", trip " + std::to_string(event.step.trip) : "");
  switch (event.kind) {
    case EventKind::issues: return "begins" + what;
    case EventKind::leaves: return "passes" + what + ", which leaves it in flight";
    case EventKind::barrier: return "all waves pass a barrier";
    case EventKind::goes_wrong: return "goes wrong" + what;
    case EventKind::too_late: return "comes too late" + what;
    case EventKind::hears: return "sees complete" + what;
  }
  return what;
}

SceneEvent scene_event(const SceneDraft& draft, const Event& event) {
  SceneEvent out;
  out.wave = event.wave;
  if (event.wave >= 0 && event.step.present()) out.agent = event.step.agent;
  out.step = draft.id(event.step);
  if (event.step.present()) out.trip = event.step.trip;
  out.kind = event_word(event.kind);
  out.text = event_text(draft, event);
  out.wrong = event.kind == EventKind::goes_wrong || event.kind == EventKind::too_late;
  return out;
}

void add_hazard(SceneDraft& draft, const Hazard& hazard) {
  SceneHazard out;
  out.kind = stretto::name(hazard.kind);
  out.verdict = stretto::name(hazard.verdict);
  out.text = hazard_text(draft, hazard);
  out.first = draft.id(hazard.first);
  out.second = draft.id(hazard.second);
  out.margin = hazard.margin;
  if (hazard.verdict == Verdict::race && hazard.kind != HazardKind::encodable) {
    for (const Event& event : counterexample(draft.program(), hazard).events) {
      out.run.push_back(scene_event(draft, event));
    }
  }
  draft.scene.hazards.push_back(std::move(out));
}

}  // namespace

std::string hazard_text(const SceneDraft& draft, const Hazard& hazard) {
  const std::string at = place_text(draft.program(), hazard);
  const std::string first = step_text(draft, hazard.first);
  const std::string second = step_text(draft, hazard.second);
  switch (hazard.kind) {
    case HazardKind::flow: return second + " may read " + at + " before " + first + " has written it";
    case HazardKind::anti: return second + " may overwrite " + at + " before " + first + " has read it";
    case HazardKind::output: return second + " may write " + at + " while " + first + " still writes it";
    case HazardKind::content: return second + " takes the wrong K tile from " + at;
    case HazardKind::progress:
      if (!hazard.second.present()) return "the phase after " + first + " may pass before all have seen it";
      if (!hazard.first.present()) return second + " waits forever";
      return second + " may come into the phase before its own: nothing says that " + first + " has completed it";
    case HazardKind::encodable: return second + " cannot be encoded";
  }
  return "";
}

ScenePair hazard_pair(const SceneDraft& draft, const Hazard& hazard) {
  return {draft.id(hazard.first), draft.id(hazard.second), stretto::name(hazard.kind),
          place_text(draft.program(), hazard)};
}

void add_verdict(SceneDraft& draft) {
  const Verification found = verify(draft.program(), {draft.subject.latency, true});
  draft.scene.verdict = stretto::name(found.verdict);
  if (found.verdict == Verdict::invalid) draft.scene.verdict_reason = reason(found.invalid);
  for (const Hazard& hazard : found.hazards) {
    if (hazard.verdict == Verdict::proven) {
      add_link(draft, hazard);
    } else {
      add_hazard(draft, hazard);
    }
  }
}

}  // namespace stretto::tool
