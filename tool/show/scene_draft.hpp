// A scene in the making: the subject, what is known of its scene so far, and the numbers of its steps.
//
// make_scene.hpp puts the parts together; each part is a function over the draft.
#pragma once

#include "show/scene.hpp"
#include "show/subject.hpp"

namespace stretto::tool {

struct SceneDraft {
  const Subject& subject;
  Scene scene;

  [[nodiscard]] const WaveProgram& program() const { return subject.program; }
  [[nodiscard]] int id(const StepInstance& step) const {
    return step.present() ? step_id(program(), step.role, step.section, step.index) : -1;
  }
  [[nodiscard]] const SceneStep& step(int id) const { return scene.steps[static_cast<std::size_t>(id)]; }
  SceneStep& step(int id) { return scene.steps[static_cast<std::size_t>(id)]; }
};

// --- scene_verdict.cpp

/// The verdict, the pairs of steps that are in order, and those that may go wrong with the run that shows it.
void add_verdict(SceneDraft& draft);

/// What a hazard is, in a sentence; and its pair.
std::string hazard_text(const SceneDraft& draft, const Hazard& hazard);
ScenePair hazard_pair(const SceneDraft& draft, const Hazard& hazard);

// --- scene_reasons.cpp

/// Of every wait and barrier: what goes wrong without it. After add_verdict.
void add_reasons(SceneDraft& draft);

// --- scene_memory.cpp

/// What the buffers hold when, and how much memory that is. After the slices.
void add_memory(SceneDraft& draft);

// --- scene_recurrence.cpp

/// What the steady state waits for, round and round; nothing where the run does not repeat.
void add_steady_recurrence(SceneDraft& draft, const TimedReport& report);

}  // namespace stretto::tool
