#include <algorithm>

#include <stretto/verify/counterexample.hpp>
#include <stretto/verify/verify.hpp>

#include "show/scene_draft.hpp"
#include "show/scene_text.hpp"
#include "verified.hpp"

namespace stretto::tool {

namespace {

std::string place_text(const WaveProgram& program, const Hazard& hazard) {
  const Buffer& buffer = program.buffers[hazard.buffer];
  std::string out = buffer.name;
  if (buffer.slots > 1) out += "[" + std::to_string(hazard.slot) + "]";
  if (buffer.subtiles > 1) out += " part " + std::to_string(hazard.subtile);
  return out;
}

std::string step_text(const SceneDraft& draft, const StepInstance& step) {
  const int id = draft.id(step);
  if (id < 0) return std::string(stretto::name(step.section)) + "[" + std::to_string(step.index) + "]";  // not drawn
  return called(draft.step(id)) + " " + draft.step(id).label;
}

std::string step_words(const HazardWords& words, const StepInstance& step) {
  return step.present() ? words.step(step) : "no step";
}

void add_link(SceneDraft& draft, const HazardWords& words, const Hazard& hazard) {
  const ScenePair pair = hazard_pair(words, hazard);
  if (pair.first < 0 || pair.second < 0) return;
  const int distance = hazard.second.trip - hazard.first.trip;
  int iterations = distance;
  const bool ops = draft.step(pair.first).kind == SceneKind::op && draft.step(pair.second).kind == SceneKind::op;
  if (ops && !draft.subject.ahead.empty()) {
    iterations += draft.subject.ahead[static_cast<std::size_t>(pair.second)] -
                  draft.subject.ahead[static_cast<std::size_t>(pair.first)];
  }
  // Several steps may be drawn as one.
  const auto same = [&](const SceneLink& known) {
    return known.step == pair.second && known.kind == pair.kind && known.distance == distance;
  };
  if (draft.subject.judgement && std::ranges::any_of(draft.step(pair.first).after, same)) return;
  draft.step(pair.first).after.push_back({pair.second, pair.kind, pair.place, distance, iterations});
  draft.step(pair.second).before.push_back({pair.first, pair.kind, pair.place, distance, iterations});
}

/// The step of a role that comes from the same entry as another step; -1: none. Not shared_step, which requires whole
/// sections to be equal: the epilogues of groups that take turns differ.
int same_entry(const Scene& scene, int step, int role) {
  const SceneStep& of = scene.steps[static_cast<std::size_t>(step)];
  if (of.role == role) return step;
  for (int i = 0; of.entry >= 0 && i < scene.step_count(); ++i) {
    const SceneStep& other = scene.steps[static_cast<std::size_t>(i)];
    if (other.role == role && other.section == of.section && other.entry == of.entry && other.label == of.label)
      return i;
  }
  return -1;
}

/// True if two steps access the same buffer of this name. The workgroups of a cluster use the same buffer names.
bool meet(const SceneDraft& draft, int first, int second, const std::string& place) {
  const WaveProgram& program = draft.program();
  const auto touches = [&](int id, int buffer) {
    const SceneStep& of = draft.step(id);
    const Step& step = program.roles[of.role].steps[of.section][of.index];
    for (int i = 0; i < step.access_count; ++i) {
      if (program.accesses[step.first_access + i].buffer == buffer) return true;
    }
    return false;
  };
  for (int buffer = 0; buffer < program.buffers.size(); ++buffer) {
    if (place.starts_with(program.buffers[buffer].name) && touches(first, buffer) && touches(second, buffer))
      return true;
  }
  return false;
}

/// The verifier reports a pair once for all roles that run the same entries; this adds it to each of them.
void share_links(SceneDraft& draft) {
  const Scene found = draft.scene;
  const auto lacks = [](const std::vector<SceneLink>& links, int step, const SceneLink& like) {
    return std::ranges::none_of(links, [&](const SceneLink& known) {
      return known.step == step && known.kind == like.kind && known.place == like.place &&
             known.distance == like.distance;
    });
  };
  for (int first = 0; first < found.step_count(); ++first) {
    const SceneStep& of = found.steps[static_cast<std::size_t>(first)];
    for (const SceneLink& link : of.after) {
      const int second_role = found.steps[static_cast<std::size_t>(link.step)].role;
      for (int role = 0; role < draft.program().roles.size(); ++role) {
        const int own = same_entry(found, first, role);
        // Between two roles, replace one end; within a role, both ends.
        const int other =
            same_entry(found, link.step, second_role == of.role ? role : (second_role == role ? of.role : second_role));
        if (own < 0 || other < 0 || !meet(draft, own, other, link.place)) continue;
        if (!lacks(draft.step(own).after, other, link)) continue;
        SceneLink shared = link;
        shared.step = other;
        draft.step(own).after.push_back(shared);
        shared.step = own;
        draft.step(other).before.push_back(shared);
      }
    }
  }
}

const char* event_word(EventKind kind) {
  switch (kind) {
    case EventKind::issues: return "issues";
    case EventKind::leaves: return "leaves";
    case EventKind::barrier: return "barrier";
    case EventKind::goes_wrong: return "goes_wrong";
    case EventKind::too_late: return "too_late";
    case EventKind::hears: return "hears";
    case EventKind::stale: return "stale";
  }
  return "?";
}

std::string event_text(const HazardWords& words, const Event& event) {
  std::string what =
      ": " + step_words(words, event.step) + (event.step.present() ? ", trip " + std::to_string(event.step.trip) : "");
  switch (event.kind) {
    case EventKind::issues: return "begins" + what;
    case EventKind::leaves: return "passes" + what + ", which leaves it in flight";
    case EventKind::barrier: return "all waves pass a barrier";
    case EventKind::goes_wrong: return "fails" + what;
    case EventKind::too_late: return "completes too late" + what;
    case EventKind::hears: return "sees complete" + what;
    case EventKind::stale:
      return "passes at once" + what +
             (event.other.present() ? ", on a phase that it has seen before" : ", when fresh");
  }
  return what;
}

SceneEvent scene_event(const HazardWords& words, const Event& event) {
  SceneEvent out;
  out.wave = event.wave;
  if (event.wave >= 0 && event.step.present()) out.role = words.role(event.step);
  out.step = words.id(event.step);
  if (event.step.present()) out.trip = event.step.trip;
  out.kind = event_word(event.kind);
  out.text = event_text(words, event);
  out.wrong = event.kind == EventKind::goes_wrong || event.kind == EventKind::too_late;
  return out;
}

void add_hazard(SceneDraft& draft, const HazardWords& words, const Hazard& hazard) {
  SceneHazard out;
  out.kind = stretto::name(hazard.kind);
  out.verdict = stretto::name(hazard.verdict);
  out.text = hazard_text(words, hazard);
  out.first = words.id(hazard.first);
  out.second = words.id(hazard.second);
  out.margin = hazard.margin;
  if (hazard.verdict == Verdict::race && hazard.kind != HazardKind::encodable) {
    for (const Event& event : counterexample(*words.program, hazard).events) {
      out.run.push_back(scene_event(words, event));
    }
  }
  draft.scene.hazards.push_back(std::move(out));
}

}  // namespace

HazardWords SceneDraft::words() const {
  if (subject.judgement) return subject.judgement->words();
  return {&program(), [this](const StepInstance& step) { return id(step); },
          [](const StepInstance& step) { return step.role; },
          [this](const StepInstance& step) { return step_text(*this, step); },
          [this](const Hazard& hazard) { return place_text(program(), hazard); }};
}

std::string hazard_text(const HazardWords& words, const Hazard& hazard) {
  const std::string at = hazard.buffer < 0 ? "" : words.place(hazard);
  const std::string first = step_words(words, hazard.first);
  const std::string second = step_words(words, hazard.second);
  switch (hazard.kind) {
    case HazardKind::flow: return second + " may read " + at + " before " + first + " has written it";
    case HazardKind::anti: return second + " may overwrite " + at + " before " + first + " has read it";
    case HazardKind::output: return second + " may write " + at + " while " + first + " still writes it";
    case HazardKind::content: return second + " reads the wrong K tile from " + at;
    case HazardKind::progress:
      if (!hazard.second.present()) return "the phase after " + first + " may complete before all waiters have seen it";
      if (!hazard.first.present()) return second + " waits forever";
      return second + " may come into an older phase: nothing orders it after " + first;
    case HazardKind::encodable: return second + " cannot be encoded";
    case HazardKind::unfinished: return first + " may still be in flight when the workgroup ends";
    case HazardKind::fence: return "no fence between " + first + " and " + second;
    case HazardKind::uninitialised: return second + " may use a barrier before its initialisation is visible";
    case HazardKind::gone: return first + " may reach a workgroup that has ended";
  }
  return "";
}

ScenePair hazard_pair(const HazardWords& words, const Hazard& hazard) {
  return {words.id(hazard.first), words.id(hazard.second), stretto::name(hazard.kind),
          hazard.buffer < 0 ? "" : words.place(hazard)};
}

void add_verdict(SceneDraft& draft) {
  const Judgement* judgement = draft.subject.judgement.get();
  const Verification found =
      judgement != nullptr ? judgement->verification() : verify(draft.program(), {draft.subject.latency, true});
  draft.scene.verdict = judgement != nullptr ? judgement->verdict() : stretto::name(found.verdict);
  if (found.verdict == Verdict::invalid) draft.scene.verdict_reason = reason(found.invalid);
  if (judgement != nullptr) {
    draft.scene.verdict_reason = judgement->extent();
    draft.scene.hazards = judgement->more_hazards();
  }
  const HazardWords words = draft.words();
  for (const Hazard& hazard : found.hazards) {
    if (hazard.verdict == Verdict::proven) {
      add_link(draft, words, hazard);
    } else {
      add_hazard(draft, words, hazard);
    }
  }
  if (judgement == nullptr) share_links(draft);
}

}  // namespace stretto::tool
