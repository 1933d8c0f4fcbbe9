#include <algorithm>

#include <stretto/verify/verify.hpp>

#include "show/changes.hpp"
#include "show/scene_draft.hpp"
#include "verified.hpp"

namespace stretto::tool {

namespace {

/// True if the hazard exists with the same severity when the step is present.
bool is_known(const SceneDraft& draft, const Hazard& hazard) {
  return std::ranges::any_of(draft.scene.hazards, [&](const SceneHazard& known) {
    return known.first == draft.id(hazard.first) && known.second == draft.id(hazard.second) &&
           known.kind == stretto::name(hazard.kind) &&
           (known.verdict == stretto::name(hazard.verdict) || hazard.verdict == Verdict::relies_on_latency);
  });
}

/// Records the hazard that appears when a step is removed.
void ask(const SceneDraft& draft, SceneStep& gone) {
  const WaveProgram& program = draft.program();
  const WaveProgram without = without_step(program, gone.role, gone.section, gone.index);
  const Verification left = verify(without, {draft.subject.latency, false});
  gone.redundant = false;
  if (left.verdict == Verdict::invalid) {
    gone.needed_for = "the program cannot run: " + reason(left.invalid);
    return;
  }
  for (Hazard hazard : left.hazards) {
    // Later steps have moved up by one, in every role that has it.
    for (StepInstance* instance : {&hazard.first, &hazard.second}) {
      if (!instance->present() || instance->section != gone.section) continue;
      const int at = shared_step(program, gone.role, gone.section, gone.index, instance->role);
      if (at >= 0 && instance->index >= at) ++instance->index;
    }
    if (is_known(draft, hazard)) continue;
    gone.needed_for = hazard_text(draft.words(), hazard);
    gone.needed_pair = hazard_pair(draft.words(), hazard);
    return;
  }
  gone.redundant = true;
}

}  // namespace

void add_reasons(SceneDraft& draft) {
  if (draft.subject.judgement) {
    draft.subject.judgement->add_reasons(draft);
    return;
  }
  for (SceneStep& step : draft.scene.steps) {
    if (!step.is_sync()) continue;
    if (step.same_as >= 0) {
      const SceneStep& known = draft.step(step.same_as);
      step.needed_for = known.needed_for;
      step.needed_pair = known.needed_pair;
      step.redundant = known.redundant;
    } else {
      ask(draft, step);
    }
  }
}

}  // namespace stretto::tool
