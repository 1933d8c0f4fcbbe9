// A scene under construction: the subject, the scene so far, and the numbering of its steps.
//
// make_scene.hpp combines the parts; each part is a function over the draft.
#pragma once

#include "show/judgement.hpp"
#include "show/scene.hpp"
#include "show/subject.hpp"

namespace stretto::tool {

struct SceneDraft {
  const Subject& subject;
  Scene scene;

  [[nodiscard]] const WaveProgram& program() const { return subject.program; }
  /// -1: no step, or one of setup and teardown, which are not drawn.
  [[nodiscard]] int id(const StepInstance& step) const {
    const bool drawn = step.section != Section::setup && step.section != Section::teardown;
    return step.present() && drawn ? step_id(program(), step.role, step.section, step.index) : -1;
  }
  [[nodiscard]] const SceneStep& step(int id) const { return scene.steps[static_cast<std::size_t>(id)]; }
  SceneStep& step(int id) { return scene.steps[static_cast<std::size_t>(id)]; }
  /// For the hazards of the subject: those of its judgement, or of its program.
  [[nodiscard]] HazardWords words() const;
};

// --- scene_verdict.cpp

/// Adds the verdict, the ordered pairs, and the hazards with their counterexamples.
void add_verdict(SceneDraft& draft);

/// A hazard as a sentence, and its pair.
std::string hazard_text(const HazardWords& words, const Hazard& hazard);
ScenePair hazard_pair(const HazardWords& words, const Hazard& hazard);

// --- scene_standstill.cpp

/// Adds why there is no timeline: a timed run was refused, because a role waits forever.
void add_standstill(SceneDraft& draft, const Diagnostic& why);

// --- scene_reasons.cpp

/// Adds the hazard that each wait and barrier prevents. Call after add_verdict.
void add_reasons(SceneDraft& draft);

// --- scene_memory.cpp

/// Adds the lifetimes of buffer contents and the memory use. Call after the slices are known.
void add_memory(SceneDraft& draft);

// --- scene_recurrence.cpp

/// Adds the critical recurrence of the steady state; none if the run does not repeat.
void add_steady_recurrence(SceneDraft& draft, const TimedReport& report);

}  // namespace stretto::tool
