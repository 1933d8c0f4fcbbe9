// The steps of one agent in a run, one after another.
#pragma once

#include <stretto/verify/hazard.hpp>

namespace stretto::detail {

/// The steps of one agent in a run, in order.
class AgentTrace {
 public:
  constexpr AgentTrace(const WaveProgram& program, int agent, int trips) : agent_(agent) {
    const int own = trips + program.agents[agent].extra_trips;
    add(program, Phase::prologue, 0);
    for (int trip = 0; trip < own; ++trip) add(program, Phase::kernel, trip);
    add(program, Phase::epilogue, own);
  }

  struct Item {
    const Step* step = nullptr;
    StepInstance instance;
    int epoch = 0;  // barriers passed before it
  };

  [[nodiscard]] constexpr int size() const { return items_.size(); }
  constexpr const Item& operator[](int i) const { return items_[i]; }

  /// Where a step stands; the size when it is not in the run.
  [[nodiscard]] constexpr int find(const StepInstance& instance) const {
    for (int i = 0; i < items_.size(); ++i) {
      const StepInstance& other = items_[i].instance;
      if (other.phase == instance.phase && other.index == instance.index && other.trip == instance.trip) return i;
    }
    return items_.size();
  }

  /// The barrier that takes the agent into `epoch`; the size when there is none.
  [[nodiscard]] constexpr int barrier_into(int epoch) const {
    for (int i = 0; i < items_.size(); ++i) {
      if (items_[i].step->action == Action::barrier && items_[i].epoch + 1 == epoch) return i;
    }
    return items_.size();
  }

 private:
  constexpr void add(const WaveProgram& program, Phase phase, int trip) {
    const Vector<Step>& steps = program.agents[agent_].steps(phase);
    for (int i = 0; i < steps.size(); ++i) {
      items_.push_back({&steps[i], {agent_, phase, i, steps[i].entry, trip}, epoch_});
      if (steps[i].action == Action::barrier) ++epoch_;
    }
  }

  int agent_;
  int epoch_ = 0;
  Vector<Item> items_;
};

}  // namespace stretto::detail
