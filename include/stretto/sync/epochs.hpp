// Where the barriers of a plan stand, and in which epoch each agent executes an element.
#pragma once

#include <stretto/sync/needs.hpp>

namespace stretto::detail {

class Epochs {
 public:
  constexpr Epochs(const WaveProgram& program, const SyncPlan& plan) : agents_(program.agents.size()) {
    for (const Phase phase : all_phases) {
      PhaseCounts& counts = phases_[phase];
      const Vector<SyncElement>& elements = plan.phase(phase);
      const int steps = program.agents[0].steps(phase).size();
      counts.element_of_step.resize(steps, -1);
      counts.before_step.resize(steps * agents_, 0);
      counts.whole.resize(agents_, 0);
      for (int e = 0; e < elements.size(); ++e) {
        const int step = elements[e].step;
        if (step >= 0) {
          counts.element_of_step[step] = e;
          for (int a = 0; a < agents_; ++a) counts.before_step[step * agents_ + a] = counts.whole[a];
        }
        const unsigned passing = passing_agents(program, phase, elements[e]);
        if (passing == 0) continue;
        for (int a = 0; a < agents_; ++a) counts.whole[a] += static_cast<int>(passing >> a & 1U);
      }
    }
  }

  /// Agents for which the element is a barrier.
  static constexpr unsigned passing_agents(const WaveProgram& program, Phase phase, const SyncElement& element) {
    const unsigned all = (1U << program.agents.size()) - 1U;
    switch (element.kind) {
      case ElementKind::step: return program.agents[0].steps(phase)[element.step].action == Action::barrier ? all : 0U;
      case ElementKind::stagger: return element.agents;
      case ElementKind::barrier: return all;
      case ElementKind::wait: return 0U;
    }
    return 0U;
  }

  [[nodiscard]] constexpr int element(const StepAt& at) const { return phases_[at.phase].element_of_step[at.step]; }

  /// Barriers that the agent passes in a whole phase.
  [[nodiscard]] constexpr int whole(int agent, Phase phase) const { return phases_[phase].whole[agent]; }

  /// Barriers that the agent passes before a step, in a run of `trips`.
  [[nodiscard]] constexpr int epoch(int agent, const StepAt& at, int trips) const {
    const int here = phases_[at.phase].before_step[at.step * agents_ + agent];
    if (at.phase == Phase::prologue) return here;
    const int made = at.phase == Phase::kernel ? at.trip : trips;
    return phases_.prologue.whole[agent] + phases_.kernel.whole[agent] * made + here;
  }

 private:
  struct PhaseCounts {
    Vector<int> element_of_step;
    Vector<int> before_step;  // by step, then agent
    Vector<int> whole;        // by agent
  };

  int agents_;
  PerPhase<PhaseCounts> phases_;
};

/// Barriers that are missing between the steps of a need: for every pair of its agents, what `first` has completed
/// right after its issue must lie in an earlier epoch than `second`.
constexpr int barriers_missing(const WaveProgram& program, const Epochs& epochs, const Need& need, int trips) {
  if (!need.across_waves) return 0;
  int missing = 0;
  for (int a = 0; a < program.agents.size(); ++a) {
    if ((need.first_agents >> a & 1U) == 0) continue;
    for (int b = 0; b < program.agents.size(); ++b) {
      if ((need.second_agents >> b & 1U) == 0) continue;
      if (a == b && program.agents[a].waves == 1) continue;
      const int lacking = epochs.epoch(a, need.first, trips) + 1 - epochs.epoch(b, need.second, trips);
      missing = lacking > missing ? lacking : missing;
    }
  }
  return missing;
}

}  // namespace stretto::detail
