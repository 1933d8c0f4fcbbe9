// Where the barriers of a plan stand, and in which epoch each agent executes an element.
#pragma once

#include <stretto/sync/needs.hpp>

namespace stretto::detail {

class Epochs {
 public:
  constexpr Epochs(const WaveProgram& program, const SyncPlan& plan) : agents_(program.agents.size()) {
    for (const Phase phase : all_phases) {
      const int p = static_cast<int>(phase);
      const Vector<SyncElement>& elements = plan.phase(phase);
      element_of_step_[p].resize(program.agents[0].steps(phase).size(), -1);
      Vector<int> passed(agents_, 0);
      for (int e = 0; e < elements.size(); ++e) {
        for (int a = 0; a < agents_; ++a) before_[p].push_back(passed[a]);
        const SyncElement& element = elements[e];
        if (element.step >= 0) element_of_step_[p][element.step] = e;
        const unsigned passing = passing_agents(program, phase, element);
        for (int a = 0; a < agents_; ++a) passed[a] += static_cast<int>(passing >> a & 1U);
      }
      for (int a = 0; a < agents_; ++a) before_[p].push_back(passed[a]);
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

  [[nodiscard]] constexpr int element(const StepAt& at) const {
    return element_of_step_[static_cast<int>(at.phase)][at.step];
  }

  /// Barriers that the agent passes in a phase before an element of it.
  [[nodiscard]] constexpr int in_phase(int agent, Phase phase, int element) const {
    return before_[static_cast<int>(phase)][element * agents_ + agent];
  }
  [[nodiscard]] constexpr int whole(int agent, Phase phase) const {
    const Vector<int>& counts = before_[static_cast<int>(phase)];
    return counts[counts.size() - agents_ + agent];
  }

  /// Barriers that the agent passes before a step, in a run of `trips`.
  [[nodiscard]] constexpr int epoch(int agent, const StepAt& at, int trips) const {
    int epoch = in_phase(agent, at.phase, element(at));
    if (at.phase == Phase::prologue) return epoch;
    epoch += whole(agent, Phase::prologue);
    return epoch + whole(agent, Phase::kernel) * (at.phase == Phase::kernel ? at.trip : trips);
  }

 private:
  int agents_;
  Vector<int> before_[3];  // by element, then agent; one row more for the end
  Vector<int> element_of_step_[3];
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
